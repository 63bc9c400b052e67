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
/// A record that has been pending this long without a job has lost its worker.
const STRANDED_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// Records per transaction.
const BATCH: u32 = 200;

impl Runner for ExpirePackages {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let expired = expire_records(ctx).await?;
        let released = release_places(ctx).await?;
        let batches = copy_batches::purge(ctx.db(), ctx.now()).await?;
        let failed = fail_stranded(ctx).await?;
        let documents = give_up_stranded(ctx).await?;
        let deleted = delete_discarded(ctx).await?;
        tracing::info!(expired, released, batches, failed, documents, deleted, "packages expired");
        // Books that they used may be idle now.
        trim_artifacts::trim_to_fit(ctx).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Expires the records first; their files are recorded in the same transaction and deleted later.
async fn expire_records(ctx: &WorkerContext) -> Result<u64, JobError> {
    let mut expired = 0;
    loop {
        let mut tx = ctx.db().begin().await?;
        let moved = downloads::expire(&mut tx, ctx.now(), BATCH).await?;
        tx.commit().await?;
        expired += moved;
        if moved < u64::from(BATCH) {
            return Ok(expired);
        }
    }
}

/// Gives back the places in quotas of copies that nobody fetched (docs/rules/quotas.md#rule-4).
async fn release_places(ctx: &WorkerContext) -> Result<u64, JobError> {
    let mut released = 0;
    loop {
        let mut tx = ctx.db().begin().await?;
        let places = quota_usage::release_expired(&mut tx, ctx.now(), BATCH).await?;
        tx.commit().await?;
        released += places;
        if places < u64::from(BATCH) {
            return Ok(released);
        }
    }
}

/// A worker that is killed in its last attempt cannot report it and leaves its record pending forever. Such
/// records fail here.
async fn fail_stranded(ctx: &WorkerContext) -> Result<u64, JobError> {
    let stranded = downloads::list_stranded(ctx.db(), ctx.now() - STRANDED_AFTER, BATCH).await?;
    Ok(downloads::set_failed_many(ctx.db(), &stranded).await?)
}

/// Deletes files of packages that nobody can still be downloading: a delivery address works for an hour after
/// it was issued, and a download that began in time may take another hour.
async fn delete_discarded(ctx: &WorkerContext) -> Result<usize, JobError> {
    let before = ctx.now() - DELIVERY_LIFETIME * 2;
    let mut deleted = 0;
    loop {
        let keys = discarded_files::list(ctx.db(), before, BATCH).await?;
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
