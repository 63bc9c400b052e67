//! PUT /v2/accounts/{userIdentifier}/password (docs/rules/memberships.md#rule-8).

use services::accounts::manage;

use super::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{Params, RequiredParam};
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::http::values::NewPassword;
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
#[utoipa::path(
    put, path = "/v2/accounts/{userIdentifier}/password", tag = "Membership: accounts",
    operation_id = "put_account_password",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = PutPassword, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "SUCCESS", body = StatusRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PASSWORD", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site, or removed", body = ErrorBody),
        (status = 429, description = "TOO_MANY_REQUESTS: too many passwords are being set", body = ErrorBody),
    )
)]
pub async fn put_account_password(
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    Params(params): Params<PutPassword>,
) -> Result<Json<StatusRecord>> {
    manage::set_password(&op, &name, &params.password.0).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The password is changed.")))
}
