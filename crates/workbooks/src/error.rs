//! Errors of whole files; what is wrong with one row is said at the row.

use calamine::XlsxError;

/// Why a zip file or a workbook is not read. The texts are suitable for the person who sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkbookError {
    /// A file of another kind.
    #[error("{0}")]
    UnsupportedKind(String),
    /// A damaged file.
    #[error("the file is damaged: {0}")]
    Damage(String),
    /// The file exceeds a limit.
    #[error("{0}")]
    Limit(String),
}

/// The result of this crate's functions.
pub(crate) type Result<T, E = WorkbookError> = std::result::Result<T, E>;

pub(crate) fn to_damage(error: &dyn std::fmt::Display) -> WorkbookError {
    WorkbookError::Damage(error.to_string())
}

pub(crate) fn workbook_error(error: &XlsxError) -> WorkbookError {
    match error {
        XlsxError::Password => {
            WorkbookError::UnsupportedKind("a workbook with a password: save it without one".to_owned())
        }
        error => to_damage(error),
    }
}
