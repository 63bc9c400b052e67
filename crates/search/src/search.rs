//! A search from its parameters to its page: one pass over the matching documents of each segment.

use std::sync::{Arc, Mutex, PoisonError};

use domain::access::View;
use domain::{TitleId, TitleStatus};
use tantivy::schema::{Field, IndexRecordOption};

use crate::bits::ComparedSet;
use crate::cursor::{QueryReading, SortValue};
use crate::facets::CountingTable;
use crate::kinds::KindCounts;
use crate::matching::{Relevance, SegmentMatches};
use crate::pass::{RankOrder, SegmentPass, compare_values};
use crate::query::{QueryReader, TitleQuery, list_possible_readings};
use crate::snapshot::{CachedResult, IndexSnapshot};
use crate::{
    Cursor, DocBits, Error, Facets, Filter, IndexSegment, SchemaFields, Sort, TitlePage, TitleSearch,
    truncation, typos,
};

/// Counting tables that no search is using.
pub(crate) type SparePool = Mutex<Vec<CountingTable>>;

/// The data that a search runs on.
pub(crate) struct IndexSearcher<'a> {
    pub(crate) snapshot: &'a IndexSnapshot,
    pub(crate) fields: &'a SchemaFields,
    pub(crate) tables: &'a SparePool,
}

