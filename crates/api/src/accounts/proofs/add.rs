//! POST /v2/accounts/{userIdentifier}/pod (docs/rules/memberships.md#rule-11).

use axum::extract::State;
use domain::proofs::{DisabilityType, ProofSource};
use services::proofs;

use super::record;
use crate::accounts::WHO_MAY_CALL;
use crate::http::created::CreatedResource;
use crate::http::errors::{ErrorBody, Result};
use crate::http::links::ListAddress;
use crate::http::params::{Params, RequiredParam};
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::http::values::OneOf;
use crate::params;
use crate::records::ProofList;
use crate::routes;
use crate::state::Api;

params! {
    /// A proof of disability.
    pub struct AddProof {
        /// The disability.
        disability_type: RequiredParam<OneOf<DisabilityType>>,
        /// Source of the proof.
        proof_source: RequiredParam<OneOf<ProofSource>>,
    }
}

/// Add a proof of disability to an account
///
/// It is active, and takes effect with the person's next request.
#[utoipa::path(
    post, path = "/v2/accounts/{userIdentifier}/pod", tag = "Membership: accounts",
    operation_id = "add_account_proof",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = AddProof, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 201, description = "Proofs and submissions", body = ProofList),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: not membership staff; OPERATION_NOT_ALLOWED: an \
            administrator", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: no account of the caller's site, or removed", body = ErrorBody),
        (status = 409, description = "POD_EXISTS: the account has a proof of this disability", body = ErrorBody),
    )
)]
pub async fn add_account_proof(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
    Params(params): Params<AddProof>,
) -> Result<CreatedResource<ProofList>> {
    let (kind, source) = (params.disability_type.0.0, params.proof_source.0.0);
    let proofs = proofs::add(&op, &name, kind, source).await?;
    let location = api.absolute_url(&routes::proofs_path(&proofs.owner.id));
    Ok(CreatedResource { location, record: record(&api, &op, address, proofs) })
}
