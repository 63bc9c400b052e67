//! PUT /v2/myOrganization (docs/rules/organizations.md#rule-2).

use services::organizations;

use super::record;
use crate::http::{InRole, Json, ParamDraft, PrimaryContact, Result};
use crate::organizations::OrganizationDetails;
use crate::records::MyOrganizationRecord;

/// Change the caller's organization
///
/// Omitted parameters keep their value; an empty value clears a nullable one.
#[endpoint::put("/v2/myOrganization", returns "The organization")]
pub async fn put_my_organization(
    InRole { api, op, .. }: InRole<PrimaryContact>,
    draft: ParamDraft<OrganizationDetails>,
) -> Result<Json<MyOrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let own = organizations::change_own(&op, form.into_request(), faults).await?;
    Ok(Json(record(&api, own)))
}
