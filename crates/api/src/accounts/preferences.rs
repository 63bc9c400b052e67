//! Reading preferences of an account, for membership staff (docs/rules/memberships.md#rule-14,
//! docs/rules/accounts.md#rule-7).

use services::preferences;

use crate::http::{InRole, Json, MembershipStaff, ParamDraft, Result, Segments};
use crate::my_account::preferences::PreferenceForm;
use crate::records::PreferencesRecord;
use crate::{endpoints, routes};

endpoints! {
    "Membership: accounts": get_account_preferences, put_account_preferences;
}

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
    let edits = op.may_change_account(&preferred.account);
    let address = api.absolute_url(&routes::account_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, edits, op.today(), address)))
}

/// Change an account's preferences
///
/// Omitted parameters keep their value. Braille format and line width must be changed together.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/preferences", returns "The preferences",
    errors(
        InvalidFormat, ConflictingParameters: "braille format and width",
        OperationNotAllowed: "an administrator's account, for others", UserNotFound,
    ),
)]
pub async fn put_account_preferences(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PreferenceForm>,
) -> Result<Json<PreferencesRecord>> {
    let (form, faults) = draft.valid_params()?;
    let preferred = preferences::change_for(&op, &name, form.into_request(), faults).await?;
    let address = api.absolute_url(&routes::account_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
