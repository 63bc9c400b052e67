//! GET /v2/accounts/{userIdentifier}/lists (docs/rules/lists.md#rule-7): the lists that the person sees at
//! /v2/myLists.

use services::lists::{self, ListSort};

use crate::http::{InRole, Json, ListAddress, MembershipStaff, OrderParams, Params, Result, Segments};
use crate::lists::ListOfLists;

/// List another user's reading lists
///
/// The lists that the person owns, subscribes to or was put on, and those of the person's organization. Lists
/// of other sites are for administrators only.
#[endpoint::get("/v2/accounts/{userIdentifier}/lists", returns "A page of lists", errors(UserNotFound))]
pub async fn list_account_lists(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<ListSort>>,
) -> Result<Json<ListOfLists>> {
    let viewer = op.account()?;
    // Bound to the account in the path: an invalid token is reported before a missing account.
    let list = order.open(&api.cursor_key, op.now, &("accountLists", &name, &viewer.id))?;
    let (owner, lists) = lists::list_for_account(&op, &name, list.page_request()).await?;
    let page = list.to_page(lists, &address)?;
    Ok(Json(ListOfLists::new(&api, page, &owner, viewer, viewer.changes_account(&owner))))
}
