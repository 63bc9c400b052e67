//! PUT /v2/myOrganization/primaryContact (docs/rules/organizations.md#rule-2): passes the role to another
//! sponsor.

use axum::extract::State;
use services::organizations::hand_over;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::Params;
use crate::http::roles::{InRole, PrimaryContact};
use crate::organizations::primary_contact::NewContact;
use crate::records::SponsorSummary;
use crate::state::Api;

/// Pass on the role of primary contact
#[utoipa::path(
    put, path = "/v2/myOrganization/primaryContact", tag = "My organization",
    operation_id = "put_my_primary_contact",
    request_body(content = NewContact, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("The primary contact"))),
    responses(
        (status = 200, description = "The new primary contact", body = SponsorSummary),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR, NOT_PRIMARY_CONTACT", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a sponsor of the organization", body = ErrorBody),
    )
)]
pub async fn put_my_primary_contact(
    State(api): State<Api>,
    InRole(op, _): InRole<PrimaryContact>,
    Params(params): Params<NewContact>,
) -> Result<Json<SponsorSummary>> {
    let next = hand_over(&op, &params.user_identifier.0.0).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, next)))
}
