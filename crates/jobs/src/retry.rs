//! Retries of failed jobs, as an operator or an administrator asks for them.

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

/// Result of the request.
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
    if job.kind == INGEST_KIND {
        return Ok(RetryOutcome::Command);
    }
    match jobs::requeue(&mut *tx, job.id, now).await {
        Ok(true) => {}
        Ok(false) => return Ok(RetryOutcome::Closed),
        Err(error) if error.conflicts_with("jobs_unique_key") => return Ok(RetryOutcome::Replaced),
        Err(error) => return Err(error),
    }
    revert_failure(job, tx, now).await?;
    Ok(RetryOutcome::Yes)
}

/// Reverts what a worker records when it gives up a job of this kind.
async fn revert_failure(job: &jobs::Job, tx: &mut Tx, now: Timestamp) -> store::Result<()> {
    match job.kind.as_str() {
        // Both kinds have the same record.
        PackageDownload::KIND | PackageAudio::KIND => match read_record::<PackageDownload>(&job.payload) {
            Some(package) => package.revert_failure(tx, now).await,
            None => Ok(()),
        },
        ConvertDocument::KIND => match read_record::<ConvertDocument>(&job.payload) {
            Some(conversion) => conversion.revert_failure(tx, now).await,
            None => Ok(()),
        },
        IngestUploads::KIND => match read_record::<IngestUploads>(&job.payload) {
            Some(upload) => upload.revert_failure(tx).await,
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// The record of a job. `None` if it is unreadable: nobody was notified of its failure either.
fn read_record<J: crate::Job>(payload: &Value) -> Option<J> {
    serde_json::from_value(payload.clone()).ok()
}
