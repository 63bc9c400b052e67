//! GET /v2/myOrganization (docs/rules/organizations.md#rule-2).

use services::organizations;

use super::record;
use crate::http::{InRole, Json, Result, Sponsor};
use crate::records::MyOrganizationRecord;

/// Get the caller's organization
#[endpoint::get("/v2/myOrganization", returns "The organization")]
pub async fn get_my_organization(
    InRole { api, op, .. }: InRole<Sponsor>,
) -> Result<Json<MyOrganizationRecord>> {
    Ok(Json(record(&api, organizations::view_own(&op).await?)))
}
