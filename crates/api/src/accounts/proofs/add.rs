//! POST /v2/accounts/{userIdentifier}/pod (docs/rules/memberships.md#rule-11).

use domain::{DisabilityType, ProofSource};
use services::proofs::{self, Proof};

use super::record;
use crate::http::{
    CreatedResource, InRole, ListAddress, MembershipStaff, OneOf, Params, RequiredParam, Result, Segments,
};
use crate::records::ProofList;
use crate::{params, routes};

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
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/pod", returns "Proofs and submissions",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        PodExists: "the account has a proof of this disability",
    ),
)]
pub async fn add_account_proof(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
    Params(params): Params<AddProof>,
) -> Result<CreatedResource<ProofList>> {
    let proof = Proof { kind: params.disability_type.0.0, source: params.proof_source.0.0 };
    let proofs = proofs::add(&op, &name, proof).await?;
    let location = api.absolute_url(&routes::proofs_path(&proofs.owner.id));
    Ok(CreatedResource { location, record: record(&api, &op, address, proofs) })
}
