//! An ingest run as a job that can be monitored and canceled (`openshelf jobs`), although its own command
//! runs it instead of a worker: the files are on the command's machine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::Value;
use store::jobs::{self, Job, JobProgress, Lane, NewJob};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::WorkerContext;

/// The job's kind in the queue.
pub const KIND: &str = ::jobs::retry::INGEST_KIND;
/// The run of a dead process ends after this time.
const RUN_LEASE: SignedDuration = SignedDuration::from_secs(12);
/// Interval between heartbeats, which also record progress.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between checks whether the previous run has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub struct IngestRun {
    job: Job,
    progress: Arc<Mutex<JobProgress>>,
    /// Canceled by the operator's signal, by `openshelf jobs cancel`, or if another process has the job.
    stop: CancellationToken,
    beats: JoinHandle<()>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd<'a> {
    /// Completed, with or without rejected files.
    Done,
    /// Stopped early.
    Stopped,
    Failed(&'a str),
}

impl IngestRun {
    /// Begins a run. Runs with the same key, also those of workers, are serialized: while another is in
    /// progress, this one waits, and `waiting` is called. `None` if stopped while waiting.
    pub async fn begin(
        ctx: &WorkerContext,
        what: Value,
        key: Option<&str>,
        stop: &CancellationToken,
        mut waiting: impl FnMut(),
    ) -> store::Result<Option<Self>> {
        let worker = format!("ingest-{}", store::random_id(&mut ctx.rng()));
        let mut logged = false;
        let job = loop {
            let now = ctx.now();
            let mut tx = ctx.db().begin().await?;
            let new = NewJob {
                unique_key: key,
                order_key: key,
                ..NewJob::new(Lane::Scans, KIND, what.clone(), now)
            };
            let job = match jobs::start(&mut tx, new, &worker, RUN_LEASE, now).await {
                Ok(job) => {
                    tx.commit().await?;
                    job
                }
                // A worker ingests an upload with the same key.
                Err(error) if error.conflicts_with("jobs_order_running") => {
                    tx.rollback().await?;
                    None
                }
                Err(error) => return Err(error),
            };
            match job {
                Some(job) => break job,
                None if stop.is_cancelled() => return Ok(None),
                None => {
                    if !std::mem::replace(&mut logged, true) {
                        waiting();
                    }
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = tokio::time::sleep(POLL_INTERVAL) => {}
                    }
                }
            }
        };
        let progress = Arc::new(Mutex::new(JobProgress::default()));
        let stop = stop.child_token();
        let beats =
            tokio::spawn(send_heartbeats(ctx.clone(), job.clone(), Arc::clone(&progress), stop.clone()));
        Ok(Some(Self { job, progress, stop, beats }))
    }

    pub fn id(&self) -> jobs::JobId {
        self.job.id
    }

    /// Canceled when the run must stop.
    pub fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Sets the progress; stored with the next heartbeat.
    pub fn set_progress(&self, done: u64, total: u64, note: String) {
        let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) =
            JobProgress { done: number(done), total: number(total), note: Some(note) };
    }

    pub async fn end(self, ctx: &WorkerContext, end: RunEnd<'_>) -> store::Result<()> {
        self.beats.abort();
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let now = ctx.now();
        jobs::set_progress(ctx.db(), &self.job, &progress).await?;
        match end {
            RunEnd::Done => jobs::complete(ctx.db(), &self.job, now).await.map(drop),
            RunEnd::Stopped => jobs::set_cancelled(ctx.db(), &self.job, now).await.map(drop),
            RunEnd::Failed(reason) => jobs::set_dead(ctx.db(), &self.job, reason, now).await.map(drop),
        }
    }
}

/// Sends heartbeats until the run ends, and cancels `stop` if it is to stop.
async fn send_heartbeats(
    ctx: WorkerContext,
    job: Job,
    progress: Arc<Mutex<JobProgress>>,
    stop: CancellationToken,
) {
    loop {
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
        let progress = progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let beat = async {
            jobs::set_progress(ctx.db(), &job, &progress).await?;
            jobs::renew_lease(ctx.db(), &job, RUN_LEASE, ctx.now()).await
        };
        match beat.await {
            Ok(beat) if beat.is_cancel_requested || !beat.is_held => stop.cancel(),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, job = job.id, "the heartbeat of an ingest run failed"),
        }
    }
}
