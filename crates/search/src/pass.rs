//! The visit of each matching document: counting it, and offering it to the page.

use std::cmp::Ordering;

use crate::columns::SortColumn;
use crate::criteria::TitleSearch;
use crate::cursor::Value;
use crate::error::Error;
use crate::facets::Counts;
use crate::matching::Relevance;
use crate::query::Query;
use crate::segments::{Segment, SegmentData};
use crate::top::Top;

/// The order of two values: absent ones last, whichever way the others go.
pub(crate) fn compare(a: &Value, b: &Value, reversed: bool) -> Ordering {
    match (a, b) {
        (Value::Absent, _) | (_, Value::Absent) => a.cmp(b),
        (a, b) if reversed => b.cmp(a),
        (a, b) => a.cmp(b),
    }
}

/// The order of a search in one segment, as ranks: the smaller, the earlier.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    Relevance { best_last: bool, by_length: bool },
    Column { column: &'a SortColumn, descending: bool },
}

impl<'a> Order<'a> {
    pub(crate) fn of(search: &TitleSearch, query: &Query, segment: &'a Segment) -> Result<Self, Error> {
        let descending = search.descending;
        Ok(match segment.sort_column(search.sort)? {
            Some(column) => Self::Column { column, descending },
            None => Self::Relevance { best_last: descending, by_length: query.whole.is_some() },
        })
    }

    #[inline]
    fn rank(self, doc: u32, relevance: Relevance, lengths: &[u8]) -> i64 {
        match self {
            Self::Column { column, descending } => column.rank(doc, descending),
            Self::Relevance { best_last, by_length } => {
                let score = relevance.score(if by_length { lengths[doc as usize] } else { 0 });
                if best_last { score } else { -score }
            }
        }
    }

    pub(crate) fn rank_of(self, value: &Value) -> i64 {
        match (self, value) {
            (Self::Column { column, descending }, value) => column.rank_of(value, descending),
            (Self::Relevance { .. }, Value::Number(rank)) => *rank,
            (Self::Relevance { .. }, _) => i64::MAX,
        }
    }

    pub(crate) fn value(self, rank: i64) -> Value {
        match self {
            Self::Column { column, descending } => column.value(rank, descending),
            Self::Relevance { .. } => Value::Number(rank),
        }
    }
}

/// One way through the matching documents of a segment.
pub(crate) struct Pass<'a> {
    pub(crate) data: &'a SegmentData,
    pub(crate) order: Order<'a>,
    /// Rank and number of the last title of the page before.
    pub(crate) after: Option<(i64, i64)>,
    /// The author whom a title must have.
    pub(crate) author: Option<u32>,
    pub(crate) total: u64,
    pub(crate) top: Top,
    pub(crate) counts: Option<&'a mut Counts>,
}

impl Pass<'_> {
    /// Counts what is left to count.
    pub(crate) fn end(&mut self) {
        if let Some(counts) = &mut self.counts {
            counts.flush(&self.data.rows);
        }
    }

    #[inline]
    pub(crate) fn visit(&mut self, doc: u32, relevance: Relevance) {
        if self.author.is_some_and(|author| !self.data.rows.has(doc, author)) {
            return;
        }
        self.total += 1;
        if let Some(counts) = &mut self.counts {
            counts.add(doc, &self.data.rows);
        }
        let rank = self.order.rank(doc, relevance, &self.data.lengths);
        let id = || self.data.ids[doc as usize];
        if let Some((last, last_id)) = self.after
            && (rank < last || (rank == last && id() <= last_id))
        {
            return;
        }
        self.top.offer(rank, id);
    }
}
