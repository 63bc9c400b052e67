//! Reporting how far a long run is, and stopping it.

use std::cell::RefCell;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::{Error, Reporter, Result};

/// Interval at which the caller of work on another thread is asked whether to continue.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Why a run has to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The caller no longer wants the result.
    Cancelled,
    /// The caller's deadline has passed.
    OutOfTime,
}

/// Watches a run. A closure `|done, total| None` is one; `()` watches nothing.
pub trait Progress {
    /// `done` of `total` steps of the current phase are complete. Called about once per document of the book,
    /// so it may read a clock but should not block. Returning `Some` ends the run.
    fn step(&mut self, done: usize, total: usize) -> Option<Stop>;

    /// The reporter for repairs and omissions of the run. By default nobody receives them.
    fn reporter(&self) -> Reporter {
        Reporter::default()
    }
}

impl Progress for () {
    fn step(&mut self, _done: usize, _total: usize) -> Option<Stop> {
        None
    }
}

impl<F: FnMut(usize, usize) -> Option<Stop>> Progress for F {
    fn step(&mut self, done: usize, total: usize) -> Option<Stop> {
        self(done, total)
    }
}

/// Reports one step, and fails if the run has to stop.
pub fn report_step(progress: &mut dyn Progress, done: usize, total: usize) -> Result<()> {
    match progress.step(done, total) {
        None => Ok(()),
        Some(Stop::Cancelled) => Err(Error::Cancelled),
        Some(Stop::OutOfTime) => Err(Error::OutOfTime),
    }
}

/// Runs work on another thread while the caller is asked, on this one, whether to continue.
pub(crate) fn run_watched<T: Send>(
    stop: &speech::Stop,
    progress: &mut dyn Progress,
    far: &dyn Fn() -> (usize, usize),
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        scope.spawn(move || {
            // Nobody waits for it if the caller has panicked.
            let _ = send.send(work());
        });
        let mut stopped = None;
        loop {
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(result) => return stopped.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Timeout) if stopped.is_none() => {
                    let (done, total) = far();
                    if let Err(error) = report_step(progress, done, total) {
                        stop.stop();
                        stopped = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::Write(std::io::Error::other("a worker has panicked")));
                }
            }
        }
    })
}

/// A run that can be stopped from deep inside, where nothing can fail: between formulas, each of which takes
/// its time. What was noted there ends the run at the next [`Watch::check_stopped`].
pub(crate) struct Watch<'a>(RefCell<WatchState<'a>>);

struct WatchState<'a> {
    progress: &'a mut dyn Progress,
    done_steps: usize,
    total: usize,
    stop_error: Option<Error>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(progress: &'a mut dyn Progress, total: usize) -> Self {
        Self(RefCell::new(WatchState { progress, done_steps: 0, total, stop_error: None }))
    }

    /// Reports completed steps, and fails if the run has to stop.
    pub(crate) fn step(&self, done: usize) -> Result<()> {
        self.0.borrow_mut().done_steps = done;
        self.is_stopped();
        self.check_stopped()
    }

    /// Asks whether the run has to stop, and notes it.
    pub(crate) fn is_stopped(&self) -> bool {
        let mut watched = self.0.borrow_mut();
        let (done, total) = (watched.done_steps, watched.total);
        if watched.stop_error.is_none() {
            watched.stop_error = report_step(watched.progress, done, total).err();
        }
        watched.stop_error.is_some()
    }

    /// Fails if it was noted that the run has to stop.
    pub(crate) fn check_stopped(&self) -> Result<()> {
        self.0.borrow_mut().stop_error.take().map_or(Ok(()), Err)
    }
}
