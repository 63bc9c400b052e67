//! Reporting how far a long run is, and stopping it.

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
