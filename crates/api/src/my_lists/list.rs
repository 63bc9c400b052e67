//! GET /v2/myLists: owned, subscribed, assigned, and those of the caller's organization
//! (docs/rules/lists.md#rule-3).

use domain::lists::may_create;
use services::lists::{ListScope, ListSort};

use crate::http::{InRole, Json, ListAddress, OrderParams, Params, Result, SignedIn};
use crate::lists::{ListOfLists, ListsPage};

/// List the caller's reading lists
#[endpoint::get("/v2/myLists", returns "A page of lists")]
pub async fn list_my_lists(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(order): Params<OrderParams<ListSort>>,
) -> Result<Json<ListOfLists>> {
    let owner = op.account()?;
    let lists = ListsPage { op: &op, owner, can_create: may_create(owner), scope: ListScope::Mine, order };
    lists.page(&api, &address).await
}
