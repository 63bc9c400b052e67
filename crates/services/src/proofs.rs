//! Proofs of disability of an account, as membership staff keep them (docs/rules/memberships.md#rule-11).

use std::collections::BTreeSet;

use domain::{Account, AccountId, AuditedAct, DisabilityType, ProofSource};
use store::Tx;
pub use store::proofs::{Proof, Submission};

use crate::accounts::{find_managed, lock_managed, lock_open};
use crate::{ErrorKey, Fault, Field, Operation, Result};

#[derive(Debug, Clone)]
pub struct Proofs {
    pub owner: Account,
    pub proofs: Vec<Proof>,
    /// The person's submissions for confirmation, newest first.
    pub submissions: Vec<Submission>,
}

/// The proofs of a person. The audit records who reads them first.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn list(op: &Operation, person: &str) -> Result<Proofs> {
    let owner = find_managed(op, person).await?;
    read_with_audit(op, owner).await
}

/// Adds a proof. It is active, counts in the person's next request, and closes the person's earlier
/// submissions.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `POD_EXISTS` if the person has a proof of this disability.
pub async fn add(op: &Operation, person: &str, proof: Proof) -> Result<Proofs> {
    let mut tx = op.db().begin().await?;
    let owner = lock_managed(op, &mut tx, person).await?;
    if !store::proofs::add(&mut tx, &owner.id, &proof, op.now).await? {
        return Err(ErrorKey::PodExists.into());
    }
    refresh_submissions(op, &mut tx, &[&owner.id].into()).await?;
    op.commit_change(tx, AuditedAct::AddProof, &owner.id).await?;
    read_with_audit(op, owner).await
}

/// Closes and opens the submissions of these people, whose proofs this transaction has changed.
pub(crate) async fn refresh_submissions(
    op: &Operation,
    tx: &mut Tx,
    people: &BTreeSet<&AccountId>,
) -> Result<()> {
    Ok(store::proof_decisions::refresh_submissions(tx, people, op.signed_in_id(), op.now).await?)
}

/// Changes where the proof of a disability comes from.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `POD_NOT_FOUND` if the person has no proof of this disability.
pub async fn set_source(op: &Operation, person: &str, proof: Proof) -> Result<Proofs> {
    let Proof { kind, source } = proof;
    let mut tx = op.db().begin().await?;
    let owner = lock_managed(op, &mut tx, person).await?;
    if !store::proofs::set_source(&mut tx, &owner.id, kind, source).await? {
        return Err(ErrorKey::PodNotFound.into());
    }
    op.commit_change(tx, AuditedAct::ChangeProof, &owner.id).await?;
    read_with_audit(op, owner).await
}

/// Withdraws a proof: it does not count in the person's next request, and what it answered waits again.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `POD_NOT_FOUND` if the person has no proof of this disability.
pub async fn remove(op: &Operation, person: &str, kind: DisabilityType) -> Result<Proofs> {
    let mut tx = op.db().begin().await?;
    let owner = lock_managed(op, &mut tx, person).await?;
    if !store::proofs::remove(&mut tx, &owner.id, kind).await? {
        return Err(ErrorKey::PodNotFound.into());
    }
    refresh_submissions(op, &mut tx, &[&owner.id].into()).await?;
    store::proofs::end_provisional_access(&mut tx, &owner.id, op.now).await?;
    op.commit_change(tx, AuditedAct::DeleteProof, &owner.id).await?;
    read_with_audit(op, owner).await
}

/// The proofs as they are now. Nobody is shown without a record of it.
async fn read_with_audit(op: &Operation, owner: Account) -> Result<Proofs> {
    op.record_reads([&owner.id]).await?;
    let proofs = store::proofs::list_for_account(op.db(), &owner.id).await?;
    let submissions = store::proofs::list_submissions(op.db(), &owner.id).await?;
    Ok(Proofs { owner, proofs, submissions })
}

#[derive(Debug, Clone)]
pub struct NewSubmission {
    pub source: ProofSource,
    /// The member's number with the organization that knows of the disability.
    pub membership_id: String,
    pub kinds: Vec<DisabilityType>,
    pub note: Option<String>,
}

/// Submits the user's own proof, which membership staff check. Returns the user's proofs and submissions. An
/// app may submit a proof from a source that does not suffice: staff see that it does not
/// (docs/rules/joining.md#rule-4).
///
/// # Errors
/// `INVALID_PARAMETER` for the source on the library's own pages if it does not suffice; `USER_NOT_FOUND` if
/// the account was closed meanwhile.
pub async fn submit(op: &Operation, new: NewSubmission) -> Result<Proofs> {
    let member = op.require_individual_member()?;
    let rules = store::sites::admission_rules(op.db(), &member.account.site).await?;
    let suffices = rules.accepts_source(new.source);
    if op.client.is_pages() && !suffices {
        let reason = "does not suffice as proof at this site";
        return Err(Fault::new(ErrorKey::InvalidParameter, Field::ProofSource, reason).into());
    }
    let submission = Submission {
        source: Some(new.source),
        membership_id: Some(new.membership_id),
        kinds: new.kinds.into_iter().collect(),
        note: new.note,
        date: op.now,
        suffices,
    };
    let mut tx = op.db().begin().await?;
    // Locked first: a decision of staff is on what they have seen.
    lock_open(&mut tx, op.account_id()?).await?;
    if op.find_created::<String>(&mut tx).await?.is_none() {
        store::proofs::record_submission(&mut tx, op.account_id()?, &submission).await?;
        op.record_change(&mut tx, AuditedAct::SubmitProof, op.account_id()?).await?;
        // Submissions have no identifier.
        op.note_created(&mut tx, "submission").await?;
    }
    tx.commit().await?;
    Ok(Proofs {
        owner: op.account()?.clone(),
        proofs: store::proofs::list_for_account(op.db(), op.account_id()?).await?,
        submissions: store::proofs::list_submissions(op.db(), op.account_id()?).await?,
    })
}
