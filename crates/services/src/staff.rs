//! The library's staff, whose roles administrators and the operator give and take
//! (docs/rules/access.md#rule-28).

use domain::Account;
use domain::staff_roles::{StaffRole, find_giving_obstacle, find_taking_obstacle};
use jiff::Timestamp;

pub use domain::staff_roles::StaffRoleObstacle;

use crate::accounts::{end_sponsors_sign_ins, end_staff_work, find_managed, lock_managed};
use crate::{ErrorKey, Operation, Result, sites};

/// A person as the pages about staff show one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMember {
    pub account: Account,
    pub site_name: String,
    /// The last sign-in that is still stored. `None` if there is none.
    pub last_sign_in: Option<Timestamp>,
}

/// Result of giving or taking a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleOutcome {
    Changed,
    /// The person has the role already, or does not have it.
    Unchanged,
    Refused(StaffRoleObstacle),
}

/// Everybody with a role of staff, on every site, by name.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn list(op: &Operation) -> Result<Vec<StaffMember>> {
    op.require_administrator()?;
    let accounts = store::staff::list(op.db()).await?;
    let ids: Vec<_> = accounts.iter().map(|account| &account.id).collect();
    let mut sign_ins = store::staff::list_last_sign_ins(op.db(), &ids).await?;
    let sites = store::sites::list(op.db()).await?;
    let member = |account: Account| StaffMember {
        last_sign_in: sign_ins.remove(&account.id),
        site_name: sites::find_name(&sites, &account.site),
        account,
    };
    Ok(accounts.into_iter().map(member).collect())
}

/// A person who may get a role or lose one, by identifier, user name or email address.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `USER_NOT_FOUND` for closed accounts, too.
pub async fn get(op: &Operation, person: &str) -> Result<StaffMember> {
    op.require_administrator()?;
    let account = find_managed(op, person).await?;
    if account.deleted {
        return Err(ErrorKey::UserNotFound.into());
    }
    let last_sign_in = store::staff::list_last_sign_ins(op.db(), &[&account.id]).await?.remove(&account.id);
    let site = store::sites::get(op.db(), &account.site).await?;
    let site_name = site.map_or_else(|| account.site.to_string(), |site| site.name);
    Ok(StaffMember { account, site_name, last_sign_in })
}

/// Gives a person a role, next to those that the person has. Sponsors who knew how the person signs in know
/// it no longer.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `USER_NOT_FOUND`.
pub async fn give_role(op: &Operation, person: &str, role: StaffRole) -> Result<RoleOutcome> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let before = lock_managed(op, &mut tx, person).await?;
    let refusal = match find_giving_obstacle(&before) {
        _ if before.has_role(role.into()) => Some(RoleOutcome::Unchanged),
        obstacle => obstacle.map(RoleOutcome::Refused),
    };
    if let Some(refusal) = refusal {
        tx.rollback().await?;
        return Ok(refusal);
    }
    let mut account = before.clone();
    account.roles.insert(role.into());
    store::accounts::update(&mut tx, &account).await?;
    end_sponsors_sign_ins(op, &mut tx, [&before, &account]).await?;
    op.commit_change(tx, role.give_act(), &account.id).await?;
    tracing::info!(account = %account.id, %role, by = op.log_name(), "a role of staff is given");
    Ok(RoleOutcome::Changed)
}

/// Takes a role away from a person. Somebody who is not staff any more is signed out everywhere, and has no
/// claims on work.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `USER_NOT_FOUND`.
pub async fn take_role(op: &Operation, person: &str, role: StaffRole) -> Result<RoleOutcome> {
    op.require_administrator()?;
    let id = find_managed(op, person).await?.id;
    let mut tx = op.db().begin().await?;
    // All administrators are locked, so that two of them who take each other's role do not both succeed.
    let mut ids = store::staff::list_administrators(&mut tx).await?;
    ids.push(id.clone());
    let locked = store::accounts::get_by_ids_for_update(&mut tx, &ids).await?;
    let before = locked.get(&id).filter(|account| !account.deleted).ok_or(ErrorKey::UserNotFound)?;
    let refusal = match find_taking_obstacle(before, role, op.signed_in_id(), locked.values()) {
        _ if !before.has_role(role.into()) => Some(RoleOutcome::Unchanged),
        obstacle => obstacle.map(RoleOutcome::Refused),
    };
    if let Some(refusal) = refusal {
        tx.rollback().await?;
        return Ok(refusal);
    }
    let mut account = before.clone();
    domain::staff_roles::take_role(&mut account, role);
    store::accounts::update(&mut tx, &account).await?;
    end_staff_work(op, &mut tx, [before, &account]).await?;
    op.commit_change(tx, role.take_act(), &id).await?;
    tracing::info!(account = %id, %role, by = op.log_name(), "a role of staff is taken away");
    Ok(RoleOutcome::Changed)
}
