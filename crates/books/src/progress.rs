//! Reporting how far a long run is, and stopping it.

use std::cell::RefCell;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::report::Reporter;

/// How often the caller of work on another thread is asked whether to continue.
const ASK: Duration = Duration::from_millis(100);

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

    /// Where the run reports what it repaired or left out. By default nobody receives it.
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
pub(crate) fn step(progress: &mut dyn Progress, done: usize, total: usize) -> Result<()> {
    match progress.step(done, total) {
        None => Ok(()),
        Some(Stop::Cancelled) => Err(Error::Cancelled),
        Some(Stop::OutOfTime) => Err(Error::OutOfTime),
    }
}

/// Runs work on another thread while the caller is asked, on this one, whether to continue.
pub(crate) fn watched<T: Send>(
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
            match receive.recv_timeout(ASK) {
                Ok(result) => return stopped.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Timeout) if stopped.is_none() => {
                    let (done, total) = far();
                    if let Err(error) = step(progress, done, total) {
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
/// its time. What was noted there ends the run at the next [`Watch::go_on`].
pub(crate) struct Watch<'a>(RefCell<Watched<'a>>);

struct Watched<'a> {
    progress: &'a mut dyn Progress,
    done: usize,
    total: usize,
    stopped: Option<Error>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(progress: &'a mut dyn Progress, total: usize) -> Self {
        Self(RefCell::new(Watched { progress, done: 0, total, stopped: None }))
    }

    /// Reports completed steps, and fails if the run has to stop.
    pub(crate) fn step(&self, done: usize) -> Result<()> {
        self.0.borrow_mut().done = done;
        self.is_stopped();
        self.go_on()
    }

    /// Asks whether the run has to stop, and notes it.
    pub(crate) fn is_stopped(&self) -> bool {
        let mut watched = self.0.borrow_mut();
        let (done, total) = (watched.done, watched.total);
        if watched.stopped.is_none() {
            watched.stopped = step(watched.progress, done, total).err();
        }
        watched.stopped.is_some()
    }

    /// Fails if it was noted that the run has to stop.
    pub(crate) fn go_on(&self) -> Result<()> {
        self.0.borrow_mut().stopped.take().map_or(Ok(()), Err)
    }
}
