//! GET /v2/organizations/{organizationId} (docs/rules/organizations.md#rule-10).

use axum::extract::State;
use services::organizations;

use super::record;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::OrganizationRecord;
use crate::state::Api;

/// Get an organization
#[endpoint::get(
    "/v2/organizations/{organizationId}", returns "The organization",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn get_organization(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(id): Segments<String>,
) -> Result<Json<OrganizationRecord>> {
    let shown = organizations::get(&op, &id).await?;
    Ok(Json(record(&api, &op, shown)?))
}
