//! PUT /v2/myAccount (docs/rules/accounts.md#rule-3).

use axum::extract::State;
use services::accounts::own;

use super::form::AccountForm;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::roles::{InRole, SignedIn};
use crate::records::AccountSummary;
use crate::state::Api;

/// Change the caller's account
///
/// Omitted parameters keep their value; an empty value clears a nullable one. A new password no longer has to
/// be changed.
#[utoipa::path(
    put, path = "/v2/myAccount", tag = "My account", operation_id = "put_my_account",
    request_body(content = AccountForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The account", body = AccountSummary),
        (status = 400, description = "INVALID_PARAMETER, INVALID_DATE, INVALID_COUNTRY, INVALID_LANGUAGE, \
            INVALID_PASSWORD, INVALID_EMAIL, MISSING_PARAMETER", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the email address is taken", body = ErrorBody),
    )
)]
pub async fn put_my_account(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    draft: ParamDraft<AccountForm>,
) -> Result<Json<AccountSummary>> {
    let (form, faults) = draft.valid_params()?;
    let summary = own::change_own(&op, form.into_details(), faults).await?;
    Ok(Json(AccountSummary::from_summary(&api, &summary, op.now)))
}
