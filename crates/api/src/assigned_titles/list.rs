//! GET /v2/assignedTitles/{userIdentifier} (docs/rules/lists.md#rule-8).

use services::assignments::{self, AssignmentSort};

use super::AssignedPage;
use crate::http::{Assigner, InRole, Json, ListAddress, OrderParams, Params, Result, Segments};
use crate::records::{AssignedTitle, TitleList};

/// List another user's assigned titles
#[endpoint::get(
    "/v2/assignedTitles/{userIdentifier}", returns "A page of assigned titles", errors(UserNotFound),
)]
pub async fn list_assigned_titles(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<AssignmentSort>>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &order)?;
    let assigned = assignments::list(&op, &name, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address)
}
