//! Work of membership staff: what waits for them, who has taken it, and decisions on it
//! (docs/rules/memberships.md#rule-16). Nobody decides on what somebody else has taken, nor merges, compares
//! or erases whom it is about.

mod agreements;
mod claims;
mod hand_overs;
mod lists;
mod organizations;
mod proofs;
mod subscriptions;

pub use agreements::{AgreementView, open_agreement, record_agreement};
pub use claims::{claim_work, release_work};
pub use hand_overs::{HandOverPage, HandOverPlace, HandOverView, decide_hand_over, list_hand_overs};
pub use lists::{ITEMS_PER_PAGE, WorkEntry, WorkPage, WorkPlace, count_work, list_work};
pub use organizations::{AdmissionRequest, OrganizationOverview, decide_organization, open_organization};
pub use proofs::{ProofCheck, ProofVerdict, VerdictRequest, decide_proof, find_own_answer, open_proofs};
pub use store::organization_admissions::{AdmissionDecision, OrganizationAdmission};
pub use store::proof_decisions::ProofDecision;
pub use store::proofs::{DatedProof, Submission};
pub use store::subscriptions::Holder as SubscriptionHolder;
pub use store::work::{WorkItem, WorkSummary};
pub use store::work_claims::{WorkAddress, WorkClaim, WorkSubjects};
pub use subscriptions::{
    Extension, SubscriptionBeginning, SubscriptionsView, begin_subscription, extend_subscription,
    open_subscriptions,
};

use domain::AccountId;
use store::{Conn, Tx, work_claims};

use crate::{Fault, Operation, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionOutcome {
    /// The decision counts from now on.
    Decided,
    /// Somebody else has taken the work: nothing was decided.
    Claimed(WorkClaim),
    /// Somebody else has decided since the page was shown: nothing was decided.
    DecidedBefore,
}

#[derive(Debug)]
pub enum FormOutcome<V> {
    Processed(DecisionOutcome),
    /// The form is wrong: its faults, and what its page shows.
    Refused(Vec<Fault>, Box<V>),
}

/// The claim of another staff member on work about the same person or organization. `None` for the operator,
/// who may decide regardless of claims.
async fn find_other_claim(
    op: &Operation,
    conn: impl Conn,
    work: WorkAddress<'_>,
) -> Result<Option<WorkClaim>> {
    find_other_claim_about(op, conn, work.subjects()).await
}

/// The claim of another staff member on work about these people or organizations. An act that changes them
/// reads it while they are locked. `None` for the operator, who acts in spite of claims.
pub(crate) async fn find_other_claim_about(
    op: &Operation,
    conn: impl Conn,
    subjects: WorkSubjects<'_>,
) -> Result<Option<WorkClaim>> {
    let Some(own) = op.signed_in_id() else { return Ok(None) };
    Ok(work_claims::find_held_by_others(conn, subjects, own, op.now).await?)
}

/// Returns true if a claim keeps the actor from deciding on this work: somebody else has taken it, or other
/// work about the same person or organization.
fn is_in_the_way(op: &Operation, claim: &WorkClaim, work: WorkAddress<'_>) -> bool {
    claim.subject == work.subject
        && claim.kind.is_about_organization() == work.kind.is_about_organization()
        && op.signed_in_id() != Some(&claim.holder)
}

/// Ends the actor's claim on work that was decided.
async fn end_own_claim(op: &Operation, conn: impl Conn, work: WorkAddress<'_>) -> Result<()> {
    if let Some(own) = op.signed_in_id() {
        work_claims::release(conn, work, own).await?;
    }
    Ok(())
}

/// Ends the actor's claims on all work about these people or organizations.
pub(crate) async fn end_own_claims(
    op: &Operation,
    conn: impl Conn,
    subjects: WorkSubjects<'_>,
) -> Result<()> {
    if let Some(own) = op.signed_in_id() {
        work_claims::release_all(conn, subjects, own).await?;
    }
    Ok(())
}

/// Moves the actor's claims on all work about a person, whose open work moves, to another person.
pub(crate) async fn move_own_claims(op: &Operation, tx: &mut Tx, people: [&AccountId; 2]) -> Result<()> {
    if let Some(own) = op.signed_in_id() {
        work_claims::move_to_person(tx, people, own).await?;
    }
    Ok(())
}
