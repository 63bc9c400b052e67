//! Errors of storing, making and delivering files.

use crate::Key;
use crate::keys::BadKey;

/// An error. Cheap to clone, because one failed conversion is reported to all who waited for it.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a key of the file store.
    #[error(transparent)]
    BadKey(#[from] BadKey),
    /// No file has this key.
    #[error("the file store has no {0}")]
    Missing(Key),
    /// The file is larger than the caller accepts.
    #[error("{key} has {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Path of the file.
        key: Key,
        /// Size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The configuration of the file store is wrong.
    #[error("file store: {0}")]
    Configuration(String),
    /// The file store failed: missing permissions, a damaged file.
    #[error("file store: {0}")]
    Store(String),
    /// The file store is temporarily unavailable: a network fault, a full disk.
    #[error("the file store is not available: {0}")]
    Unavailable(String),
    /// The book cannot be read, converted or watermarked, now or ever.
    #[error("{0}")]
    Book(String),
    /// Processing the book exceeded a limit or crashed; it would do so again.
    #[error("{0}")]
    Limit(String),
    /// The conversion was stopped or its output could not be written; a retry may succeed.
    #[error("{0}")]
    Interrupted(String),
    /// Only MP3 files are available at another speed.
    #[error("only audio files of the type audio/mpeg can be played at another speed")]
    NoSpeed,
    /// The audio tool failed or is not installed.
    #[error("audio: {0}")]
    Audio(String),
}

impl Error {
    /// Returns true if the file store is temporarily unavailable.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Maps an error of the file store, with the file's key if there is one.
    pub(crate) fn from_store(key: Option<&Key>, error: &object_store::Error) -> Self {
        use object_store::Error::{Generic, JoinError, NotFound};
        let text = key.map_or_else(|| error.to_string(), |key| format!("{key}: {error}"));
        match (error, key) {
            (NotFound { .. }, Some(key)) => Self::Missing(key.clone()),
            // Errors without a variant of their own: the network, the disk, 5xx responses after all retries.
            (Generic { .. } | JoinError { .. }, _) => Self::Unavailable(text),
            _ => Self::Store(text),
        }
    }

    /// Returns true if the same request would fail in the same way again.
    pub fn is_permanent(&self) -> bool {
        matches!(
            self,
            Self::BadKey(_) | Self::TooLarge { .. } | Self::Book(_) | Self::Limit(_) | Self::NoSpeed
        )
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

impl From<conversion::Error> for Error {
    fn from(error: conversion::Error) -> Self {
        match error {
            conversion::Error::Book(reason) => Self::Book(reason),
            conversion::Error::Limit(reason) => Self::Limit(reason),
            conversion::Error::Audio(reason) => Self::Audio(reason),
            other => Self::Interrupted(other.to_string()),
        }
    }
}

impl From<std::io::Error> for Error {
    /// A fault of this machine's own disk.
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        match error.kind() {
            StorageFull | QuotaExceeded | ReadOnlyFilesystem => Self::Unavailable(error.to_string()),
            _ => Self::Interrupted(error.to_string()),
        }
    }
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[cfg(test)]
mod tests {
    use super::Error;
    use crate::Key;

    fn generic_error() -> object_store::Error {
        object_store::Error::Generic { store: "S3", source: "no route to host".into() }
    }

    #[test]
    fn only_temporary_errors_are_unavailability() {
        let key = Key::parse("sources/book.epub").unwrap();
        for error in
            [Error::from_store(Some(&key), &generic_error()), Error::from_store(None, &generic_error())]
        {
            assert!(error.is_unavailable() && !error.is_permanent(), "{error}");
        }
        let gone = |path: &str| object_store::Error::NotFound { path: path.into(), source: "404".into() };
        assert!(
            matches!(Error::from_store(Some(&key), &gone("a")), Error::Missing(missing) if missing == key)
        );
        let refused = object_store::Error::PermissionDenied { path: "a".into(), source: "403".into() };
        assert!(matches!(Error::from_store(Some(&key), &refused), Error::Store(_)));
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        assert!(Error::from(full).is_unavailable());
        assert!(!Error::from(std::io::Error::other("broken")).is_unavailable());
    }
}
