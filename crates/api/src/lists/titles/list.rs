//! GET /v2/lists/{readingListId}/titles (docs/rules/lists.md#rule-3).

use services::lists::{TitleSort, titles};

use super::ListShelf;
use crate::http::{InRole, Json, ListAddress, OrderParams, Params, Result, Segments, SignedIn};
use crate::records::ReadingListTitles;

/// List the titles of a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}/titles", returns "A page of titles", who "Users who can see the list",
    errors(ListNotFound),
)]
pub async fn list_list_titles(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<TitleSort>>,
) -> Result<Json<ReadingListTitles>> {
    let shelf = ListShelf::from_order(&api, &op, &id, &order)?;
    let listed = titles::list(&op, &id, shelf.page_request()).await?;
    shelf.page(&api, listed, &address)
}
