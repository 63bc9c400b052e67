//! A sponsor asks to become the primary contact of their organization, because the present one has left
//! (docs/rules/organizations.md#rule-18). Staff decide ([`crate::work::decide_hand_over`]).

use domain::hand_overs::HandOver;
use domain::{Account, AuditedAct};

pub use domain::hand_overs::MAX_REASON_CHARS;

use crate::faults::require_note;
use crate::queries::find_if_some;
use crate::{ErrorKey, Operation, Result};

/// The primary contact of the sponsor's organization, and the request that waits.
#[derive(Debug, Clone)]
pub struct ContactView {
    pub organization_name: String,
    /// `None` if there is no primary contact.
    pub contact: Option<Account>,
    /// True if the caller is the primary contact.
    pub is_contact: bool,
    /// The request that waits, with its author. `None` if there is none.
    pub waiting: Option<(HandOver, Account)>,
    pub is_own: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOutcome {
    /// Staff decide on it.
    Requested,
    /// A request waits already.
    AskedBefore,
}

/// Shows the primary contact, and the request that waits.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn view(op: &Operation) -> Result<ContactView> {
    let sponsor = op.require_sponsor()?;
    let organization = sponsor.organization;
    let contact = organization.primary_contact.as_ref();
    let contact = find_if_some(contact.map(|id| store::accounts::get(op.db(), id))).await?;
    let waiting = store::hand_overs::find_waiting(op.db(), &organization.id).await?;
    Ok(ContactView {
        organization_name: organization.name.clone(),
        contact: contact.filter(|account| !account.deleted),
        is_contact: sponsor.is_primary_contact(),
        is_own: waiting.as_ref().is_some_and(|(request, _)| request.requested_by == sponsor.account.id),
        waiting,
    })
}

/// Asks for the hand-over of the organization to the caller. At most one request of an organization waits.
///
/// # Errors
/// `NOT_SPONSOR`; `OPERATION_NOT_ALLOWED` for the primary contact; `MISSING_PARAMETER` without a reason,
/// `INVALID_PARAMETER` for one that is too long.
pub async fn request(op: &Operation, reason: &str) -> Result<RequestOutcome> {
    let sponsor = op.require_sponsor()?;
    let reason = require_note::<MAX_REASON_CHARS>(reason)?;
    let mut tx = op.db().begin().await?;
    let organization = sponsor.lock_organization(&mut tx).await?;
    if organization.is_led_by(sponsor.account) {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    // Nobody sees a request of an account that was closed meanwhile, or merged into another one.
    let own = store::accounts::get(&mut tx, &sponsor.account.id).await?;
    if own.is_none_or(|own| own.deleted || !own.is_sponsor_of(&organization.id)) {
        return Err(ErrorKey::NotSponsor.into());
    }
    store::hand_overs::remove_orphan(&mut tx, &organization.id).await?;
    let new = HandOver {
        id: 0,
        organization: organization.id,
        requested_by: sponsor.account.id.clone(),
        reason,
        requested: op.now,
        decision: None,
    };
    if !store::hand_overs::insert(&mut tx, &new).await? {
        return Ok(RequestOutcome::AskedBefore);
    }
    op.commit_change(tx, AuditedAct::RequestHandOver, &new.organization).await?;
    Ok(RequestOutcome::Requested)
}

/// Withdraws the caller's own request. False if none waits any more.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn withdraw(op: &Operation) -> Result<bool> {
    let sponsor = op.require_sponsor()?;
    let mut tx = op.db().begin().await?;
    let organization = sponsor.lock_organization(&mut tx).await?;
    let is_withdrawn = store::hand_overs::withdraw(&mut tx, &organization.id, &sponsor.account.id).await?;
    if is_withdrawn {
        op.record_change(&mut tx, AuditedAct::WithdrawHandOver, &organization.id).await?;
    }
    tx.commit().await?;
    Ok(is_withdrawn)
}
