//! Errors of speech synthesis.

/// An error of speech synthesis.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A program is not installed.
    #[error("{program} is not installed")]
    Missing {
        /// The command.
        program: String,
    },
    /// A program failed.
    #[error("{program}: {reason}")]
    Failed {
        /// The command.
        program: String,
        /// Its message.
        reason: String,
    },
    /// A program took too long for one sentence or one file.
    #[error("{program} took too long")]
    TimedOut {
        /// The command.
        program: String,
    },
    /// The output of a program is not a known sound format.
    #[error("{program} wrote no sound that can be read: {reason}")]
    NoSound {
        /// The command.
        program: String,
        /// The fault.
        reason: String,
    },
    /// The caller no longer wants the result.
    #[error("stopped")]
    Stopped,
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;
