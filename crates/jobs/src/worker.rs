//! The workers: claim, run, and say how it went.

mod attempt;
mod dispatch;
mod places;

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::context::Context;
use crate::lanes::Lanes;
use crate::registry::{KINDS, Kind};
use dispatch::dispatch;
use places::Places;

/// How long a job belongs to its worker after a sign of life. What a killed worker held comes back then.
const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// Running workers. Dropping it stops nothing: call [`Workers::shutdown`].
pub struct Workers {
    /// No further job is claimed.
    stop: CancellationToken,
    /// Jobs under way are broken off and given back.
    give_back: CancellationToken,
    running: TaskTracker,
    dispatcher: JoinHandle<()>,
}

/// How often workers do what they do again and again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Time between signs of life of a job under way.
    pub beat: Duration,
    /// Time between looks into the queue when nothing in this process rings: other processes enqueue too, and
    /// waiting jobs come due.
    pub poll: Duration,
    /// The longest time that other conversions wait for one that runs alone.
    pub alone: Duration,
}

/// A conversion that runs alone delays others by minutes at most: who waits for text does not wait for a
/// whole book to be read aloud.
const PACE: Pace =
    Pace { beat: Duration::from_secs(8), poll: Duration::from_millis(500), alone: Duration::from_mins(5) };

/// What a worker works with.
#[derive(Clone)]
struct Worker {
    ctx: Context,
    name: Arc<str>,
    kinds: &'static [Kind],
    pace: Pace,
    give_back: CancellationToken,
}

impl Workers {
    /// Starts workers in the places of these lanes. `name` tells this process from all others, in logs and in
    /// the queue.
    pub fn start(ctx: &Context, name: &str, lanes: &Lanes) -> Self {
        Self::start_with(ctx, name, lanes, KINDS, PACE)
    }

    pub(crate) fn start_with(
        ctx: &Context,
        name: &str,
        lanes: &Lanes,
        kinds: &'static [Kind],
        pace: Pace,
    ) -> Self {
        let (stop, give_back) = (CancellationToken::new(), CancellationToken::new());
        let running = TaskTracker::new();
        let worker =
            Worker { ctx: ctx.clone(), name: name.into(), kinds, pace, give_back: give_back.clone() };
        let places = Places::new(lanes.clone(), pace.alone);
        let dispatcher = tokio::spawn(dispatch(worker, places, stop.clone(), running.clone()));
        Self { stop, give_back, running, dispatcher }
    }

    /// Claims nothing more, waits up to `limit` for what is under way, and gives the rest back to the
    /// queue, where the next worker finds it at once.
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
