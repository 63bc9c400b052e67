//! Disabilities that the school has verified: marking members, and taking marks back.

use std::collections::BTreeSet;

use domain::roster_runs::{MemberChange, MemberState, RosterRunKind};
use domain::{Account, AccountId, DisabilityType, ProofSource, RosterRunId};
use store::Tx;

use crate::proofs::refresh_submissions;
use crate::roster_runs::record_own_run;
use crate::{Operation, Result};

/// Records the school's proof of a disability for members who have no proof of it, as one run. The
/// organization and then the accounts must have been locked. A few statements for every 500 people.
pub(super) async fn mark_members(
    op: &Operation,
    tx: &mut Tx,
    kind: DisabilityType,
    members: &[Account],
) -> Result<RosterRunId> {
    let changes = list_mark_changes(tx, members, |disabilities| {
        disabilities.insert(kind);
    })
    .await?;
    let new: Vec<(&AccountId, DisabilityType, ProofSource)> =
        members.iter().map(|account| (&account.id, kind, ProofSource::SchoolVerified)).collect();
    store::proofs::add_many(tx, &new, op.now).await?;
    record_marks(op, tx, &changes).await
}

/// Withdraws the school's proof of a disability, as [`mark_members`] records it.
pub(super) async fn unmark_members(
    op: &Operation,
    tx: &mut Tx,
    kind: DisabilityType,
    members: &[Account],
) -> Result<RosterRunId> {
    let changes = list_mark_changes(tx, members, |disabilities| {
        disabilities.remove(&kind);
    })
    .await?;
    let old: Vec<(&AccountId, DisabilityType)> = members.iter().map(|account| (&account.id, kind)).collect();
    store::proofs::remove_verified(tx, &old).await?;
    record_marks(op, tx, &changes).await
}

/// The changes of members whose disabilities change, as a run records them.
async fn list_mark_changes(
    tx: &mut Tx,
    members: &[Account],
    change: impl Fn(&mut BTreeSet<DisabilityType>),
) -> Result<Vec<(AccountId, MemberChange)>> {
    let ids: Vec<AccountId> = members.iter().map(|account| account.id.clone()).collect();
    let verified = store::proofs::list_verified(tx, &ids).await?;
    let compare = |account: &Account| {
        let verified_before = verified.get(&account.id).cloned().unwrap_or_default();
        let mut verified_after = verified_before.clone();
        change(&mut verified_after);
        let before = MemberState::from_account(account, verified_before);
        let after = MemberState::from_account(account, verified_after);
        (account.id.clone(), MemberChange::from_states(before, after))
    };
    Ok(members.iter().map(compare).collect())
}

/// Closes or opens what the members have submitted, and records the run.
async fn record_marks(
    op: &Operation,
    tx: &mut Tx,
    changes: &[(AccountId, MemberChange)],
) -> Result<RosterRunId> {
    let people: BTreeSet<&AccountId> = changes.iter().map(|(id, _)| id).collect();
    refresh_submissions(op, tx, &people).await?;
    record_own_run(op, tx, RosterRunKind::Disability, changes).await
}
