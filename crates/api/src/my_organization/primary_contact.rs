//! PUT /v2/myOrganization/primaryContact (docs/rules/organizations.md#rule-2): passes the role to another
//! sponsor.

use services::organizations::hand_over;

use crate::http::{InRole, Json, Params, PrimaryContact, Result};
use crate::organizations::primary_contact::NewContact;
use crate::records::SponsorSummary;

/// Pass on the role of primary contact
#[endpoint::put(
    "/v2/myOrganization/primaryContact", returns "The new primary contact",
    errors(UserNotFound: "not a sponsor of the organization"),
)]
pub async fn put_my_primary_contact(
    InRole { api, op, .. }: InRole<PrimaryContact>,
    Params(params): Params<NewContact>,
) -> Result<Json<SponsorSummary>> {
    let next = hand_over(&op, &params.user_identifier.0.0).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, next)))
}
