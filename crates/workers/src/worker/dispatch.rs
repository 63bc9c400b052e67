//! Claims jobs while there are free slots.

use std::time::Duration;

use store::jobs::{self, Claim, Job, Lane, SuspectFilter};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::attempt::run_attempt;
use super::slots::Slots;
use super::{LEASE, Worker};
use crate::capabilities;

/// Delay after a database error.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// Claims and starts jobs until `stop`.
pub(super) async fn dispatch(worker: Worker, slots: Slots, stop: CancellationToken, running: TaskTracker) {
    let dispatcher = Dispatcher { worker, slots, running };
    let mut bell = dispatcher.worker.ctx.db().watch_jobs();
    while !stop.is_cancelled() {
        // Marked as seen before polling: a signal during the poll causes another poll.
        bell.borrow_and_update();
        match dispatcher.start_round().await {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the queue cannot be read");
                sleep_or_stop(&stop, RETRY_DELAY).await;
                continue;
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = dispatcher.slots.wait_until_freed() => {}
            rung = bell.changed() => if rung.is_err() { sleep_or_stop(&stop, dispatcher.worker.pace.poll).await },
            () = tokio::time::sleep(dispatcher.worker.pace.poll) => {}
        }
    }
}

async fn sleep_or_stop(stop: &CancellationToken, time: Duration) {
    tokio::select! { () = stop.cancelled() => {} () = tokio::time::sleep(time) => {} }
}

struct Dispatcher {
    worker: Worker,
    slots: Slots,
    running: TaskTracker,
}

impl Dispatcher {
    /// Starts a suspect that is due, and up to one job of each lane with a free slot. Returns how many.
    async fn start_round(&self) -> store::Result<usize> {
        let (free, suspects) = (self.slots.free_lanes(), self.slots.suspect_lanes());
        let (db, now) = (self.worker.ctx.db(), self.worker.ctx.now());
        let kinds = self.runnable_kinds();
        let due = jobs::find_due(db, &free, &suspects, &kinds, now).await?;
        let mut started = 0;
        if due.has_suspect && self.slots.is_drained() {
            for lane in suspects {
                if started == 0 {
                    started += self.start_next(&kinds, lane, SuspectFilter::Only).await?;
                }
            }
        }
        for lane in due.lanes {
            // The suspect that has just begun occupies the slots of all conversions.
            if self.slots.free_lanes().contains(&lane)
                && (!due.has_suspect || self.slots.passes_suspect(lane))
            {
                started += self.start_next(&kinds, lane, SuspectFilter::Without).await?;
            }
        }
        Ok(started)
    }

    /// The kinds of jobs that this process can run with its current tools.
    fn runnable_kinds(&self) -> Vec<&'static str> {
        let all = self.worker.kinds.iter().map(|kind| kind.name);
        all.filter(|kind| capabilities::takes_job(&self.worker.ctx, kind)).collect()
    }

    /// Claims and starts the next job of a lane, if any. Returns how many.
    async fn start_next(&self, kinds: &[&str], lane: Lane, suspects: SuspectFilter) -> store::Result<usize> {
        let Worker { ctx, name, .. } = &self.worker;
        let claim = Claim { kinds, worker: name, lease: LEASE, suspects };
        let claimed: Vec<Job> = jobs::claim_jobs(ctx.db(), &claim, lane, ctx.now(), 1).await?;
        let count = claimed.len();
        for job in claimed {
            let occupies_slot = self.worker.find_kind(&job.kind).is_none_or(|kind| kind.occupies_slot);
            let slot = occupies_slot.then(|| self.slots.take(lane, suspects == SuspectFilter::Only));
            let worker = self.worker.clone();
            self.running.spawn(async move {
                run_attempt(&worker, job).await;
                drop(slot);
            });
        }
        Ok(count)
    }
}
