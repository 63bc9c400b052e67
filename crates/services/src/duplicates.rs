//! Accounts that may be of the same person: the same name and birth date (docs/rules/memberships.md#rule-18).

use domain::{Account, AccountId, AuditedAct};
use serde::{Deserialize, Serialize};
use store::distinct_people::{self, Distinction, NamesakeKey};

pub use store::distinct_people::{MAX_NAMESAKES, Namesake};

use crate::work::{DecisionOutcome, WorkSubjects, find_other_claim_about};
use crate::{ErrorKey, Operation, Result};

pub const GROUPS_PER_PAGE: usize = 50;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicatePlace {
    /// Sort key of the family name.
    pub last_name: String,
    /// Sort key of the given name.
    pub first_name: String,
    pub birth_date: String,
    pub site: String,
}

#[derive(Debug, Clone)]
pub struct DuplicatePage {
    /// The accounts of each group, oldest first; at most [`MAX_NAMESAKES`].
    pub groups: Vec<Vec<Namesake>>,
    /// The place that the next page begins after. `None` if this is the last page.
    pub next: Option<DuplicatePlace>,
}

/// A page of groups of accounts on the sites that the staff member manages that may be of the same person, by
/// name: two statements. The audit records that the accounts were read, because proofs are counted.
pub async fn list(op: &Operation, after: Option<DuplicatePlace>) -> Result<DuplicatePage> {
    op.require_membership_staff()?;
    let site = (!op.sees_every_site()).then(|| op.view_site());
    let after = after.map(to_key).unwrap_or_default();
    let limit = u32::try_from(GROUPS_PER_PAGE + 1).unwrap_or(u32::MAX);
    let mut keys = distinct_people::list_groups(op.db(), site, &after, limit).await?;
    let has_more = keys.len() > GROUPS_PER_PAGE;
    keys.truncate(GROUPS_PER_PAGE);
    let next = keys.last().filter(|_| has_more).map(to_place);
    let people = distinct_people::list_namesakes(op.db(), &keys).await?;
    op.record_reads(people.iter().map(|person| &person.account.id)).await?;
    let groups = people.chunk_by(|one, other| one.key == other.key).map(<[Namesake]>::to_vec);
    Ok(DuplicatePage { groups: groups.collect(), next })
}

fn to_key(place: DuplicatePlace) -> NamesakeKey {
    let DuplicatePlace { last_name, first_name, birth_date, site } = place;
    NamesakeKey { last_name, first_name, birth_date, site }
}

fn to_place(key: &NamesakeKey) -> DuplicatePlace {
    let NamesakeKey { last_name, first_name, birth_date, site } = key.clone();
    DuplicatePlace { last_name, first_name, birth_date, site }
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
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
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
