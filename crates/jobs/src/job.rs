//! What a job is.

use std::time::Duration;

use delivery::Steps;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::Tx;
use store::jobs::{JobState, Lane, NewJob, Progress};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};

use crate::context::Context;
use crate::error::JobError;

/// Time between two notes of how far a job is.
const TELL: Duration = Duration::from_secs(1);

/// One kind of background work: a record that says what to do, kept in the queue as JSON.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue, for example `package`. Never changed: waiting jobs carry it.
    const KIND: &'static str;

    /// How often it is tried.
    const ATTEMPTS: u32 = 8;

    /// The queue it waits in, by what the work is and how long it takes: it waits for work of the same lane
    /// only.
    const LANE: Lane;

    /// Does it. May run again after it was interrupted anywhere.
    fn run(&self, ctx: &Context, run: &Run) -> impl Future<Output = Result<Done, JobError>> + Send;

    /// Tells whoever waits for it that it has failed for good; the job goes to the dead letters in the same
    /// transaction. `reason` is what the last attempt died of.
    fn give_up(
        &self,
        _tx: &mut Tx,
        _reason: &str,
        _now: Timestamp,
    ) -> impl Future<Output = store::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Takes back what [`Self::give_up`] has told, because somebody has the job tried again ([`retry`]).
    ///
    /// [`retry`]: crate::retry::retry
    fn revive(&self, _tx: &mut Tx, _now: Timestamp) -> impl Future<Output = store::Result<()>> + Send {
        async { Ok(()) }
    }

    /// The record for the queue, due at `run_at`. Its account is set by what enqueues it.
    fn queued<'a>(&self, run_at: Timestamp) -> NewJob<'a> {
        let payload = serde_json::to_value(self).expect("a job is a plain record");
        NewJob { max_attempts: Self::ATTEMPTS, ..NewJob::new(Self::LANE, Self::KIND, payload, run_at) }
    }
}

/// A job has been done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// The worker has to take it from the queue.
    Finished,
    /// It was taken from the queue together with the change it made ([`Run::commit`]).
    Committed,
}

/// The attempt under way.
#[derive(Debug, Clone)]
pub struct Run {
    pub(crate) job: store::jobs::Job,
}

impl Run {
    /// The job's number in the queue.
    pub fn id(&self) -> store::jobs::JobId {
        self.job.id
    }

    /// When the job was enqueued.
    pub fn enqueued(&self) -> Timestamp {
        self.job.created
    }

    /// Which attempt this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.job.attempts
    }

    /// Tells how far the job is, for `openshelf jobs`.
    pub async fn progress(&self, ctx: &Context, done: i64, total: i64, note: &str) -> store::Result<()> {
        let progress = Progress { done, total, note: Some(note.to_owned()) };
        store::jobs::set_progress(ctx.db(), &self.job, &progress).await.map(drop)
    }

    /// Does work that tells how far it is, and notes that about once a second.
    pub(crate) async fn watched<T, F: Future<Output = delivery::Result<T>>>(
        &self,
        ctx: &Context,
        note: &str,
        work: impl FnOnce(watch::Sender<Steps>) -> F,
    ) -> Result<T, JobError> {
        let (tell, mut heard) = watch::channel(Steps::default());
        let mut work = std::pin::pin!(work(tell));
        let mut tick = tokio::time::interval_at(Instant::now() + TELL, TELL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let ended = tokio::select! {
                biased;
                ended = &mut work => Some(ended?),
                _ = tick.tick() => None,
            };
            // The sender is gone with the work; what it said last stays.
            let (done, total) = *heard.borrow_and_update();
            let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            let done = if ended.is_some() { total } else { done };
            if total > 0 {
                self.progress(ctx, count(done), count(total), note).await?;
            }
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Commits a job's change and takes the job from the queue, both or neither: done exactly once. When
    /// the lease has passed to another worker, everything is rolled back.
    pub async fn commit(&self, mut tx: Tx, now: Timestamp) -> Result<Done, JobError> {
        if store::jobs::complete(&mut tx, &self.job, now).await? {
            tx.commit().await?;
            Ok(Done::Committed)
        } else {
            tx.rollback().await?;
            Err(JobError::Lost)
        }
    }
}

/// How an attempt ended, for logs and counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Retried,
    Dead,
    Cancelled,
    Lost,
    Released,
}

impl Outcome {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Retried => "retried",
            Self::Dead => "dead",
            Self::Cancelled => "cancelled",
            Self::Lost => "lost",
            Self::Released => "released",
        }
    }
}

impl From<JobState> for Outcome {
    fn from(state: JobState) -> Self {
        if state == JobState::Dead { Self::Dead } else { Self::Retried }
    }
}
