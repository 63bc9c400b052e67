//! The workers: claim, run, and say how it went.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use jiff::SignedDuration;
use store::jobs::{self, Job as Queued};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::backoff;
use crate::capabilities;
use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Outcome, Run};
use crate::registry::{KINDS, Kind};

/// How long a job belongs to its worker after a sign of life. What a killed worker held comes back then.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// The wait after a fault of the database.
const PAUSE: Duration = Duration::from_secs(2);

/// Running workers. Dropping it stops nothing: call [`Workers::shutdown`].
pub struct Workers {
    /// No further job is claimed.
    stop: CancellationToken,
    /// Jobs under way are broken off and given back.
    give_back: CancellationToken,
    running: TaskTracker,
    dispatchers: Vec<JoinHandle<()>>,
}

/// How often workers do what they do again and again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Time between signs of life of a job under way.
    pub beat: Duration,
    /// Time between looks into the queue when nothing in this process rings: other processes enqueue too, and waiting
    /// jobs come due.
    pub poll: Duration,
}

const PACE: Pace = Pace { beat: Duration::from_secs(8), poll: Duration::from_millis(500) };

/// What a worker works with.
#[derive(Clone)]
struct Worker {
    ctx: Context,
    name: Arc<str>,
    kinds: Arc<[Kind]>,
    pace: Pace,
    give_back: CancellationToken,
}

impl Workers {
    /// Starts `n` workers, and half as many (at least one) for jobs that take minutes. `name` tells this
    /// process from all others, in logs and in the queue.
    pub fn start(ctx: &Context, name: &str, n: usize) -> Self {
        Self::start_with(ctx, name, n, KINDS, PACE)
    }

    pub(crate) fn start_with(
        ctx: &Context,
        name: &str,
        n: usize,
        kinds: &'static [Kind],
        pace: Pace,
    ) -> Self {
        let (stop, give_back) = (CancellationToken::new(), CancellationToken::new());
        let running = TaskTracker::new();
        let dispatcher = |long: bool, places: usize| {
            let kinds: Arc<[Kind]> = kinds.iter().copied().filter(|kind| kind.long == long).collect();
            let worker =
                Worker { ctx: ctx.clone(), name: name.into(), kinds, pace, give_back: give_back.clone() };
            let idle = worker.kinds.is_empty();
            (!idle).then(|| tokio::spawn(dispatch(worker, places.max(1), stop.clone(), running.clone())))
        };
        let dispatchers = [dispatcher(false, n), dispatcher(true, n / 2)].into_iter().flatten().collect();
        Self { stop, give_back, running, dispatchers }
    }

    /// Claims nothing more, waits up to `limit` for what is under way, and gives the rest back to the
    /// queue, where the next worker finds it at once.
    pub async fn shutdown(self, limit: Duration) {
        self.stop.cancel();
        for dispatcher in self.dispatchers {
            if let Err(error) = dispatcher.await {
                tracing::error!(%error, "the dispatcher of jobs has ended abnormally");
            }
        }
        self.running.close();
        if tokio::time::timeout(limit, self.running.wait()).await.is_err() {
            self.give_back.cancel();
            self.running.wait().await;
        }
    }
}

/// Claims jobs while there are free workers.
async fn dispatch(worker: Worker, n: usize, stop: CancellationToken, running: TaskTracker) {
    let places = Arc::new(Semaphore::new(n));
    let mut bell = worker.ctx.db().watch_jobs();
    while !stop.is_cancelled() {
        let free = tokio::select! {
            () = stop.cancelled() => return,
            free = Arc::clone(&places).acquire_owned() => free,
        };
        // Never closed.
        let Ok(free) = free else { return };
        // Seen before the look into the queue: what rings during the look is looked for again.
        bell.borrow_and_update();
        let kinds = worker.kinds.iter().map(|kind| kind.name);
        let names: Vec<&str> = kinds.filter(|kind| capabilities::takes(&worker.ctx, kind)).collect();
        let claimed = jobs::claim(worker.ctx.db(), &names, &worker.name, LEASE, worker.ctx.now(), 1).await;
        match claimed {
            Ok(mut claimed) => match claimed.pop() {
                Some(job) => {
                    let worker = worker.clone();
                    running.spawn(async move {
                        attempt(&worker, job).await;
                        drop(free);
                    });
                    continue;
                }
                None => drop(free),
            },
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the queue cannot be read");
                drop(free);
                sleep(&stop, PAUSE).await;
                continue;
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            rung = bell.changed() => if rung.is_err() { sleep(&stop, worker.pace.poll).await },
            () = tokio::time::sleep(worker.pace.poll) => {}
        }
    }
}

