//! Accounts that may be of the same person: the same name and birth date (docs/rules/memberships.md#rule-18).

use domain::{Account, AccountId, AuditedAct};
use store::distinct_people::{self, Distinction};

pub use store::distinct_people::{MAX_NAMESAKES, Namesake, NamesakeKey};

use crate::queries::{cut_page, sort_unique};
use crate::work::{DecisionOutcome, WorkSubjects, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

pub const GROUPS_PER_PAGE: usize = 50;

#[derive(Debug, Clone)]
pub struct DuplicatePage {
    /// The accounts of each group, oldest first; at most [`MAX_NAMESAKES`].
    pub groups: Vec<Vec<Namesake>>,
    /// The place that the next page begins after. `None` if this is the last page.
    pub next: Option<NamesakeKey>,
}

/// A page of groups of accounts on the sites that the staff member manages that may be of the same person, by
/// name: two statements. The audit records that the accounts were read, because proofs are counted.
pub async fn list(op: &Operation, after: Option<NamesakeKey>) -> Result<DuplicatePage> {
    op.require_membership_staff()?;
    let site = (!op.sees_every_site()).then(|| op.view_site());
    let limit = u32::try_from(GROUPS_PER_PAGE + 1).unwrap_or(u32::MAX);
    let mut keys = distinct_people::list_groups(op.db(), site, &after.unwrap_or_default(), limit).await?;
    let next = cut_page(&mut keys, GROUPS_PER_PAGE, NamesakeKey::clone);
    let people = distinct_people::list_namesakes(op.db(), &keys).await?;
    op.record_reads(people.iter().map(|person| &person.account.id)).await?;
    let groups = people.chunk_by(|one, other| one.key == other.key).map(<[Namesake]>::to_vec);
    Ok(DuplicatePage { groups: groups.collect(), next })
}

/// Remembers that these accounts are of different people: they are not listed together any more. Nothing is
/// remembered if somebody else has taken work about one of them. The staff member's own claims stay, because
/// no work is done by this.
///
/// # Errors
/// `USER_NOT_FOUND` unless all are live accounts on sites that the staff member manages; `BAD_REQUEST` for
/// fewer than two, and for more than a group shows.
pub async fn mark_distinct(op: &Operation, ids: &[AccountId]) -> Result<DecisionOutcome> {
    op.require_membership_staff()?;
    let ids: Vec<AccountId> = sort_unique(ids.iter().cloned());
    if ids.len() < 2 || ids.len() > MAX_NAMESAKES {
        return Err(ErrorKey::BadRequest.into());
    }
    let mut tx = op.db().begin().await?;
    // Locked, so that nothing is remembered of an account that is being closed.
    let accounts = store::accounts::get_by_ids_for_update(&mut tx, &ids).await?;
    let is_theirs = |account: &Account| op.manages_membership(&account.site) && !account.deleted;
    if accounts.len() != ids.len() || !accounts.values().all(is_theirs) {
        return Err(ErrorKey::UserNotFound.into());
    }
    let people: Vec<&str> = ids.iter().map(AccountId::as_str).collect();
    if let Some(claim) = find_other_claim_about(op, &mut tx, WorkSubjects::People(&people)).await? {
        return Ok(DecisionOutcome::Claimed(claim));
    }
    let new = Distinction { accounts: &ids, decided_by: op.signed_in_id(), decided: op.now };
    distinct_people::insert(&mut tx, &new).await?;
    op.record_changes(&mut tx, AuditedAct::DistinguishPeople, &ids).await?;
    tx.commit().await?;
    Ok(DecisionOutcome::Decided)
}
