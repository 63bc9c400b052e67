//! GET /v2/organizations/{organizationId} (docs/rules/organizations.md#rule-10).

use axum::extract::State;
use services::organizations;

use super::record;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::OrganizationRecord;
use crate::state::Api;

/// Get an organization
#[utoipa::path(
    get, path = "/v2/organizations/{organizationId}", tag = "Membership: organizations",
    operation_id = "get_organization",
    params(("organizationId" = String, Path, description = "Identifier of the organization")),
    extensions(("x-who" = json!("Membership assistants, with keys that have the privilege membership"))),
    responses(
        (status = 200, description = "The organization", body = OrganizationRecord),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "ORGANIZATION_NOT_FOUND: unknown, or of another site", body = ErrorBody),
    )
)]
pub async fn get_organization(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(id): Segments<String>,
) -> Result<Json<OrganizationRecord>> {
    let shown = organizations::get(&op, &id).await?;
    Ok(Json(record(&api, &op, shown)?))
}
