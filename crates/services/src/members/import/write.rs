//! Writes an import: a few statements for every few hundred rows.

use std::collections::{BTreeSet, HashMap};

use domain::roster_runs::{MemberChange, MemberState};
use domain::{Account, AccountId, AuditedAct, DisabilityType, OrganizationId, ProofSource, RosterRunId};
use jiff::Timestamp;
use store::Tx;
use store::groups::NewGroup;
use store::proofs::Proof;

use super::PreparedPassword;
use super::groups::{GroupChange, index_by_source};
use super::plan::{ImportPlan, RowAction};
use crate::accounts::user_exists_on_conflict;
use crate::proofs::refresh_submissions;
use crate::roster_runs::{NewRosterRun, compare_groups, record_run};
use crate::{Operation, Result};

/// Writes a plan, compared with the members `known`, and records it as a run. Returns `None` if nobody
/// changes. A user name that somebody else has taken meanwhile is `USER_EXISTS`.
pub(crate) async fn write_as_run(
    op: &Operation,
    tx: &mut Tx,
    run: &NewRosterRun<'_>,
    (plan, known): (&ImportPlan, &[(Account, Vec<Proof>)]),
    passwords: &HashMap<usize, PreparedPassword>,
) -> Result<Option<RosterRunId>> {
    write_plan(tx, plan, passwords, op.now).await.map_err(user_exists_on_conflict)?;
    let reproved = plan.actions.iter().filter_map(|action| match action {
        RowAction::Change(change) if !(change.added.is_empty() && change.removed.is_empty()) => {
            Some(&change.account.id)
        }
        _ => None,
    });
    refresh_submissions(op, tx, &reproved.collect()).await?;
    let groups = write_groups(op, tx, run.organization, plan).await?;
    let changes = list_changes(plan, known, &groups);
    if changes.is_empty() {
        return Ok(None);
    }
    record_run(op, tx, run, &changes).await.map(Some)
}

/// Writes what a plan says; rows that are refused change nothing. `passwords` are those of the rows that sign
/// in, by place.
async fn write_plan(
    tx: &mut Tx,
    plan: &ImportPlan,
    passwords: &HashMap<usize, PreparedPassword>,
    now: Timestamp,
) -> store::Result<()> {
    let (mut new, mut changed, mut sign_ins) = (Vec::new(), Vec::new(), Vec::<(&Account, &str)>::new());
    let (mut proved, mut withdrawn) = (Vec::new(), Vec::new());
    for (place, action) in plan.actions.iter().enumerate() {
        match action {
            RowAction::Create(created) => {
                let account = &created.account;
                new.push((account, account.username.as_ref().and_then(|_| password_hash(passwords, place))));
                proved.extend(created.disabilities.iter().map(|kind| (&account.id, *kind, created.source)));
            }
            RowAction::Change(change) => {
                let account = &change.account;
                changed.push(account);
                sign_ins.extend(
                    password_hash(passwords, place).filter(|_| change.signs_in).map(|hash| (account, hash)),
                );
                let source = ProofSource::SchoolVerified;
                proved.extend(change.added.iter().map(|kind| (&account.id, *kind, source)));
                withdrawn.extend(change.removed.iter().map(|kind| (&account.id, *kind)));
            }
            RowAction::Keep(_) | RowAction::Refuse(_) => {}
        }
    }
    store::accounts::insert_many(tx, &new).await?;
    store::accounts::update_many(tx, &changed, &sign_ins).await?;
    store::proofs::remove_verified(tx, &withdrawn).await?;
    store::proofs::add_many(tx, &proved, now).await
}

/// The groups of a member before and after.
type ChangedGroups = (BTreeSet<i64>, BTreeSet<i64>);

