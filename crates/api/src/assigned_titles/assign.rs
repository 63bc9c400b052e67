//! POST /v2/assignedTitles/{userIdentifier} (docs/rules/lists.md#rule-8): assigns a title; assigning it again
//! changes nothing.

use services::assignments::{self, AssignmentRequest};

use super::AssignedPage;
use crate::http::{
    Assigner, InRole, Json, ListAddress, OrderParams, Params, RequiredParam, Result, Segments, title_id,
};
use crate::records::{AssignedTitle, TitleList};
use crate::{params, routes};

params! {
    /// What to assign.
    pub struct AssignTitle {
        /// Title identifier.
        service_id: RequiredParam<String>,
    }
}

/// Assign a title
///
/// Returns the first page of the person's assigned titles.
#[endpoint::post(
    "/v2/assignedTitles/{userIdentifier}", returns "The assigned titles", errors(UserNotFound, TitleNotFound),
)]
pub async fn assign_title(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(params): Params<AssignTitle>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &OrderParams::default())?;
    let request = AssignmentRequest { person: &name, title: title_id(&params.service_id.0)? };
    let assigned = assignments::assign(&op, request, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address.with_path(&routes::assigned_titles(&name), &[]))
}
