//! Why a file could not be kept, made or delivered.

use crate::keys::{BadKey, Key};

/// What went wrong. Cheap to clone, because one failed conversion answers all who waited for it.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no key of the file store.
    #[error(transparent)]
    BadKey(#[from] BadKey),
    /// No file has this key.
    #[error("the file store has no {0}")]
    Missing(Key),
    /// The file is larger than the caller accepts.
    #[error("{key} has {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Which file.
        key: Key,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The configuration of the file store is wrong.
    #[error("file store: {0}")]
    Configuration(String),
    /// The file store failed: a full disk, a network fault, missing rights.
    #[error("file store: {0}")]
    Store(String),
    /// The book cannot be read, converted or marked, now or ever.
    #[error("{0}")]
    Book(String),
    /// The conversion was stopped or its output could not be written; it may go better next time.
    #[error("{0}")]
    Interrupted(String),
    /// Only MP3 files can be had at another speed.
    #[error("only audio files of the type audio/mpeg can be had at another speed")]
    NoSpeed,
    /// The audio tool failed or is not installed.
    #[error("audio: {0}")]
    Audio(String),
}

impl Error {
    /// Whether the same request would fail in the same way again.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::BadKey(_) | Self::TooLarge { .. } | Self::Book(_) | Self::NoSpeed)
    }
}

impl From<books::Error> for Error {
    fn from(error: books::Error) -> Self {
        if error.is_permanent() {
            Self::Book(error.to_string())
        } else {
            Self::Interrupted(error.to_string())
        }
    }
}

impl From<std::io::Error> for Error {
    /// A fault of this machine's own disk.
    fn from(error: std::io::Error) -> Self {
        Self::Interrupted(error.to_string())
    }
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;