/// Writes what a plan does with the groups of members: a few statements for every few hundred. Returns the
/// groups of those who change, by place of the row. A group whose only members are refused is not made.
async fn write_groups(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    plan: &ImportPlan,
) -> Result<HashMap<usize, ChangedGroups>> {
    let meant = plan.actions.iter().enumerate();
    let meant =
        meant.filter_map(|(place, action)| Some((place, action.member()?, plan.groups.change(place)?)));
    let meant: Vec<(usize, &AccountId, &GroupChange)> = meant.collect();
    let new: BTreeSet<usize> = meant.iter().flat_map(|(_, _, change)| &change.joins_new).copied().collect();
    let new_ids = add_groups(op, tx, organization, plan, &new).await?;
    let (mut joins, mut leaves, mut changed) = (Vec::new(), Vec::new(), HashMap::new());
    for (place, member, change) in meant {
        let joined_new = change.joins_new.iter().filter_map(|place| new_ids.get(place));
        let joined: BTreeSet<i64> = change.joins.iter().chain(joined_new).copied().collect();
        joins.extend(joined.iter().map(|group| (*group, member)));
        leaves.extend(change.leaves.iter().map(|group| (*group, member)));
        let staying = change.before.difference(&change.leaves).copied();
        changed.insert(place, (change.before.clone(), staying.chain(joined).collect()));
    }
    store::groups::remove_members(tx, &leaves).await?;
    store::groups::add_members(tx, &joins).await?;
    Ok(changed)
}

/// Adds these new groups of a plan, and returns their identifiers: two statements.
async fn add_groups(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    plan: &ImportPlan,
    places: &BTreeSet<usize>,
) -> Result<HashMap<usize, i64>> {
    let new: Vec<(usize, &NewGroup)> =
        places.iter().filter_map(|place| Some((*place, plan.groups.new_groups.get(*place)?))).collect();
    if new.is_empty() {
        return Ok(HashMap::new());
    }
    let records: Vec<NewGroup> = new.iter().map(|(_, group)| NewGroup::clone(group)).collect();
    store::groups::add_many(tx, organization, &records, op.now).await?;
    op.record_change(tx, AuditedAct::CreateGroup, organization).await?;
    let stored = store::groups::list(&mut *tx, organization).await?;
    let by_source = index_by_source(&stored);
    let id = |(place, group): &(usize, &NewGroup)| {
        let id = by_source.get(&(group.origin, group.source.as_deref()?))?;
        Some((*place, *id))
    };
    Ok(new.iter().filter_map(id).collect())
}

/// The changes that a plan makes of members, as a run records them. `stored_members` are the members before,
/// `groups` those of members who join or leave some, by place of the row.
fn list_changes(
    plan: &ImportPlan,
    stored_members: &[(Account, Vec<Proof>)],
    groups: &HashMap<usize, ChangedGroups>,
) -> Vec<(AccountId, MemberChange)> {
    let stored_members: HashMap<&AccountId, &(Account, Vec<Proof>)> =
        stored_members.iter().map(|member| (&member.0.id, member)).collect();
    let change = |(place, action): (usize, &RowAction)| match action {
        RowAction::Create(new) => {
            let is_verified = new.source == ProofSource::SchoolVerified;
            let verified = if is_verified { new.disabilities.clone() } else { BTreeSet::new() };
            let (_, joined) = groups.get(&place).cloned().unwrap_or_default();
            let after = MemberState::from_account(&new.account, verified).with_groups(joined);
            Some((new.account.id.clone(), MemberChange::Created { after }))
        }
        RowAction::Change(change) => {
            let (account, proofs) = stored_members.get(&change.account.id)?;
            let verified = proofs.iter().filter(|proof| proof.source == ProofSource::SchoolVerified);
            let verified: BTreeSet<DisabilityType> = verified.map(|proof| proof.kind).collect();
            let mut verified_after = verified.clone();
            verified_after.extend(&change.added);
            verified_after.retain(|kind| !change.removed.contains(kind));
            let (groups_before, groups_after) = groups.get(&place).cloned().unwrap_or_default();
            let before = MemberState::from_account(account, verified).with_groups(groups_before);
            let after = MemberState::from_account(&change.account, verified_after).with_groups(groups_after);
            Some((change.account.id.clone(), MemberChange::from_states(before, after)))
        }
        RowAction::Keep(id) => {
            let (groups_before, groups_after) = groups.get(&place).cloned()?;
            let (account, _) = stored_members.get(id)?;
            Some((id.clone(), compare_groups(account, groups_before, groups_after)))
        }
        RowAction::Refuse(_) => None,
    };
    plan.actions.iter().enumerate().filter_map(change).collect()
}

/// The hash of the password of a row that signs in.
fn password_hash(passwords: &HashMap<usize, PreparedPassword>, place: usize) -> Option<&str> {
    passwords.get(&place).map(|prepared| prepared.hash.as_str())
}