impl IndexSearcher<'_> {
    pub(crate) fn search(&self, search: &TitleSearch) -> Result<TitlePage, Error> {
        if search.after.as_ref().is_some_and(|c| (c.sort, c.descending) != (search.sort, search.descending)) {
            return Err(Error::CursorMismatch);
        }
        if let Some(known) = self.snapshot.pages.get(search) {
            return Ok(TitlePage::clone(&known));
        }
        let page = self.search_uncached(search)?;
        self.snapshot.pages.insert(search.clone(), Arc::new(page.clone()));
        Ok(page)
    }

    fn search_uncached(&self, search: &TitleSearch) -> Result<TitlePage, Error> {
        let readings = match &search.after {
            Some(cursor) => vec![cursor.reading],
            None => list_possible_readings(&search.conditions.criteria),
        };
        let visible = visible_filter(&search.view, &search.statuses);
        let filters = [vec![visible.clone()], Filter::from_search(search)].concat();
        let mut page = None;
        for reading in readings {
            let query = self.read_query(search, reading)?;
            if page.is_some()
                && matches!(reading, QueryReading::Loose | QueryReading::Split)
                && !query.is_widened
            {
                continue;
            }
            let found = self.search_with_reading(search, &query, &filters, reading)?;
            let done = found.total > 0 || self.do_words_match(query, &visible)?;
            page = Some(found);
            if done {
                break;
            }
        }
        Ok(page.unwrap_or_else(TitlePage::without_titles))
    }

    /// An upper bound of the documents that a search visits.
    pub(crate) fn documents_to_visit(&self, search: &TitleSearch) -> Result<u64, Error> {
        let reading = search.after.as_ref().map_or(QueryReading::Written, |cursor| cursor.reading);
        let query = self.read_query(search, reading)?;
        if query.matches_nothing {
            return Ok(0);
        }
        let mut documents = 0;
        for segment in &self.snapshot.segments {
            documents += self.open_segment(&query, segment, search.sort)?.upper_bound();
        }
        Ok(documents)
    }

    /// Counts the live titles of each category in a view, by the numbers of their names.
    pub(crate) fn count_categories(&self, view: &View) -> Result<Arc<Vec<(u32, u64)>>, Error> {
        if let Some(known) = self.snapshot.categories.get(view) {
            return Ok(known);
        }
        let filters = [visible_filter(view, &[TitleStatus::Live])];
        let mut table = self.take_table(u64::MAX);
        for segment in &self.snapshot.segments {
            let allowed = Filter::filter_all(&filters, segment, self.fields.tag)?;
            let docs: Vec<u32> = allowed.iter().collect();
            docs.chunks(256).for_each(|docs| table.count_docs(docs, &segment.data.rows));
        }
        let counts = Arc::new(table.all_counts());
        self.return_table(table);
        self.snapshot.categories.insert(view.clone(), Arc::clone(&counts));
        Ok(counts)
    }

    fn read_query(&self, search: &TitleSearch, reading: QueryReading) -> Result<TitleQuery, Error> {
        let similar = |field, word: &str| typos::find_similar_words(&self.snapshot.segments, field, word, 1);
        let completed =
            |field, word: &str| truncation::find_completed_words(&self.snapshot.segments, field, word);
        let reader = QueryReader {
            fields: self.fields,
            languages: &self.snapshot.languages,
            reading,
            find_similar: &similar,
            find_completed: &completed,
            frequency: &|field, term: &str| self.term_frequency(field, term),
        };
        reader.read_query(search)
    }

    /// Number of titles with a term, including those that the caller may not see.
    fn term_frequency(&self, field: Field, term: &str) -> Result<u64, Error> {
        let mut titles = 0;
        for segment in &self.snapshot.segments {
            let postings = segment.postings(field, term, IndexRecordOption::Basic)?;
            titles += postings.map_or(0, |postings| u64::from(postings.doc_freq()));
        }
        Ok(titles)
    }

    /// Returns true if some visible title has the words, ignoring the filters. Then the words have no typing
    /// errors, and no others are tried.
    fn do_words_match(&self, mut query: TitleQuery, visible: &Filter) -> Result<bool, Error> {
        query.words.retain(|wanted| wanted.is_ranked);
        if query.matches_nothing || query.words.is_empty() {
            return Ok(true);
        }
        let mut found = false;
        for segment in &self.snapshot.segments {
            let allowed = Filter::filter_all(std::slice::from_ref(visible), segment, self.fields.tag)?;
            if let Some(mut matches) = SegmentMatches::open_query(&query, segment, self.fields, false)? {
                matches.for_each(&allowed, |_, _| found = true);
            }
        }
        Ok(found)
    }

    fn search_with_reading(
        &self,
        search: &TitleSearch,
        query: &TitleQuery,
        filters: &[Filter],
        reading: QueryReading,
    ) -> Result<TitlePage, Error> {
        if query.matches_nothing {
            return Ok(TitlePage::without_titles());
        }
        let key = (without_page(search), reading);
        let cached = self.snapshot.results.get(&key);
        let mut found = Vec::with_capacity(self.snapshot.segments.len());
        for segment in &self.snapshot.segments {
            found.push(self.open_segment(query, segment, search.sort)?);
        }
        let at_most = found.iter().map(FoundDocs::upper_bound).sum();
        let mut table = (search.facets && cached.is_none()).then(|| self.take_table(at_most));
        let author = search.conditions.author_filter.as_deref().and_then(|name| self.author_number(name));
        let counts_sets = (search.format_facets || search.access_facets || !search.added_counts.is_empty())
            && cached.is_none();
        let mut kinds = KindCounts::default();
        let mut total = 0;
        let mut best: Vec<(SortValue, i64)> = Vec::new();
        for (segment, found) in self.snapshot.segments.iter().zip(found) {
            if matches!(found, FoundDocs::Nothing) {
                continue;
            }
            let allowed = Filter::filter_all(filters, segment, self.fields.tag)?;
            let order = RankOrder::for_search(search, query, segment)?;
            let counted_docs = counts_sets.then(|| DocBits::with_none(segment.len()));
            let mut pass = SegmentPass::new(segment, order, search, author, table.as_mut(), counted_docs);
            match found {
                FoundDocs::Everything(_) => {
                    allowed.iter().for_each(|doc| pass.visit_doc(doc, Relevance::default()));
                }
                FoundDocs::Words(mut matches) => {
                    matches.for_each(&allowed, |doc, relevance| pass.visit_doc(doc, relevance));
                }
                FoundDocs::Nothing => {}
            }
            let visited = pass.finish();
            total += visited.total;
            best.extend(visited.best_titles);
            if let Some(matched) = visited.matched_docs.map(ComparedSet::from) {
                kinds.count_segment(&matched, segment, self.fields.tag, search)?;
            }
        }
        let reversed = search.descending && search.sort != Sort::Relevance;
        best.sort_by(|a, b| compare_values(&a.0, &b.0, reversed).then(a.1.cmp(&b.1)));

        let answer = cached.unwrap_or_else(|| {
            let categories = search.category_limit.clamp(1, TitleSearch::MAX_CATEGORIES);
            let names = table.map(|table| self.most_frequent_names(table, categories)).unwrap_or_default();
            let answer = Arc::new(CachedResult { total, facets: kinds.into_facets(names) });
            self.snapshot.results.insert(key, Arc::clone(&answer));
            answer
        });
        Ok(cut_page(search, best, reading, &answer))
    }

    fn open_segment(
        &self,
        query: &TitleQuery,
        segment: &IndexSegment,
        sort: Sort,
    ) -> Result<FoundDocs, Error> {
        if query.words.is_empty() {
            return Ok(FoundDocs::Everything(segment.len()));
        }
        let matches = SegmentMatches::open_query(query, segment, self.fields, sort == Sort::Relevance)?;
        Ok(matches.map_or(FoundDocs::Nothing, |matches| FoundDocs::Words(Box::new(matches))))
    }

    /// The number of an author whose name occurs in exactly this form.
    fn author_number(&self, display_name: &str) -> Option<u32> {
        self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner).find_author(display_name.trim())
    }

    /// A table for counting about this many titles.
    fn take_table(&self, titles: u64) -> CountingTable {
        let mut table = self.tables.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let names = self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner);
        table.begin(names.len(), titles);
        table
    }

    /// The most frequent authors, and up to this number of the most frequent categories.
    fn most_frequent_names(&self, table: CountingTable, categories: usize) -> Facets {
        let most_frequent = {
            let names = self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner);
            table.find_most_frequent(&names, categories)
        };
        self.return_table(table);
        most_frequent
    }

    fn return_table(&self, table: CountingTable) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(table);
    }
}

