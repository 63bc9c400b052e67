//! Deletes personal data at the end of its retention period (docs/rules/erasure.md#rule-3).

use ::jobs::rewrite_database;
use domain::erasure::ErasureReason;
use domain::{AccountId, AuditedAct};
use holdings::erasure::{ErasureOrder, can_erase, erase_person, lock_person, write_journal};
use jiff::SignedDuration;
use store::erasures::{
    erase_due_remains, erase_late_records, list_due_leavers, list_newly_erased, note_leavers,
};

use crate::erasure_audit::{ErasureChange, record_change};
use crate::{JobError, WorkerContext};

/// Rows, or people, that are deleted together.
const ROWS_PER_DELETE: u32 = 500;
/// Maximum number of batches of one run; the next run continues.
const MAX_BATCHES: u32 = 100;

/// Time after an erasure for which new records about the person are erased. It is longer than a request, and
/// than the interval between runs.
const LATE_RECORDS: SignedDuration = SignedDuration::from_hours(24);

/// Numbers of records that a run has deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RetentionCounts {
    /// Closed accounts that were erased.
    pub(super) leavers: u64,
    /// Parts of the records that were kept of erased people.
    pub(super) remains: u64,
    /// Records that were written about people while they were erased.
    pub(super) late: u64,
    /// Reading events.
    pub(super) history: u64,
    /// New notes of the journal.
    pub(super) notes: u64,
}

/// Applies the retention rules, in bounded transactions.
pub(super) async fn apply_retention(ctx: &WorkerContext) -> Result<RetentionCounts, JobError> {
    let now = ctx.now();
    let rules = ctx.retention;
    let mut tx = ctx.db().begin().await?;
    note_leavers(&mut tx, now).await?;
    tx.commit().await?;
    let mut counts = RetentionCounts::default();
    if let Some(before) = rules.leavers_before(now) {
        for id in list_due_leavers(ctx.db(), before, ROWS_PER_DELETE).await? {
            counts.leavers += u64::from(erase_leaver(ctx, &id).await?);
        }
    }
    counts.notes = write_journal(ctx.holdings()).await?;
    counts.late = erase_records_written_late(ctx).await?;
    for _ in 0..MAX_BATCHES {
        let mut tx = ctx.db().begin().await?;
        let erased = erase_due_remains(&mut tx, now, ROWS_PER_DELETE).await?;
        if erased > 0 {
            rewrite_database::enqueue(&mut tx, now).await?;
        }
        tx.commit().await?;
        counts.remains += erased;
        if erased < u64::from(ROWS_PER_DELETE) {
            break;
        }
    }
    if let Some(before) = rules.history_before(now) {
        let mut after = 0;
        for _ in 0..MAX_BATCHES {
            let old = store::reading::list_superseded(ctx.db(), before, after, ROWS_PER_DELETE).await?;
            let Some(last) = old.last() else { break };
            after = *last;
            counts.history += store::reading::delete_events(ctx.db(), &old).await?;
        }
    }
    Ok(counts)
}

/// Erases records that were written about people during their erasure, for example by a concurrent request.
async fn erase_records_written_late(ctx: &WorkerContext) -> Result<u64, JobError> {
    let now = ctx.now();
    let mut records = 0;
    let mut after = AccountId::from("");
    loop {
        let people = list_newly_erased(ctx.db(), now - LATE_RECORDS, &after, ROWS_PER_DELETE).await?;
        let Some(last) = people.last() else { return Ok(records) };
        let mut tx = ctx.db().begin().await?;
        let erased = erase_late_records(&mut tx, &people, now).await?;
        if erased > 0 {
            rewrite_database::enqueue(&mut tx, now).await?;
        }
        tx.commit().await?;
        records += erased;
        after = last.clone();
    }
}

/// Erases a person whose account has been closed for long enough. False if the person was restored or put on
/// hold meanwhile.
async fn erase_leaver(ctx: &WorkerContext, id: &AccountId) -> Result<bool, JobError> {
    let order = ErasureOrder {
        reason: ErasureReason::Retention,
        erased: ctx.now(),
        by: None,
        parent: None,
        rules: &ctx.retention,
    };
    let mut tx = ctx.db().begin().await?;
    let person = lock_person(&mut tx, id).await?;
    let can_erase = can_erase(&mut tx, id).await?;
    let Some(person) = person.filter(|person| person.account.deleted && can_erase) else {
        tx.rollback().await?;
        return Ok(false);
    };
    let act = AuditedAct::EraseAccount;
    let endpoint = "job purge";
    record_change(&mut tx, ErasureChange { act, endpoint, account: id }, &order).await?;
    erase_person(&mut tx, person, order).await?;
    tx.commit().await?;
    Ok(true)
}
