//! GET /v2/organizations/{organizationId} (docs/rules/organizations.md#rule-10).

use services::organizations;

use super::record;
use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::OrganizationRecord;

/// Get an organization
#[endpoint::get(
    "/v2/organizations/{organizationId}", returns "The organization",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn get_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
) -> Result<Json<OrganizationRecord>> {
    let shown = organizations::get(&op, &id).await?;
    Ok(Json(record(&api, &op, shown)?))
}
