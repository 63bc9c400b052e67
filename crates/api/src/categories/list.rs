//! GET /v2/categories: those with at least one title that the caller can see.

use axum::extract::State;
use domain::access;
use domain::categories::CategoryType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::Cursors;
use crate::http::params::Params;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::CategoryListing;
use crate::state::Api;

params! {
    /// Parameters of the category list.
    pub struct ListCategories {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 100 when absent.
        limit: Option<Limit>,
    }
}

/// A page of categories.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// The page, by name.
    pub categories: Vec<CategoryListing>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: usize,
}

/// List categories
///
/// The library's own categories with the number of titles that the caller can see in each.
#[utoipa::path(
    get, path = "/v2/categories", tag = "Titles", operation_id = "list_categories", params(ListCategories),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses((status = 200, description = "A page of categories", body = CategoryList))
)]
pub async fn list_categories(
    State(api): State<Api>,
    caller: Caller,
    address: ListAddress,
    Params(params): Params<ListCategories>,
) -> Result<Json<CategoryList>> {
    let limit = params.limit.map_or(100, |l| l.0);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &"categories");
    let after: Option<String> = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let view = access::view(&caller.facts(), &caller.site.id, None, caller.today());
    let index = api.index.clone();
    let all =
        tokio::task::spawn_blocking(move || index.category_counts(&view, CategoryType::Service)).await??;
    let total_results = all.len();
    let mut rest = all.into_iter().skip_while(|(name, _)| after.as_ref().is_some_and(|last| name <= last));
    let page: Vec<_> = rest.by_ref().take(limit).collect();
    let more = rest.next().is_some();
    let last = page.last().filter(|_| more).map(|(name, _)| name);
    let next = last.map(|name| cursors.encode(name)).transpose()?;
    Ok(Json(CategoryList {
        allows: None,
        categories: page.into_iter().map(|(name, count)| CategoryListing::new(&api, name, count)).collect(),
        limit,
        links: address.links(next.as_deref()),
        next,
        total_results,
    }))
}
