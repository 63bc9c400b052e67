//! A feed as the handlers make it; `json` and `atom` write it. Addresses are paths inside the catalog,
//! without its beginning ([`Base`](crate::base::Base)).

use jiff::Timestamp;
use serde::Serialize;
use services::Rows;

use crate::entry::Entry;
use crate::paging::{PageQuery, Paging, pages};
use crate::publication::Publication;

/// A feed: ways to other feeds, or publications, or groups of either.
#[derive(Debug, Clone)]
pub(crate) struct Feed {
    /// Its path, with its query.
    pub(crate) path: String,
    /// Its name.
    pub(crate) title: String,
    /// A sentence about it, for example that nothing was found.
    pub(crate) about: Option<String>,
    /// When it last changed.
    pub(crate) updated: Timestamp,
    /// The feed above it. `None` for the start of the catalog.
    pub(crate) up: Option<String>,
    /// What its search searches.
    pub(crate) search: Scope,
    /// What it holds.
    pub(crate) content: Content,
}

/// What a search searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The titles of the catalog.
    Catalog,
    /// The reader's copies.
    Shelf,
}

impl Scope {
    /// The path of the search.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Catalog => "/search",
            Self::Shelf => "/shelf",
        }
    }

    /// The path of its description (`OpenSearch` 1.1).
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Catalog => "/search.xml",
            Self::Shelf => "/shelf/search.xml",
        }
    }

    /// The variables of its URI templates. The first has words alone: some apps can fill in no other.
    pub(crate) fn templates(self) -> &'static [&'static str] {
        match self {
            Self::Catalog => &["{?query}", "{?query,title,author}"],
            Self::Shelf => &["{?query}"],
        }
    }
}

impl Feed {
    /// Ways to other feeds, all of them on one page, below the start. `nothing` is said if there are none.
    pub(crate) fn ways(
        path: &str,
        title: &str,
        nothing: &str,
        updated: Timestamp,
        entries: Vec<Entry>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            title: title.to_owned(),
            about: entries.is_empty().then(|| nothing.to_owned()),
            updated,
            up: Some(String::new()),
            search: Scope::Catalog,
            content: Content::Navigation {
                paging: Some(Paging::whole(path, entries.len())),
                entries,
                groups: Vec::new(),
            },
        }
    }

    /// The same for a page of a list whose first page has this path.
    pub(crate) fn page_of_ways<K: Serialize, T>(
        (first, page): (&str, &PageQuery),
        title: &str,
        nothing: &str,
        updated: Timestamp,
        rows: &Rows<K, T>,
        entry: impl FnMut(&T) -> Entry,
    ) -> Self {
        let paging = pages(first, rows.total, rows.previous.as_ref(), rows.next.as_ref());
        let entries = rows.items.iter().map(entry).collect();
        Self {
            path: page.own(first),
            about: (rows.total == 0).then(|| nothing.to_owned()),
            content: Content::Navigation { entries, groups: Vec::new(), paging: Some(paging) },
            ..Self::ways(first, title, nothing, updated, Vec::new())
        }
    }
}

/// What a feed holds.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// Ways to other feeds, and groups.
    Navigation {
        /// Ways to other feeds.
        entries: Vec<Entry>,
        /// Groups: OPDS 1.2 has none, and shows the ways to their feeds.
        groups: Vec<Group>,
        /// Where its pages are. `None` for the start of the catalog.
        paging: Option<Paging>,
    },
    /// A page of publications.
    Publications {
        publications: Vec<Publication>,
        /// Where its pages are.
        paging: Paging,
        /// Subsets and other orders.
        facets: Vec<FacetGroup>,
    },
}

/// The beginning of another feed.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The whole of it.
    pub(crate) whole: Entry,
    /// Its first publications.
    pub(crate) publications: Vec<Publication>,
}

/// Subsets of a feed by one property, or its orders.
#[derive(Debug, Clone)]
pub(crate) struct FacetGroup {
    /// What they differ by.
    pub(crate) title: String,
    /// The subsets.
    pub(crate) facets: Vec<Facet>,
}

/// A subset of a feed, or another order.
#[derive(Debug, Clone)]
pub(crate) struct Facet {
    /// Its name.
    pub(crate) title: String,
    pub(crate) path: String,
    /// The exact number of its publications.
    pub(crate) count: Option<u64>,
    /// Whether it is this feed.
    pub(crate) active: bool,
}
