//! GET /v2/accounts/{userIdentifier}/preferences (docs/rules/memberships.md#rule-14).

use services::preferences;

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::PreferencesRecord;
use crate::routes;

/// Get an account's preferences
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/preferences", returns "The preferences, including defaults",
    errors(UserNotFound),
)]
pub async fn get_account_preferences(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::get_for_account(&op, &name).await?;
    let edits = op.changes_account(&preferred.account);
    let address = api.absolute_url(&routes::account_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, edits, op.today(), address)))
}
