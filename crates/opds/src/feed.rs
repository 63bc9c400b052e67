//! A feed as the handlers make it; `json` and `atom` write it. Addresses are paths inside the catalog, without
//! its beginning ([`Base`](crate::base::Base)).

use jiff::Timestamp;

use crate::entry::Entry;
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
    /// What it holds.
    pub(crate) content: Content,
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
        /// Where its pages are, for long lists.
        paging: Option<Paging>,
    },
    /// A page of publications.
    Publications {
        /// The publications.
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

/// Where the pages of a feed are, as paths.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paging {
    /// The exact number of items of all pages.
    pub(crate) total: u64,
    /// Most items of a page.
    pub(crate) per_page: usize,
    /// The first page.
    pub(crate) first: Option<String>,
    /// The page before.
    pub(crate) previous: Option<String>,
    /// The page after.
    pub(crate) next: Option<String>,
    /// The last page.
    pub(crate) last: Option<String>,
}

/// Subsets of a feed by one property, or its orders.
#[derive(Debug, Clone)]
pub(crate) struct FacetGroup {
    /// What they differ by.
    pub(crate) title: &'static str,
    /// The subsets.
    pub(crate) facets: Vec<Facet>,
}

/// A subset of a feed, or another order.
#[derive(Debug, Clone)]
pub(crate) struct Facet {
    /// Its name.
    pub(crate) title: String,
    /// Its path.
    pub(crate) path: String,
    /// The exact number of its publications.
    pub(crate) count: Option<u64>,
    /// Whether it is this feed.
    pub(crate) active: bool,
}
