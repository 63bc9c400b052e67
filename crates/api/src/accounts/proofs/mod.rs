//! The proofs of disability of an account, managed by membership staff (docs/rules/memberships.md#rule-11).

pub mod add;
pub mod get;
pub mod put;
pub mod remove;

use domain::DisabilityType;
use services::Operation;
use services::proofs::Proofs;

use crate::accounts::post_verb;
use crate::http::{Faults, Field, ListAddress, OneOf, Value};
use crate::records::ProofList;
use crate::{Api, endpoints, routes};

endpoints! {
    "Membership: accounts":
        get::list_account_proofs, add::add_account_proof, put::put_account_proof,
        remove::remove_account_proof;
}

/// The record of a person's proofs, at the address of their list.
fn record(api: &Api, op: &Operation, address: ListAddress, proofs: Proofs) -> ProofList {
    let at = address.with_path(&routes::proofs_path(&proofs.owner.id), &[]).self_link();
    let allows = post_verb(op, &proofs.owner);
    ProofList::new(api, &proofs.owner, proofs.proofs, proofs.submissions).for_staff(at, allows)
}

/// The disability in a path; a fault if it is invalid.
fn parse_kind(text: &str, faults: &mut Faults) -> Option<DisabilityType> {
    let read = OneOf::parse(text).map(|OneOf(kind)| kind);
    read.map_err(|fault| faults.add(fault.key, Field::DisabilityType, fault.reason)).ok()
}
