//! A search and its results.

use std::collections::BTreeSet;

use domain::access::View;
use domain::{Capabilities, Format, NarratorType, TitleId, TitleStatus};
use jiff::Timestamp;

use crate::{AccessFacets, Conditions, Cursor, Sort};

/// Part of the catalog that staff search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TitleSubset {
    /// Titles that come from a record alone, except removed ones: the library has no book of them.
    WithoutBook,
    /// These titles.
    Listed(BTreeSet<TitleId>),
}

/// A search for titles (docs/rules/search.md#rule-1, and GET /v2/catalog). All of its parts must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TitleSearch {
    /// Conditions on titles.
    pub conditions: Conditions,
    /// Any of these states. Empty: every state.
    pub statuses: Vec<TitleStatus>,
    /// The titles that the caller may find.
    pub view: View,
    /// Only titles of this part of the catalog. `None`: every title.
    pub subset: Option<TitleSubset>,
    /// Capabilities of the installation: formats, narrators and durations are matched against these only.
    pub can: Capabilities,
    /// The order.
    pub sort: Sort,
    /// Descending; with [`Sort::Relevance`], the worst first.
    pub descending: bool,
    /// Length of the page, at most [`TitleSearch::MAX_PAGE_SIZE`].
    pub limit: usize,
    /// The position after which the page begins, or before which it ends if `backward`. `None`: the first
    /// page, or the last if `backward`.
    pub after: Option<Cursor>,
    /// The page that ends before the position.
    pub backward: bool,
    /// True to fill the facets of authors and categories.
    pub facets: bool,
    /// Maximum number of categories in the facet, from 1 to [`TitleSearch::MAX_CATEGORIES`].
    pub category_limit: usize,
    /// True to fill the facets of languages, formats and narrators.
    pub format_facets: bool,
    /// Moments: for each, the matching titles that went live then or later are counted.
    pub added_counts: Vec<Timestamp>,
    /// True to fill the facets of accessibility.
    pub access_facets: bool,
}

impl TitleSearch {
    /// Maximum number of titles on a page.
    pub const MAX_PAGE_SIZE: usize = 1000;
    /// Maximum number of categories in a facet.
    pub const MAX_CATEGORIES: usize = 100;
    /// Number of categories in a facet by default (docs/rules/search.md#rule-4).
    const DEFAULT_CATEGORIES: usize = 10;

    /// All live titles of a view, the best first, 10 to a page, without facets.
    pub fn new(view: View) -> Self {
        Self {
            conditions: Conditions::default(),
            statuses: vec![TitleStatus::Live],
            view,
            subset: None,
            can: Capabilities::ALL,
            sort: Sort::Relevance,
            descending: false,
            limit: 10,
            after: None,
            backward: false,
            facets: false,
            category_limit: Self::DEFAULT_CATEGORIES,
            format_facets: false,
            added_counts: Vec::new(),
            access_facets: false,
        }
    }
}

/// A page of titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitlePage {
    /// In order.
    pub ids: Vec<TitleId>,
    /// Exact number of matching titles.
    pub total: u64,
    /// True if no visible title has the exact words, and the results have words that differ by a character.
    pub similar_words: bool,
    /// The start of the next page; `None` on the last page.
    pub next: Option<Cursor>,
    /// The end of the previous page, for a search that is `backward`; `None` on the first page.
    pub previous: Option<Cursor>,
    /// Values of all matching titles with the numbers of their titles.
    pub facets: Facets,
}

/// Values of all titles that match a search, each with the exact number of its titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facets {
    /// The ten most frequent authors, by display name, the most frequent first. Empty without
    /// [`TitleSearch::facets`].
    pub authors: Vec<(String, u64)>,
    /// The most frequent categories, likewise: up to [`TitleSearch::category_limit`].
    pub categories: Vec<(String, u64)>,
    /// The names in `categories` that are only BISAC headings, and not also one of the library's own
    /// categories.
    pub bisac: Vec<String>,
    /// Every language, ISO 639-2 alpha-3, the most frequent first. Empty without
    /// [`TitleSearch::format_facets`].
    pub languages: Vec<(String, u64)>,
    /// Every format that can be made, in the order of [`Format`]. Empty without
    /// [`TitleSearch::format_facets`].
    pub formats: Vec<(Format, u64)>,
    /// The kinds of narrators whose audio can be made. Empty without [`TitleSearch::format_facets`].
    pub narrators: Vec<(NarratorType, u64)>,
    /// Number of titles that went live since each moment of [`TitleSearch::added_counts`], in their order.
    pub added_counts: Vec<u64>,
    /// Access features of the titles. Empty without [`TitleSearch::access_facets`].
    pub access: AccessFacets,
}
