//! The proofs of disability of an account, as membership staff keep them (document 3).

pub mod add;
pub mod get;
pub mod put;
pub mod remove;

use domain::accounts::Account;
use domain::proofs::DisabilityType;

use crate::accounts::posts;
use crate::http::audit::Audit;
use crate::http::errors::Result;
use crate::http::faults::Faults;
use crate::http::links::ListAddress;
use crate::http::roles::MembershipStaff;
use crate::http::values::{OneOf, Value};
use crate::records::ProofList;
use crate::routes;
use crate::state::Api;

/// The proofs of an account as they are now, at the address of their list. Nobody is shown without a record of it.
async fn list(
    api: &Api,
    staff: &MembershipStaff,
    audit: &Audit,
    address: ListAddress,
    account: &Account,
) -> Result<ProofList> {
    audit.record(&api.db, [&account.id]).await?;
    let proofs = store::proofs::of_account(&api.db, &account.id).await?;
    let submissions = store::proofs::submissions(&api.db, &account.id).await?;
    let at = address.elsewhere(&routes::proofs(&account.id), &[]).self_link();
    Ok(ProofList::new(api, account, proofs, submissions).shown(at, posts(staff, account)))
}

/// The disability that a path names; a fault when it names none.
fn kind(text: &str, faults: &mut Faults) -> Option<DisabilityType> {
    let read = OneOf::parse(text).map(|OneOf(kind)| kind);
    read.map_err(|fault| faults.add(fault.key, format!("disabilityType: {}", fault.reason))).ok()
}
