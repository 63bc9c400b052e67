//! The visit of each matching document: counting it, and offering it to the page.

use std::cmp::Ordering;

use crate::bits::Bits;
use crate::columns::SortColumn;
use crate::criteria::TitleSearch;
use crate::cursor::{Cursor, Value};
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
            None => Self::Relevance { best_last: descending, by_length: !query.whole.is_empty() },
        })
    }

    /// The ranks of some documents.
    fn ranks(self, docs: &[u32], relevances: &[Relevance], lengths: &[u8], ranks: &mut Vec<i64>) {
        match self {
            Self::Column { column, descending } => column.ranks(docs, descending, ranks),
            Self::Relevance { best_last, by_length } => {
                ranks.extend(docs.iter().zip(relevances).map(|(doc, relevance)| {
                    let score = relevance.score(if by_length { lengths[*doc as usize] } else { 0 });
                    if best_last { score } else { -score }
                }));
            }
        }
    }

    fn rank_of(self, value: &Value) -> i64 {
        match (self, value) {
            (Self::Column { column, descending }, value) => column.rank_of(value, descending),
            (Self::Relevance { .. }, Value::Number(rank)) => *rank,
            (Self::Relevance { .. }, _) => i64::MAX,
        }
    }

    fn value(self, rank: i64) -> Value {
        match self {
            Self::Column { column, descending } => column.value(rank, descending),
            Self::Relevance { .. } => Value::Number(rank),
        }
    }
}

/// How many documents are processed together. Their data is scattered in memory: requested in a
/// tight loop it arrives side by side, asked for one by one it arrives one after the other.
const BATCH: usize = 256;

/// What a pass found in a segment.
pub(crate) struct Visited {
    /// How many documents there were.
    pub(crate) total: u64,
    /// Values and numbers of those that were kept.
    pub(crate) best: Vec<(Value, i64)>,
    /// The documents, if they were remembered.
    pub(crate) matched: Option<Bits>,
}

/// Offers a document that is after the cursor.
#[inline]
fn offer(top: &mut Top, after: Option<(i64, i64)>, rank: i64, id: impl Fn() -> i64) {
    if after.is_none_or(|(last, last_id)| rank > last || (rank == last && id() > last_id)) {
        top.offer(rank, id);
    }
}

/// A number whose order is the reverse. Negation has no result for the smallest number.
fn turned(number: i64) -> i64 {
    !number
}

/// One way through the matching documents of a segment.
pub(crate) struct Pass<'a> {
    data: &'a SegmentData,
    order: Order<'a>,
    /// Rank and number of the last title of the page before, or of the first title of the page after if
    /// `backward`.
    after: Option<(i64, i64)>,
    /// Keeps the last documents before the cursor in place of the first after it: ranks and numbers are
    /// turned around by [`turned`].
    backward: bool,
    /// The author whom a title must have.
    author: Option<u32>,
    counts: Option<&'a mut Counts>,
    /// The documents themselves, if a caller counts them by more than names.
    matched: Option<Bits>,
    total: u64,
    top: Top,
    docs: Vec<u32>,
    relevances: Vec<Relevance>,
    ranks: Vec<i64>,
}

impl<'a> Pass<'a> {
    /// The beginning of one that keeps the first `size` documents of the order after a cursor.
    pub(crate) fn new(
        segment: &'a Segment,
        order: Order<'a>,
        after: Option<&Cursor>,
        size: usize,
        counts: Option<&'a mut Counts>,
    ) -> Self {
        Self {
            data: &segment.data,
            order,
            after: after.map(|cursor| (order.rank_of(&cursor.value), cursor.id)),
            backward: false,
            author: None,
            counts,
            matched: None,
            total: 0,
            top: Top::new(size),
            docs: Vec::with_capacity(BATCH),
            relevances: Vec::with_capacity(BATCH),
            ranks: Vec::with_capacity(BATCH),
        }
    }

    /// Skips titles without this author.
    pub(crate) fn by(self, author: Option<u32>) -> Self {
        Self { author, ..self }
    }

    /// Keeps the last documents before the cursor, or the last of all without one.
    pub(crate) fn backward(self, backward: bool) -> Self {
        let turn = |(rank, id)| if backward { (turned(rank), turned(id)) } else { (rank, id) };
        Self { backward, after: self.after.map(turn), ..self }
    }

    /// Remembers every document.
    pub(crate) fn remember(self, matched: Option<Bits>) -> Self {
        Self { matched, ..self }
    }

    /// Takes a matching document.
    #[inline]
    pub(crate) fn visit(&mut self, doc: u32, relevance: Relevance) {
        self.docs.push(doc);
        self.relevances.push(relevance);
        if self.docs.len() == BATCH {
            self.flush();
        }
    }

    /// What was found.
    pub(crate) fn end(mut self) -> Visited {
        self.flush();
        let (order, backward) = (self.order, self.backward);
        let turn = |(rank, id)| if backward { (turned(rank), turned(id)) } else { (rank, id) };
        let kept = self.top.into_sorted().into_iter().map(turn);
        let best = kept.map(|(rank, id)| (order.value(rank), id)).collect();
        Visited { total: self.total, best, matched: self.matched }
    }

    fn flush(&mut self) {
        if let Some(author) = self.author {
            let rows = &self.data.rows;
            let mut kept = self.docs.iter().map(|doc| rows.has(*doc, author));
            self.relevances.retain(|_| kept.next().unwrap_or_default());
            self.docs.retain(|doc| rows.has(*doc, author));
        }
        self.total += self.docs.len() as u64;
        if let Some(counts) = &mut self.counts {
            counts.add(&self.docs, &self.data.rows);
        }
        if let Some(matched) = &mut self.matched {
            self.docs.iter().for_each(|doc| matched.insert(*doc));
        }
        self.order.ranks(&self.docs, &self.relevances, &self.data.lengths, &mut self.ranks);
        let ids = &self.data.ids;
        for (doc, rank) in self.docs.drain(..).zip(self.ranks.drain(..)) {
            let id = || ids[doc as usize];
            if self.backward {
                offer(&mut self.top, self.after, turned(rank), || turned(id()));
            } else {
                offer(&mut self.top, self.after, rank, id);
            }
        }
        self.relevances.clear();
    }
}
