//! Merging one account into another.

use domain::account_merges::{AffiliationChange, have_other_birth_dates, merge_accounts};
use domain::{AccountId, AuditedAct};
use store::account_merges::{self, MergeKey};

use super::lock::{LockedPair, lock_pair};
use super::preview::{MergePreview, preview};
use super::{find_obstacle, refuse};
use crate::accounts::{end_sponsors_sign_ins, user_exists_on_conflict};
use crate::work::{WorkClaim, WorkSubjects, find_other_claim_about, move_own_claims};
use crate::{Operation, Result};

/// A merge that staff order.
#[derive(Debug, Clone, Copy)]
pub struct MergeRequest<'a> {
    pub kept: &'a AccountId,
    pub closed: &'a AccountId,
    /// True if staff know that the person has two birth dates by mistake.
    pub confirms_birth_dates: bool,
}

/// The result of an ordered merge.
#[derive(Debug, Clone)]
pub enum MergeOutcome {
    Merged(MergeKey),
    /// Nothing was done, because another staff member has claimed work about one of them.
    Claimed(WorkClaim),
    /// Nothing was done, because the birth dates are different and nobody has confirmed it.
    Unconfirmed(Box<MergePreview>),
}

/// Merges an account into another one of the same person in one transaction: what can move belongs to the
/// kept account from then on, as the journal notes, and the other account is closed with all of its sign-ins.
/// The staff member's claims on work about it move as well. The number of statements does not grow with what
/// moves.
///
/// # Errors
/// `USER_NOT_FOUND` unless both are on sites that the staff member manages; `OPERATION_NOT_ALLOWED` with the
/// reason if the accounts may not be merged.
pub async fn merge(op: &Operation, request: MergeRequest<'_>) -> Result<MergeOutcome> {
    op.require_membership_staff()?;
    let MergeRequest { kept, closed, confirms_birth_dates } = request;
    let mut tx = op.db().begin().await?;
    let LockedPair { kept, closed, organizations } = lock_pair(op, &mut tx, [kept, closed], None).await?;
    let people = [kept.id.as_str(), closed.id.as_str()];
    if let Some(claim) = find_other_claim_about(op, &mut tx, WorkSubjects::People(&people)).await? {
        return Ok(MergeOutcome::Claimed(claim));
    }
    if let Some(obstacle) = find_obstacle(&kept, &closed, &organizations) {
        return Err(refuse(obstacle));
    }
    if have_other_birth_dates(&kept, &closed) && !confirms_birth_dates {
        // Without the locks, because a preview reads outside of the transaction.
        tx.rollback().await?;
        let shown = preview(op, [&kept.id, &closed.id], Some(&kept.id)).await?;
        return Ok(MergeOutcome::Unconfirmed(Box::new(shown)));
    }
    let pair = [&kept.id, &closed.id];
    let key = account_merges::insert(&mut tx, pair, op.signed_in_id(), op.now).await?;
    let merged = merge_accounts(&kept, &closed);
    account_merges::move_rows(&mut tx, &key).await?;
    move_own_claims(op, &mut tx, [&closed.id, &kept.id]).await?;
    let places = [(&kept, &merged.kept), (&closed, &merged.closed)];
    for (before, after) in places.into_iter().filter(|(before, after)| before != after) {
        let change = AffiliationChange::from_accounts(before, after);
        account_merges::insert_affiliation_change(&mut tx, &key, &before.id, &change).await?;
    }
    store::closing::end_access(&mut tx, &closed.id, op.now).await?;
    // The closed account first: it gives its names free.
    for account in [&merged.closed, &merged.kept] {
        store::accounts::update(&mut tx, account).await.map_err(user_exists_on_conflict)?;
    }
    end_sponsors_sign_ins(op, &mut tx, [&kept, &merged.kept]).await?;
    let ids = [kept.id.clone(), closed.id.clone()];
    op.record_changes(&mut tx, AuditedAct::MergeAccounts, &ids).await?;
    tx.commit().await?;
    tracing::info!(kept = %kept.id, closed = %closed.id, by = op.log_name(), "two accounts were merged");
    Ok(MergeOutcome::Merged(key))
}
