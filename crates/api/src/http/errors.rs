//! Error responses: status, body and headers (docs/rules/errors.md#rule-3; the keys and their texts are in
//! `services`). Internal details are logged here and never sent.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use secrets::PasswordError;
use serde::Serialize;
use services::Fault;
use transport::guests::RETRY_SECONDS;

use crate::http::caller::fault_text;
use crate::http::fields::{fault_message, mention_name};
use crate::http::{HttpError, Json, Link};

pub use services::ErrorKey;

/// The status of an error (docs/rules/errors.md#rule-3).
fn status_of_key(key: ErrorKey) -> StatusCode {
    use ErrorKey as Key;
    match key {
        Key::BadRequest
        | Key::MissingParameter
        | Key::InvalidParameter
        | Key::InvalidFormat
        | Key::FormatNotAvailable
        | Key::InvalidIsbn
        | Key::InvalidDate
        | Key::InvalidCountry
        | Key::InvalidLanguage
        | Key::InvalidPassword
        | Key::InvalidEmail
        | Key::ConflictingParameters
        | Key::FileTooLarge
        | Key::InvalidFileType
        | Key::ForUserRequired
        | Key::OwnList
        | Key::TitleCannotBeListed
        | Key::PromoCodeInvalid => StatusCode::BAD_REQUEST,
        Key::Unauthorized => StatusCode::UNAUTHORIZED,
        Key::Forbidden
        | Key::InvalidApiKey
        | Key::ClientNotAllowed
        | Key::OperationNotAllowed
        | Key::NotSponsor
        | Key::NotPrimaryContact
        | Key::NotManageable
        | Key::CannotCreateUsers
        | Key::LinkExpired => StatusCode::FORBIDDEN,
        Key::NotFound
        | Key::TitleNotFound
        | Key::PeriodicalNotFound
        | Key::EditionNotFound
        | Key::ResourceNotFound
        | Key::ListNotFound
        | Key::UserNotFound
        | Key::OrganizationNotFound
        | Key::SubscriptionNotFound
        | Key::AgreementNotFound
        | Key::PodNotFound
        | Key::BookmarkNotFound
        | Key::HighlightNotFound
        | Key::ReadingPositionNotFound
        | Key::PopularListNotFound
        | Key::RecordNotFound => StatusCode::NOT_FOUND,
        Key::AlreadyExists
        | Key::UserExists
        | Key::OrganizationExists
        | Key::PodExists
        | Key::AgreementExists
        | Key::SubscriptionExists
        | Key::HighlightExists
        | Key::RosterTagExists
        | Key::PrimaryContact
        | Key::ProductIdentifierExists
        | Key::InvalidTransition => StatusCode::CONFLICT,
        Key::TooManyRequests | Key::TooManyDownloads => StatusCode::TOO_MANY_REQUESTS,
        Key::InternalError | Key::PackagingFailed => StatusCode::INTERNAL_SERVER_ERROR,
        Key::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

pub type Result<T, E = ApiError> = std::result::Result<T, E>;

#[derive(Debug)]
pub struct ApiError {
    /// Wire key; keys of access rules (docs/rules/access.md) are not in the table and have status 403.
    key: &'static str,
    status: StatusCode,
    messages: Vec<String>,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// The token's fault: adds the members that OAuth clients read.
    token_fault: Option<String>,
}

impl ApiError {
    /// An error with its own messages; an empty list uses the key's text.
    pub fn new(key: ErrorKey, messages: Vec<String>) -> Self {
        let messages = if messages.is_empty() { vec![key.to_text(mention_name)] } else { messages };
        Self::with_status(key.as_str(), status_of_key(key), messages)
    }

    /// An error with a key that no operation has, or that is not in the table of keys.
    pub(super) fn with_status(key: &'static str, status: StatusCode, messages: Vec<String>) -> Self {
        Self { key, status, messages, headers: Vec::new(), token_fault: None }
    }

    /// An error with all faults of a request; its key is that of the first.
    fn from_faults(faults: &[Fault]) -> Self {
        let Some(first) = faults.first() else { return ErrorKey::BadRequest.into() };
        let messages = faults.iter().map(fault_message).collect();
        match HttpError::from_fault(first) {
            Some(error) => error.with_messages(messages),
            None => Self::new(first.key, messages),
        }
    }

    /// A token that is missing, unknown, expired or revoked (docs/rules/authentication.md#rule-11). `realm`
    /// is the site; the description contains no comma and no `=`, because clients split it there.
    pub fn invalid_token(realm: &str, description: String) -> Self {
        let challenge =
            format!("Bearer realm=\"{realm}\", error=\"invalid_token\", error_description=\"{description}\"");
        let mut error =
            Self::new(ErrorKey::Unauthorized, vec![description.clone()]).with_challenge(&challenge);
        error.token_fault = Some(description);
        error
    }

    /// A user is required but nobody is signed in. The challenge names an error, although RFC 6750 (3.1)
    /// advises against it: the contract has one form for every 401.
    pub fn sign_in(realm: &str) -> Self {
        Self::invalid_token(realm, "Sign in to do this: an access token is required".to_owned())
    }

    /// A dependency is unavailable, or the server is shutting down (docs/rules/errors.md#rule-3).
    pub fn unavailable() -> Self {
        /// Seconds: after a short outage, pools and connections have recovered by then.
        const RETRY_AFTER_SECONDS: u64 = 5;
        Self::from(ErrorKey::Unavailable).retry_after(RETRY_AFTER_SECONDS)
    }

    /// More guests call than are served next to readers who are signed in.
    pub fn busy_with_guests() -> Self {
        let text = "Many callers who are not signed in are being served; sign in, or try again later";
        Self::new(ErrorKey::Unavailable, vec![text.to_owned()]).retry_after(RETRY_SECONDS)
    }

    /// Sets the time of the next attempt.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.headers.push((header::RETRY_AFTER, HeaderValue::from(seconds)));
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn key(&self) -> &'static str {
        self.key
    }

    fn with_challenge(mut self, text: &str) -> Self {
        let value = HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("Bearer"));
        self.headers.push((header::WWW_AUTHENTICATE, value));
        self
    }
}

