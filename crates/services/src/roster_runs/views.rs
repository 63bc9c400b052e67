//! Runs as their sponsors see them.

use domain::roster_runs::{KeptReason, MemberChange};
use domain::{Account, AccountId, OrganizationId, RosterRunId};
use store::groups::Group;
use store::roster_runs::{RemovedPerson, RosterRun, RunMember};
use store::roster_tags::RosterTag;

use super::plan::{PlannedUndo, UndoAction, UndoFacts};
use super::undo::count_actions;
use super::{MAX_SHOWN_PEOPLE, find_run, require_manager, require_undoable};
use crate::{Operation, PageRequest, Result, RowPosition, Rows};

#[derive(Debug, Clone)]
pub struct RunView {
    pub run: RosterRun,
    /// The first [`MAX_SHOWN_PEOPLE`]; nobody once the time to undo the run is over.
    pub people: Vec<RunPerson>,
    /// What undoing would do. `None` if the run can no longer be undone.
    pub preview: Option<UndoPreview>,
    /// The roster tags of the organization, which states name by their identifiers.
    pub tags: Vec<RosterTag>,
    /// The groups of the organization, which states name by their identifiers.
    pub groups: Vec<Group>,
}

#[derive(Debug, Clone)]
pub struct RunPerson {
    pub account: AccountId,
    /// The name as others see it.
    pub name: String,
    pub change: MemberChange,
    /// Data that undoing has left unchanged or, if the run can be undone, would leave.
    pub kept: Vec<KeptReason>,
}

/// What undoing a run would do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndoPreview {
    /// Number of members whose fields would have their values from before.
    pub changed: u64,
    /// Number of removed members who would have their place again.
    pub restored: u64,
    /// Number of added members who would be removed.
    pub removed: u64,
    /// Number of members some of whose data would stay unchanged.
    pub kept: u64,
}

/// A page of an organization's runs, by time.
///
/// # Errors
/// `RECORD_NOT_FOUND` for those who do not manage the members.
pub async fn list(
    op: &Operation,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), String>,
) -> Result<Rows<RowPosition<String>, RosterRun>> {
    require_manager(op, organization)?;
    let total = store::roster_runs::count(op.db(), organization).await?;
    let rows = store::roster_runs::page(op.db(), organization, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A page of the people who were removed from an organization and can still be restored, by time.
///
/// # Errors
/// `RECORD_NOT_FOUND` for those who do not manage the members.
pub async fn list_removed(
    op: &Operation,
    organization: &OrganizationId,
    page_request: PageRequest<'_, (), String>,
) -> Result<Rows<RowPosition<String>, RemovedPerson>> {
    require_manager(op, organization)?;
    let total = store::roster_runs::count_removed(op.db(), organization, op.now).await?;
    let rows = store::roster_runs::list_removed_page(op.db(), organization, page_request, op.now).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// One run with what it has changed, and what undoing it would do. The audit records who is shown.
///
/// # Errors
/// `RECORD_NOT_FOUND` as for [`undo`](super::undo()).
pub async fn get(op: &Operation, organization: &OrganizationId, run: &RosterRunId) -> Result<RunView> {
    let run = find_run(op, op.db(), organization, run).await?;
    let is_undoable = require_undoable(&run, op.now).is_ok();
    // The preview needs everybody.
    let limit = if is_undoable { u32::MAX } else { u32::try_from(MAX_SHOWN_PEOPLE).unwrap_or(u32::MAX) };
    let mut members = store::roster_runs::list_members(op.db(), &run.id, limit).await?;
    let ids: Vec<AccountId> = members.iter().map(|member| member.account.clone()).collect();
    let accounts = store::accounts::get_by_ids(op.db(), &ids).await?;
    let mut names: Vec<String> = members
        .iter()
        .map(|member| accounts.get(&member.account).map(Account::display_name).unwrap_or_default())
        .collect();
    let preview = if is_undoable {
        let facts = UndoFacts::read(op.db(), organization, &members, accounts).await?;
        let plan = facts.plan(&members);
        let preview = UndoPreview::from_plan(&plan);
        for (member, undo) in members.iter_mut().zip(plan) {
            member.kept = undo.kept;
        }
        Some(preview)
    } else {
        None
    };
    members.truncate(MAX_SHOWN_PEOPLE);
    names.truncate(MAX_SHOWN_PEOPLE);
    let tags = store::roster_tags::list(op.db(), organization).await?;
    let groups = store::groups::list(op.db(), organization).await?;
    op.record_reads(members.iter().map(|member| &member.account)).await?;
    let people = members.into_iter().zip(names).map(|(member, name)| RunPerson::from_member(member, name));
    Ok(RunView { run, people: people.collect(), preview, tags, groups })
}

impl UndoPreview {
    fn from_plan(plan: &[PlannedUndo]) -> Self {
        Self {
            changed: count_actions(plan, |action| matches!(action, UndoAction::Change(_))),
            restored: count_actions(plan, |action| matches!(action, UndoAction::Restore(_))),
            removed: count_actions(plan, |action| matches!(action, UndoAction::Remove(_))),
            kept: plan.iter().filter(|undo| !undo.kept.is_empty()).count() as u64,
        }
    }
}

impl RunPerson {
    fn from_member(member: RunMember, name: String) -> Self {
        let change = match (member.before, member.after) {
            (None, Some(after)) => MemberChange::Created { after },
            (Some(before), Some(after)) => MemberChange::from_states(before, after),
            (_, None) => MemberChange::Removed,
        };
        Self { account: member.account, name, change, kept: member.kept }
    }
}