async fn sleep(stop: &CancellationToken, time: Duration) {
    tokio::select! { () = stop.cancelled() => {} () = tokio::time::sleep(time) => {} }
}

/// One attempt of one job, from start to the queue's last word.
async fn attempt(worker: &Worker, job: Queued) {
    let span = tracing::info_span!("job", id = job.id, kind = %job.kind, attempt = job.attempts);
    let kind = job.kind.clone();
    let began = std::time::Instant::now();
    metrics::gauge!("openshelf_jobs_running", "kind" => kind.clone()).increment(1.0);
    async {
        let outcome = match work(worker, &job).await {
            Ok(outcome) => outcome,
            // The lease lapses and the job comes back.
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the end of the job was not recorded"
                );
                Outcome::Lost
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

async fn work(worker: &Worker, job: &Queued) -> store::Result<Outcome> {
    let (ctx, db) = (&worker.ctx, worker.ctx.db());
    let Some(kind) = worker.kinds.iter().find(|kind| kind.name == job.kind) else {
        // The queue was asked for known kinds only.
        jobs::release(db, job).await?;
        return Ok(Outcome::Released);
    };
    let run = Run { job: job.clone() };
    let running = AssertUnwindSafe((kind.run)(ctx, &run)).catch_unwind();
    let result = tokio::select! {
        // A job that is done is done, even when it is to be given back at the same moment.
        biased;
        result = running => result.unwrap_or_else(|panic| Err(JobError::Retry(panicked(panic.as_ref())))),
        end = signs_of_life(worker, job) => match end {
            End::Lost => Err(JobError::Lost),
            End::Cancelled => {
                jobs::cancelled(db, job, ctx.now()).await?;
                return Ok(Outcome::Cancelled);
            }
        },
        () = worker.give_back.cancelled() => {
            jobs::release(db, job).await?;
            return Ok(Outcome::Released);
        }
    };
    match result {
        Ok(Done::Committed) => Ok(Outcome::Done),
        Ok(Done::Finished) => {
            let held = jobs::complete(db, job, ctx.now()).await?;
            Ok(if held { Outcome::Done } else { Outcome::Lost })
        }
        Err(JobError::Lost) => Ok(Outcome::Lost),
        Err(JobError::Retry(error)) if job.attempts < job.max_attempts => {
            tracing::warn!(error = format!("{error:#}"), "job failed, to be tried again");
            let wait = backoff::after(job.attempts, &mut ctx.rng());
            let now = ctx.now();
            let state = jobs::retry(db, job, &format!("{error:#}"), now + wait, now).await?;
            Ok(state.map_or(Outcome::Lost, Outcome::from))
        }
        Err(JobError::Retry(error) | JobError::Fail(error)) => {
            tracing::error!(error = format!("{error:#}"), "job failed for good");
            bury(ctx, kind, job, &format!("{error:#}")).await
        }
    }
}

/// To the dead letters, together with what the failure means to those who wait.
async fn bury(ctx: &Context, kind: &Kind, job: &Queued, error: &str) -> store::Result<Outcome> {
    let now = ctx.now();
    let mut tx = ctx.db().begin().await?;
    if !jobs::dead(&mut tx, job, error, now).await? {
        tx.rollback().await?;
        return Ok(Outcome::Lost);
    }
    (kind.give_up)(&job.payload, &mut tx, error, now).await?;
    tx.commit().await?;
    Ok(Outcome::Dead)
}

/// Why a job under way has to end.
enum End {
    Lost,
    Cancelled,
}

/// Keeps the lease; returns when the job is lost or no longer wanted.
async fn signs_of_life(worker: &Worker, job: &Queued) -> End {
    loop {
        tokio::time::sleep(worker.pace.beat).await;
        match jobs::heartbeat(worker.ctx.db(), job, LEASE, worker.ctx.now()).await {
            Ok(beat) if beat.cancel => return End::Cancelled,
            Ok(beat) if !beat.held => return End::Lost,
            Ok(_) => {}
            // The next one may get through before the lease lapses.
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "no sign of life was recorded");
            }
        }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> anyhow::Error {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    anyhow::anyhow!("panicked: {text}")
}

#[cfg(test)]
mod tests;
