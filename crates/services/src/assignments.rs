//! Titles that sponsors and membership staff assign to others (docs/rules/organizations.md#rule-1).

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use domain::accounts::{Account, Role};
use domain::assignments::{can_be_assigned, may_assign, may_assign_to};
use domain::ids::{AccountId, TitleId};
use store::Tx;

use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::{FromCaller, SignedIn};
use crate::rows::{PageRequest, RowPosition, Rows};
use crate::titles::{find_visible, view_page};
use crate::views::TitleView;

pub use store::assignments::{Assignment, AssignmentSort};

/// A sponsor or membership staff; `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct Assigner(pub SignedIn);

impl FromCaller for Assigner {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if may_assign(&user.reader.account) { Ok(Self(user)) } else { Err(ErrorKey::Forbidden.into()) }
    }
}

impl Deref for Assigner {
    type Target = SignedIn;

    fn deref(&self) -> &SignedIn {
        &self.0
    }
}

/// A member of an organization, who can have titles assigned; `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct Assignee(pub SignedIn);

impl FromCaller for Assignee {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if user.has_role(Role::OrganizationMember) { Ok(Self(user)) } else { Err(ErrorKey::Forbidden.into()) }
    }
}

#[derive(Debug, Clone)]
pub struct AssignedTitle {
    /// The title, as the caller sees it.
    pub title: TitleView,
    pub assignment: Assignment,
    /// The account that assigned it. `None` if no account did, or if it is gone.
    pub assigned_by: Option<Arc<Account>>,
}

/// A page of the titles that are assigned to the user.
pub async fn list_own(
    library: &Library,
    Assignee(user): &Assignee,
    part: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    list_assigned(library, user, user.id(), part).await
}

/// A page of the titles that are assigned to the account with this identifier or user name: a member of the
/// sponsor's organization, or an account of the staff's site; `USER_NOT_FOUND` for all others
/// (docs/rules/organizations.md#rule-1).
pub async fn list(
    library: &Library,
    user: &Assigner,
    name: &str,
    part: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let member = find_member(library, user, name).await?;
    list_assigned(library, user, &member.id, part).await
}

async fn find_member(library: &Library, user: &Assigner, name: &str) -> Result<Account> {
    let account = store::accounts::by_identifier(&library.db, name).await?;
    let theirs = account.filter(|account| may_assign_to(&user.reader.account, account));
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// A page of the titles that are assigned to an account, as the user sees them: five statements.
async fn list_assigned(
    library: &Library,
    user: &SignedIn,
    account: &AccountId,
    part: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let total = store::assignments::count(&library.db, account).await?;
    let rows = store::assignments::page(&library.db, account, part).await?;
    let Rows { items, next, previous, total } = Rows::from_part_rows(rows, &part, total);
    Ok(Rows { items: view_assigned_titles(library, &user.caller, items).await?, next, previous, total })
}

/// The titles of assignments, with who assigned them: three statements.
async fn view_assigned_titles(
    library: &Library,
    caller: &Caller,
    assignments: Vec<Assignment>,
) -> Result<Vec<AssignedTitle>> {
    let assigners: Vec<AccountId> = assignments.iter().filter_map(|a| a.assigned_by.clone()).collect();
    let assigners = store::accounts::get_many(&library.db, &assigners).await?;
    let assigners: HashMap<AccountId, Arc<Account>> =
        assigners.into_iter().map(|account| (account.id.clone(), Arc::new(account))).collect();
    let ids: Vec<TitleId> = assignments.iter().map(|a| a.title).collect();
    let titles = view_page(library, caller, &ids).await?;
    let mut by_id: HashMap<TitleId, Assignment> = assignments.into_iter().map(|a| (a.title, a)).collect();
    let assigned = |title: TitleView| {
        let assignment = by_id.remove(&title.item.id)?;
        let assigned_by = assignment.assigned_by.as_ref().and_then(|id| assigners.get(id)).cloned();
        Some(AssignedTitle { title, assignment, assigned_by })
    };
    Ok(titles.into_iter().filter_map(assigned).collect())
}

/// Assigns a title; a second assignment changes nothing. Returns a page of the titles that are assigned to
/// the account.
///
/// # Errors
/// `USER_NOT_FOUND`; `TITLE_NOT_FOUND` if the caller does not see the title or the account cannot have it.
pub async fn assign(
    library: &Library,
    user: &Assigner,
    name: &str,
    title: TitleId,
    part: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let member = find_member(library, user, name).await?;
    let title = find_visible(library, &user.caller, title).await?;
    if !can_be_assigned(&title, &member) {
        return Err(ErrorKey::TitleNotFound.into());
    }
    let mut tx = library.db.begin().await?;
    lock_assignee(&mut tx, user, &member.id).await?;
    store::assignments::assign(&mut tx, &member.id, title.id, Some(user.id()), user.request_time()).await?;
    tx.commit().await?;
    list_assigned(library, user, &member.id, part).await
}

/// Removes an assigned title: `USER_NOT_FOUND`, `TITLE_NOT_FOUND`. Returns a page of the remaining ones.
pub async fn unassign(
    library: &Library,
    user: &Assigner,
    name: &str,
    title: TitleId,
    part: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Rows<RowPosition<i64>, AssignedTitle>> {
    let member = find_member(library, user, name).await?;
    if !store::assignments::unassign(&library.db, &member.id, title).await? {
        return Err(ErrorKey::TitleNotFound.into());
    }
    list_assigned(library, user, &member.id, part).await
}

/// Locks the account until the transaction ends: nothing is assigned to a person who is leaving the
/// organization.
async fn lock_assignee(tx: &mut Tx, user: &Assigner, id: &AccountId) -> Result<()> {
    let account = store::accounts::get_for_update(tx, id).await?;
    let theirs = account.filter(|account| may_assign_to(&user.reader.account, account));
    theirs.map(drop).ok_or_else(|| ErrorKey::UserNotFound.into())
}
