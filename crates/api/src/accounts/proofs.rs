//! The proofs of disability of an account, managed by membership staff (docs/rules/memberships.md#rule-11).

use domain::{DisabilityType, ProofSource};
use services::proofs::{self, Proof, Proofs};
use services::{Fault, Operation};

use crate::accounts::post_verb;
use crate::http::{
    CreatedResource, ErrorKey, Field, InRole, Json, ListAddress, MembershipStaff, OneOf, ParamDraft, Params,
    RequiredParam, Result, Segments, Value,
};
use crate::records::ProofList;
use crate::{endpoints, params, routes};

endpoints! {
    "Membership: accounts": list_account_proofs, add_account_proof, put_account_proof, remove_account_proof;
}

/// The record of a person's proofs, at the address of their list.
fn record(op: &Operation, address: ListAddress, proofs: Proofs) -> ProofList {
    let at = address.with_path(&routes::proofs_path(&proofs.owner.id), &[]).self_link();
    let allows = post_verb(op, &proofs.owner);
    ProofList::new(proofs, at, allows)
}

/// The disability in a path.
fn parse_kind(text: &str) -> Result<DisabilityType, Fault> {
    let read = OneOf::parse(text).map(|OneOf(kind)| kind);
    read.map_err(|fault| Fault::new(fault.key, Field::DisabilityType, fault.reason))
}

/// List the proofs of disability of an account
///
/// Active proofs, and submissions to be confirmed.
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/pod", returns "Proofs and submissions",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn list_account_proofs(
    InRole { op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
) -> Result<Json<ProofList>> {
    let proofs = proofs::list(&op, &name).await?;
    Ok(Json(record(&op, address, proofs)))
}

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
    Ok(CreatedResource { location, record: record(&op, address, proofs) })
}

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
    InRole { op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments((name, disability)): Segments<(String, String)>,
    mut draft: ParamDraft<PutProof>,
) -> Result<Json<ProofList>> {
    let kind = parse_kind(&disability).map_err(|fault| draft.faults.push(fault)).ok();
    let params = draft.finish()?;
    let kind = kind.ok_or(ErrorKey::InvalidParameter)?;
    let proof = Proof { kind, source: params.proof_source.0.0 };
    let proofs = proofs::set_source(&op, &name, proof).await?;
    Ok(Json(record(&op, address, proofs)))
}

/// Remove a proof of disability
///
/// It no longer counts, starting with the person's next request.
#[endpoint::delete(
    "/v2/accounts/{userIdentifier}/pod/{disabilityType}", returns "The remaining proofs and submissions",
    errors(
        InvalidParameter, OperationNotAllowed: "an administrator",
        UserNotFound: "no account of the caller's site, or removed",
        PodNotFound: "no proof of this disability",
    ),
)]
pub async fn remove_account_proof(
    InRole { op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments((name, disability)): Segments<(String, String)>,
) -> Result<Json<ProofList>> {
    let kind = parse_kind(&disability).map_err(services::Error::from)?;
    let proofs = proofs::remove(&op, &name, kind).await?;
    Ok(Json(record(&op, address, proofs)))
}
