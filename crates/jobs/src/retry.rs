//! Retries of failed jobs, as an operator or an administrator asks for them.

use domain::AccountId;
use jiff::Timestamp;
use serde_json::Value;
use store::Tx;
use store::jobs;

use crate::Job as _;
use crate::documents::ConvertDocument;
use crate::ingest_uploads::IngestUploads;
use crate::package::{PackageAudio, PackageDownload};

/// The kind of the jobs that record ingests: the command does the work itself, so workers cannot run them.
pub const INGEST_KIND: &str = "ingest";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryOutcome {
    /// It will be retried, with as many attempts as a new job.
    Yes,
    /// The job does not exist, or is neither dead nor canceled.
    Closed,
    /// A newer job with the same key exists.
    Replaced,
    /// The job was run by a command; workers cannot run it.
    Command,
}

/// Requeues a dead or canceled job, and restores the state of its object: a failed download is pending again.
/// Roll the transaction back unless the outcome is [`RetryOutcome::Yes`].
pub async fn retry(tx: &mut Tx, job: &jobs::Job, now: Timestamp) -> store::Result<RetryOutcome> {
    if !can_retry_kind(&job.kind) {
        return Ok(RetryOutcome::Command);
    }
    match jobs::requeue(&mut *tx, job.id, now).await {
        Ok(true) => {}
        Ok(false) => return Ok(RetryOutcome::Closed),
        Err(error) if error.conflicts_with("jobs_unique_key") => return Ok(RetryOutcome::Replaced),
        Err(error) => return Err(error),
    }
    revert_failures(&job.kind, &[&job.payload], tx, now).await?;
    Ok(RetryOutcome::Yes)
}

/// Returns true if workers can run jobs of a kind again.
pub fn can_retry_kind(kind: &str) -> bool {
    kind != INGEST_KIND
}

/// Requeues the dead jobs of a kind together, as [`retry`] does with one, and returns the account that caused
/// each. Of several that do the same only the newest, and none for which another job exists. Jobs beyond a
/// limit are left for the next call.
///
/// # Errors
/// A conflict on `jobs_unique_key` if a job that does the same is enqueued at this moment: roll the
/// transaction back.
pub async fn retry_failed(tx: &mut Tx, kind: &str, now: Timestamp) -> store::Result<Vec<Option<AccountId>>> {
    if !can_retry_kind(kind) {
        return Ok(Vec::new());
    }
    let limit = if KINDS_WITH_OBJECTS.contains(&kind) { MAX_JOBS_WITH_OBJECTS } else { MAX_OTHER_JOBS };
    let requeued = jobs::requeue_failed(tx, kind, limit, now).await?;
    let payloads: Vec<&Value> = requeued.iter().map(|job| &job.payload).collect();
    revert_failures(kind, &payloads, tx, now).await?;
    Ok(requeued.into_iter().map(|job| job.account).collect())
}

/// Kinds whose failure changes the record of the job's object ([`revert_failures`]).
const KINDS_WITH_OBJECTS: [&str; 4] =
    [PackageDownload::KIND, PackageAudio::KIND, ConvertDocument::KIND, IngestUploads::KIND];

/// Maximum number of jobs of these kinds that are retried in one transaction.
const MAX_JOBS_WITH_OBJECTS: u32 = 1_000;

/// Maximum number of jobs of other kinds that are retried in one transaction.
const MAX_OTHER_JOBS: u32 = 50_000;

/// Reverts what a worker records when it gives up jobs of this kind.
async fn revert_failures(kind: &str, payloads: &[&Value], tx: &mut Tx, now: Timestamp) -> store::Result<()> {
    match kind {
        // Both kinds have the same record.
        PackageDownload::KIND | PackageAudio::KIND => {
            PackageDownload::revert_failures(&read_records(payloads), tx, now).await
        }
        ConvertDocument::KIND => ConvertDocument::revert_failures(&read_records(payloads), tx, now).await,
        IngestUploads::KIND => IngestUploads::revert_failures(&read_records(payloads), tx).await,
        _ => Ok(()),
    }
}

/// The records of jobs. Unreadable ones are left out: nobody was notified of their failure either.
fn read_records<J: crate::Job>(payloads: &[&Value]) -> Vec<J> {
    payloads.iter().filter_map(|payload| serde_json::from_value((*payload).clone()).ok()).collect()
}
