//! Visits each matching document: counts it, and offers it to the page.

use std::cmp::Ordering;

use crate::columns::SortColumn;
use crate::cursor::SortValue;
use crate::facets::CountingTable;
use crate::matching::Relevance;
use crate::query::TitleQuery;
use crate::segments::SegmentData;
use crate::top::TopRanks;
use crate::{Cursor, DocBits, Error, IndexSegment, TitleSearch};

/// Compares two values; absent ones are last in both directions.
pub(crate) fn compare_values(a: &SortValue, b: &SortValue, reversed: bool) -> Ordering {
    match (a, b) {
        (SortValue::Absent, _) | (_, SortValue::Absent) => a.cmp(b),
        (a, b) if reversed => b.cmp(a),
        (a, b) => a.cmp(b),
    }
}

/// The order of a search in one segment, as ranks: the smaller, the earlier.
#[derive(Clone, Copy)]
pub(crate) enum RankOrder<'a> {
    Relevance { best_last: bool, by_length: bool },
    Column { column: &'a SortColumn, descending: bool },
}

impl<'a> RankOrder<'a> {
    pub(crate) fn for_search(
        search: &TitleSearch,
        query: &TitleQuery,
        segment: &'a IndexSegment,
    ) -> Result<Self, Error> {
        let descending = search.descending;
        Ok(match segment.sort_column(search.sort)? {
            Some(column) => Self::Column { column, descending },
            None => Self::Relevance { best_last: descending, by_length: !query.whole_texts.is_empty() },
        })
    }

    fn push_ranks(self, docs: &[u32], relevances: &[Relevance], lengths: &[u8], ranks: &mut Vec<i64>) {
        match self {
            Self::Column { column, descending } => column.push_ranks(docs, descending, ranks),
            Self::Relevance { best_last, by_length } => {
                ranks.extend(docs.iter().zip(relevances).map(|(doc, relevance)| {
                    let score = relevance.to_score(if by_length { lengths[*doc as usize] } else { 0 });
                    if best_last { score } else { -score }
                }));
            }
        }
    }

    fn rank_of(self, value: &SortValue) -> i64 {
        match (self, value) {
            (Self::Column { column, descending }, value) => column.rank_of(value, descending),
            (Self::Relevance { .. }, SortValue::Number(rank)) => *rank,
            (Self::Relevance { .. }, _) => i64::MAX,
        }
    }

    fn value_of_rank(self, rank: i64) -> SortValue {
        match self {
            Self::Column { column, descending } => column.value_of_rank(rank, descending),
            Self::Relevance { .. } => SortValue::Number(rank),
        }
    }
}

/// Number of documents processed together. Their data is scattered in memory: in a tight loop the processor
/// requests it concurrently, otherwise one after the other.
const DOCS_PER_BATCH: usize = 256;

/// The result of a pass through a segment.
pub(crate) struct PassResult {
    /// Number of visited documents.
    pub(crate) total: u64,
    /// Values and numbers of those that were kept.
    pub(crate) best_titles: Vec<(SortValue, i64)>,
    /// The documents, if they were remembered.
    pub(crate) matched_docs: Option<DocBits>,
}

#[inline]
fn offer_after_cursor(top: &mut TopRanks, after: Option<(i64, i64)>, rank: i64, id: impl Fn() -> i64) {
    if after.is_none_or(|(last, last_id)| rank > last || (rank == last && id() > last_id)) {
        top.offer_rank(rank, id);
    }
}

/// Reverses the order of numbers. Negation would overflow for the smallest number.
fn reverse(number: i64) -> i64 {
    !number
}

fn reverse_if(backward: bool, (rank, id): (i64, i64)) -> (i64, i64) {
    if backward { (reverse(rank), reverse(id)) } else { (rank, id) }
}

/// One pass over the matching documents of a segment.
pub(crate) struct SegmentPass<'a> {
    data: &'a SegmentData,
    order: RankOrder<'a>,
    /// Rank and number of the last title of the page before, or of the first title of the page after if
    /// `backward`.
    after: Option<(i64, i64)>,
    /// Keeps the last documents before the cursor in place of the first after it, or the last of all without
    /// one: ranks and numbers are turned around by [`reverse`].
    backward: bool,
    /// The author whom a title must have.
    author: Option<u32>,
    counts: Option<&'a mut CountingTable>,
    /// The matching documents; collected only if facets other than names are counted.
    matched_docs: Option<DocBits>,
    total: u64,
    top: TopRanks,
    docs: Vec<u32>,
    relevances: Vec<Relevance>,
    ranks: Vec<i64>,
}

impl<'a> SegmentPass<'a> {
    /// The beginning of one that keeps the documents of the search's page, and one more.
    pub(crate) fn new(
        segment: &'a IndexSegment,
        order: RankOrder<'a>,
        search: &TitleSearch,
        author: Option<u32>,
        counts: Option<&'a mut CountingTable>,
        matched_docs: Option<DocBits>,
    ) -> Self {
        let backward = search.backward;
        let position = |cursor: &Cursor| (order.rank_of(&cursor.value), cursor.id);
        Self {
            data: &segment.data,
            order,
            after: search.after.as_ref().map(|cursor| reverse_if(backward, position(cursor))),
            backward,
            author,
            counts,
            matched_docs,
            total: 0,
            top: TopRanks::new(search.limit.min(TitleSearch::MAX_PAGE_SIZE) + 1),
            docs: Vec::with_capacity(DOCS_PER_BATCH),
            relevances: Vec::with_capacity(DOCS_PER_BATCH),
            ranks: Vec::with_capacity(DOCS_PER_BATCH),
        }
    }

    /// Takes a matching document.
    #[inline]
    pub(crate) fn visit_doc(&mut self, doc: u32, relevance: Relevance) {
        self.docs.push(doc);
        self.relevances.push(relevance);
        if self.docs.len() == DOCS_PER_BATCH {
            self.flush_batch();
        }
    }

    pub(crate) fn finish(mut self) -> PassResult {
        self.flush_batch();
        let (order, backward) = (self.order, self.backward);
        let kept = self.top.into_sorted().into_iter().map(|kept| reverse_if(backward, kept));
        let best = kept.map(|(rank, id)| (order.value_of_rank(rank), id)).collect();
        PassResult { total: self.total, best_titles: best, matched_docs: self.matched_docs }
    }

    fn flush_batch(&mut self) {
        if let Some(author) = self.author {
            let rows = &self.data.rows;
            let mut kept = self.docs.iter().map(|doc| rows.has_name(*doc, author));
            self.relevances.retain(|_| kept.next().unwrap_or_default());
            self.docs.retain(|doc| rows.has_name(*doc, author));
        }
        self.total += self.docs.len() as u64;
        if let Some(counts) = &mut self.counts {
            counts.count_docs(&self.docs, &self.data.rows);
        }
        if let Some(matched) = &mut self.matched_docs {
            self.docs.iter().for_each(|doc| matched.insert(*doc));
        }
        self.order.push_ranks(&self.docs, &self.relevances, &self.data.lengths, &mut self.ranks);
        let ids = &self.data.ids;
        for (doc, rank) in self.docs.drain(..).zip(self.ranks.drain(..)) {
            let id = || ids[doc as usize];
            if self.backward {
                offer_after_cursor(&mut self.top, self.after, reverse(rank), || reverse(id()));
            } else {
                offer_after_cursor(&mut self.top, self.after, rank, id);
            }
        }
        self.relevances.clear();
    }
}
