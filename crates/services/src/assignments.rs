//! Titles that sponsors and membership staff assign to others (docs/rules/organizations.md#rule-1).

use std::collections::HashMap;
use std::sync::Arc;

use domain::assignments::{can_be_assigned, may_assign_to};
use domain::{Account, AccountId, AuditedAct, TitleId};
use store::Tx;

use crate::titles::{find_visible, view_page};
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, TitleView};

pub use store::assignments::{Assignment, AssignmentSort};

#[derive(Debug, Clone)]
pub struct AssignedTitle {
    /// The title, as the caller sees it.
    pub title: TitleView,
    pub assignment: Assignment,
    /// The account that assigned it. `None` if no account did, or if it is gone.
    pub assigned_by: Option<Arc<Account>>,
}

pub async fn list_own(
    op: &Operation,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    op.require_organization_member()?;
    list_assigned(op, op.account_id()?, page_request).await
}

/// A page of the titles that are assigned to the account with this identifier or user name: a member of the
/// sponsor's organization, or an account of the staff's site; `USER_NOT_FOUND` for all others
/// (docs/rules/organizations.md#rule-1).
pub async fn list(
    op: &Operation,
    name: &str,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    op.require_assigner()?;
    let member = find_member(op, name).await?;
    list_assigned(op, &member.id, page_request).await
}

async fn find_member(op: &Operation, name: &str) -> Result<Account> {
    let own = op.require_assigner()?;
    let account = store::accounts::find_by_identifier(op.db(), name).await?;
    let theirs = account.filter(|account| may_assign_to(own, account));
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// A page of the titles that are assigned to an account, as the user sees them: five statements.
async fn list_assigned(
    op: &Operation,
    account: &AccountId,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let total = store::assignments::count(op.db(), account).await?;
    let rows = store::assignments::page(op.db(), account, page_request).await?;
    let Rows { items, next, previous, total } = Rows::from_part_rows(rows, &page_request, total);
    Ok(Rows { items: view_assigned_titles(op, items).await?, next, previous, total })
}

/// The titles of assignments, with who assigned them: three statements.
async fn view_assigned_titles(op: &Operation, assignments: Vec<Assignment>) -> Result<Vec<AssignedTitle>> {
    let assigners: Vec<AccountId> = assignments.iter().filter_map(|a| a.assigned_by.clone()).collect();
    let assigners = store::accounts::get_many(op.db(), &assigners).await?;
    let assigners: HashMap<AccountId, Arc<Account>> =
        assigners.into_iter().map(|account| (account.id.clone(), Arc::new(account))).collect();
    let ids: Vec<TitleId> = assignments.iter().map(|a| a.title).collect();
    let titles = view_page(op, &ids).await?;
    let mut by_id: HashMap<TitleId, Assignment> = assignments.into_iter().map(|a| (a.title, a)).collect();
    let assigned = |title: TitleView| {
        let assignment = by_id.remove(&title.item.id)?;
        let assigned_by = assignment.assigned_by.as_ref().and_then(|id| assigners.get(id)).cloned();
        Some(AssignedTitle { title, assignment, assigned_by })
    };
    Ok(titles.into_iter().filter_map(assigned).collect())
}

/// The title that a person gets, or loses.
#[derive(Debug, Clone, Copy)]
pub struct AssignmentRequest<'a> {
    /// The person's identifier or user name.
    pub person: &'a str,
    pub title: TitleId,
}

/// Assigns a title; a second assignment changes nothing. Returns a page of the titles that are assigned to
/// the account.
///
/// # Errors
/// `USER_NOT_FOUND`; `TITLE_NOT_FOUND` if the caller does not see the title or the account cannot have it.
pub async fn assign(
    op: &Operation,
    request: AssignmentRequest<'_>,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let member = assign_title(op, request).await?;
    list_assigned(op, &member, page_request).await
}

/// Assigns a title as [`assign`] does, and returns the account.
pub(crate) async fn assign_title(op: &Operation, request: AssignmentRequest<'_>) -> Result<AccountId> {
    op.require_assigner()?;
    let member = find_member(op, request.person).await?;
    let title = find_visible(op, request.title).await?;
    if !can_be_assigned(&title, &member) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    let mut tx = op.db().begin().await?;
    lock_assignee(op, &mut tx, &member.id).await?;
    store::assignments::assign(&mut tx, &member.id, title.id, Some(op.account_id()?), op.now).await?;
    op.commit_change(tx, AuditedAct::AssignTitle, &member.id).await?;
    Ok(member.id)
}

/// Removes an assigned title: `USER_NOT_FOUND`, `TITLE_NOT_FOUND`. Returns a page of the remaining ones.
pub async fn unassign(
    op: &Operation,
    request: AssignmentRequest<'_>,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    op.require_assigner()?;
    let member = find_member(op, request.person).await?;
    let mut tx = op.db().begin().await?;
    if !store::assignments::unassign(&mut tx, &member.id, request.title).await? {
        return Err(ErrorKey::TitleNotFound.into());
    }
    op.commit_change(tx, AuditedAct::UnassignTitle, &member.id).await?;
    list_assigned(op, &member.id, page_request).await
}

/// Locks the account until the transaction ends: nothing is assigned to a person who is leaving the
/// organization.
async fn lock_assignee(op: &Operation, tx: &mut Tx, id: &AccountId) -> Result<()> {
    let own = op.require_assigner()?;
    let account = store::accounts::get_for_update(tx, id).await?;
    let theirs = account.filter(|account| may_assign_to(own, account));
    theirs.map(drop).ok_or_else(|| ErrorKey::UserNotFound.into())
}
