//! Erasing an organization with its people.

use domain::erasure::{ErasedSubject, ErasureNote, ErasureObstacle, ErasureReason};
use domain::{AuditedAct, Organization};
use jobs::erase_organization::{self as erase_job, EraseOrganization};
use store::erasures::{self, Erasure, OrganizationPeople};

use super::{ErasureOutcome, write_journal};
use crate::organizations::{find_managed, lock_managed};
use crate::work::{WorkClaim, WorkSubjects, end_own_claims, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone)]
pub struct OrganizationPreview {
    pub organization: Organization,
    pub people: OrganizationPeople,
    /// Number of people whom holds keep.
    pub held: u64,
    /// Why the organization is not erased now.
    pub obstacle: Option<ErasureObstacle>,
    /// The last erasure, which may be in progress.
    pub erasure: Option<Erasure>,
    /// Another staff member's claim on work about the organization or one of its people, if any.
    pub other_claim: Option<WorkClaim>,
}

/// What an erasure of this organization would do.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`.
pub async fn preview_organization(op: &Operation, id: &str) -> Result<OrganizationPreview> {
    op.require_membership_staff()?;
    let organization = find_managed(op, id).await?;
    let held = erasures::count_held_members(op.db(), &organization.id).await?;
    let erasure = erasures::find_of_organization(op.db(), &organization.id).await?;
    let work = WorkSubjects::WholeOrganization(&organization.id);
    let other_claim = find_other_claim_about(op, op.db(), work).await?;
    Ok(OrganizationPreview {
        people: erasures::count_people(op.db(), &organization.id).await?,
        obstacle: find_obstacle(held, erasure.as_ref()),
        held,
        erasure,
        other_claim,
        organization,
    })
}

/// Erases an organization, for good: its books stop immediately, and a job erases its members and sponsors
/// one after the other, then its rosters, runs and lists. People who are more than that leave it only. The
/// staff member's claims on work about the organization and its people end.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`.
pub async fn erase_organization(op: &Operation, id: &str) -> Result<ErasureOutcome<OrganizationPreview>> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let organization = lock_managed(op, &mut tx, id).await?;
    // Nobody takes work about one of them meanwhile.
    erasures::lock_people(&mut tx, &organization.id).await?;
    let work = WorkSubjects::WholeOrganization(&organization.id);
    if let Some(claim) = find_other_claim_about(op, &mut tx, work).await? {
        return Ok(ErasureOutcome::Claimed(claim));
    }
    let held = erasures::count_held_members(&mut tx, &organization.id).await?;
    let begun = erasures::find_of_organization(&mut tx, &organization.id).await?;
    if find_obstacle(held, begun.as_ref()).is_some() {
        tx.rollback().await?;
        return Ok(ErasureOutcome::Refused(Box::new(preview_organization(op, id).await?)));
    }
    op.record_change(&mut tx, AuditedAct::EraseOrganization, &organization.id).await?;
    let suspended = Organization { suspended: true, can_create_users: false, ..organization.clone() };
    store::organizations::update(&mut tx, &suspended).await?;
    // An erasure that a hold has stopped continues under its number.
    let number = if let Some(begun) = begun {
        begun.id
    } else {
        let note = ErasureNote {
            site: organization.site.clone(),
            subject: ErasedSubject::Organization(organization.id.clone()),
            reason: ErasureReason::Request,
            erased: op.now,
            by: op.signed_in_id().cloned(),
        };
        erasures::begin_organization(&mut tx, &note).await?
    };
    let job = EraseOrganization { erasure: number, organization: organization.id.clone() };
    erase_job::enqueue(&mut tx, &job, op.signed_in_id(), op.now).await?;
    end_own_claims(op, &mut tx, work).await?;
    tx.commit().await?;
    tracing::info!(organization = %organization.id, by = op.log_name(), "an organization is being erased");
    write_journal(op).await;
    let erasure = erasures::get(op.db(), number).await?;
    Ok(ErasureOutcome::Begun(erasure.ok_or(ErrorKey::NotFound)?))
}

/// The reason why an organization may not be erased. `None` if nothing forbids it, or its erasure was not
/// finished.
fn find_obstacle(held: u64, erasure: Option<&Erasure>) -> Option<ErasureObstacle> {
    if erasure.is_some_and(|erasure| erasure.finished.is_some()) {
        return Some(ErasureObstacle::AlreadyErased);
    }
    (held > 0).then_some(ErasureObstacle::HeldMembers)
}
