//! Replays the journal of erasures in the file store, after a library was restored from an older backup
//! (docs/backup.md#erasures).

use std::collections::HashMap;

use ::jobs::erase_organization::{EraseOrganization, enqueue};
use anyhow::Context as _;
use delivery::{Files, Key, keys};
use domain::erasure::{ErasedSubject, ErasureNote, ErasureReason};
use domain::{AccountId, AuditedAct, Organization, OrganizationId};
use futures_util::TryStreamExt as _;
use holdings::erasure::{ErasureOrder, erase_person, lock_person, write_journal};
use store::erasures::Erasure;

use crate::WorkerContext;
use crate::erase_organization::OrganizationEraser;
use crate::erasure_audit::{ErasureChange, record_change};

/// Maximum size of a file of the journal, which has at most 500 notes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Numbers of repeated erasures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplayCounts {
    pub people: u64,
    pub organizations: u64,
}

/// Erases the people who are in the journal of the file store and not recorded as erased in the database.
/// Skips the files that this database has noted. A restored database has not noted files written after its
/// backup.
///
/// # Errors
/// The database or the file store fails, or a file is not a part of the journal.
pub async fn replay_journal(ctx: &WorkerContext) -> anyhow::Result<ReplayCounts> {
    let files = ctx.delivery().files();
    let mut parts = list_parts(files).await?;
    let names: Vec<(i64, i64)> = parts.iter().filter_map(Key::erasure_part).collect();
    let noted = store::erasures::find_noted_parts(ctx.db(), &names).await?;
    parts.retain(|part| part.erasure_part().is_none_or(|name| !noted.contains(&name)));
    erase_again(ctx, &read_parts(files, &parts).await?).await
}

/// All notes of the journal in a file store, in no order.
///
/// # Errors
/// The file store fails, or a file is not a part of the journal.
pub async fn read_journal(files: &Files) -> anyhow::Result<Vec<ErasureNote>> {
    read_parts(files, &list_parts(files).await?).await
}

async fn list_parts(files: &Files) -> anyhow::Result<Vec<Key>> {
    Ok(files.list(keys::ERASURES).map_ok(|file| file.key).try_collect().await?)
}

async fn read_parts(files: &Files, parts: &[Key]) -> anyhow::Result<Vec<ErasureNote>> {
    let mut notes = Vec::new();
    for part in parts {
        let bytes = files.get(part, MAX_FILE_BYTES).await?;
        let text = String::from_utf8_lossy(&bytes);
        let read = ErasureNote::read_lines(&text);
        notes.extend(read.with_context(|| format!("{part} is not a journal of erasures"))?);
    }
    Ok(notes)
}

/// Erases the people in the journal who are not recorded as erased, because a restored backup has brought
/// them back. A hold in the backup does not keep people who were erased since; it keeps those of an erased
/// organization who were not. May run again after an interruption at any point.
///
/// # Errors
/// The database or the file store fails.
pub async fn erase_again(ctx: &WorkerContext, notes: &[ErasureNote]) -> anyhow::Result<ReplayCounts> {
    let accounts: Vec<AccountId> = notes
        .iter()
        .filter_map(|note| match &note.subject {
            ErasedSubject::Account(id) => Some(id.clone()),
            ErasedSubject::Organization(_) => None,
        })
        .collect();
    let mut erased = store::erasures::find_erased(ctx.db(), &accounts).await?;
    let mut counts = ReplayCounts::default();
    let mut begun = HashMap::new();
    for note in notes {
        if let ErasedSubject::Organization(id) = &note.subject
            && let Some(erasure) = begin_organization_again(ctx, note, id).await?
        {
            begun.insert(id.clone(), erasure);
        }
    }
    for note in notes {
        if let ErasedSubject::Account(id) = &note.subject
            && erased.insert(id.clone())
        {
            counts.people += u64::from(erase_person_again(ctx, note, (id, &begun)).await?);
        }
    }
    // After the people who have notes of their own, because these keep the time of the erasure.
    for (id, erasure) in &begun {
        OrganizationEraser { ctx, erasure }.erase_whole(id, None).await?;
        counts.organizations += 1;
    }
    if counts != ReplayCounts::default() {
        write_journal(ctx.holdings()).await?;
        let ReplayCounts { people, organizations } = counts;
        tracing::warn!(people, organizations, "erasures were repeated in a restored backup");
    }
    Ok(counts)
}

/// Erases a person again, with the organization if its erasure has begun. Returns false if the database does
/// not have the person, and if another process was quicker.
async fn erase_person_again(
    ctx: &WorkerContext,
    note: &ErasureNote,
    (id, begun): (&AccountId, &HashMap<OrganizationId, Erasure>),
) -> anyhow::Result<bool> {
    let mut tx = ctx.db().begin().await?;
    let person = lock_person(&mut tx, id).await?;
    let is_erased = store::erasures::find_of_account(&mut tx, id).await?.is_some();
    let Some(person) = person.filter(|_| !is_erased) else {
        tx.rollback().await?;
        return Ok(false);
    };
    let with_organization = (note.reason == ErasureReason::Organization)
        .then_some(person.organization.as_ref())
        .flatten()
        .and_then(|organization| begun.get(&organization.id));
    let order = ErasureOrder {
        reason: note.reason,
        erased: note.erased,
        by: note.by.as_ref(),
        parent: with_organization.map(|erasure| erasure.id),
        rules: &ctx.retention,
    };
    let act = AuditedAct::EraseAccount;
    let endpoint = "openshelf restore";
    record_change(&mut tx, ErasureChange { act, endpoint, account: id }, &order).await?;
    erase_person(&mut tx, person, order).await?;
    tx.commit().await?;
    Ok(true)
}

/// Records that the erasure of an organization begins again; a job continues it if this process is
/// interrupted. `None` if it is recorded already, and if the database does not have the organization.
async fn begin_organization_again(
    ctx: &WorkerContext,
    note: &ErasureNote,
    id: &OrganizationId,
) -> anyhow::Result<Option<Erasure>> {
    if store::erasures::find_of_organization(ctx.db(), id).await?.is_some() {
        return Ok(None);
    }
    let mut tx = ctx.db().begin().await?;
    let organization = store::organizations::get_for_update(&mut tx, id).await?;
    // Checked again under the lock, because another process may have been quicker.
    let is_begun = store::erasures::find_of_organization(&mut tx, id).await?.is_some();
    let Some(organization) = organization.filter(|_| !is_begun) else {
        tx.rollback().await?;
        return Ok(None);
    };
    let suspended = Organization { suspended: true, can_create_users: false, ..organization };
    store::organizations::update(&mut tx, &suspended).await?;
    let erasure = store::erasures::begin_organization(&mut tx, note).await?;
    let job = EraseOrganization { erasure, organization: id.clone() };
    enqueue(&mut tx, &job, None, ctx.now()).await?;
    tx.commit().await?;
    Ok(store::erasures::get(ctx.db(), erasure).await?)
}

#[cfg(test)]
mod tests;
