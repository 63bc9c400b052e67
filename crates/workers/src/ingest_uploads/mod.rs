//! Ingest of books and records that collection staff upload (docs/ingest.md#in-the-browser). The files come
//! from the file store, so that a worker of any node can ingest them, and go through the same functions as
//! those of `openshelf ingest`.

mod upload;

use std::path::Path;
use std::time::Duration;

use ::jobs::ingest_uploads::IngestUploads;
use delivery::Key;
use domain::intake::{IntakeCounts, IntakeState};
use isolation::ScratchFolder;
use jiff::Timestamp;
use rand::Rng as _;
use store::intake_runs::{self, IntakeEnd, IntakeRun};
use store::{Tx, jobs};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use upload::{IngestedUpload, UploadIngest, UploadProgress};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

/// Interval between updates of the progress, each of which also checks whether to stop.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

impl Runner for IngestUploads {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let intake = intake_runs::get(ctx.db(), self.run).await?;
        let Some(intake) = intake.filter(|intake| intake.ended.is_none()) else {
            return Ok(JobOutcome::Finished);
        };
        let scratch = create_scratch().await?;
        let (counts, ingested) = Box::pin(ingest_with_progress(ctx, run, &intake, scratch.path())).await?;
        let report = match &ingested.report {
            Some(path) => Some(store_report(ctx, self.run, path).await?),
            None => None,
        };
        let end = IntakeEnd {
            state: if ingested.is_stopped { IntakeState::Stopped } else { IntakeState::Done },
            counts: &counts,
            details: &ingested.details,
            report: report.as_ref().map(Key::as_str),
        };
        let now = ctx.now();
        let mut tx = ctx.db().begin().await?;
        intake_runs::end(&mut tx, self.run, &end, now).await?;
        let outcome = run.commit_and_finish(tx, now).await?;
        delete_uploads(ctx, &intake).await;
        Ok(outcome)
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        intake_runs::end_without_result(tx, self.run, (IntakeState::Failed, Some(reason)), now).await
    }
}

async fn create_scratch() -> Result<ScratchFolder, JobError> {
    let created = tokio::task::spawn_blocking(ScratchFolder::create).await.map_err(JobError::temporary)?;
    created.map_err(JobError::temporary)
}

/// Ingests the files; meanwhile, records the progress and stops when the run is to stop.
async fn ingest_with_progress(
    ctx: &WorkerContext,
    run: &Run,
    intake: &IntakeRun,
    scratch: &Path,
) -> Result<(IntakeCounts, IngestedUpload), JobError> {
    let progress = watch::Sender::new(UploadProgress::default());
    let stop = CancellationToken::new();
    let ingest = UploadIngest { ctx, intake, scratch, stop: &stop, progress: &progress };
    let mut work = std::pin::pin!(ingest.run());
    let mut tick = tokio::time::interval(PROGRESS_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            ingested = &mut work => {
                let counts = progress.borrow().counts;
                return Ok((counts, ingested?));
            }
            _ = tick.tick() => {
                let seen = progress.borrow().clone();
                if intake_runs::record_counts(ctx.db(), intake.id, &seen.counts).await? {
                    stop.cancel();
                }
                jobs::set_progress(ctx.db(), &run.job, &seen.to_job_progress()).await?;
            }
        }
    }
}

async fn store_report(ctx: &WorkerContext, run: i64, path: &Path) -> Result<Key, JobError> {
    let mut nonce = [0; 12];
    ctx.rng().fill_bytes(&mut nonce);
    let key = Key::intake_report(run, &nonce);
    let file = tokio::fs::File::open(path).await.map_err(JobError::temporary)?;
    ctx.delivery().put_file(file.into_std().await, &key).await?;
    Ok(key)
}

/// Deletes the uploaded files of a run that has ended; the hourly cleaning deletes what this leaves.
async fn delete_uploads(ctx: &WorkerContext, intake: &IntakeRun) {
    for key in intake.files.iter().filter_map(|file| Key::parse(&file.key).ok()) {
        if let Err(error) = ctx.delivery().files().delete(&key).await {
            tracing::warn!(%error, %key, "an uploaded file was not deleted");
        }
    }
}

#[cfg(test)]
mod tests;
