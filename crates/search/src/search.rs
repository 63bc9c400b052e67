//! A search from its parameters to its page: one pass over the matching documents of each segment.

use std::sync::{Arc, Mutex, PoisonError};

use domain::access::View;
use domain::ids::TitleId;
use domain::titles::TitleStatus;
use tantivy::schema::{Field, IndexRecordOption};

use crate::access_counts::AccessCounts;
use crate::bits::{Bits, Compared};
use crate::criteria::{Facets, Page, TitleSearch};
use crate::cursor::{Cursor, Reading, Value};
use crate::error::Error;
use crate::facets::{Counts, Top};
use crate::filters::Filter;
use crate::kinds::Kinds;
use crate::matching::{Matches, Relevance};
use crate::pass::{Order, Pass, compare};
use crate::query::{Query, Reader, readings};
use crate::schema::Fields;
use crate::segments::Segment;
use crate::snapshot::{Answer, Snapshot};
use crate::sort::Sort;
use crate::typos;

/// Counting tables that no search is using.
pub(crate) type Tables = Mutex<Vec<Counts>>;

/// What a search runs on.
pub(crate) struct Searcher<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) fields: &'a Fields,
    pub(crate) tables: &'a Tables,
}

impl Searcher<'_> {
    /// The page that a search asks for.
    pub(crate) fn page(&self, search: &TitleSearch) -> Result<Page, Error> {
        if search.after.as_ref().is_some_and(|c| (c.sort, c.descending) != (search.sort, search.descending)) {
            return Err(Error::CursorMismatch);
        }
        if let Some(known) = self.snapshot.pages.get(search) {
            return Ok(Page::clone(&known));
        }
        let page = self.find(search)?;
        self.snapshot.pages.insert(search.clone(), Arc::new(page.clone()));
        Ok(page)
    }

    fn find(&self, search: &TitleSearch) -> Result<Page, Error> {
        let readings = match &search.after {
            Some(cursor) => vec![cursor.reading],
            None => readings(&search.conditions.criteria),
        };
        let visible = visible(&search.view, &search.statuses);
        let filters = [vec![visible.clone()], Filter::of(search)].concat();
        let mut page = None;
        for reading in readings {
            let query = self.query(search, reading)?;
            if page.is_some() && matches!(reading, Reading::Loose | Reading::Split) && !query.is_widened {
                continue;
            }
            let found = self.read(search, &query, &filters, reading)?;
            let done = found.total > 0 || self.words_match(query, &visible)?;
            page = Some(found);
            if done {
                break;
            }
        }
        Ok(page.unwrap_or_else(Page::empty))
    }

    /// An upper bound of the documents that a search visits.
    pub(crate) fn documents_to_visit(&self, search: &TitleSearch) -> Result<u64, Error> {
        let reading = search.after.as_ref().map_or(Reading::Written, |cursor| cursor.reading);
        let query = self.query(search, reading)?;
        if query.impossible {
            return Ok(0);
        }
        let mut documents = 0;
        for segment in &self.snapshot.segments {
            documents += self.open(&query, segment, search.sort)?.at_most();
        }
        Ok(documents)
    }

    /// How many live titles a view has.
    pub(crate) fn count(&self, view: &View) -> Result<u64, Error> {
        let filters = [visible(view, &[TitleStatus::Live])];
        let mut total = 0;
        for segment in &self.snapshot.segments {
            total += Filter::allowed(&filters, segment, self.fields.tag)?.count();
        }
        Ok(total)
    }

    /// How many live titles of a view each category has, by the numbers of their names.
    pub(crate) fn categories(&self, view: &View) -> Result<Arc<Vec<(u32, u64)>>, Error> {
        if let Some(known) = self.snapshot.categories.get(view) {
            return Ok(known);
        }
        let filters = [visible(view, &[TitleStatus::Live])];
        let mut table = self.table(u64::MAX);
        for segment in &self.snapshot.segments {
            let allowed = Filter::allowed(&filters, segment, self.fields.tag)?;
            let docs: Vec<u32> = allowed.iter().collect();
            docs.chunks(256).for_each(|docs| table.add(docs, &segment.data.rows));
        }
        let counts = Arc::new(table.all());
        self.put_back(table);
        self.snapshot.categories.insert(view.clone(), Arc::clone(&counts));
        Ok(counts)
    }

    fn query(&self, search: &TitleSearch, reading: Reading) -> Result<Query, Error> {
        let similar = |field, word: &str| typos::similar(&self.snapshot.segments, field, word, 1);
        let frequency = |field, term: &str| self.frequency(field, term);
        let languages = &self.snapshot.languages;
        Reader { fields: self.fields, languages, reading, similar: &similar, frequency: &frequency }
            .query(search)
    }

    /// How many titles have a term, whoever may see them.
    fn frequency(&self, field: Field, term: &str) -> Result<u64, Error> {
        let mut titles = 0;
        for segment in &self.snapshot.segments {
            let postings = segment.postings(field, term, IndexRecordOption::Basic)?;
            titles += postings.map_or(0, |postings| u64::from(postings.doc_freq()));
        }
        Ok(titles)
    }

    /// Whether some visible title has the words, whatever the filters say. Then there is no typing error in
    /// them, and other words are not tried.
    fn words_match(&self, mut query: Query, visible: &Filter) -> Result<bool, Error> {
        query.wanted.retain(|wanted| wanted.ranks);
        if query.impossible || query.wanted.is_empty() {
            return Ok(true);
        }
        let mut found = false;
        for segment in &self.snapshot.segments {
            let allowed = Filter::allowed(std::slice::from_ref(visible), segment, self.fields.tag)?;
            if let Some(mut matches) = Matches::open(&query, segment, self.fields, false)? {
                matches.for_each(&allowed, |_, _| found = true);
            }
        }
        Ok(found)
    }

    fn read(
        &self,
        search: &TitleSearch,
        query: &Query,
        filters: &[Filter],
        reading: Reading,
    ) -> Result<Page, Error> {
        if query.impossible {
            return Ok(Page::empty());
        }
        let key = TitleSearch {
            sort: Sort::Relevance,
            descending: false,
            limit: 0,
            after: None,
            backward: false,
            ..search.clone()
        };
        let key = (key, reading);
        let known = self.snapshot.answers.get(&key);
        let mut found = Vec::with_capacity(self.snapshot.segments.len());
        for segment in &self.snapshot.segments {
            found.push(self.open(query, segment, search.sort)?);
        }
        let at_most = found.iter().map(Found::at_most).sum();
        let mut table = (search.facets && known.is_none()).then(|| self.table(at_most));
        let limit = search.limit.min(TitleSearch::MOST);
        let author = search.conditions.author_filter.as_deref().and_then(|name| self.author(name));
        let counts_sets =
            (search.kinds || search.access_facets || !search.added_counts.is_empty()) && known.is_none();
        let (mut kinds, mut access) = (Kinds::default(), AccessCounts::default());
        let mut total = 0;
        let mut best: Vec<(Value, i64)> = Vec::new();
        for (segment, found) in self.snapshot.segments.iter().zip(found) {
            if matches!(found, Found::Nothing) {
                continue;
            }
            let allowed = Filter::allowed(filters, segment, self.fields.tag)?;
            let order = Order::of(search, query, segment)?;
            let mut pass = Pass::new(segment, order, search.after.as_ref(), limit + 1, table.as_mut())
                .by(author)
                .backward(search.backward)
                .remember(counts_sets.then(|| Bits::none(segment.len())));
            match found {
                Found::Everything(_) => allowed.iter().for_each(|doc| pass.visit(doc, Relevance::default())),
                Found::Words(mut matches) => {
                    matches.for_each(&allowed, |doc, relevance| pass.visit(doc, relevance));
                }
                Found::Nothing => {}
            }
            let visited = pass.end();
            total += visited.total;
            best.extend(visited.best);
            if let Some(matched) = visited.matched.map(Compared::from) {
                kinds.add(&matched, segment, self.fields.tag, search)?;
                if search.access_facets {
                    access.add(&matched, segment, self.fields.tag, search.can)?;
                }
            }
        }
        let reversed = search.descending && search.sort != Sort::Relevance;
        best.sort_by(|a, b| compare(&a.0, &b.0, reversed).then(a.1.cmp(&b.1)));

        let answer = known.unwrap_or_else(|| {
            let categories = search.category_limit.clamp(1, TitleSearch::MOST_CATEGORIES);
            let top = table.map(|table| self.most_frequent(table, categories)).unwrap_or_default();
            let facets = Facets {
                authors: top.authors,
                categories: top.categories,
                bisac: top.bisac,
                languages: kinds.languages(),
                formats: kinds.formats(),
                narrators: kinds.narrators(),
                added: kinds.added(),
                access: access.facets(),
            };
            let answer = Arc::new(Answer { total, facets });
            self.snapshot.answers.insert(key, Arc::clone(&answer));
            answer
        });
        let more = best.len() > limit;
        if search.backward {
            best.drain(..best.len().saturating_sub(limit));
        } else {
            best.truncate(limit);
        }
        let place = |(value, id): &(Value, i64)| Cursor {
            sort: search.sort,
            descending: search.descending,
            value: value.clone(),
            id: *id,
            reading,
        };
        // On the side that the page was reached from, there is at least the title that the cursor names.
        let begun = search.after.is_some();
        let (before, after) = if search.backward { (more, begun) } else { (begun, more) };
        let previous = best.first().filter(|_| before).map(place);
        let next = best.last().filter(|_| after).map(place);
        Ok(Page {
            ids: best.into_iter().map(|(_, id)| TitleId(id)).collect(),
            total: answer.total,
            similar_words: reading == Reading::Mistyped && answer.total > 0,
            next,
            previous,
            facets: answer.facets.clone(),
        })
    }

    fn open(&self, query: &Query, segment: &Segment, sort: Sort) -> Result<Found, Error> {
        if query.wanted.is_empty() {
            return Ok(Found::Everything(segment.len()));
        }
        let matches = Matches::open(query, segment, self.fields, sort == Sort::Relevance)?;
        Ok(matches.map_or(Found::Nothing, |matches| Found::Words(Box::new(matches))))
    }

    /// The number of an author whose name occurs in exactly this form.
    fn author(&self, display_name: &str) -> Option<u32> {
        self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner).find_author(display_name.trim())
    }

    /// A table for counting about this many titles.
    fn table(&self, titles: u64) -> Counts {
        let mut table = self.tables.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let names = self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner);
        table.begin(names.len(), titles);
        table
    }

    /// The most frequent authors, and up to this number of the most frequent categories.
    fn most_frequent(&self, table: Counts, categories: usize) -> Top {
        let most_frequent = {
            let names = self.snapshot.names.read().unwrap_or_else(PoisonError::into_inner);
            table.top(&names, categories)
        };
        self.put_back(table);
        most_frequent
    }

    fn put_back(&self, table: Counts) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(table);
    }
}

/// The documents of a segment that match, before the filters.
enum Found {
    /// All of its documents.
    Everything(u32),
    /// Those that have the words.
    Words(Box<Matches>),
    /// No document, because a word is not there.
    Nothing,
}

impl Found {
    fn at_most(&self) -> u64 {
        match self {
            Self::Everything(documents) => u64::from(*documents),
            Self::Words(matches) => matches.at_most(),
            Self::Nothing => 0,
        }
    }
}

impl Page {
    fn empty() -> Self {
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

pub(crate) fn visible(view: &View, statuses: &[TitleStatus]) -> Filter {
    let mut statuses = statuses.to_vec();
    statuses.sort_unstable();
    statuses.dedup();
    Filter::Visible(view.clone(), statuses)
}
