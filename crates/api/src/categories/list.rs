//! GET /v2/categories (docs/rules/search.md#rule-8): those with at least one title that the caller can see.

use services::categories;

use crate::http::{AnyKey, InRole, Json, Link, ListAddress, PagingParams, Params, Result, ShortText};
use crate::params;
use crate::records::CategoryListing;

params! {
    /// Parameters of the list of categories.
    pub struct ListCategories {
        /// Only the category with this name.
        name: Option<ShortText>,
        /// Page.
        page: PagingParams<100>,
    }
}

/// A page of categories.
#[endpoint::record]
pub struct CategoryList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// The page, by name.
    pub categories: Vec<CategoryListing>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: usize,
}

/// List categories
///
/// The library's own categories with the number of titles that the caller can see in each.
#[endpoint::get("/v2/categories", returns "A page of categories")]
pub async fn list_categories(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Params(params): Params<ListCategories>,
) -> Result<Json<CategoryList>> {
    let only = params.name.map(|name| name.0);
    let list = params.page.open(&api.cursor_key, op.now, &("categories", &only))?;
    let mut all = categories::count_titles(&op).await?;
    all.retain(|(name, _)| only.as_ref().is_none_or(|only| only == name));
    let total_results = all.len();
    let rows = list.select_rows(all.into_iter().map(|(name, count)| (name.clone(), (name, count))));
    let page = list.cut_rows(rows, total_results, &address)?;
    let record = |(name, count)| CategoryListing::new(&api, name, count);
    Ok(Json(CategoryList {
        allows: None,
        categories: page.items.into_iter().map(record).collect(),
        limit: page.limit,
        links: page.links,
        next: page.next,
        total_results: page.total_results,
    }))
}
