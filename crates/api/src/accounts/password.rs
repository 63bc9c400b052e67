//! PUT /v2/accounts/{userIdentifier}/password (docs/rules/memberships.md#rule-8).

use services::accounts::manage;

use crate::http::{InRole, Json, MembershipStaff, NewPassword, Params, RequiredParam, Result, Segments};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// A new password.
    pub struct PutPassword {
        /// 8 to 32 characters, at least one letter and one number.
        password: RequiredParam<NewPassword>,
    }
}

/// Set an account's password
///
/// Ends existing sign-ins, and voids emailed links to a new password. The person must change it.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/password", returns "SUCCESS",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        TooManyRequests: "too many passwords are being set",
    ),
)]
pub async fn put_account_password(
    InRole { op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    Params(params): Params<PutPassword>,
) -> Result<Json<StatusRecord>> {
    manage::set_password(&op, &name, &params.password.0).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The password is changed.")))
}
