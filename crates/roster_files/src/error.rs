//! Errors of whole files; what is wrong with one row is said at the row.

use serde::{Deserialize, Serialize};
use workbooks::WorkbookError;

/// The reason why a file is not read at all, in words for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RosterFileError {
    /// A file of another kind.
    #[error("{0}")]
    UnsupportedKind(String),
    /// A damaged file.
    #[error("the file is damaged: {0}")]
    Damage(String),
    /// No row names columns of a table of members.
    #[error(
        "no row at the beginning names columns of a table of members, such as first name, last name, date of birth \
         and grade"
    )]
    NoHeader,
    /// A zip file lacks a file.
    #[error("the zip file has no {file}")]
    MissingFile {
        /// Name of the file.
        file: String,
    },
    /// A file of a zip file lacks a column.
    #[error("{file} has no column {column}")]
    MissingColumn {
        /// Name of the file.
        file: String,
        /// Name of the column.
        column: String,
    },
    /// The file exceeds a limit.
    #[error("{0}")]
    Limit(String),
}

impl From<WorkbookError> for RosterFileError {
    fn from(error: WorkbookError) -> Self {
        match error {
            WorkbookError::UnsupportedKind(reason) => Self::UnsupportedKind(reason),
            WorkbookError::Damage(reason) => Self::Damage(reason),
            WorkbookError::Limit(reason) => Self::Limit(reason),
        }
    }
}

/// The result of this crate's functions.
pub(crate) type Result<T, E = RosterFileError> = std::result::Result<T, E>;
