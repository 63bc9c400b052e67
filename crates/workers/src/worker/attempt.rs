//! One attempt of one job.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use store::jobs::{self, Job as Queued};
use tracing::Instrument as _;

use super::{LEASE, Worker};
use crate::job::AttemptOutcome;
use crate::registry::JobKind;
use crate::{JobError, JobOutcome, Run, WorkerContext, backoff};

/// One attempt of one job, from start to the final record in the queue.
pub(super) async fn run_attempt(worker: &Worker, job: Queued) {
    let span =
        tracing::info_span!("job", id = job.id, kind = %job.kind, lane = %job.lane, attempt = job.attempts);
    let kind = job.kind.clone();
    let began = std::time::Instant::now();
    metrics::gauge!("openshelf_jobs_running", "kind" => kind.clone()).increment(1.0);
    async {
        let outcome = match run_job(worker, &job).await {
            Ok(outcome) => outcome,
            // The lease expires and the job returns to the queue.
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the end of the job was not recorded"
                );
                AttemptOutcome::Lost
            }
        };
        let elapsed = began.elapsed();
        tracing::info!(
            outcome = outcome.as_str(),
            elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            "job ended"
        );
        metrics::counter!("openshelf_jobs_total", "kind" => kind.clone(), "outcome" => outcome.as_str())
            .increment(1);
        metrics::histogram!("openshelf_job_seconds", "kind" => kind.clone()).record(elapsed.as_secs_f64());
        if job.order_key.is_some() {
            worker.ctx.db().wake_jobs();
        }
    }
    .instrument(span)
    .await;
    metrics::gauge!("openshelf_jobs_running", "kind" => kind).decrement(1.0);
}

async fn run_job(worker: &Worker, job: &Queued) -> store::Result<AttemptOutcome> {
    let ctx = &worker.ctx;
    let db = worker.ctx.db();
    let Some(kind) = worker.find_kind(&job.kind) else {
        // Only known kinds were requested from the queue.
        jobs::release(db, job).await?;
        return Ok(AttemptOutcome::Released);
    };
    if kind.lane != job.lane {
        jobs::change_lane(db, job, kind.lane).await?;
        db.wake_jobs();
        return Ok(AttemptOutcome::Released);
    }
    let run = Run { job: job.clone() };
    let running = AssertUnwindSafe((kind.run)(ctx, &run)).catch_unwind();
    let result = tokio::select! {
        // A completed job stays completed, even if it should be released at the same moment.
        biased;
        result = running => result.unwrap_or_else(|panic| Err(JobError::Retry(panic_error(panic.as_ref())))),
        end = renew_lease_until_end(worker, job) => match end {
            AttemptEnd::Lost => Err(JobError::Lost),
            AttemptEnd::Cancelled => {
                jobs::set_cancelled(db, job, ctx.now()).await?;
                return Ok(AttemptOutcome::Cancelled);
            }
        },
        () = worker.give_back.cancelled() => {
            jobs::release(db, job).await?;
            return Ok(AttemptOutcome::Released);
        }
    };
    match result {
        Ok(JobOutcome::Committed) => Ok(AttemptOutcome::Done),
        Ok(JobOutcome::Finished) => {
            let held = jobs::complete(db, job, ctx.now()).await?;
            Ok(if held { AttemptOutcome::Done } else { AttemptOutcome::Lost })
        }
        Err(JobError::Lost) => Ok(AttemptOutcome::Lost),
        Err(JobError::Retry(error)) if job.attempts < job.max_attempts => {
            tracing::warn!(error = format!("{error:#}"), "job failed, will be retried");
            let wait = backoff::retry_delay(job.attempts, &mut ctx.rng());
            let now = ctx.now();
            let state = jobs::retry(db, job, &format!("{error:#}"), now + wait, now).await?;
            Ok(state.map_or(AttemptOutcome::Lost, AttemptOutcome::from))
        }
        Err(JobError::Retry(error) | JobError::Fail(error)) => {
            tracing::error!(error = format!("{error:#}"), "job failed for good");
            set_job_dead(ctx, kind, job, &format!("{error:#}")).await
        }
    }
}

/// Makes the job a dead letter, and records the failure for the users who wait for it, in one transaction.
async fn set_job_dead(
    ctx: &WorkerContext,
    kind: &JobKind,
    job: &Queued,
    error: &str,
) -> store::Result<AttemptOutcome> {
    let now = ctx.now();
    let mut tx = ctx.db().begin().await?;
    if !jobs::set_dead(&mut tx, job, error, now).await? {
        tx.rollback().await?;
        return Ok(AttemptOutcome::Lost);
    }
    (kind.give_up)(&job.payload, &mut tx, error, now).await?;
    tx.commit().await?;
    Ok(AttemptOutcome::Dead)
}

/// The reason why a running job must end.
enum AttemptEnd {
    Lost,
    Cancelled,
}

/// Renews the lease; returns when the job is lost or canceled.
async fn renew_lease_until_end(worker: &Worker, job: &Queued) -> AttemptEnd {
    loop {
        tokio::time::sleep(worker.pace.beat).await;
        match jobs::renew_lease(worker.ctx.db(), job, LEASE, worker.ctx.now()).await {
            Ok(beat) if beat.is_cancel_requested => return AttemptEnd::Cancelled,
            Ok(beat) if !beat.is_held => return AttemptEnd::Lost,
            Ok(_) => {}
            // The next one may succeed before the lease expires.
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "the heartbeat failed");
            }
        }
    }
}

fn panic_error(panic: &(dyn std::any::Any + Send)) -> anyhow::Error {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    anyhow::anyhow!("panicked: {text}")
}
