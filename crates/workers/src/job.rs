//! Runners of jobs, and their attempts.

use std::time::Duration;

use ::jobs::Job;
use delivery::Steps;
use domain::wire_enum;
use jiff::Timestamp;
use store::Tx;
use store::jobs::{JobProgress, JobState};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::{JobError, WorkerContext};

const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Runs a kind of job.
pub trait Runner: Job {
    /// Runs the job. May run again after an interruption at any point.
    fn run(
        &self,
        ctx: &WorkerContext,
        run: &Run,
    ) -> impl Future<Output = Result<JobOutcome, JobError>> + Send;

    /// Records a permanent failure for the users who wait for the job, which becomes a dead letter in the
    /// same transaction. `reason` is the error of the last attempt. `jobs::retry` reverts this record when
    /// the job is retried.
    fn give_up(
        &self,
        _tx: &mut Tx,
        _reason: &str,
        _now: Timestamp,
    ) -> impl Future<Output = store::Result<()>> + Send {
        async { Ok(()) }
    }
}

/// Successful end of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobOutcome {
    /// The worker must remove the job from the queue.
    Finished,
    /// The job was removed from the queue in the transaction of its change ([`Run::commit_and_finish`]).
    Committed,
}

/// A running attempt.
#[derive(Debug, Clone)]
pub struct Run {
    pub(crate) job: store::jobs::Job,
}

impl Run {
    /// The job's number in the queue.
    pub fn id(&self) -> store::jobs::JobId {
        self.job.id
    }

    pub fn enqueue_time(&self) -> Timestamp {
        self.job.created
    }

    /// Records the job's progress, for `openshelf jobs`.
    pub async fn record_progress(
        &self,
        ctx: &WorkerContext,
        done: i64,
        total: i64,
        note: &str,
    ) -> store::Result<()> {
        let progress = JobProgress { done, total, note: Some(note.to_owned()) };
        store::jobs::set_progress(ctx.db(), &self.job, &progress).await.map(drop)
    }

    /// Runs work that reports progress, and records it about once a second.
    pub(crate) async fn run_with_progress<T, E, F: Future<Output = Result<T, E>>>(
        &self,
        ctx: &WorkerContext,
        note: &str,
        work: impl FnOnce(watch::Sender<Steps>) -> F,
    ) -> Result<T, JobError>
    where
        JobError: From<E>,
    {
        let (sender, mut receiver) = watch::channel(Steps::default());
        let mut work = std::pin::pin!(work(sender));
        let mut tick = tokio::time::interval_at(Instant::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let ended = tokio::select! {
                biased;
                ended = &mut work => Some(ended?),
                _ = tick.tick() => None,
            };
            // The sender was dropped with the work; its last value stays.
            let (done, total) = *receiver.borrow_and_update();
            let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            let done = if ended.is_some() { total } else { done };
            if total > 0 {
                self.record_progress(ctx, count(done), count(total), note).await?;
            }
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Commits a job's change and removes the job from the queue in one transaction, exactly once. If another
    /// worker has the lease, everything is rolled back.
    pub async fn commit_and_finish(&self, mut tx: Tx, now: Timestamp) -> Result<JobOutcome, JobError> {
        if store::jobs::complete(&mut tx, &self.job, now).await? {
            tx.commit().await?;
            Ok(JobOutcome::Committed)
        } else {
            tx.rollback().await?;
            Err(JobError::Lost)
        }
    }
}

/// Runs work on a thread for blocking work. A job that is canceled or given back is dropped here, but its
/// thread would continue, so it is stopped. Errors are temporary.
pub(crate) async fn run_on_thread<T: Send + 'static>(
    work: impl FnOnce(&CancellationToken) -> anyhow::Result<T> + Send + 'static,
) -> Result<T, JobError> {
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    let ended = tokio::task::spawn_blocking(move || work(&stop)).await.map_err(JobError::temporary)?;
    ended.map_err(JobError::temporary)
}

/// The progress of work that is counted in 64 bits.
pub fn to_steps(done: u64, total: u64) -> Steps {
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    (count(done), count(total))
}

wire_enum! {
    /// Outcome of an attempt, for logs and counters.
    pub(crate) enum AttemptOutcome {
        Done = "done",
        Retried = "retried",
        Dead = "dead",
        Cancelled = "cancelled",
        Lost = "lost",
        Released = "released",
    }
}

impl From<JobState> for AttemptOutcome {
    fn from(state: JobState) -> Self {
        if state == JobState::Dead { Self::Dead } else { Self::Retried }
    }
}
