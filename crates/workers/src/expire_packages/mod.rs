//! Expires packages after 24 hours (docs/rules/downloads.md#rule-5), those of single files after 48, and
//! marks packages and conversions of documents that will never finish as failed.

use delivery::Key;
use domain::downloads::DELIVERY_LIFETIME;
use jiff::SignedDuration;
use jobs::expire_packages::ExpirePackages;
use store::{copy_batches, discarded_files, downloads, quota_usage};

use crate::documents::give_up_stranded;
use crate::{JobError, JobOutcome, Run, Runner, WorkerContext, trim_artifacts};

pub(crate) const RUN_INTERVAL: SignedDuration = SignedDuration::from_mins(10);
/// Time after which a pending record without a job is stranded.
const STRANDED_AFTER: SignedDuration = SignedDuration::from_mins(5);
const RECORDS_PER_TRANSACTION: u32 = 200;

impl Runner for ExpirePackages {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let expired = expire_records(ctx).await?;
        let released = release_reservations(ctx).await?;
        let batches = copy_batches::purge(ctx.db(), ctx.now()).await?;
        let failed = fail_stranded(ctx).await?;
        let documents = give_up_stranded(ctx).await?;
        let deleted = delete_discarded(ctx).await?;
        tracing::info!(expired, released, batches, failed, documents, deleted, "packages expired");
        // Converted books that the expired copies used may be idle now.
        trim_artifacts::trim_to_fit(ctx).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Expires the records first; their files are recorded in the same transaction and deleted later.
async fn expire_records(ctx: &WorkerContext) -> Result<u64, JobError> {
    let mut expired = 0;
    loop {
        let mut tx = ctx.db().begin().await?;
        let moved = downloads::expire(&mut tx, ctx.now(), RECORDS_PER_TRANSACTION).await?;
        tx.commit().await?;
        expired += moved;
        if moved < u64::from(RECORDS_PER_TRANSACTION) {
            return Ok(expired);
        }
    }
}

/// Releases the quota reservations of copies that were not fetched (docs/rules/quotas.md#rule-4).
async fn release_reservations(ctx: &WorkerContext) -> Result<u64, JobError> {
    let mut released = 0;
    loop {
        let mut tx = ctx.db().begin().await?;
        let count = quota_usage::release_expired(&mut tx, ctx.now(), RECORDS_PER_TRANSACTION).await?;
        tx.commit().await?;
        released += count;
        if count < u64::from(RECORDS_PER_TRANSACTION) {
            return Ok(released);
        }
    }
}

/// Marks records as failed whose worker was killed in its last attempt, which would stay pending forever.
async fn fail_stranded(ctx: &WorkerContext) -> Result<u64, JobError> {
    let stranded =
        downloads::list_stranded(ctx.db(), ctx.now() - STRANDED_AFTER, RECORDS_PER_TRANSACTION).await?;
    Ok(downloads::set_failed_many(ctx.db(), &stranded).await?)
}

/// Deletes files of packages that can no longer be downloading. A delivery address works for an hour after it
/// was issued, and a download that began before may take another hour.
async fn delete_discarded(ctx: &WorkerContext) -> Result<usize, JobError> {
    let before = ctx.now() - DELIVERY_LIFETIME * 2;
    let mut deleted = 0;
    loop {
        let keys = discarded_files::list(ctx.db(), before, RECORDS_PER_TRANSACTION).await?;
        if keys.is_empty() {
            return Ok(deleted);
        }
        for key in &keys {
            // An invalid key does not name a file.
            if let Ok(key) = Key::parse(key) {
                ctx.delivery().discard_package(&key).await?;
            }
        }
        discarded_files::remove(ctx.db(), &keys).await?;
        deleted += keys.len();
    }
}

#[cfg(test)]
mod tests;
