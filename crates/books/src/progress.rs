//! Reporting how far a long run is, and stopping it.

use std::cell::RefCell;

use crate::error::{Error, Result};

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
    /// `done` of `total` steps of the present phase are behind. Called about once per document of
    /// the book, so it may look at a clock but should not block. An answer ends the run.
    fn step(&mut self, done: usize, total: usize) -> Option<Stop>;
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

/// Reports one step and fails when the run has to stop.
pub(crate) fn step(progress: &mut dyn Progress, done: usize, total: usize) -> Result<()> {
    match progress.step(done, total) {
        None => Ok(()),
        Some(Stop::Cancelled) => Err(Error::Cancelled),
        Some(Stop::OutOfTime) => Err(Error::OutOfTime),
    }
}

/// A run that can be stopped from deep inside, where nothing can fail: between formulas, each of which takes its
/// time. What was noted there ends the run at the next [`Watch::go_on`].
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

    /// Reports that so many steps are behind, and fails when the run has to stop.
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

    /// Fails when it was noted that the run has to stop.
    pub(crate) fn go_on(&self) -> Result<()> {
        self.0.borrow_mut().stopped.take().map_or(Ok(()), Err)
    }
}
