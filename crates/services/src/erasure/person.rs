//! Erasing a person.

use domain::accounts::Account;
use domain::audit::{AuditSubject, AuditedAct};
use domain::erasure::{self, ErasureObstacle, ErasureReason, ErasureReport};
use domain::organizations::Organization;
use holdings::erasure::{ErasureOrder, erase_person, lock_person};
use store::Conn;
use store::erasures::{self, Erasure, ErasureHold};

use super::{ErasureOutcome, write_journal};
use crate::accounts::find_managed;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::operation::Operation;

/// What an erasure of a person would do.
#[derive(Debug, Clone)]
pub struct PersonPreview {
    pub account: Account,
    /// The organization that the person would leave.
    pub organization: Option<Organization>,
    /// Records that would go, and those that would be kept for a time.
    pub report: ErasureReport,
    pub hold: Option<ErasureHold>,
    /// Why the person is not erased now.
    pub obstacle: Option<ErasureObstacle>,
    /// The erasure, if the person was erased.
    pub erasure: Option<Erasure>,
}

/// What an erasure of this person would do; the person by identifier, user name or email address, closed
/// accounts by their identifier. The audit records that it was read, because it shows whether there is a
/// proof.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn preview(op: &Operation, person: &str) -> Result<PersonPreview> {
    op.require_membership_staff()?;
    let account = find_managed(op, person).await?;
    op.record_reads([&account.id]).await?;
    let organization = match &account.membership {
        Some(place) => store::organizations::get(op.db(), &place.organization).await?,
        None => None,
    };
    let rules = &op.settings().retention;
    Ok(PersonPreview {
        report: erasures::describe_erasure(op.db(), &account.id, rules, op.now).await?,
        hold: erasures::get_hold(op.db(), &account.id).await?,
        obstacle: find_obstacle(op.db(), &account, organization.as_ref()).await?,
        erasure: erasures::find_of_account(op.db(), &account.id).await?,
        account,
        organization,
    })
}

/// Erases a person, for good: the person leaves the organization, every sign-in ends, and everything goes
/// that no rule keeps. Documents are removed by a job.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn erase(op: &Operation, person: &str) -> Result<ErasureOutcome<PersonPreview>> {
    op.require_membership_staff()?;
    let id = find_managed(op, person).await?.id;
    let mut tx = op.db().begin().await?;
    let locked = lock_person(&mut tx, &id).await?.ok_or(ErrorKey::UserNotFound)?;
    if find_obstacle(&mut tx, &locked.account, locked.organization.as_ref()).await?.is_some() {
        tx.rollback().await?;
        return Ok(ErasureOutcome::Refused(Box::new(preview(op, person).await?)));
    }
    op.record_change(&mut tx, AuditedAct::EraseAccount, AuditSubject::Account(&id)).await?;
    let order = ErasureOrder {
        reason: ErasureReason::Request,
        erased: op.now,
        by: op.signed_in_id(),
        parent: None,
        rules: &op.settings().retention,
    };
    let erasure = erase_person(&mut tx, locked, order).await?;
    tx.commit().await?;
    tracing::info!(account = %id, by = op.log_name(), erasure = erasure.id, "a person was erased");
    write_journal(op).await;
    Ok(ErasureOutcome::Begun(erasure))
}

/// The reason why a person may not be erased. `None` if nothing forbids it.
async fn find_obstacle(
    mut conn: impl Conn,
    account: &Account,
    organization: Option<&Organization>,
) -> Result<Option<ErasureObstacle>> {
    if erasures::find_of_account(&mut conn, &account.id).await?.is_some() {
        return Ok(Some(ErasureObstacle::AlreadyErased));
    }
    if let Some(obstacle) = erasure::find_obstacle(account, organization) {
        return Ok(Some(obstacle));
    }
    let held = erasures::get_hold(&mut conn, &account.id).await?.is_some();
    Ok(held.then_some(ErasureObstacle::Held))
}
