//! A feed as the handlers make it; `json` and `atom` write it. Addresses are paths inside the catalog,
//! without its beginning ([`CatalogBase`](crate::base::CatalogBase)).

use jiff::Timestamp;
use serde::Serialize;
use services::Rows;

use crate::paging::{PageLinks, links_around};
use crate::{NavigationEntry, PageQuery, Publication, Visitor, media_types};

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
    /// Links to other feeds, all of them on one page, below the start: with the messages of its title, and of
    /// a sentence that is shown if there are none.
    pub(crate) fn navigation(
        visitor: &Visitor,
        path: &str,
        (title, nothing): (&str, &str),
        entries: Vec<NavigationEntry>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            title: visitor.wording().text(title),
            summary: entries.is_empty().then(|| visitor.wording().text(nothing)),
            updated: visitor.op.now,
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
        visitor: &Visitor,
        (first, page): (&str, &PageQuery),
        (title, nothing): (&str, &str),
        rows: &Rows<K, T>,
        entry: impl FnMut(&T) -> NavigationEntry,
    ) -> Self {
        let paging = links_around(first, rows);
        let entries = rows.items.iter().map(entry).collect();
        Self {
            path: page.page_path(first),
            summary: (rows.total == 0).then(|| visitor.wording().text(nothing)),
            content: FeedContent::Navigation { entries, groups: Vec::new(), paging: Some(paging) },
            ..Self::navigation(visitor, first, (title, nothing), Vec::new())
        }
    }

    /// Publications on a page of a list whose first page has this path: with its title, and the message of a
    /// sentence that is shown if there are none.
    pub(crate) fn publications(
        visitor: &Visitor,
        (first, page): (&str, &PageQuery),
        (title, nothing): (String, &str),
        publications: Vec<Publication>,
        paging: PageLinks,
        facets: Vec<FacetGroup>,
    ) -> Self {
        let updated = publications.iter().map(|of| of.modified).max();
        Self {
            path: page.page_path(first),
            title,
            summary: (paging.total == 0).then(|| visitor.wording().text(nothing)),
            updated: updated.unwrap_or(visitor.op.now),
            parent_path: Some(String::new()),
            search: SearchScope::Catalog,
            content: FeedContent::Publications { publications, paging, facets },
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

impl FeedContent {
    /// The media type of the feed in OPDS 1.2.
    pub(crate) fn atom_type(&self) -> &'static str {
        match self {
            Self::Navigation { .. } => media_types::NAVIGATION,
            Self::Publications { .. } => media_types::ACQUISITION,
        }
    }
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
