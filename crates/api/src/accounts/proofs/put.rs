//! PUT /v2/accounts/{userIdentifier}/pod/{disabilityType} (docs/rules/memberships.md#rule-11).

use domain::ProofSource;
use services::proofs::{self, Proof};

use super::{parse_kind, record};
use crate::http::{
    ErrorKey, InRole, Json, ListAddress, MembershipStaff, OneOf, ParamDraft, RequiredParam, Result, Segments,
};
use crate::params;
use crate::records::ProofList;

params! {
    /// Source of the proof.
    pub struct PutProof {
        /// Replaces the stored source.
        proof_source: RequiredParam<OneOf<ProofSource>>,
    }
}

/// Change the source of a proof of disability
#[endpoint::put(
    "/v2/accounts/{userIdentifier}/pod/{disabilityType}", returns "Proofs and submissions",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        PodNotFound: "no proof of this disability",
    ),
)]
pub async fn put_account_proof(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments((name, disability)): Segments<(String, String)>,
    mut draft: ParamDraft<PutProof>,
) -> Result<Json<ProofList>> {
    let kind = parse_kind(&disability, &mut draft.faults);
    let params = draft.finish()?;
    let kind = kind.ok_or(ErrorKey::InvalidParameter)?;
    let proof = Proof { kind, source: params.proof_source.0.0 };
    let proofs = proofs::set_source(&op, &name, proof).await?;
    Ok(Json(record(&api, &op, address, proofs)))
}
