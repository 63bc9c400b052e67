//! Reading preferences of an organization's member, set by a sponsor (docs/rules/organizations.md#rule-2,
//! docs/rules/accounts.md#rule-7).

use services::preferences;

use crate::http::{InRole, Json, ParamDraft, Result, Segments, Sponsor};
use crate::my_account::preferences::PreferenceForm;
use crate::records::PreferencesRecord;
use crate::{endpoints, routes};

endpoints! {
    "My organization": get_my_member_preferences, put_my_member_preferences;
}

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

/// Change a member's preferences
///
/// Omitted parameters keep their value. Braille format and line width must be changed together.
#[endpoint::put(
    "/v2/myOrganization/members/{userIdentifier}/preferences", returns "The preferences",
    errors(
        InvalidFormat, ConflictingParameters: "braille format and width",
        UserNotFound: "not a member of the organization",
    ),
)]
pub async fn put_my_member_preferences(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PreferenceForm>,
) -> Result<Json<PreferencesRecord>> {
    let (form, faults) = draft.valid_params()?;
    let preferred = preferences::change_for_member(&op, &name, form.into_request(), faults).await?;
    let address = api.absolute_url(&routes::my_member_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
