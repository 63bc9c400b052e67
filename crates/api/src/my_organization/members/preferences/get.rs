//! GET /v2/myOrganization/members/{userIdentifier}/preferences (docs/rules/organizations.md#rule-2,
//! docs/rules/accounts.md#rule-7).

use services::preferences;

use crate::http::{InRole, Json, Result, Segments, Sponsor};
use crate::records::PreferencesRecord;
use crate::routes;

/// Get a member's preferences
#[endpoint::get(
    "/v2/myOrganization/members/{userIdentifier}/preferences", returns "The preferences, including defaults",
    errors(UserNotFound: "not a member of the organization"),
)]
pub async fn get_my_member_preferences(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::get_for_member(&op, &name).await?;
    let address = api.absolute_url(&routes::my_member_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
