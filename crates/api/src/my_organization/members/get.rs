//! GET /v2/myOrganization/members/{userIdentifier} (docs/rules/organizations.md#rule-2).

use axum::extract::State;
use services::members;

use super::member_summary;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, Sponsor};
use crate::records::MemberSummary;
use crate::state::Api;

/// Get a member of the caller's organization
#[utoipa::path(
    get, path = "/v2/myOrganization/members/{userIdentifier}", tag = "My organization",
    operation_id = "get_my_member",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "The member", body = MemberSummary),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a member of the organization", body = ErrorBody),
    )
)]
pub async fn get_my_member(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<MemberSummary>> {
    let member = members::get(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(Json(member_summary(&api, &op, &member)?))
}
