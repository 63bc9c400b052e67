//! Errors of tasks.

use std::io;

use isolation::{FileFault, LimitBreach, WorkFailure};
use serde::{Deserialize, Serialize};

/// Why a task failed. The texts are suitable for the person who sent the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read, converted or watermarked, now or ever.
    #[error("{0}")]
    Book(String),
    /// The task exceeded a limit or crashed; it would do so again.
    #[error("{0}")]
    Limit(String),
    /// The task was stopped, or the machine failed; it may succeed next time.
    #[error("{0}")]
    Interrupted(String),
    /// The audio program failed or is not installed.
    #[error("audio: {0}")]
    Audio(String),
}

impl Error {
    /// Returns true if the same task would fail in the same way again.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Book(_) | Self::Limit(_))
    }
}

impl From<books::Error> for Error {
    fn from(error: books::Error) -> Self {
        match error {
            books::Error::OutOfTime => Self::Limit(error.to_string()),
            error if error.is_permanent() => Self::Book(error.to_string()),
            error => Self::Interrupted(error.to_string()),
        }
    }
}

impl From<io::Error> for Error {
    /// A fault of this machine's own disk.
    fn from(error: io::Error) -> Self {
        Self::Interrupted(error.to_string())
    }
}

impl From<WorkFailure> for Error {
    fn from(failure: WorkFailure) -> Self {
        match failure {
            WorkFailure::Breach(breach) => Self::Limit(breach.to_string()),
            WorkFailure::Lost(reason) => Self::Interrupted(format!("the worker process was lost: {reason}")),
        }
    }
}

impl From<FileFault> for Error {
    /// A task writes only plain files below its limits, unless somebody else is in control of its process.
    fn from(fault: FileFault) -> Self {
        let breach = match fault {
            FileFault::Io(error) => return error.into(),
            FileFault::TooLarge { .. } => LimitBreach::FileSize,
            FileFault::NotPlain(_) => LimitBreach::Crash(String::new()),
        };
        tracing::error!(%fault, "a worker process has put something into its folder that no task writes");
        Self::Limit(breach.to_string())
    }
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;
