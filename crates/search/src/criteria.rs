//! A search and its results.

use domain::access::View;
use domain::artifacts::NarratorType;
use domain::capabilities::Capabilities;
use domain::formats::Format;
use domain::ids::TitleId;
use domain::titles::TitleStatus;
use jiff::Timestamp;

use crate::access::AccessFacets;
use crate::conditions::Conditions;
use crate::cursor::Cursor;
use crate::sort::Sort;

/// A search for titles (docs/rules/search.md#rule-1, and GET /v2/catalog). All of its parts must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TitleSearch {
    /// What titles must be like.
    pub conditions: Conditions,
    /// Any of these states. Empty: every state.
    pub statuses: Vec<TitleStatus>,
    /// What the caller may find.
    pub view: View,
    /// What the installation can make: formats, narrators and durations are matched against these only.
    pub can: Capabilities,
    /// The order.
    pub sort: Sort,
    /// The other way round; with [`Sort::Relevance`], the worst first.
    pub descending: bool,
    /// Length of the page, at most [`TitleSearch::MOST`].
    pub limit: usize,
    /// The position after which the page begins, or before which it ends if `backward`. `None`: the first
    /// page, or the last if `backward`.
    pub after: Option<Cursor>,
    /// The page that ends before the position.
    pub backward: bool,
    /// Whether to fill the facets of authors and categories.
    pub facets: bool,
    /// How many categories the facet holds at most, from 1 to [`TitleSearch::MOST_CATEGORIES`].
    pub category_limit: usize,
    /// Whether to fill the facets of languages, formats and narrators.
    pub kinds: bool,
    /// For each of these moments, how many matching titles went live then or later is counted.
    pub added_counts: Vec<Timestamp>,
    /// Whether to fill the facets of accessibility.
    pub access_facets: bool,
}

impl TitleSearch {
    /// The longest page.
    pub const MOST: usize = 1000;
    /// The most categories of a facet.
    pub const MOST_CATEGORIES: usize = 100;
    /// The categories of a facet by default (docs/rules/search.md#rule-4).
    const CATEGORIES: usize = 10;

    /// All live titles of a view, the best first, 10 to a page, without facets.
    pub fn new(view: View) -> Self {
        Self {
            conditions: Conditions::default(),
            statuses: vec![TitleStatus::Live],
            view,
            can: Capabilities::ALL,
            sort: Sort::Relevance,
            descending: false,
            limit: 10,
            after: None,
            backward: false,
            facets: false,
            category_limit: Self::CATEGORIES,
            kinds: false,
            added_counts: Vec::new(),
            access_facets: false,
        }
    }
}

/// A page of titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// In order.
    pub ids: Vec<TitleId>,
    /// How many titles match, exactly.
    pub total: u64,
    /// Whether no visible title has the words as they are written, and these have words that differ by a
    /// letter.
    pub similar_words: bool,
    /// Where the next page begins; none on the last page.
    pub next: Option<Cursor>,
    /// Where the previous page ends, for a search that is `backward`; none on the first page.
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
    /// The names in `categories` that are BISAC headings, and not the name of one of the library's own
    /// categories, too.
    pub bisac: Vec<String>,
    /// Every language, ISO 639-2 alpha-3, the most frequent first. Empty without [`TitleSearch::kinds`].
    pub languages: Vec<(String, u64)>,
    /// Every format that can be made, in the order of [`Format`]. Empty without [`TitleSearch::kinds`].
    pub formats: Vec<(Format, u64)>,
    /// The kinds of narrators whose audio can be made. Empty without [`TitleSearch::kinds`].
    pub narrators: Vec<(NarratorType, u64)>,
    /// How many titles went live since each moment of [`TitleSearch::added_counts`], in their order.
    pub added: Vec<u64>,
    /// What the titles offer readers with disabilities. Empty without [`TitleSearch::access_facets`].
    pub access: AccessFacets,
}
