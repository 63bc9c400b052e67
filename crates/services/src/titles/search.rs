//! Searches the titles that a caller may find.

use domain::access::{self, View};
use domain::{Capabilities, Preferences, TitleId, TitleStatus};
use jiff::Timestamp;
use search::{TitleSearch, TitleSubset};

use super::access::view_page;
use super::query::{Cursor, Facets, Query};
use crate::index_thread::run_on_index_thread;
use crate::{ErrorKey, ListPart, Operation, Result, TitleView};

#[derive(Debug, Clone)]
pub struct SearchPage {
    pub titles: Vec<TitleView>,
    /// The exact number of titles that match.
    pub total: u64,
    /// True if no title has the words as they are written, and these have words that differ by a letter.
    pub similar_words: bool,
    /// The position where the next page begins. `None` on the last page.
    pub next: Option<Cursor>,
    /// The position where the previous page ends. `None` on the first page.
    pub previous: Option<Cursor>,
    /// Values of all matching titles with the numbers of their titles: authors and categories always,
    /// others if the search is [`CollectionSearch::with_format_facets`], [`CollectionSearch::with_added`],
    /// [`CollectionSearch::with_accessibility`].
    pub facets: Facets,
}

/// A search that the caller may perform, ready to be read page by page.
#[derive(Debug)]
pub struct CollectionSearch<'a> {
    op: &'a Operation,
    index_search: TitleSearch,
    in_my_format: bool,
    in_all_my_formats: bool,
}

impl<'a> CollectionSearch<'a> {
    pub const MAX_CATEGORIES_PER_FACET: usize = TitleSearch::MAX_CATEGORIES;

    /// The caller's view of the collection, narrowed by the query. Only collection staff may ask for titles
    /// that are not live, and only for those of their own site; `FORBIDDEN` for other callers
    /// (docs/rules/search.md#rule-1).
    pub fn new(op: &'a Operation, query: Query) -> Result<Self> {
        let status = query.status.unwrap_or(TitleStatus::Live);
        let mut view = collection_view(op, query.own_site_only);
        if status != TitleStatus::Live {
            if !access::may_ask_status(&op.access_caller()) {
                return Err(ErrorKey::Forbidden.into());
            }
            view = view.own_site();
        }
        Ok(Self::in_view(op, query, view, vec![status]))
    }

    /// A search of this view, for a caller whose role was checked.
    pub(crate) fn in_view(op: &'a Operation, query: Query, view: View, statuses: Vec<TitleStatus>) -> Self {
        let (in_my_format, in_all_my_formats) = (query.in_my_format, query.in_all_my_formats);
        Self { op, index_search: query.into_index_search(view, statuses), in_my_format, in_all_my_formats }
    }

    /// Finds only titles of a part of the catalog.
    pub(crate) fn within_subset(self, subset: TitleSubset) -> Self {
        Self { index_search: TitleSearch { subset: Some(subset), ..self.index_search }, ..self }
    }

    /// Asks for up to this number of categories in their facet, instead of ten. There are never more than
    /// [`CollectionSearch::MAX_CATEGORIES_PER_FACET`].
    #[must_use]
    pub fn with_categories(self, limit: usize) -> Self {
        Self { index_search: TitleSearch { category_limit: limit, ..self.index_search }, ..self }
    }

    /// Adds the facets of languages, formats and kinds of narrators.
    #[must_use]
    pub fn with_format_facets(self) -> Self {
        Self { index_search: TitleSearch { format_facets: true, ..self.index_search }, ..self }
    }

    /// Adds exact counts of the titles that went live since each of these moments.
    #[must_use]
    pub fn with_added(self, moments: Vec<Timestamp>) -> Self {
        Self { index_search: TitleSearch { added_counts: moments, ..self.index_search }, ..self }
    }

    /// Adds exact counts of what the titles offer readers with disabilities.
    #[must_use]
    pub fn with_accessibility(self) -> Self {
        Self { index_search: TitleSearch { access_facets: true, ..self.index_search }, ..self }
    }

