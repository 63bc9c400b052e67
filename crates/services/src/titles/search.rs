//! Searches the titles that a caller may find.

use domain::access::{self, View};
use domain::capabilities::Capabilities;
use domain::preferences::Preferences;
use domain::titles::TitleStatus;
use jiff::Timestamp;
use search::TitleSearch;

use super::access::page;
use super::query::{Cursor, Facets, Query};
use super::seen::Seen;
use crate::caller::Caller;
use crate::error::Result;
use crate::indexed::indexed;
use crate::keys::ErrorKey;
use crate::library::Library;

/// A page of titles.
#[derive(Debug, Clone)]
pub struct Found {
    /// The titles, in order.
    pub titles: Vec<Seen>,
    /// The exact number of titles that match.
    pub total: u64,
    /// Whether no title has the words as they are written, and these have words that differ by a letter.
    pub similar_words: bool,
    /// The position where the next page begins. `None` on the last page.
    pub next: Option<Cursor>,
    /// The position where the previous page ends. `None` on the first page.
    pub previous: Option<Cursor>,
    /// Values of all matching titles with the numbers of their titles: authors and categories always, others
    /// if the search is [`Search::with_kinds`], [`Search::with_added`], [`Search::with_accessibility`].
    pub facets: Facets,
}

/// A search that the caller may perform, ready to be read page by page.
#[derive(Debug)]
pub struct Search<'a> {
    caller: &'a Caller,
    wanted: TitleSearch,
    in_my_format: bool,
    in_all_my_formats: bool,
}

impl<'a> Search<'a> {
    /// The most categories of a facet.
    pub const MOST_CATEGORIES: usize = TitleSearch::MAX_CATEGORIES;

    /// The caller's view of the collection, narrowed by the query. Only collection staff may ask for titles
    /// that are not live, and only for those of their own site; `FORBIDDEN` for other callers
    /// (docs/rules/search.md#rule-1).
    pub fn new(caller: &'a Caller, query: Query) -> Result<Self> {
        let status = query.status.unwrap_or(TitleStatus::Live);
        let mut view = view(caller, query.own_site_only);
        if status != TitleStatus::Live {
            if !access::may_ask_status(&caller.facts()) {
                return Err(ErrorKey::Forbidden.into());
            }
            view = view.own_site();
        }
        Ok(Self::within(caller, query, view, vec![status]))
    }

    /// A search of this view, for a caller whose role was checked.
    pub(crate) fn within(caller: &'a Caller, query: Query, view: View, statuses: Vec<TitleStatus>) -> Self {
        let (in_my_format, in_all_my_formats) = (query.in_my_format, query.in_all_my_formats);
        Self { caller, wanted: query.within(view, statuses), in_my_format, in_all_my_formats }
    }

    /// The same search with up to this number of categories in their facet, instead of ten. There are never
    /// more than [`Search::MOST_CATEGORIES`].
    #[must_use]
    pub fn with_categories(self, most: usize) -> Self {
        Self { wanted: TitleSearch { category_limit: most, ..self.wanted }, ..self }
    }

    /// The same search with facets of languages, formats and kinds of narrators.
    #[must_use]
    pub fn with_kinds(self) -> Self {
        Self { wanted: TitleSearch { kinds: true, ..self.wanted }, ..self }
    }

    /// The same search with exact counts of the titles that went live since each of these moments.
    #[must_use]
    pub fn with_added(self, moments: Vec<Timestamp>) -> Self {
        Self { wanted: TitleSearch { added_counts: moments, ..self.wanted }, ..self }
    }

    /// The same search with exact counts of what the titles offer readers with disabilities.
    #[must_use]
    pub fn with_accessibility(self) -> Self {
        Self { wanted: TitleSearch { access_facets: true, ..self.wanted }, ..self }
    }

    /// The page that begins at a position: one pass over the index and two statements.
    pub async fn page(self, library: &Library, after: Option<Cursor>, limit: usize) -> Result<Found> {
        self.read(library, after, false, limit).await
    }

    /// The page that ends at a position, at the same cost; the last page without one.
    pub async fn page_before(self, library: &Library, before: Option<Cursor>, limit: usize) -> Result<Found> {
        self.read(library, before, true, limit).await
    }

    /// An upper bound of the titles that the search visits, without visiting them.
    pub async fn titles_to_visit(&self, library: &Library) -> Result<u64> {
        let search = self.wanted.clone();
        indexed(library, move |index| index.documents_to_visit(&search)).await
    }

    /// Whether what is found depends on the formats that the user reads.
    pub(super) fn needs_preferences(&self) -> bool {
        self.in_my_format || self.in_all_my_formats
    }

    /// The search as the index takes it, with what depends on the installation and on the user's preferences.
    pub(super) fn wanted(self, can: Capabilities, preferences: &Preferences) -> TitleSearch {
        let mut search = TitleSearch { can, ..self.wanted };
        search.conditions.access.format = preferences.format.filter(|_| self.in_my_format);
        if self.in_all_my_formats {
            search.conditions.access.all_formats = preferences.formats();
        }
        search
    }

    async fn read(
        self,
        library: &Library,
        after: Option<Cursor>,
        backward: bool,
        limit: usize,
    ) -> Result<Found> {
        let caller = self.caller;
        let preferences = preferences_if(self.needs_preferences(), library, caller).await?;
        let wanted = self.wanted(library.delivery.capabilities(), &preferences);
        let search = TitleSearch { after, backward, limit, ..wanted };
        let found = indexed(library, move |index| index.search(&search)).await?;
        Ok(Found {
            titles: page(library, caller, &found.ids).await?,
            total: found.total,
            similar_words: found.similar_words,
            next: found.next,
            previous: found.previous,
            facets: found.facets,
        })
    }
}

/// What the person reads for whom the caller searches; without any preference for guests.
pub async fn my_preferences(library: &Library, caller: &Caller) -> Result<Preferences> {
    preferences_if(caller.beneficiary().is_some() || caller.reader.is_some(), library, caller).await
}

/// What that person prefers, if a search depends on it.
pub(super) async fn preferences_if(needed: bool, library: &Library, caller: &Caller) -> Result<Preferences> {
    if needed { preferences(library, caller).await } else { Ok(Preferences::default()) }
}

/// The preferences of the person for whom the caller searches. Guests are asked to sign in.
async fn preferences(library: &Library, caller: &Caller) -> Result<Preferences> {
    let person = match caller.beneficiary() {
        Some(person) => person,
        None => caller.reader()?,
    };
    Ok(store::preferences::get(&library.db, &person.account.id).await?)
}

/// The number of titles that a search without criteria finds for the same caller.
pub async fn count(library: &Library, caller: &Caller, own_site_only: bool) -> Result<u64> {
    let view = view(caller, own_site_only);
    indexed(library, move |index| index.count_titles(&view)).await
}

/// The collection as the caller sees it. With `own_site_only`, without the titles that other sites share.
pub(super) fn view(caller: &Caller, own_site_only: bool) -> View {
    let mut view = access::view(&caller.facts(), &caller.site.id, caller.today());
    if own_site_only {
        view = view.own_site();
        view.site.get_or_insert_with(|| caller.view_site().clone());
    }
    view
}
