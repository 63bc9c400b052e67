//! Why no book could be made of a document.

use books::Error as BookError;

/// Why no book could be made of a document. The text is fit for the person who sent it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not of the kind that was stated.
    #[error("the file is not of the stated kind")]
    NotRecognized,
    /// A limit is exceeded.
    #[error("the document is too large: more than {limit} {quantity}")]
    TooLarge {
        /// The quantity that is too large: bytes, pages, pixels.
        quantity: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The document opens with a password only.
    #[error("the document is protected by a password")]
    Encrypted,
    /// Nothing in the document can be read: no text, and none was recognized in its pictures.
    #[error("no text was found in the document")]
    NoText,
    /// The document is damaged.
    #[error("the document is damaged: {reason}")]
    Broken {
        /// Its fault.
        reason: String,
    },
    /// A program that reading this kind needs is not installed on the server.
    #[error("{tool} is not installed; the package {package} has it")]
    ToolMissing {
        /// The program.
        tool: &'static str,
        /// The Debian package that brings it.
        package: &'static str,
    },
    /// The time limit has passed.
    #[error("reading the document took too long")]
    TimedOut,
    /// The caller canceled.
    #[error("cancelled")]
    Cancelled,
    /// The package inside the document is broken, or the EPUB could not be written.
    #[error(transparent)]
    Book(BookError),
    /// A temporary file could not be written or read, or a program not be started.
    #[error("cannot work on the document: {0}")]
    Io(#[from] std::io::Error),
}

impl Error {
    /// Returns true if the same document would fail in the same way again. What the server lacks, a
    /// passed time limit and a full disk may be better at the next attempt.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::ToolMissing { .. } | Self::TimedOut | Self::Cancelled | Self::Io(_) => false,
            Self::Book(error) => error.is_permanent(),
            _ => true,
        }
    }

    pub(super) fn to_broken(reason: impl Into<String>) -> Self {
        Self::Broken { reason: reason.into() }
    }
}

impl From<BookError> for Error {
    fn from(error: BookError) -> Self {
        match error {
            BookError::Cancelled => Self::Cancelled,
            BookError::OutOfTime => Self::TimedOut,
            other => Self::Book(other),
        }
    }
}

pub(super) type Result<T> = std::result::Result<T, Error>;
