//! GET /v2/lists/{readingListId}/titles (docs/rules/lists.md#rule-3).

use axum::extract::State;
use services::lists::{TitleSort, titles};

use super::ListShelf;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::OrderParams;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};
use crate::records::ReadingListTitles;
use crate::state::Api;

/// List the titles of a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}/titles", returns "A page of titles", who "Users who can see the list",
    errors(ListNotFound),
)]
pub async fn list_list_titles(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<TitleSort>>,
) -> Result<Json<ReadingListTitles>> {
    let shelf = ListShelf::open(&api, &op, &id, &order)?;
    let listed = titles::list(&op, &id, shelf.page_request()).await?;
    shelf.page(&api, listed, &address)
}
