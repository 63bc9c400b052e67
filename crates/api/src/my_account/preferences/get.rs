//! GET /v2/myAccount/preferences (docs/rules/accounts.md#rule-7).

use services::preferences;

use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::PreferencesRecord;
use crate::routes;

/// Get the caller's preferences
#[endpoint::get("/v2/myAccount/preferences", returns "The preferences, including defaults")]
pub async fn get_my_preferences(InRole { api, op, .. }: InRole<SignedIn>) -> Result<Json<PreferencesRecord>> {
    let preferred = preferences::get(&op).await?;
    let address = api.absolute_url(routes::MY_PREFERENCES);
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
