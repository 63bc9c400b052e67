//! GET /v2/popularLists.

use axum::extract::State;
use domain::popular_lists::PopularList;
use serde::Serialize;
use utoipa::ToSchema;

use super::known;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, cut};
use crate::http::params::Params;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::PopularListRecord;
use crate::state::Api;

params! {
    /// Parameters of the list of popular lists.
    pub struct ListPopularLists {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// A page of popular lists.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopularLists {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page: the last year, the last month, then categories by name.
    pub popular_lists: Vec<PopularListRecord>,
    /// Exact count.
    pub total_results: usize,
}

/// List the popular lists
///
/// One for the last year, one for the last month, and one for each category of which something was
/// downloaded in the last year. They are counted anew every day.
#[utoipa::path(
    get, path = "/v2/popularLists", tag = "Popular lists and recommendations",
    operation_id = "list_popular_lists", params(ListPopularLists),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of popular lists", body = PopularLists),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
    )
)]
pub async fn list_popular_lists(
    State(api): State<Api>,
    caller: Caller,
    address: ListAddress,
    Params(params): Params<ListPopularLists>,
) -> Result<Json<PopularLists>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &"popularLists");
    let after: Option<PopularList> =
        params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let all = store::popular_lists::list(&api.db, caller.view_site()).await?;
    let all = known(&api, &caller, all).await?;
    let total_results = all.len();
    let beyond = all.into_iter().filter(|list| after.as_ref().is_none_or(|last| list > last));
    let mut page: Vec<(PopularList, ())> = beyond.take(limit + 1).map(|list| (list, ())).collect();
    let next = cut(&mut page, limit).map(|last| cursors.encode(&last)).transpose()?;
    Ok(Json(PopularLists {
        allows: None,
        limit,
        links: address.links(next.as_deref()),
        next,
        popular_lists: page.iter().map(|(list, ())| PopularListRecord::new(&api, list)).collect(),
        total_results,
    }))
}
