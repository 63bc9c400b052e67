//! PUT /v2/myAccount (docs/rules/accounts.md#rule-3).

use services::accounts::own;

use super::form::AccountForm;
use crate::http::{InRole, Json, ParamDraft, Result, SignedIn};
use crate::records::AccountSummary;

/// Change the caller's account
///
/// Omitted parameters keep their value; an empty value clears a nullable one. A new password no longer has to
/// be changed.
#[endpoint::put(
    "/v2/myAccount", returns "The account",
    errors(MissingParameter, UserExists: "the email address is taken"),
)]
pub async fn put_my_account(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<AccountForm>,
) -> Result<Json<AccountSummary>> {
    let (form, faults) = draft.valid_params()?;
    let summary = own::change_own(&op, form.into_request(), faults).await?;
    Ok(Json(AccountSummary::from_summary(&api, &summary, op.now)))
}
