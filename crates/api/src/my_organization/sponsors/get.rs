//! GET /v2/myOrganization/sponsors/{userIdentifier}: target of a sponsor's self link
//! (docs/rules/requests.md#rule-9).

use axum::extract::State;
use services::organizations::sponsors;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, Sponsor};
use crate::records::SponsorSummary;
use crate::state::Api;

/// Get a sponsor of the caller's organization
#[utoipa::path(
    get, path = "/v2/myOrganization/sponsors/{userIdentifier}", tag = "My organization",
    operation_id = "get_my_sponsor",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "The sponsor", body = SponsorSummary),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a sponsor of the organization", body = ErrorBody),
    )
)]
pub async fn get_my_sponsor(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<SponsorSummary>> {
    Ok(Json(SponsorSummary::from_sponsor(&api, sponsors::get(&op, &name).await?)))
}
