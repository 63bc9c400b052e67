//! Claims: a staff member takes work, for two hours.

use store::Tx;
use store::work_claims::{self, WorkAddress};

use super::find_other_claim;
use crate::{Operation, Result, accounts, organizations};

/// Takes work for the staff member, or prolongs the member's own claim. Returns false if somebody else has
/// it, or other work about the same person or organization.
///
/// # Errors
/// `USER_NOT_FOUND`, `ORGANIZATION_NOT_FOUND`; `OPERATION_NOT_ALLOWED` for accounts that only administrators
/// change.
pub async fn claim_work(op: &Operation, work: WorkAddress<'_>) -> Result<bool> {
    op.require_membership_staff()?;
    let holder = op.account_id()?;
    // Locked, so that only one of two people who concurrently claim different work about one subject gets it.
    let mut tx = op.db().begin().await?;
    let subject = lock_subject(op, &mut tx, work).await?;
    let work = WorkAddress { subject: &subject, ..work };
    if find_other_claim(op, &mut tx, work).await?.is_some() {
        return Ok(false);
    }
    let is_taken = work_claims::take(&mut tx, work, holder, op.now).await?;
    tx.commit().await?;
    Ok(is_taken)
}

/// Ends the staff member's own claim. Returns false if the member has none.
pub async fn release_work(op: &Operation, work: WorkAddress<'_>) -> Result<bool> {
    op.require_membership_staff()?;
    Ok(work_claims::release(op.db(), work, op.account_id()?).await?)
}

/// Locks the person or the organization, on a site that the staff member manages, and returns its identifier.
async fn lock_subject(op: &Operation, tx: &mut Tx, work: WorkAddress<'_>) -> Result<String> {
    if work.kind.is_about_organization() {
        Ok(organizations::lock_managed(op, tx, work.subject).await?.id.to_string())
    } else {
        Ok(accounts::lock_managed(op, tx, work.subject).await?.id.to_string())
    }
}
