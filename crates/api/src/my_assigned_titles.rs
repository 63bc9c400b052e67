//! Titles assigned to the caller (docs/rules/lists.md#rule-8).
//! `GET /v2/myAssignedTitles`: for organization members.

use services::assignments::{self, AssignmentSort};

use crate::assigned_titles::AssignedPage;
use crate::endpoints;
use crate::http::{InRole, Json, ListAddress, OrderParams, OrganizationMember, Params, Result};
use crate::records::{AssignedTitle, TitleList};

endpoints! {
    "Assigned titles": list_my_assigned_titles;
}

/// List the caller's assigned titles
#[endpoint::get("/v2/myAssignedTitles", returns "A page of assigned titles")]
pub async fn list_my_assigned_titles(
    InRole { api, op, .. }: InRole<OrganizationMember>,
    address: ListAddress,
    Params(order): Params<OrderParams<AssignmentSort>>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_caller(&api, &op, &order)?;
    let assigned = assignments::list_own(&op, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address)
}
