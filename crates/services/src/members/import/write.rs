//! Writes an import: a few statements for every few hundred rows.

use std::collections::{BTreeSet, HashMap};

use domain::accounts::Account;
use domain::ids::{AccountId, RosterRunId};
use domain::proofs::{DisabilityType, ProofSource};
use domain::roster_runs::{MemberChange, MemberState};
use jiff::Timestamp;
use store::Tx;
use store::proofs::Proof;

use super::PreparedPassword;
use super::plan::{Action, Plan};
use crate::accounts::user_exists_on_conflict;
use crate::error::Result;
use crate::operation::Operation;
use crate::roster_runs::{NewRosterRun, record_run};

/// Writes a plan, compared with the members `known`, and records it as a run. Returns `None` if nobody
/// changes. A user name that somebody else has taken meanwhile is `USER_EXISTS`.
pub(crate) async fn write_as_run(
    op: &Operation,
    tx: &mut Tx,
    run: &NewRosterRun<'_>,
    (plan, known): (&Plan, &[(Account, Vec<Proof>)]),
    passwords: &HashMap<usize, PreparedPassword>,
) -> Result<Option<RosterRunId>> {
    write_plan(tx, plan, passwords, op.now).await.map_err(user_exists_on_conflict)?;
    let changes = list_changes(plan, known);
    if changes.is_empty() {
        return Ok(None);
    }
    record_run(op, tx, run, &changes).await.map(Some)
}

/// Writes what a plan says; rows that are refused change nothing. `passwords` are those of the rows that sign
/// in, by place.
async fn write_plan(
    tx: &mut Tx,
    plan: &Plan,
    passwords: &HashMap<usize, PreparedPassword>,
    now: Timestamp,
) -> store::Result<()> {
    let (mut new, mut changed, mut sign_ins) = (Vec::new(), Vec::new(), Vec::<(&Account, &str)>::new());
    let (mut proved, mut withdrawn) = (Vec::new(), Vec::new());
    for (place, action) in plan.actions.iter().enumerate() {
        match action {
            Action::Create(created) => {
                let account = &created.account;
                new.push((account, account.username.as_ref().and_then(|_| password_hash(passwords, place))));
                proved.extend(created.disabilities.iter().map(|kind| (&account.id, *kind, created.source)));
            }
            Action::Change(change) => {
                let account = &change.account;
                changed.push(account);
                sign_ins.extend(
                    password_hash(passwords, place).filter(|_| change.signs_in).map(|hash| (account, hash)),
                );
                let source = ProofSource::SchoolVerified;
                proved.extend(change.added.iter().map(|kind| (&account.id, *kind, source)));
                withdrawn.extend(change.removed.iter().map(|kind| (&account.id, *kind)));
            }
            Action::Keep(_) | Action::Refuse(_) => {}
        }
    }
    store::accounts::insert_many(tx, &new).await?;
    store::accounts::update_many(tx, &changed, &sign_ins).await?;
    store::proofs::remove_verified(tx, &withdrawn).await?;
    store::proofs::add_many(tx, &proved, now).await
}

/// The changes that a plan makes of members, as a run records them. `known` are the members before.
fn list_changes(plan: &Plan, known: &[(Account, Vec<Proof>)]) -> Vec<(AccountId, MemberChange)> {
    let known: HashMap<&AccountId, &(Account, Vec<Proof>)> =
        known.iter().map(|member| (&member.0.id, member)).collect();
    let change = |action: &Action| match action {
        Action::Create(new) => {
            let is_verified = new.source == ProofSource::SchoolVerified;
            let verified = if is_verified { new.disabilities.clone() } else { BTreeSet::new() };
            let after = MemberState::from_account(&new.account, verified);
            Some((new.account.id.clone(), MemberChange::Created { after }))
        }
        Action::Change(change) => {
            let (account, proofs) = known.get(&change.account.id)?;
            let verified = proofs.iter().filter(|proof| proof.source == ProofSource::SchoolVerified);
            let verified: BTreeSet<DisabilityType> = verified.map(|proof| proof.kind).collect();
            let mut verified_after = verified.clone();
            verified_after.extend(&change.added);
            verified_after.retain(|kind| !change.removed.contains(kind));
            let before = MemberState::from_account(account, verified);
            let after = MemberState::from_account(&change.account, verified_after);
            Some((change.account.id.clone(), MemberChange::Changed { before, after }))
        }
        Action::Keep(_) | Action::Refuse(_) => None,
    };
    plan.actions.iter().filter_map(change).collect()
}

/// The hash of the password of a row that signs in.
fn password_hash(passwords: &HashMap<usize, PreparedPassword>, place: usize) -> Option<&str> {
    passwords.get(&place).map(|prepared| prepared.hash.as_str())
}
