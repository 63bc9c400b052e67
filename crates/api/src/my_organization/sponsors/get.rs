//! GET /v2/myOrganization/sponsors/{userIdentifier}: target of a sponsor's self link
//! (docs/rules/requests.md#rule-9).

use services::organizations::sponsors;

use crate::http::{InRole, Json, Result, Segments, Sponsor};
use crate::records::SponsorSummary;

/// Get a sponsor of the caller's organization
#[endpoint::get(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "The sponsor",
    errors(UserNotFound: "not a sponsor of the organization"),
)]
pub async fn get_my_sponsor(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<SponsorSummary>> {
    Ok(Json(SponsorSummary::from_sponsor(&api, sponsors::get(&op, &name).await?)))
}
