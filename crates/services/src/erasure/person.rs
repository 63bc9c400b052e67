//! Erasing a person.

use domain::erasure::{self, ErasureObstacle, ErasureReason, ErasureReport};
use domain::{Account, AccountId, AuditedAct, Organization};
use holdings::erasure::{ErasureOrder, erase_person, lock_person};
use store::Conn;
use store::erasures::{self, Erasure, ErasureHold};

use super::{ErasureOutcome, write_journal};
use crate::accounts::find_managed;
use crate::organizations::find_of_account;
use crate::work::{WorkClaim, WorkSubjects, end_own_claims, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

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
    pub erasure: Option<Erasure>,
    /// The claim of somebody else on work about the person. `None` if nobody else has taken any.
    pub other_claim: Option<WorkClaim>,
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
    let organization = find_of_account(op, &account).await?;
    let rules = &op.settings().retention;
    let report = erasures::describe_erasure(op.db(), &account.id, rules, op.now).await?;
    let state = ErasureState::read(op.db(), &account.id).await?;
    let obstacle = state.find_obstacle(&account, organization.as_ref());
    let ErasureState { hold, erasure } = state;
    let people = [account.id.as_str()];
    let other_claim = find_other_claim_about(op, op.db(), WorkSubjects::People(&people)).await?;
    Ok(PersonPreview { account, organization, report, hold, obstacle, erasure, other_claim })
}

/// Erases a person, for good: the person leaves the organization, every sign-in ends, and everything goes
/// that no rule keeps. Documents are removed by a job. The staff member's claims on work about the person
/// end.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn erase(op: &Operation, person: &str) -> Result<ErasureOutcome<PersonPreview>> {
    op.require_membership_staff()?;
    let id = find_managed(op, person).await?.id;
    let mut tx = op.db().begin().await?;
    let locked = lock_person(&mut tx, &id).await?.ok_or(ErrorKey::UserNotFound)?;
    let merged = locked.merged.iter().map(|account| account.id.clone());
    let ids: Vec<AccountId> = [id.clone()].into_iter().chain(merged).collect();
    let people: Vec<&str> = ids.iter().map(AccountId::as_str).collect();
    if let Some(claim) = find_other_claim_about(op, &mut tx, WorkSubjects::People(&people)).await? {
        return Ok(ErasureOutcome::Claimed(claim));
    }
    let state = ErasureState::read(&mut tx, &id).await?;
    if state.find_obstacle(&locked.account, locked.organization.as_ref()).is_some() {
        tx.rollback().await?;
        return Ok(ErasureOutcome::Refused(Box::new(preview(op, person).await?)));
    }
    op.record_change(&mut tx, AuditedAct::EraseAccount, &id).await?;
    let order = ErasureOrder {
        reason: ErasureReason::Request,
        erased: op.now,
        by: op.signed_in_id(),
        parent: None,
        rules: &op.settings().retention,
    };
    let erasure = erase_person(&mut tx, locked, order).await?;
    end_own_claims(op, &mut tx, WorkSubjects::People(&people)).await?;
    tx.commit().await?;
    tracing::info!(account = %id, by = op.log_name(), erasure = erasure.id, "a person was erased");
    write_journal(op).await;
    Ok(ErasureOutcome::Begun(erasure))
}

struct ErasureState {
    hold: Option<ErasureHold>,
    erasure: Option<Erasure>,
}

impl ErasureState {
    async fn read(mut conn: impl Conn, account: &AccountId) -> Result<Self> {
        let hold = erasures::get_hold(&mut conn, account).await?;
        Ok(Self { hold, erasure: erasures::find_of_account(&mut conn, account).await? })
    }

    /// The reason why the person may not be erased. `None` if nothing forbids it.
    fn find_obstacle(
        &self,
        account: &Account,
        organization: Option<&Organization>,
    ) -> Option<ErasureObstacle> {
        if self.erasure.is_some() {
            return Some(ErasureObstacle::AlreadyErased);
        }
        let held = self.hold.is_some().then_some(ErasureObstacle::Held);
        erasure::find_account_obstacle(account, organization).or(held)
    }
}