impl From<ErrorKey> for ApiError {
    fn from(key: ErrorKey) -> Self {
        Self::new(key, Vec::new())
    }
}

impl From<services::Error> for ApiError {
    fn from(error: services::Error) -> Self {
        match error {
            services::Error::Refused(key @ (ErrorKey::TooManyDownloads | ErrorKey::TooManyRequests)) => {
                Self::from(key).retry_after(5)
            }
            services::Error::Refused(key) => key.into(),
            services::Error::Invalid(faults) => Self::from_faults(&faults),
            services::Error::Explained(key, sentence) => Self::new(key, vec![sentence]),
            services::Error::Denied { code, next_books } => {
                let next_books = next_books.map(|more| format!(" {more}")).unwrap_or_default();
                let message = format!("{}{next_books}", code.message());
                Self::with_status(code.as_str(), StatusCode::FORBIDDEN, vec![message])
            }
            services::Error::Wait { reason, seconds } => {
                Self::new(ErrorKey::TooManyRequests, vec![reason]).retry_after(seconds)
            }
            services::Error::Credentials => ErrorKey::Unauthorized.into(),
            services::Error::SignIn(realm) => Self::sign_in(realm.as_str()),
            services::Error::Token { realm, fault } => {
                Self::invalid_token(realm.as_str(), fault_text(fault).to_owned())
            }
            services::Error::Password(error) => error.into(),
            services::Error::IndexFilling => Self::unavailable(),
            error if error.is_unavailable() => {
                tracing::warn!(%error, "the database or the file store cannot be reached");
                Self::unavailable()
            }
            error => InternalError(error).into(),
        }
    }
}

/// Too many passwords are being hashed: the client should retry.
impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::from(ErrorKey::TooManyRequests).retry_after(5),
            error => InternalError(error).into(),
        }
    }
}

