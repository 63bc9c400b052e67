//! GET /v2/lists/{readingListId}/members (docs/rules/lists.md#rule-3).

use services::lists::members;
use services::rosters::RosterSort;

use super::ListRoster;
use crate::http::{InRole, Json, ListAddress, OrderParams, Params, Result, Segments, SignedIn};
use crate::records::MemberSummaries;

/// List the members on a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}/members", returns "A page of members",
    who "The owner, sponsors of the owner's organization, membership assistants",
    errors(OperationNotAllowed, ListNotFound),
)]
pub async fn list_list_members(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<RosterSort>>,
) -> Result<Json<MemberSummaries>> {
    let roster = ListRoster::from_order(&api, &op, &id, &order)?;
    let listed = members::list(&op, &id, roster.page_request()).await?;
    roster.page(&api, listed, &address)
}
