//! DELETE /v2/assignedTitles/{userIdentifier}/{serviceId} (docs/rules/lists.md#rule-8).

use services::assignments::{self, AssignmentRequest};

use super::AssignedPage;
use crate::http::{Assigner, InRole, Json, ListAddress, OrderParams, Result, Segments, title_id};
use crate::records::{AssignedTitle, TitleList};
use crate::routes;

/// Remove an assigned title
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/assignedTitles/{userIdentifier}/{serviceId}", returns "The remaining assigned titles",
    errors(UserNotFound, TitleNotFound: "it is not assigned"),
)]
pub async fn unassign_title(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments((name, title)): Segments<(String, String)>,
    address: ListAddress,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &OrderParams::default())?;
    let request = AssignmentRequest { person: &name, title: title_id(&title)? };
    let rest = assignments::unassign(&op, request, shelf.page_request()).await?;
    shelf.page(&api, rest, &address.with_path(&routes::assigned_titles(&name), &[]))
}
