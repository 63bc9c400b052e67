//! Checks of the proofs that people submit.

use std::collections::{BTreeSet, HashMap};

use domain::staff_decisions::{DeclineReason, MAX_REMARK_CHARS, ProofOutcome};
use domain::work::WorkKind;
use domain::{Account, AccountId, AuditedAct, DisabilityType, ProofSource};
use store::Tx;
use store::proof_decisions::{self, ProofDecision};
use store::proofs::{DatedProof, Submission};
use store::work_claims::{WorkAddress, WorkClaim};

use super::{DecisionOutcome, end_own_claim, find_other_claim};
use crate::accounts::{find_managed, list_display_names, lock_managed};
use crate::values::Text;
use crate::{ErrorKey, Fault, Field, Operation, Result};

/// The proofs of a person, as staff check them.
#[derive(Debug, Clone)]
pub struct ProofCheck {
    pub owner: Account,
    /// The active proofs, newest first.
    pub proofs: Vec<DatedProof>,
    /// What the person submitted, newest first.
    pub submissions: Vec<Submission>,
    /// True if something that was submitted waits for a decision.
    pub is_open: bool,
    /// Decisions so far, newest first; at most 50.
    pub decisions: Vec<ProofDecision>,
    /// Number of submissions and decisions so far.
    pub event_count: u64,
    /// Display names of those who decided.
    pub names: HashMap<AccountId, String>,
    /// The claim of somebody else. `None` if nobody else has taken it.
    pub other_claim: Option<WorkClaim>,
}

/// The proofs of a person with the kinds of disabilities. The audit records that they were read.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn open_proofs(op: &Operation, id: &AccountId) -> Result<ProofCheck> {
    op.require_membership_staff()?;
    let owner = find_managed(op, id.as_str()).await?;
    op.record_reads([&owner.id]).await?;
    let db = op.db();
    let id = &owner.id;
    // Counted first: what comes in while the rest is read makes the page outdated.
    let event_count = proof_decisions::count_events(db, id).await?;
    let decisions = proof_decisions::list_for_account(db, id).await?;
    let deciders = decisions.iter().filter_map(|decision| decision.decided_by.as_ref());
    let names = list_display_names(op, deciders).await?;
    Ok(ProofCheck {
        proofs: store::proofs::list_dated(db, id).await?,
        submissions: store::proofs::list_submissions(db, id).await?,
        is_open: proof_decisions::has_open_submission(db, id).await?,
        names,
        other_claim: find_other_claim(op, db, address(&owner)).await?,
        decisions,
        event_count,
        owner,
    })
}

fn address(owner: &Account) -> WorkAddress<'_> {
    WorkAddress { kind: WorkKind::Proof, subject: owner.id.as_str() }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofVerdict {
    /// The library has a proof of these disabilities from now on.
    Accept {
        kinds: BTreeSet<DisabilityType>,
        source: ProofSource,
    },
    /// The person is asked for more; the remark says what.
    AskForMore,
    Decline(DeclineReason),
}

impl ProofVerdict {
    fn outcome(&self) -> ProofOutcome {
        match self {
            Self::Accept { .. } => ProofOutcome::Accepted,
            Self::AskForMore => ProofOutcome::MoreNeeded,
            Self::Decline(_) => ProofOutcome::Declined,
        }
    }
}

/// A decision on what a person has submitted.
#[derive(Debug, Clone)]
pub struct VerdictRequest {
    pub verdict: ProofVerdict,
    /// A remark for the person.
    pub remark: Option<Text<MAX_REMARK_CHARS>>,
    /// Number of submissions and decisions that the page showed.
    pub events_before: u64,
}

/// Decides on everything that a person has submitted. A proof that came on paper can be accepted without a
/// submission.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `MISSING_PARAMETER` if no disability is accepted, or nobody
/// says what more is needed.
pub async fn decide_proof(
    op: &Operation,
    id: &AccountId,
    request: VerdictRequest,
) -> Result<DecisionOutcome> {
    op.require_membership_staff()?;
    check_request(&request)?;
    let mut tx = op.db().begin().await?;
    let owner = lock_managed(op, &mut tx, id.as_str()).await?;
    if let Some(claim) = find_other_claim(op, &mut tx, address(&owner)).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let is_open = proof_decisions::has_open_submission(&mut tx, &owner.id).await?;
    let is_accepted = request.verdict.outcome() == ProofOutcome::Accepted;
    let events = proof_decisions::count_events(&mut tx, &owner.id).await?;
    if events != request.events_before || !(is_open || is_accepted) {
        return Ok(DecisionOutcome::DecidedBefore);
    }
    apply_verdict(op, &mut tx, &owner, &request.verdict).await?;
    let reason = match request.verdict {
        ProofVerdict::Decline(reason) => Some(reason),
        ProofVerdict::Accept { .. } | ProofVerdict::AskForMore => None,
    };
    let decision = ProofDecision {
        decided: op.now,
        decided_by: op.signed_in_id().cloned(),
        outcome: request.verdict.outcome(),
        reason,
        remark: request.remark.map(|remark| remark.0),
    };
    proof_decisions::record(&mut tx, &owner.id, &decision).await?;
    end_own_claim(op, &mut tx, address(&owner)).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}

fn check_request(request: &VerdictRequest) -> Result<()> {
    match &request.verdict {
        ProofVerdict::Accept { kinds, .. } if kinds.is_empty() => {
            Err(Fault::new(ErrorKey::MissingParameter, Field::DisabilityType, "is required").into())
        }
        ProofVerdict::AskForMore if request.remark.is_none() => {
            Err(Fault::new(ErrorKey::MissingParameter, Field::Notes, "is required").into())
        }
        ProofVerdict::Accept { .. } | ProofVerdict::AskForMore | ProofVerdict::Decline(_) => Ok(()),
    }
}

/// Writes what follows from a verdict.
async fn apply_verdict(op: &Operation, tx: &mut Tx, owner: &Account, verdict: &ProofVerdict) -> Result<()> {
    let act = match verdict {
        ProofVerdict::Accept { kinds, source } => {
            store::proofs::add_all(&mut *tx, &owner.id, kinds, *source, op.now).await?;
            AuditedAct::AddProof
        }
        ProofVerdict::AskForMore => AuditedAct::AskForProof,
        ProofVerdict::Decline(_) => AuditedAct::DeclineProof,
    };
    op.record_change(tx, act, &owner.id).await
}

/// The decision that the member should know of: what they submitted was declined, or does not suffice yet,
/// and they have not submitted anything since.
///
/// # Errors
/// `FORBIDDEN` for users who are not individual members.
pub async fn find_own_answer(op: &Operation) -> Result<Option<ProofDecision>> {
    op.require_individual_member()?;
    Ok(proof_decisions::find_answer(op.db(), op.account_id()?).await?)
}
