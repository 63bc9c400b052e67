//! GET /v2/accounts/{userIdentifier}/agreements/{id} (docs/rules/memberships.md#rule-10).

use axum::extract::State;
use services::agreements;

use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::AgreementRecord;
use crate::state::Api;

/// Get an agreement of an account
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/agreements/{id}", tag = "Membership: accounts",
    operation_id = "get_account_agreement",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("id" = String, Path, description = "The agreement"),
    ),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The agreement", body = AgreementRecord),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site; AGREEMENT_NOT_FOUND: none of the \
            account", body = ErrorBody),
    )
)]
pub async fn get_account_agreement(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<AgreementRecord>> {
    let signed = agreements::get(&op, &name, id.into()).await?;
    Ok(Json(AgreementRecord::new(&api, signed)))
}
