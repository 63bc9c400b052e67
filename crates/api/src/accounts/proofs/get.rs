//! GET /v2/accounts/{userIdentifier}/pod (docs/rules/memberships.md#rule-11).

use axum::extract::State;
use services::proofs;

use super::record;
use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::ProofList;
use crate::state::Api;

/// List the proofs of disability of an account
///
/// Active proofs, and submissions to be confirmed.
#[utoipa::path(
    get, path = "/v2/accounts/{userIdentifier}/pod", tag = "Membership: accounts",
    operation_id = "list_account_proofs",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "Proofs and submissions", body = ProofList),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site", body = ErrorBody),
    )
)]
pub async fn list_account_proofs(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
) -> Result<Json<ProofList>> {
    let proofs = proofs::list(&op, &name).await?;
    Ok(Json(record(&api, &op, address, proofs)))
}
