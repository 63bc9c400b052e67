//! Erasing people in the transaction of a caller, and the journal that outlasts backups
//! (docs/rules/erasure.md).

use std::{mem, slice};

use bytes::Bytes;
use delivery::Key;
use domain::erasure::{ErasedNoun, ErasureNote, ErasureReason, RetentionRules};
use domain::{Account, AccountId, Organization, Role};
use jiff::Timestamp;
use store::erasures::{self, Erasure, NewErasure};
use store::{Tx, account_merges, accounts, organizations};

use crate::{Context, Result};

const NOTES_PER_FILE: u32 = 500;

/// A person who is going to be erased, locked with the organization until the transaction ends.
#[derive(Debug, Clone)]
pub struct LockedPerson {
    pub account: Account,
    pub organization: Option<Organization>,
    pub merged: Vec<Account>,
}

/// Parameters of a person's erasure.
#[derive(Debug, Clone, Copy)]
pub struct ErasureOrder<'a> {
    pub reason: ErasureReason,
    pub erased: Timestamp,
    /// The staff member who erases. `None` for the operator and the retention rules.
    pub by: Option<&'a AccountId>,
    /// The erasure of the person's organization.
    pub parent: Option<i64>,
    pub rules: &'a RetentionRules,
}

/// Locks a person with the organization. `None` if there is no such person, and if the person has just moved
/// to another organization.
pub async fn lock_person(tx: &mut Tx, id: &AccountId) -> store::Result<Option<LockedPerson>> {
    let Some(before) = accounts::get(&mut *tx, id).await? else { return Ok(None) };
    // The organization first, then the account; any other order can deadlock.
    let organization = match &before.membership {
        Some(place) => organizations::get_for_update(tx, &place.organization).await?,
        None => None,
    };
    // All accounts of the person in a fixed order.
    let mut ids = account_merges::list_merged_into(&mut *tx, id).await?;
    ids.push(id.clone());
    let mut locked = accounts::get_by_ids_for_update(tx, &ids).await?;
    let Some(account) = locked.remove(id) else { return Ok(None) };
    let is_same = account.membership.as_ref().map(|place| &place.organization)
        == before.membership.as_ref().map(|place| &place.organization);
    let merged = locked.into_values().collect();
    Ok(is_same.then_some(LockedPerson { account, organization, merged }))
}

/// Returns true if a person is neither on hold nor erased yet. The person is locked, so that a hold is set
/// either before this or after the erasure.
pub async fn can_erase(tx: &mut Tx, id: &AccountId) -> store::Result<bool> {
    let is_held = erasures::get_hold(&mut *tx, id).await?.is_some();
    Ok(!is_held && erasures::find_of_account(&mut *tx, id).await?.is_none())
}

/// Erases a person, who leaves the organization first, with the accounts that were merged into the person's.
/// Documents are removed by a job, and remnants in the SQLite file by another.
pub async fn erase_person(
    tx: &mut Tx,
    mut person: LockedPerson,
    order: ErasureOrder<'_>,
) -> store::Result<Erasure> {
    for merged in mem::take(&mut person.merged) {
        erase_left_account(tx, &merged, order).await?;
    }
    let account = leave_organization(tx, person, order).await?;
    erase_left_account(tx, &account, order).await
}

/// Erases an account that belongs to no organization.
async fn erase_left_account(
    tx: &mut Tx,
    account: &Account,
    order: ErasureOrder<'_>,
) -> store::Result<Erasure> {
    let new = NewErasure {
        account,
        reason: order.reason,
        erased: order.erased,
        by: order.by,
        parent: order.parent,
        rules: order.rules,
    };
    let erasure = erasures::erase_person(tx, new).await?;
    if erasure.report.erased.contains_key(&ErasedNoun::Documents) {
        jobs::documents::enqueue_removal_of_all(tx, &account.id, order.erased).await?;
    }
    jobs::rewrite_database::enqueue(tx, order.erased).await?;
    Ok(erasure)
}

/// Removes a person from the organization. Lists that were made for it pass to the primary contact, unless
/// the organization is also erased.
pub async fn leave_organization(
    tx: &mut Tx,
    person: LockedPerson,
    order: ErasureOrder<'_>,
) -> store::Result<Account> {
    let LockedPerson { mut account, organization, .. } = person;
    let Some(organization) = organization else { return Ok(account) };
    let contact = organization.primary_contact.filter(|_| order.parent.is_none());
    let heir = contact.unwrap_or_else(|| account.id.clone());
    if account.has_role(Role::OrganizationSponsor) {
        let role = Role::OrganizationSponsor;
        organizations::remove_person(tx, &organization.id, &mut account, role, &heir, order.erased).await?;
    }
    if account.has_role(Role::OrganizationMember) {
        let members = slice::from_mut(&mut account);
        organizations::remove_members(tx, &organization.id, members, order.erased).await?;
    }
    Ok(account)
}

/// Writes the missing erasures into the journal in the file store. After a crash between an erasure and this,
/// the next call writes it. Returns the number of new notes.
pub async fn write_journal(ctx: &Context) -> Result<u64> {
    let mut written = 0;
    loop {
        let unnoted = erasures::list_unnoted(ctx.db(), NOTES_PER_FILE).await?;
        let Some(first) = unnoted.first() else { return Ok(written) };
        let now = ctx.now();
        let key = Key::erasures(now.as_microsecond(), first.id);
        let notes: Vec<ErasureNote> = unnoted.iter().map(|erasure| erasure.note.clone()).collect();
        ctx.delivery().files().put(&key, Bytes::from(ErasureNote::write_lines(&notes))).await?;
        let ids: Vec<i64> = unnoted.iter().map(|erasure| erasure.id).collect();
        erasures::mark_noted(ctx.db(), &ids, now).await?;
        written += ids.len() as u64;
    }
}