    /// The page that begins at a position: one pass over the index and two statements.
    pub async fn find_page(self, after: Option<Cursor>, limit: usize) -> Result<SearchPage> {
        self.find_part(ListPart { place: after, backward: false, limit }).await
    }

    /// The page that begins or ends at a position, at the same cost.
    pub async fn find_part(self, list_part: ListPart<Cursor>) -> Result<SearchPage> {
        let op = self.op;
        let preferences = preferences_if(op, self.needs_preferences()).await?;
        let wanted = self.into_index_search(op.delivery().capabilities(), &preferences);
        let ListPart { place: after, backward, limit } = list_part;
        let search = TitleSearch { after, backward, limit, ..wanted };
        let found = run_on_index_thread(op, move |index| index.search(&search)).await?;
        Ok(SearchPage {
            titles: view_page(op, &found.ids).await?,
            total: found.total,
            similar_words: found.similar_words,
            next: found.next,
            previous: found.previous,
            facets: found.facets,
        })
    }

    /// The first `limit` titles that match, and the exact number of all. No title is read.
    pub(crate) async fn find_ids(self, limit: usize) -> Result<(Vec<TitleId>, u64)> {
        let op = self.op;
        let preferences = preferences_if(op, self.needs_preferences()).await?;
        let search = self.into_index_search(op.delivery().capabilities(), &preferences);
        let search = TitleSearch { facets: false, limit, ..search };
        let found = run_on_index_thread(op, move |index| index.search(&search)).await?;
        Ok((found.ids, found.total))
    }

    /// An upper bound of the titles that the search visits, without visiting them.
    pub async fn titles_to_visit(&self) -> Result<u64> {
        let search = self.index_search.clone();
        run_on_index_thread(self.op, move |index| index.documents_to_visit(&search)).await
    }

    /// Returns true if the results depend on the formats that the user reads.
    pub(super) fn needs_preferences(&self) -> bool {
        self.in_my_format || self.in_all_my_formats
    }

    /// The search as the index takes it, with what depends on the installation and on the user's preferences.
    pub(super) fn into_index_search(self, can: Capabilities, preferences: &Preferences) -> TitleSearch {
        let mut search = TitleSearch { can, ..self.index_search };
        search.conditions.access.format = preferences.format.filter(|_| self.in_my_format);
        if self.in_all_my_formats {
            search.conditions.access.all_formats = preferences.formats();
        }
        search
    }
}

/// Preferences of the person for whom the caller searches; guests have the defaults.
pub async fn my_preferences(op: &Operation) -> Result<Preferences> {
    preferences_if(op, op.beneficiary().is_some() || op.reader.is_some()).await
}

/// Reads the person's preferences if a search depends on them.
pub(super) async fn preferences_if(op: &Operation, needed: bool) -> Result<Preferences> {
    if needed { search_preferences(op).await } else { Ok(Preferences::default()) }
}

/// The preferences of the person for whom the caller searches. Guests are asked to sign in.
async fn search_preferences(op: &Operation) -> Result<Preferences> {
    let person = match op.beneficiary() {
        Some(person) => person,
        None => op.reader()?,
    };
    Ok(store::preferences::get(op.db(), &person.account.id).await?)
}

/// The number of titles that a search without criteria finds for the same caller.
pub async fn count(op: &Operation, own_site_only: bool) -> Result<u64> {
    let view = collection_view(op, own_site_only);
    run_on_index_thread(op, move |index| index.count_titles(&view)).await
}

/// The collection as the caller sees it. With `own_site_only`, without the titles that other sites share.
pub(super) fn collection_view(op: &Operation, own_site_only: bool) -> View {
    let mut view = access::view_of(&op.access_caller(), &op.site.id, op.today());
    if own_site_only {
        view = view.own_site();
        view.site.get_or_insert_with(|| op.view_site().clone());
    }
    view
}
