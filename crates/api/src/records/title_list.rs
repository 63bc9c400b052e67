use serde::Serialize;
use utoipa::ToSchema;

use super::StatusRecord;
use crate::http::{CutPage, Link};

/// One value of a facet (docs/rules/records.md#rule-9).
#[endpoint::record]
pub struct Facet {
    /// The value.
    pub name: String,
    /// Titles of the whole result with this value.
    pub count: u64,
    /// The same search narrowed to it.
    pub links: Vec<Link>,
}

impl Facet {
    /// Facet values with the search URL of each.
    pub fn list(search: impl Fn(&str) -> String, values: Vec<(String, u64)>) -> Vec<Self> {
        values
            .into_iter()
            .map(|(name, count)| {
                let href = search(&name);
                Self { name, count, links: vec![Link::new("search", href)] }
            })
            .collect()
    }
}

/// A list of titles (docs/rules/records.md#rule-9): `message` is always present, `messages` never
/// (docs/rules/records.md#rule-9).
#[endpoint::record]
pub struct TitleList<T> {
    /// Null for title lists.
    pub allows: Option<Vec<&'static str>>,
    /// Top authors of the whole result; null outside searches.
    pub author_facets: Option<Vec<Facet>>,
    /// Top categories of the whole result; null outside searches.
    pub category_facets: Option<Vec<Facet>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Parameters that were ignored.
    pub message: Option<StatusRecord>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    #[schema(inline)]
    pub titles: Vec<T>,
    /// Exact count of all matches.
    pub total_results: u64,
}

impl<T> TitleList<T> {
    /// The envelope of a page that is not a search result: `titles` are the records of its items.
    pub fn from_page<I>(page: CutPage<I>, titles: Vec<T>) -> Self {
        let CutPage { limit, links, next, total_results, .. } = page;
        Self {
            allows: None,
            author_facets: None,
            category_facets: None,
            limit,
            links,
            message: None,
            next,
            titles,
            total_results,
        }
    }
}

/// The envelope of a list of titles that names its items differently (docs/rules/records.md#rule-9).
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleListHead {
    /// Null for title lists.
    pub allows: Option<Vec<&'static str>>,
    /// Null outside searches.
    pub author_facets: Option<Vec<Facet>>,
    /// Null outside searches.
    pub category_facets: Option<Vec<Facet>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Parameters that were ignored.
    pub message: Option<StatusRecord>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count of all matches.
    pub total_results: u64,
}

impl TitleListHead {
    pub fn from_page<I>(page: CutPage<I>) -> Self {
        let CutPage { limit, links, next, total_results, .. } = page;
        Self { limit, links, next, total_results, ..Self::default() }
    }
}
