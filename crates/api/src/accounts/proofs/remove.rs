//! DELETE /v2/accounts/{userIdentifier}/pod/{disabilityType} (docs/rules/memberships.md#rule-11).

use axum::extract::State;
use services::proofs;

use super::{parse_kind, record};
use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::ProofList;
use crate::state::Api;

/// Remove a proof of disability
///
/// It no longer counts, starting with the person's next request.
#[utoipa::path(
    delete, path = "/v2/accounts/{userIdentifier}/pod/{disabilityType}", tag = "Membership: accounts",
    operation_id = "remove_account_proof",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("disabilityType" = String, Path, description = "visual, learning, physical or nonspecific"),
    ),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The remaining proofs and submissions", body = ProofList),
        (status = 400, description = "INVALID_PARAMETER", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site, or removed; POD_NOT_FOUND: no proof of \
            this disability", body = ErrorBody),
    )
)]
pub async fn remove_account_proof(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    address: ListAddress,
    Segments((name, disability)): Segments<(String, String)>,
) -> Result<Json<ProofList>> {
    let mut faults = Faults::default();
    let kind = parse_kind(&disability, &mut faults);
    faults.into_result()?;
    let kind = kind.ok_or(ErrorKey::InvalidParameter)?;
    let proofs = proofs::remove(&op, &name, kind).await?;
    Ok(Json(record(&api, &op, address, proofs)))
}