/// All errors of the server itself: logged with their causes, sent as a bare 500.
impl<E: std::error::Error> From<InternalError<E>> for ApiError {
    fn from(InternalError(error): InternalError<E>) -> Self {
        let causes = std::iter::successors(error.source(), |cause| cause.source());
        let causes: Vec<String> = causes.map(ToString::to_string).collect();
        tracing::error!(%error, ?causes, "request failed");
        Self::from(ErrorKey::InternalError)
    }
}

/// Wraps an error whose details callers must not see; `?` turns it into a bare 500.
#[derive(Debug)]
pub struct InternalError<E>(pub E);

impl From<tokio::task::JoinError> for ApiError {
    fn from(error: tokio::task::JoinError) -> Self {
        InternalError(error).into()
    }
}

/// The body of an error (docs/rules/errors.md#rule-1).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// `unauthorized` for a 401; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    /// The token's fault for a 401; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_description: Option<String>,
    /// Upper-case code.
    pub key: &'static str,
    /// Sentences for people; parameter errors begin with the parameter's name.
    pub messages: Vec<String>,
    /// Always empty.
    pub links: Vec<Link>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            error: self.token_fault.as_ref().map(|_| "unauthorized"),
            error_description: self.token_fault,
            key: self.key,
            messages: self.messages,
            links: Vec::new(),
        };
        let mut response = (self.status, Json(body)).into_response();
        response.headers_mut().extend(self.headers.into_iter().map(|(name, value)| (Some(name), value)));
        response
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{StatusCode, header};
    use axum::response::IntoResponse as _;

    use services::{Error, ErrorKey, Fault, Field, missing_companion};

    use super::{ApiError, status_of_key};

    #[test]
    fn faults_name_parameters_and_the_first_one_decides_the_key() {
        let faults = [
            Fault::new(ErrorKey::InvalidParameter, Field::Limit, "must be an integer of 1 or more"),
            missing_companion(Field::Password, Field::EmailAddress),
            Fault::of_request(ErrorKey::ConflictingParameters, "only one may be sent"),
        ];
        let error = ApiError::from(Error::Invalid(faults.into()));
        assert_eq!((error.key(), error.status()), ("INVALID_LIMIT", StatusCode::BAD_REQUEST));
        let messages = [
            "limit: must be an integer of 1 or more",
            "password: is required together with emailAddress",
            "only one may be sent",
        ];
        assert_eq!(error.messages, messages);
        for (key, field, expected) in [
            (ErrorKey::InvalidParameter, Field::Start, "INVALID_START"),
            (ErrorKey::MissingParameter, Field::Epub3File, "FILE_REQUIRED"),
            (ErrorKey::FileTooLarge, Field::File, "FILE_TOO_LARGE"),
            (ErrorKey::InvalidParameter, Field::Languages, "INVALID_PARAMETER"),
        ] {
            assert_eq!(ApiError::from(Error::from(Fault::new(key, field, "is wrong"))).key(), expected);
        }
        let refused = ApiError::from(ErrorKey::ForUserRequired);
        let message = "forUser: is required, because a copy is made for one member of the organization.";
        assert_eq!(refused.messages, [message]);
    }

    #[test]
    fn keys_of_what_was_not_found_have_the_status_404() {
        for key in ErrorKey::ALL {
            assert_eq!(key.is_not_found(), status_of_key(*key) == StatusCode::NOT_FOUND, "{key:?}");
        }
    }

    #[test]
    fn outages_are_503_with_retry_after_and_other_errors_a_bare_500() {
        let silent =
            || services::Error::from(delivery::Error::Unavailable("10.0.0.7 does not answer".into()));
        let response = ApiError::from(silent()).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        let error = ApiError::from(silent());
        assert_eq!(error.key(), "UNAVAILABLE");
        assert!(!error.messages.concat().contains("10.0.0.7"), "nothing of the inside is sent");
        let broken = ApiError::from(services::Error::from(delivery::Error::Store("damaged".into())));
        assert_eq!((broken.key(), broken.headers.len()), ("INTERNAL_ERROR", 0));
    }
}