/// The documents of a segment that match, before the filters.
enum FoundDocs {
    /// All of its documents.
    Everything(u32),
    /// Titles that have the words.
    Words(Box<SegmentMatches>),
    /// No document, because a word does not occur.
    Nothing,
}

impl FoundDocs {
    fn upper_bound(&self) -> u64 {
        match self {
            Self::Everything(documents) => u64::from(*documents),
            Self::Words(matches) => matches.upper_bound(),
            Self::Nothing => 0,
        }
    }
}

impl TitlePage {
    fn without_titles() -> Self {
        Self {
            ids: Vec::new(),
            total: 0,
            similar_words: false,
            next: None,
            previous: None,
            facets: Facets::default(),
        }
    }
}

/// The search without its order and its page: the key of what is counted once for all pages.
fn without_page(search: &TitleSearch) -> TitleSearch {
    TitleSearch {
        sort: Sort::Relevance,
        descending: false,
        limit: 0,
        after: None,
        backward: false,
        ..search.clone()
    }
}

/// The page of the best titles, which are sorted and may be one more than fit on it.
fn cut_page(
    search: &TitleSearch,
    mut best: Vec<(SortValue, i64)>,
    reading: QueryReading,
    counted: &CachedResult,
) -> TitlePage {
    let limit = search.limit.min(TitleSearch::MAX_PAGE_SIZE);
    let has_more = best.len() > limit;
    if search.backward {
        best.drain(..best.len().saturating_sub(limit));
    } else {
        best.truncate(limit);
    }
    let place = |(value, id): &(SortValue, i64)| Cursor {
        sort: search.sort,
        descending: search.descending,
        value: value.clone(),
        id: *id,
        reading,
    };
    // On the side that the page was reached from, there is at least the title that the cursor names.
    let begun = search.after.is_some();
    let (before, after) = if search.backward { (has_more, begun) } else { (begun, has_more) };
    let previous = best.first().filter(|_| before).map(place);
    let next = best.last().filter(|_| after).map(place);
    TitlePage {
        ids: best.into_iter().map(|(_, id)| TitleId(id)).collect(),
        total: counted.total,
        similar_words: reading == QueryReading::Mistyped && counted.total > 0,
        next,
        previous,
        facets: counted.facets.clone(),
    }
}

pub(crate) fn visible_filter(view: &View, statuses: &[TitleStatus]) -> Filter {
    let mut statuses = statuses.to_vec();
    statuses.sort_unstable();
    statuses.dedup();
    Filter::Visible(view.clone(), statuses)
}
