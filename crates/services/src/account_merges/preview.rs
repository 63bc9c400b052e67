//! What a merge of two accounts would do.

use std::collections::BTreeMap;

use domain::account_merges::{
    MergeObstacle, MergedNoun, find_obstacle, have_other_birth_dates, merge_accounts,
};
use domain::{Account, AccountId, Organization};
use jiff::Timestamp;
use store::account_merges::{self, MergeCounts};

use crate::organizations::find_of_account;
use crate::work::{WorkClaim, WorkSubjects, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone)]
pub struct MergePreview {
    pub kept: MergeSide,
    pub closed: MergeSide,
    /// Numbers of records of each kind, without those that neither account has.
    pub counts: BTreeMap<MergedNoun, MergeCounts>,
    /// True if the place in an organization moves.
    pub moves_place: bool,
    /// True if a school manages the kept account, and will not after the merge: its password must be changed.
    pub ends_school_sign_in: bool,
    /// True if the accounts have different birth dates, so that staff have to confirm the merge.
    pub has_other_birth_dates: bool,
    /// Why the accounts are not merged. `None` if nothing forbids it.
    pub obstacle: Option<MergeObstacle>,
    /// The claim of somebody else on work about one of them. `None` if nobody else has taken any.
    pub other_claim: Option<WorkClaim>,
}

#[derive(Debug, Clone)]
pub struct MergeSide {
    pub account: Account,
    /// `None` for people without one.
    pub organization: Option<Organization>,
    /// The last sign-in that is still stored. `None` if there is none.
    pub last_sign_in: Option<Timestamp>,
}

/// Shows two accounts side by side, and what a merge would move. The audit records that both were read,
/// because proofs are counted. Without `keep` the one that signed in last stays, or else the first.
///
/// # Errors
/// `USER_NOT_FOUND` unless both are on sites that the staff member manages.
pub async fn preview(
    op: &Operation,
    accounts: [&AccountId; 2],
    keep: Option<&AccountId>,
) -> Result<MergePreview> {
    op.require_membership_staff()?;
    let [first, second] = [find(op, accounts[0]).await?, find(op, accounts[1]).await?];
    op.record_reads([&first.id, &second.id]).await?;
    let sign_ins = store::staff::list_last_sign_ins(op.db(), &[&first.id, &second.id]).await?;
    let keeps_second = match keep {
        Some(keep) => *keep == second.id,
        None => sign_ins.get(&second.id) > sign_ins.get(&first.id),
    };
    let (kept, closed) = if keeps_second { (second, first) } else { (first, second) };
    let mut counts = account_merges::count_rows(op.db(), [&kept.id, &closed.id]).await?;
    counts.retain(|_, count| *count != MergeCounts::default());
    let side = |account: Account, organization| MergeSide {
        last_sign_in: sign_ins.get(&account.id).copied(),
        organization,
        account,
    };
    let people = [kept.id.as_str(), closed.id.as_str()];
    let other_claim = find_other_claim_about(op, op.db(), WorkSubjects::People(&people)).await?;
    let (of_kept, of_closed) = (find_of_account(op, &kept).await?, find_of_account(op, &closed).await?);
    let merged = merge_accounts(&kept, &closed).kept;
    Ok(MergePreview {
        counts,
        moves_place: merged.membership != kept.membership,
        ends_school_sign_in: kept.is_managed_by_sponsors() && !merged.is_managed_by_sponsors(),
        has_other_birth_dates: have_other_birth_dates(&kept, &closed),
        obstacle: find_obstacle(&kept, &closed, of_closed.as_ref()),
        other_claim,
        kept: side(kept, of_kept),
        closed: side(closed, of_closed),
    })
}

/// An account on a site that the staff member manages; closed ones too.
async fn find(op: &Operation, id: &AccountId) -> Result<Account> {
    let account = store::accounts::get(op.db(), id).await?;
    let theirs = account.filter(|account| op.manages_membership(&account.site));
    Ok(theirs.ok_or(ErrorKey::UserNotFound)?)
}
