//! Changes of a reading list, and of one's subscription of it.

use domain::change::set_if_given;
use domain::lists::ListAccess;
use domain::{Account, ReadingList};

use super::{ListView, get, lock_visible, org_list_requires_sponsor, require_allowed};
use crate::{Change, ErrorKey, Faults, Operation, Result};

/// Changes of a list; `None` keeps a field.
#[derive(Debug, Clone)]
pub struct ListChange {
    pub name: Option<String>,
    pub description: Change<String>,
    /// The list's access; only sponsors turn a list into their organization's.
    pub access: Option<ListAccess>,
}

/// Changes name, description and access.
///
/// # Errors
/// The faults of the request; `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub async fn change(op: &Operation, id: &str, change: ListChange, faults: Faults) -> Result<ListView> {
    let account = op.account()?;
    let mut tx = op.db().begin().await?;
    // What is wrong with the request is reported before a missing permission, too.
    let (mut list, mut faults) = faults.report_before(lock_visible(op, &mut tx, id).await)?;
    let allowed = require_allowed(list.is_edited_by(account));
    let before = list.access;
    change.apply_to(&mut list, account, &mut faults);
    faults.into_result()?;
    allowed?;
    list.updated = list.updated.max(op.now);
    store::lists::update(&mut tx, &list).await?;
    if list.access != before {
        store::lists::end_unseen_subscriptions(&mut tx, &list).await?;
    }
    tx.commit().await?;
    get(op, id).await
}

/// Deletes a list: `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub async fn remove(op: &Operation, id: &str) -> Result<()> {
    let mut tx = op.db().begin().await?;
    let list = lock_visible(op, &mut tx, id).await?;
    require_allowed(list.is_edited_by(op.account()?))?;
    store::lists::remove(&mut tx, id).await?;
    Ok(tx.commit().await?)
}

/// Subscribes the user to another person's list, or ends the subscription: `LIST_NOT_FOUND`, `OWN_LIST`.
pub async fn set_subscribed(op: &Operation, id: &str, subscribed: bool) -> Result<ListView> {
    let mut tx = op.db().begin().await?;
    let list = lock_visible(op, &mut tx, id).await?;
    if list.is_owned_by(op.account()?) {
        return Err(ErrorKey::OwnList.into());
    }
    store::lists::set_subscribed(&mut tx, id, op.account_id()?, subscribed, op.now).await?;
    tx.commit().await?;
    get(op, id).await
}

impl ListChange {
    fn apply_to(self, list: &mut ReadingList, by: &Account, faults: &mut Faults) {
        set_if_given(&mut list.name, self.name);
        match self.description {
            Change::Keep => {}
            Change::Clear => list.description = String::new(),
            Change::Set(text) => list.description = text,
        }
        if let Some(access) = self.access
            && !list.set_access(access, by)
        {
            faults.push(org_list_requires_sponsor());
        }
    }
}
