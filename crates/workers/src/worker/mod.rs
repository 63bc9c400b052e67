//! Workers: claim jobs, run them, and record the results.

mod attempt;
mod dispatch;
mod slots;

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::registry::{JobKind, KINDS};
use crate::{Lanes, WorkerContext};
use dispatch::dispatch;
use slots::Slots;

/// Time for which a job belongs to its worker after a heartbeat. Afterwards, jobs of a killed worker return
/// to the queue.
const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// Running workers. Dropping it stops nothing: call [`Workers::shutdown`].
pub struct Workers {
    /// No further job is claimed.
    stop: CancellationToken,
    /// Jobs in progress are interrupted and returned to the queue.
    give_back: CancellationToken,
    running: TaskTracker,
    dispatcher: JoinHandle<()>,
}

/// Intervals of the workers' periodic work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Time between heartbeats of a running job.
    pub beat: Duration,
    /// Time between polls of the queue without a signal in this process: other processes enqueue too, and
    /// waiting jobs become due.
    pub poll: Duration,
    /// Maximum time for which other conversions wait for one that runs alone.
    pub alone: Duration,
}

/// A conversion that runs alone delays others by minutes at most: readers of text do not wait until a whole
/// book has been synthesized.
const PACE: Pace =
    Pace { beat: Duration::from_secs(8), poll: Duration::from_millis(500), alone: Duration::from_mins(5) };

#[derive(Clone)]
struct Worker {
    ctx: WorkerContext,
    name: Arc<str>,
    kinds: &'static [JobKind],
    pace: Pace,
    give_back: CancellationToken,
}

impl Worker {
    fn find_kind(&self, name: &str) -> Option<&'static JobKind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}

impl Workers {
    /// Starts workers in the slots of these lanes. `name` identifies this process in logs and in the queue.
    pub fn start(ctx: &WorkerContext, name: &str, lanes: &Lanes) -> Self {
        Self::start_with(ctx, name, lanes, KINDS, PACE)
    }

    pub(crate) fn start_with(
        ctx: &WorkerContext,
        name: &str,
        lanes: &Lanes,
        kinds: &'static [JobKind],
        pace: Pace,
    ) -> Self {
        let (stop, give_back) = (CancellationToken::new(), CancellationToken::new());
        let running = TaskTracker::new();
        let worker =
            Worker { ctx: ctx.clone(), name: name.into(), kinds, pace, give_back: give_back.clone() };
        let slots = Slots::new(lanes.clone(), pace.alone);
        let dispatcher = tokio::spawn(dispatch(worker, slots, stop.clone(), running.clone()));
        Self { stop, give_back, running, dispatcher }
    }

    /// Stops claiming, waits up to `limit` for running jobs, and returns the rest to the queue, where the
    /// next worker finds them immediately.
    pub async fn shutdown(self, limit: Duration) {
        self.stop.cancel();
        if let Err(error) = self.dispatcher.await {
            tracing::error!(%error, "the dispatcher of jobs has ended abnormally");
        }
        self.running.close();
        if tokio::time::timeout(limit, self.running.wait()).await.is_err() {
            self.give_back.cancel();
            self.running.wait().await;
        }
    }
}

#[cfg(test)]
mod lanes_tests;
#[cfg(test)]
mod tests;
