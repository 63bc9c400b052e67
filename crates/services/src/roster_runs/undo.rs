//! Undoing a run.

use domain::roster_runs::{KeptReason, RosterRunKind};
use domain::{Account, AccountId, AuditedAct, OrganizationId, ProofSource, RosterRunId};
use store::Tx;
use store::roster_runs::{RosterRun, RunMember};

use super::plan::{PlannedUndo, UndoAction, UndoFacts};
use super::{find_run, remove_with_snapshot, require_manager, require_undoable};
use crate::accounts::user_exists_on_conflict;
use crate::proofs::refresh_submissions;
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone)]
pub struct UndoResult {
    /// Number of members whose fields have their values from before again.
    pub changed: u64,
    /// Number of removed members who have their place again.
    pub restored: u64,
    /// Number of members whom the run added and who are removed again.
    pub removed: u64,
    /// The run that removed these, which can be undone itself. `None` if there are none.
    pub removal: Option<RosterRunId>,
    /// Data that stays unchanged, with the reasons.
    pub kept: Vec<KeptMember>,
}

/// A member some of whose data stays unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptMember {
    pub account: AccountId,
    /// The name as others see it.
    pub name: String,
    pub reasons: Vec<KeptReason>,
}

/// Undoes a run of an organization in one transaction: fields get their values from before unless they were
/// edited since, removed members come back with what was deleted with them, and added members go again unless
/// somebody has worked with them since. Classes that it made and that are empty now are deleted. A run is
/// undone once, within 30 days.
///
/// # Errors
/// `RECORD_NOT_FOUND` for other organizations' runs and for those who do not manage the members;
/// `OPERATION_NOT_ALLOWED` if it was undone before or is too old; `USER_EXISTS` if somebody takes a user name
/// at the same moment.
pub async fn undo(op: &Operation, organization: &OrganizationId, run: &RosterRunId) -> Result<UndoResult> {
    require_manager(op, organization)?;
    let mut tx = op.db().begin().await?;
    // The organization is always locked before the people in it.
    let locked = store::organizations::get_for_update(&mut tx, organization).await?;
    let organization = locked.ok_or(ErrorKey::RecordNotFound)?.id;
    let found = find_run(op, &mut tx, &organization, run).await?;
    require_undoable(&found, op.now)?;
    let members = store::roster_runs::list_members(&mut tx, run, u32::MAX).await?;
    let ids: Vec<AccountId> = members.iter().map(|member| member.account.clone()).collect();
    let accounts = store::accounts::get_by_ids_for_update(&mut tx, &ids).await?;
    // Again under the locks: nothing of the run is left of somebody who was erased since.
    let members = store::roster_runs::list_members(&mut tx, run, u32::MAX).await?;
    let facts = UndoFacts::read(&mut tx, &organization, &members, accounts).await?;
    let plan = facts.plan(&members);
    let removal = write_plan(op, &mut tx, &organization, &members, &plan).await?;
    if found.kind == RosterRunKind::Import {
        delete_empty_classes(op, &mut tx, &found).await?;
    }
    let kept_reasons: Vec<(i64, Vec<KeptReason>)> = plan
        .iter()
        .filter(|undo| !undo.kept.is_empty())
        .map(|undo| (undo.position, undo.kept.clone()))
        .collect();
    store::roster_runs::mark_undone(&mut tx, run, op.signed_in_id(), &kept_reasons, op.now).await?;
    // Those who are removed again are recorded with the run that removes them.
    let is_changed =
        |undo: &&PlannedUndo| matches!(undo.action, UndoAction::Change(_) | UndoAction::Restore(_));
    let changed: Vec<AccountId> = plan.iter().filter(is_changed).map(|undo| undo.account.clone()).collect();
    op.record_changes(&mut tx, AuditedAct::UndoRosterRun, &changed).await?;
    tx.commit().await?;
    Ok(UndoResult {
        changed: count_actions(&plan, |action| matches!(action, UndoAction::Change(_))),
        restored: count_actions(&plan, |action| matches!(action, UndoAction::Restore(_))),
        removed: count_actions(&plan, |action| matches!(action, UndoAction::Remove(_))),
        removal,
        kept: plan.into_iter().filter_map(KeptMember::from_plan).collect(),
    })
}

/// Deletes the classes that an import made and that are empty now.
async fn delete_empty_classes(op: &Operation, tx: &mut Tx, run: &RosterRun) -> Result<()> {
    // A run and the groups that it made have one time.
    if store::groups::delete_empty_classes(&mut *tx, &run.organization, run.made).await? > 0 {
        op.record_change(tx, AuditedAct::DeleteGroup, &run.organization).await?;
    }
    Ok(())
}

/// Counts the members for whom something of this kind is done.
pub(super) fn count_actions(plan: &[PlannedUndo], is_meant: fn(&UndoAction) -> bool) -> u64 {
    plan.iter().filter(|undo| is_meant(&undo.action)).count() as u64
}

impl KeptMember {
    /// The member, if something of it stays.
    pub(super) fn from_plan(undo: PlannedUndo) -> Option<Self> {
        let PlannedUndo { account, name, kept, .. } = undo;
        (!kept.is_empty()).then_some(Self { account, name, reasons: kept })
    }
}

/// Writes what the plan says: a few statements for every 500 members. Returns the run that removes the added
/// members, if there are any.
async fn write_plan(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    members: &[RunMember],
    plan: &[PlannedUndo],
) -> Result<Option<RosterRunId>> {
    let (mut written, mut snapshots): (Vec<&Account>, Vec<_>) = (Vec::new(), Vec::new());
    let (mut proved, mut withdrawn, mut signed_out) = (Vec::new(), Vec::new(), Vec::new());
    let (mut joins, mut leaves): (Vec<(i64, &AccountId)>, Vec<_>) = (Vec::new(), Vec::new());
    let mut removed: Vec<Account> = Vec::new();
    for (undo, member) in plan.iter().zip(members) {
        match &undo.action {
            UndoAction::Nothing => {}
            UndoAction::Change(change) => {
                written.push(&change.account);
                let source = ProofSource::SchoolVerified;
                proved.extend(change.added.iter().map(|kind| (&undo.account, *kind, source)));
                withdrawn.extend(change.removed.iter().map(|kind| (&undo.account, *kind)));
                signed_out.extend(change.loses_sign_in.then_some(&undo.account));
                joins.extend(change.joins.iter().map(|group| (*group, &undo.account)));
                leaves.extend(change.leaves.iter().map(|group| (*group, &undo.account)));
            }
            UndoAction::Remove(account) => removed.push(Account::clone(account)),
            UndoAction::Restore(account) => {
                written.push(account);
                snapshots.extend(member.snapshot.as_ref());
            }
        }
    }
    // Before the others: they may take user names that become free.
    let removal = if removed.is_empty() {
        None
    } else {
        Some(remove_with_snapshot(op, tx, organization, removed).await?)
    };
    store::accounts::update_records(tx, &written).await.map_err(user_exists_on_conflict)?;
    store::passwords::clear_many(tx, &signed_out, op.now).await?;
    store::proofs::remove_verified(tx, &withdrawn).await?;
    store::proofs::add_many(tx, &proved, op.now).await?;
    let reproved =
        proved.iter().map(|(account, ..)| *account).chain(withdrawn.iter().map(|(account, _)| *account));
    refresh_submissions(op, tx, &reproved.collect()).await?;
    store::groups::remove_members(tx, &leaves).await?;
    store::groups::add_members(tx, &joins).await?;
    store::removed_members::restore(tx, organization, &snapshots, op.now).await?;
    Ok(removal)
}
