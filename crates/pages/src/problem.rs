//! The reasons why a page is not shown.

use std::str::FromStr;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::access::{Alert, AlertCode};
use domain::downloads::ItemAddress;
use domain::quotas::NextBook;
use layout::kept_form::KeptForm;
use services::titles::Alternatives;
use services::{Error, ErrorKey};

/// Time after which to search again while the search index is being filled, in seconds.
const FILLING_RETRY_SECONDS: u64 = 5;

pub(crate) type Result<T = Response, E = Problem> = std::result::Result<T, E>;

/// Reads a number in an address. Nothing is at an address without one.
pub(crate) fn parse_number<N: FromStr>(text: &str) -> Result<N> {
    text.parse().map_err(|_| Problem::NotFound)
}

/// The reason why a page is not shown. [`handle_request`](crate::entrance::handle_request) renders the page
/// that explains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// There is nothing at this address, or nothing that the visitor may see.
    NotFound,
    /// The visitor is a guest, and signing in could help.
    SignIn,
    /// The visitor is a guest who sent a form with files; its texts are kept during the sign-in.
    SignInWith(Box<KeptForm>),
    /// The reader chooses another password before anything else.
    ChoosePassword,
    /// The access rule refuses; when the next book may be downloaded may follow.
    Closed(AlertCode, Option<NextBook>),
    /// The access rule refuses a title or an edition: the page names all its reasons.
    ClosedItem(Box<ClosedItem>),
    /// The visitor's role does not allow it.
    Forbidden,
    /// Sponsors say for which member.
    ForMember,
    /// The form is not from a page of this session.
    Stale,
    /// The form cannot be read, or is too long.
    Unreadable,
    /// The address is longer, or asks for more, than any that links lead to.
    LongAddress,
    /// A status, and the message that says why.
    Explained(StatusCode, &'static str),
    /// The request is wrong; a sentence of the library.
    Refused(String),
    /// The visitor may try again after this many seconds.
    Wait(u64),
    /// The search index is being filled for the first time: when to search again, in seconds.
    Filling(u64),
    /// More guests ask for pages than the library serves next to its readers.
    Busy,
    /// A service that the library needs cannot be reached.
    Unavailable,
    /// A fault of the server.
    Trouble,
}

/// A title or an edition that is refused, with what its page says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosedItem {
    pub(crate) address: ItemAddress,
    pub(crate) name: String,
    /// The language of the name, as a BCP 47 tag. Empty if it is unknown.
    pub(crate) lang: String,
    pub(crate) alerts: Vec<Alert>,
    /// The time from which the next book may be downloaded. `None` if that is not the reason.
    pub(crate) next_book: Option<NextBook>,
    pub(crate) alternatives: Alternatives,
}

impl Problem {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::SignIn | Self::SignInWith(_) | Self::ChoosePassword => StatusCode::SEE_OTHER,
            Self::LongAddress => StatusCode::URI_TOO_LONG,
            Self::Explained(status, _) => *status,
            Self::Closed(..) | Self::ClosedItem(_) | Self::Forbidden | Self::Stale => StatusCode::FORBIDDEN,
            Self::ForMember | Self::Unreadable | Self::Refused(_) => StatusCode::BAD_REQUEST,
            Self::Wait(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Filling(_) | Self::Busy | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if matches!(error, Error::IndexFilling) {
            return Self::Filling(FILLING_RETRY_SECONDS);
        }
        if error.is_unavailable() {
            return Self::Unavailable;
        }
        if error.is_not_found() {
            return Self::NotFound;
        }
        if let Some(seconds) = error.retry_seconds() {
            return Self::Wait(seconds);
        }
        match &error {
            Error::SignIn(_) => return Self::SignIn,
            Error::Denied { code, next_books: more } => return Self::Closed(*code, *more),
            _ => {}
        }
        match error.key() {
            Some(ErrorKey::FormatNotAvailable) => Self::NotFound,
            Some(ErrorKey::Unauthorized) => Self::SignIn,
            Some(
                ErrorKey::Forbidden
                | ErrorKey::NotSponsor
                | ErrorKey::NotPrimaryContact
                | ErrorKey::ClientNotAllowed,
            ) => Self::Forbidden,
            Some(ErrorKey::TooManyRequests | ErrorKey::TooManyDownloads) => Self::Wait(60),
            Some(ErrorKey::ForUserRequired) => Self::ForMember,
            Some(key) if key != ErrorKey::InternalError => Self::Refused(error.to_string()),
            _ => {
                tracing::error!(%error, "a page could not be made");
                Self::Trouble
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

#[cfg(test)]
mod tests {
    use secrets::PasswordError;
    use services::{Error, ErrorKey};

    use super::Problem;

    #[test]
    fn a_visitor_who_must_wait_learns_how_long() {
        for (error, problem) in [
            (Error::from(PasswordError::Busy), Problem::Wait(5)),
            (Error::Wait { reason: "later".to_owned(), seconds: 9 }, Problem::Wait(9)),
            (ErrorKey::TooManyDownloads.into(), Problem::Wait(60)),
            (ErrorKey::BookmarkNotFound.into(), Problem::NotFound),
            (PasswordError::TooLong.into(), Problem::Trouble),
        ] {
            assert_eq!(Problem::from(error), problem);
        }
    }
}
