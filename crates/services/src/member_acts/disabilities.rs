//! Disabilities that the school has verified: marking members, and taking marks back.

use std::collections::BTreeSet;

use domain::roster_runs::{MemberChange, MemberState, RosterRunKind};
use domain::{Account, AccountId, DisabilityType, ProofSource, RosterRunId};
use store::Tx;

use crate::proofs::refresh_submissions;
use crate::roster_runs::record_own_run;
use crate::{Operation, Result};

/// Records the school's proof of a disability for members who have no proof of it, or withdraws it, as one
/// run. The organization and then the accounts must have been locked. A few statements for every 500 people.
pub(super) async fn change_marks(
    op: &Operation,
    tx: &mut Tx,
    kind: DisabilityType,
    members: &[Account],
    marks: bool,
) -> Result<RosterRunId> {
    let ids: Vec<AccountId> = members.iter().map(|account| account.id.clone()).collect();
    let verified = store::proofs::list_verified(&mut *tx, &ids).await?;
    let compare = |account: &Account| {
        let verified_before = verified.get(&account.id).cloned().unwrap_or_default();
        let mut verified_after = verified_before.clone();
        if marks {
            verified_after.insert(kind);
        } else {
            verified_after.remove(&kind);
        }
        let before = MemberState::from_account(account, verified_before);
        let after = MemberState::from_account(account, verified_after);
        (account.id.clone(), MemberChange::from_states(before, after))
    };
    let changes: Vec<(AccountId, MemberChange)> = members.iter().map(compare).collect();
    if marks {
        let new: Vec<(&AccountId, DisabilityType, ProofSource)> =
            ids.iter().map(|id| (id, kind, ProofSource::SchoolVerified)).collect();
        store::proofs::add_many(tx, &new, op.now).await?;
    } else {
        let old: Vec<(&AccountId, DisabilityType)> = ids.iter().map(|id| (id, kind)).collect();
        store::proofs::remove_verified(tx, &old).await?;
    }
    // Closes or opens what the members have submitted.
    let people: BTreeSet<&AccountId> = ids.iter().collect();
    refresh_submissions(op, tx, &people).await?;
    record_own_run(op, tx, RosterRunKind::Disability, &changes).await
}
