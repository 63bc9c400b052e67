//! Reading lists (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-1). `domain::lists` says who may do
//! what; a list that the user does not see does not exist: `LIST_NOT_FOUND`.

mod change;
mod create;
pub mod members;
pub mod titles;

use domain::{Account, ReadingList};
use store::Tx;

pub use change::{ListChange, change, remove, set_subscribed};
pub use create::{NewList, create, create_for, create_with_id};
pub use store::lists::{ListScope, ListSort, ListView, TitleSort};

use crate::accounts::find_managed;
use crate::{ErrorKey, Fault, Field, Operation, PageRequest, Result, RowPosition, Rows};

#[derive(Debug, Clone, Copy)]
pub struct OwnedLists<'a> {
    pub owner: &'a Account,
    /// Which lists, relative to the owner.
    pub scope: ListScope<'a>,
}

/// A page of the lists of an account: two statements.
pub async fn list(
    op: &Operation,
    lists: OwnedLists<'_>,
    page_request: PageRequest<'_, ListSort, String>,
) -> Result<Rows<RowPosition<String>, ListView>> {
    let OwnedLists { owner, scope } = lists;
    let total = store::lists::count(op.db(), owner, scope).await?;
    let rows = store::lists::page(op.db(), owner, scope, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A page of the lists that the owner of an account sees, for membership staff, and the account. Lists of
/// other sites are for administrators only (docs/rules/lists.md#rule-7).
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn list_for_account(
    op: &Operation,
    name: &str,
    page_request: PageRequest<'_, ListSort, String>,
) -> Result<(Account, Rows<RowPosition<String>, ListView>)> {
    op.require_membership_staff()?;
    let owner = find_managed(op, name).await?;
    let scope = if op.sees_every_site() { ListScope::Mine } else { ListScope::MineOnSite };
    let lists = list(op, OwnedLists { owner: &owner, scope }, page_request).await?;
    Ok((owner, lists))
}

/// A list as the user sees it: `LIST_NOT_FOUND`.
pub async fn get(op: &Operation, id: &str) -> Result<ListView> {
    let account = op.account()?;
    let view = store::lists::get_view(op.db(), id, account).await?;
    let seen = view.filter(|view| view.list.is_seen_by(account, view.is_member));
    seen.ok_or_else(|| ErrorKey::ListNotFound.into())
}

/// A list that the user sees, locked until the transaction ends, so that the rules are applied to what is
/// changed.
async fn lock_visible(op: &Operation, tx: &mut Tx, id: &str) -> Result<ReadingList> {
    let list = store::lists::get_for_update(&mut *tx, id).await?.ok_or(ErrorKey::ListNotFound)?;
    let is_member = store::lists::is_member(&mut *tx, id, op.account_id()?).await?;
    if list.is_seen_by(op.account()?, is_member) { Ok(list) } else { Err(ErrorKey::ListNotFound.into()) }
}

/// `OPERATION_NOT_ALLOWED` for a verb that the list does not allow the user (docs/rules/access.md#rule-23).
fn require_allowed(allowed: bool) -> Result<()> {
    if allowed { Ok(()) } else { Err(ErrorKey::OperationNotAllowed.into()) }
}

/// The fault of an org list that somebody other than a sponsor makes (docs/rules/lists.md#rule-1).
fn org_list_requires_sponsor() -> Fault {
    Fault::new(
        ErrorKey::InvalidParameter,
        Field::Access,
        "only sponsors can make a list of their organization",
    )
}
