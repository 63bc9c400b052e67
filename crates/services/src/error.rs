//! Why an operation was refused.

use passwords::PasswordError;
use store::StoreError;

use crate::keys::ErrorKey;

/// What operations return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation did not happen. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error("{}", .0.text())]
    Refused(ErrorKey),
    /// Fields of the request are wrong: all of them, in the order in which they were found. Never empty.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<Fault>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
}

impl Error {
    /// The key that the interface sends. `None` if the failure is the library's own.
    pub fn key(&self) -> Option<ErrorKey> {
        match self {
            Self::Refused(key) => Some(*key),
            Self::Invalid(faults) => faults.first().map(|fault| fault.key),
            Self::Store(_) | Self::Password(_) => None,
        }
    }
}

impl From<ErrorKey> for Error {
    fn from(key: ErrorKey) -> Self {
        Self::Refused(key)
    }
}

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The key of this kind of fault.
    pub key: ErrorKey,
    /// The field, as the interface names it, for example `dateOfBirth`. Empty if the fault concerns no field alone.
    pub field: String,
    /// What is wrong, for example `must be true or false`.
    pub reason: String,
}

/// The field, a colon and the reason.
impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.field.is_empty() {
            f.write_str(&self.reason)
        } else {
            write!(f, "{}: {}", self.field, self.reason)
        }
    }
}

/// From a message that begins with the field's name and a colon.
impl From<(ErrorKey, String)> for Fault {
    fn from((key, message): (ErrorKey, String)) -> Self {
        match message.split_once(": ") {
            Some((field, reason)) if field.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                Self { key, field: field.to_owned(), reason: reason.to_owned() }
            }
            _ => Self { key, field: String::new(), reason: message },
        }
    }
}
