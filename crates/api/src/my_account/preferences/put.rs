//! PUT /v2/myAccount/preferences (docs/rules/accounts.md#rule-7).

use services::preferences;

use super::PreferenceForm;
use crate::http::{InRole, Json, ParamDraft, Result, SignedIn};
use crate::records::PreferencesRecord;
use crate::routes;

/// Change the caller's preferences
///
/// Omitted parameters keep their value. Braille format and line width must be changed together.
#[endpoint::put(
    "/v2/myAccount/preferences", returns "The preferences",
    errors(ConflictingParameters: "braille format and width"),
)]
pub async fn put_my_preferences(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<PreferenceForm>,
) -> Result<Json<PreferencesRecord>> {
    let (form, faults) = draft.valid_params()?;
    let preferred = preferences::change(&op, form.into_change(), faults).await?;
    let address = api.absolute_url(routes::MY_PREFERENCES);
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
