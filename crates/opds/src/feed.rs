//! A feed as the handlers make it; `json` and `atom` write it. Addresses are paths inside the catalog,
//! without its beginning ([`CatalogBase`](crate::base::CatalogBase)).

use jiff::Timestamp;
use serde::Serialize;
use services::Rows;

use crate::paging::{PageLinks, page_links};
use crate::{NavigationEntry, PageQuery, Publication};

/// A feed of links to other feeds, of publications, or of groups of either.
#[derive(Debug, Clone)]
pub(crate) struct Feed {
    pub(crate) path: String,
    pub(crate) title: String,
    /// A sentence about it, for example that nothing was found.
    pub(crate) summary: Option<String>,
    /// The time of the last change.
    pub(crate) updated: Timestamp,
    /// The feed above it. `None` for the start of the catalog.
    pub(crate) parent_path: Option<String>,
    pub(crate) search: SearchScope,
    pub(crate) content: FeedContent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchScope {
    Catalog,
    /// The reader's copies.
    Shelf,
}

impl SearchScope {
    pub(crate) fn search_path(self) -> &'static str {
        match self {
            Self::Catalog => "/search",
            Self::Shelf => "/shelf",
        }
    }

    /// The path of its description (`OpenSearch` 1.1).
    pub(crate) fn description_path(self) -> &'static str {
        match self {
            Self::Catalog => "/search.xml",
            Self::Shelf => "/shelf/search.xml",
        }
    }

    /// The variables of its URI templates. The first has only words, because some apps can fill in no
    /// other.
    pub(crate) fn url_templates(self) -> &'static [&'static str] {
        match self {
            Self::Catalog => &["{?query}", "{?query,title,author}"],
            Self::Shelf => &["{?query}"],
        }
    }
}

impl Feed {
    /// Links to other feeds, all of them on one page, below the start. `nothing` is shown if there are
    /// none.
    pub(crate) fn navigation(
        path: &str,
        title: &str,
        nothing: &str,
        updated: Timestamp,
        entries: Vec<NavigationEntry>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            title: title.to_owned(),
            summary: entries.is_empty().then(|| nothing.to_owned()),
            updated,
            parent_path: Some(String::new()),
            search: SearchScope::Catalog,
            content: FeedContent::Navigation {
                paging: Some(PageLinks::single_page(path, entries.len())),
                entries,
                groups: Vec::new(),
            },
        }
    }

    /// Links to other feeds on a page of a list whose first page has this path.
    pub(crate) fn navigation_page<K: Serialize, T>(
        (first, page): (&str, &PageQuery),
        title: &str,
        nothing: &str,
        updated: Timestamp,
        rows: &Rows<K, T>,
        entry: impl FnMut(&T) -> NavigationEntry,
    ) -> Self {
        let paging = page_links(first, rows.total, rows.previous.as_ref(), rows.next.as_ref());
        let entries = rows.items.iter().map(entry).collect();
        Self {
            path: page.page_path(first),
            summary: (rows.total == 0).then(|| nothing.to_owned()),
            content: FeedContent::Navigation { entries, groups: Vec::new(), paging: Some(paging) },
            ..Self::navigation(first, title, nothing, updated, Vec::new())
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum FeedContent {
    /// Ways to other feeds, and groups.
    Navigation {
        /// Ways to other feeds.
        entries: Vec<NavigationEntry>,
        /// Groups: OPDS 1.2 has none, and shows the ways to their feeds.
        groups: Vec<FeedGroup>,
        /// Links to its pages. `None` for the start of the catalog.
        paging: Option<PageLinks>,
    },
    Publications {
        publications: Vec<Publication>,
        paging: PageLinks,
        /// Subsets and other orders.
        facets: Vec<FacetGroup>,
    },
}

/// The beginning of another feed.
#[derive(Debug, Clone)]
pub(crate) struct FeedGroup {
    pub(crate) entry: NavigationEntry,
    pub(crate) publications: Vec<Publication>,
}

/// Subsets of a feed by one property, or its orders.
#[derive(Debug, Clone)]
pub(crate) struct FacetGroup {
    /// The property by which the subsets differ.
    pub(crate) title: String,
    pub(crate) facets: Vec<Facet>,
}

/// A subset of a feed, or another order.
#[derive(Debug, Clone)]
pub(crate) struct Facet {
    pub(crate) title: String,
    pub(crate) path: String,
    /// The exact number of its publications.
    pub(crate) count: Option<u64>,
    pub(crate) active: bool,
}
