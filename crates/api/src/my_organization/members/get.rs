//! GET /v2/myOrganization/members/{userIdentifier} (docs/rules/organizations.md#rule-2).

use services::members;

use super::member_summary;
use crate::http::{InRole, Json, Result, Segments, Sponsor};
use crate::records::MemberSummary;

/// Get a member of the caller's organization
#[endpoint::get(
    "/v2/myOrganization/members/{userIdentifier}", returns "The member",
    errors(UserNotFound: "not a member of the organization"),
)]
pub async fn get_my_member(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<MemberSummary>> {
    let member = members::get(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(Json(member_summary(&api, &op, &member)?))
}
