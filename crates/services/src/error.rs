//! Why an operation was refused.

use std::borrow::Cow;

use domain::quotas::NextBook;
use domain::{AlertCode, SiteId};
use jiff::SignedDuration;
use secrets::PasswordError;
use store::StoreError;

use crate::partner::KeysFault;
use crate::{ErrorKey, Field, Mention, Reason};

/// Seconds after which a caller tries again whose password could not be hashed, because too many others were.
const HASHING_RETRY_SECONDS: u64 = 5;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation did not happen. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}", .0.to_text(Mention::words))]
    Refused(ErrorKey),
    /// A rule refuses it, and there is a more exact sentence for people than the key's.
    #[error("{1}")]
    Explained(ErrorKey, String),
    /// The access rule refuses it.
    #[error("{}", .code.message())]
    Denied {
        code: AlertCode,
        /// Date of the next book, if a quota is used up.
        next_books: Option<NextBook>,
    },
    /// A guest called, and signing in could help. The site is that of the caller's key.
    #[error("sign in to do this")]
    SignIn(SiteId),
    /// Name and password of a device, or what replaces the password, do not match.
    #[error("name or password is wrong")]
    Credentials,
    /// The access token is not valid.
    #[error("the access token is not valid: {fault:?}")]
    Token {
        /// The site of the caller's key.
        realm: SiteId,
        /// The first fault of the request.
        fault: TokenFault,
    },
    /// `TOO_MANY_REQUESTS`: a limit is reached, and the caller may try again later.
    #[error("{reason}")]
    Wait {
        /// A sentence for people.
        reason: String,
        /// Seconds until the caller may try again.
        seconds: u64,
    },
    /// Fields of the request are wrong: all of them, in the order in which they were found. Never empty.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<Fault>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The search index is being filled for the first time: the caller may try again soon.
    #[error("the catalog is being prepared")]
    IndexFilling,
    /// The library of a command has no search index.
    #[error("this command cannot search")]
    NoIndex,
    /// The search index failed.
    #[error(transparent)]
    Search(#[from] search::Error),
    /// The file store, a conversion or a package failed.
    #[error(transparent)]
    Delivery(#[from] delivery::Error),
    /// The key of a file that the database names is damaged.
    #[error(transparent)]
    Key(#[from] delivery::keys::BadKey),
    /// The partner's drive failed.
    #[error(transparent)]
    Drive(#[from] delivery::drive::DriveError),
    /// A temporary file failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The partner's keys could not be read.
    #[error(transparent)]
    Partner(#[from] KeysFault),
    /// A task ended before its time.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
}

impl Error {
    /// Refusal by the access rule.
    pub fn from_alert(code: AlertCode) -> Self {
        Self::Denied { code, next_books: None }
    }

    /// The caller must wait for this long: whole seconds, rounded up, at least one, so that a caller that
    /// waits for as many is not refused again.
    pub(crate) fn retry_after(time: SignedDuration, reason: impl Into<String>) -> Self {
        let seconds = time.as_secs() + i64::from(time.subsec_nanos() > 0);
        Self::Wait { reason: reason.into(), seconds: seconds.max(1).unsigned_abs() }
    }

    /// Seconds until the caller may try again. `None` if waiting is not what helps.
    pub fn retry_seconds(&self) -> Option<u64> {
        match self {
            Self::Wait { seconds, .. } => Some(*seconds),
            Self::Password(PasswordError::Busy) => Some(HASHING_RETRY_SECONDS),
            _ => None,
        }
    }

    /// Returns true if the request names something that does not exist, or not for the caller.
    pub fn is_not_found(&self) -> bool {
        self.key().is_some_and(ErrorKey::is_not_found)
    }

    /// Returns true if something that the library needs, the database or the file store, cannot be reached
    /// at this moment, or the search index is not filled yet: trying again soon can help.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Store(error) => error.is_unavailable(),
            Self::Delivery(error) => error.is_unavailable(),
            Self::IndexFilling => true,
            _ => false,
        }
    }

    /// The key of the refusal. `None` if an access rule refuses, whose code is the key, or if the failure is
    /// the library's own.
    pub fn key(&self) -> Option<ErrorKey> {
        match self {
            Self::Refused(key) | Self::Explained(key, _) => Some(*key),
            Self::Invalid(faults) => faults.first().map(|fault| fault.key),
            Self::Wait { .. } => Some(ErrorKey::TooManyRequests),
            Self::SignIn(_) | Self::Credentials | Self::Token { .. } => Some(ErrorKey::Unauthorized),
            _ => None,
        }
    }
}

impl From<ErrorKey> for Error {
    fn from(key: ErrorKey) -> Self {
        Self::Refused(key)
    }
}

/// A new record whose identifier is that of another one is refused: `ALREADY_EXISTS`.
pub(crate) fn already_exists_on_conflict(error: StoreError) -> Error {
    if error.is_conflict() { ErrorKey::AlreadyExists.into() } else { error.into() }
}

/// The reason why an access token is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenFault {
    Expired,
    Revoked,
    /// Unknown, or of a locked account.
    Invalid,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub key: ErrorKey,
    /// The field that is wrong. `None` if the fault concerns no field alone.
    pub field: Option<Field>,
    pub reason: Reason,
}

impl Fault {
    pub fn new(key: ErrorKey, field: Field, reason: impl Into<Reason>) -> Self {
        Self { key, field: Some(field), reason: reason.into() }
    }

    /// A fault that concerns no field alone.
    pub fn of_request(key: ErrorKey, reason: impl Into<Reason>) -> Self {
        Self { key, field: None, reason: reason.into() }
    }

    /// The field, a colon and the reason, in an interface's words.
    pub fn to_text(&self, name: impl Fn(Mention) -> Cow<'static, str>) -> String {
        match self.field {
            Some(field) => format!("{}: {}", name(Mention::Field(field)), self.reason.to_text(name)),
            None => self.reason.to_text(name),
        }
    }
}

/// In plain words.
impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text(Mention::words))
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Invalid(vec![fault])
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use secrets::PasswordError;

    use super::Error;
    use crate::ErrorKey;

    #[test]
    fn a_wait_is_rounded_up_to_whole_seconds() {
        let second = SignedDuration::from_secs(1);
        for (time, expected) in [
            (-second, 1),
            (SignedDuration::ZERO, 1),
            (SignedDuration::from_nanos(1), 1),
            (second, 1),
            (second + SignedDuration::from_nanos(1), 2),
            (SignedDuration::from_hours(24), 86_400),
        ] {
            let Error::Wait { seconds, reason } = Error::retry_after(time, "later") else {
                panic!("it is a wait")
            };
            assert_eq!((seconds, reason.as_str()), (expected, "later"), "{time:?}");
        }
    }

    #[test]
    fn who_is_not_served_for_now_learns_when_to_try_again() {
        let wait = Error::Wait { reason: "later".to_owned(), seconds: 9 };
        assert_eq!(wait.retry_seconds(), Some(9));
        assert_eq!(Error::from(PasswordError::Busy).retry_seconds(), Some(5));
        assert_eq!(Error::from(PasswordError::TooLong).retry_seconds(), None);
        assert_eq!(Error::from(ErrorKey::TooManyDownloads).retry_seconds(), None);
    }

    #[test]
    fn unreachable_is_distinguished_from_broken() {
        assert!(Error::from(delivery::Error::Unavailable("no connection".into())).is_unavailable());
        assert!(!Error::from(delivery::Error::Store("damaged".into())).is_unavailable());
        assert!(!Error::from(ErrorKey::NotFound).is_unavailable());
    }
}
