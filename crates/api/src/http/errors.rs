//! Every error of the interface: its key, status and text in one table (spec 4, 4.10), and the answer that
//! carries it. Internal detail is logged here and never sent.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::access::AlertCode;
use serde::Serialize;

use crate::http::json::Json;
use crate::http::links::Link;

macro_rules! error_keys {
    ($($variant:ident $key:literal $status:literal $text:literal;)+) => {
        /// The key of an error body (spec 4, 4.10).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorKey { $(#[doc = concat!("`", $key, "`")] $variant,)+ }

        impl ErrorKey {
            /// Every key, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The wire name.
            pub fn as_str(self) -> &'static str { match self { $(Self::$variant => $key,)+ } }

            /// The status it is sent with.
            pub fn status(self) -> StatusCode {
                let code: u16 = match self { $(Self::$variant => $status,)+ };
                StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }

            /// The sentence sent when there is nothing more exact to say.
            pub fn text(self) -> &'static str { match self { $(Self::$variant => $text,)+ } }
        }
    };
}

error_keys! {
    BadRequest           "BAD_REQUEST"            400 "The request could not be read.";
    MissingParameter     "MISSING_PARAMETER"      400 "A required parameter is missing.";
    InvalidParameter     "INVALID_PARAMETER"      400 "A parameter has a value that is not allowed.";
    InvalidStart         "INVALID_START"          400 "start: must be the `next` value of a previous page of this list.";
    InvalidLimit         "INVALID_LIMIT"          400 "limit: must be an integer of 1 or more.";
    InvalidFormat        "INVALID_FORMAT"         400 "The format is not one of DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF, EPUB3, PDF, DOCX.";
    FormatNotAvailable   "FORMAT_NOT_AVAILABLE"   400 "The title is not available in this format.";
    InvalidIsbn          "INVALID_ISBN"           400 "The ISBN is not valid.";
    InvalidDate          "INVALID_DATE"           400 "A date is not valid.";
    InvalidCountry       "INVALID_COUNTRY"        400 "A country is not an ISO 3166 alpha-2 code.";
    InvalidLanguage      "INVALID_LANGUAGE"       400 "A language is not an ISO 639-2 alpha-3 code.";
    InvalidPassword      "INVALID_PASSWORD"       400 "A password needs 8 to 32 characters with at least one letter and one number.";
    InvalidEmail         "INVALID_EMAIL"          400 "The e-mail address is not valid.";
    ConflictingParameters "CONFLICTING_PARAMETERS" 400 "Parameters contradict each other.";
    FileRequired         "FILE_REQUIRED"          400 "A file is required.";
    FileTooLarge         "FILE_TOO_LARGE"         400 "The file is too large.";
    InvalidFileType      "INVALID_FILE_TYPE"      400 "The file is not of an accepted type.";
    ForUserRequired      "FOR_USER_REQUIRED"      400 "Say for which member: forUser is required.";
    OwnList              "OWN_LIST"               400 "You own this list; there is nothing to subscribe to.";
    TitleNotLive400      "TITLE_NOT_LIVE"         400 "The title is not in the collection.";
    PromoCodeInvalid     "PROMO_CODE_INVALID"     400 "The promo code is not valid.";
    Unauthorized         "UNAUTHORIZED"           401 "Sign in to do this.";
    Forbidden            "FORBIDDEN"              403 "You may not do this.";
    InvalidApiKey        "INVALID_API_KEY"        403 "The api_key is missing or unknown.";
    ClientNotAllowed     "CLIENT_NOT_ALLOWED"     403 "This client application may not do this.";
    OperationNotAllowed  "OPERATION_NOT_ALLOWED"  403 "This operation is not allowed here.";
    NotSponsor           "NOT_SPONSOR"            403 "Only sponsors of an organization may do this.";
    NotPrimaryContact    "NOT_PRIMARY_CONTACT"    403 "Only the primary contact of the organization may do this.";
    NotManageable        "NOT_MANAGEABLE"         403 "This account manages these fields itself.";
    CannotCreateUsers    "CANNOT_CREATE_USERS"    403 "The organization may not add members.";
    LinkExpired          "LINK_EXPIRED"           403 "The address is damaged or has expired; ask for a new one.";
    NotFound             "NOT_FOUND"              404 "There is nothing at this address.";
    TitleNotFound        "TITLE_NOT_FOUND"        404 "There is no such title.";
    PeriodicalNotFound   "PERIODICAL_NOT_FOUND"   404 "There is no such periodical.";
    EditionNotFound      "EDITION_NOT_FOUND"      404 "There is no such edition.";
    ResourceNotFound     "RESOURCE_NOT_FOUND"     404 "There is no such file.";
    ListNotFound         "LIST_NOT_FOUND"         404 "There is no such reading list.";
    UserNotFound         "USER_NOT_FOUND"         404 "There is no such user.";
    OrganizationNotFound "ORGANIZATION_NOT_FOUND" 404 "There is no such organization.";
    SubscriptionNotFound "SUBSCRIPTION_NOT_FOUND" 404 "There is no such subscription.";
    AgreementNotFound    "AGREEMENT_NOT_FOUND"    404 "There is no such agreement.";
    PodNotFound          "POD_NOT_FOUND"          404 "There is no such proof of disability.";
    BookmarkNotFound     "BOOKMARK_NOT_FOUND"     404 "There is no such bookmark.";
    HighlightNotFound    "HIGHLIGHT_NOT_FOUND"    404 "There is no such highlight.";
    ReadingPositionNotFound "READING_POSITION_NOT_FOUND" 404 "No reading position is recorded.";
    PopularListNotFound  "POPULAR_LIST_NOT_FOUND" 404 "There is no such popular list.";
    RecordNotFound       "RECORD_NOT_FOUND"       404 "There is no such record.";
    MethodNotAllowed     "METHOD_NOT_ALLOWED"     405 "The method is not supported at this address.";
    NotAcceptable        "NOT_ACCEPTABLE"         406 "Only application/json can be sent.";
    AlreadyExists        "ALREADY_EXISTS"         409 "It exists already.";
    UserExists           "USER_EXISTS"            409 "The user name or e-mail address is taken.";
    OrganizationExists   "ORGANIZATION_EXISTS"    409 "The organization exists already.";
    PodExists            "POD_EXISTS"             409 "The proof of disability exists already.";
    AgreementExists      "AGREEMENT_EXISTS"       409 "A current agreement exists already.";
    SubscriptionExists   "SUBSCRIPTION_EXISTS"    409 "An active subscription exists already.";
    HighlightExists      "HIGHLIGHT_EXISTS"       409 "The highlight exists already.";
    RosterTagExists      "ROSTER_TAG_EXISTS"      409 "The roster tag exists already.";
    PrimaryContact       "PRIMARY_CONTACT"        409 "The primary contact cannot be removed.";
    ProductIdentifierExists "PRODUCT_IDENTIFIER_EXISTS" 409 "The product identifier is taken.";
    InvalidTransition    "INVALID_TRANSITION"     409 "The title cannot move to this status.";
    Gone                 "GONE"                   410 "This endpoint was removed.";
    UnsupportedMediaType "UNSUPPORTED_MEDIA_TYPE" 415 "Send a form or JSON.";
    TooManyRequests      "TOO_MANY_REQUESTS"      429 "Too many requests; try again later.";
    TooManyDownloads     "TOO_MANY_DOWNLOADS"     429 "Too many downloads are being packaged; try again when one is ready.";
    InternalError        "INTERNAL_ERROR"         500 "Something went wrong here; try again later.";
    PackagingFailed      "PACKAGING_FAILED"       500 "The title could not be packaged; try again.";
    Unavailable          "UNAVAILABLE"            503 "The service is not available at this moment; try again in a few seconds.";
}

/// What a handler returns.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// An error answer.
#[derive(Debug)]
pub struct ApiError {
    /// Wire key; a rule's key (spec 4, 4.2) is not in the table and comes with 403.
    key: &'static str,
    status: StatusCode,
    messages: Vec<String>,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// What is wrong with the token: adds the members that OAuth clients read.
    token_fault: Option<String>,
}

impl ApiError {
    /// An error with messages of its own; an empty list takes the key's text.
    pub fn new(key: ErrorKey, messages: Vec<String>) -> Self {
        let messages = if messages.is_empty() { vec![key.text().to_owned()] } else { messages };
        Self { key: key.as_str(), status: key.status(), messages, headers: Vec::new(), token_fault: None }
    }

    /// An access rule that failed (spec 4, 4.2).
    pub fn denied(code: AlertCode) -> Self {
        Self {
            key: code.as_str(),
            status: StatusCode::FORBIDDEN,
            messages: vec![code.message().to_owned()],
            headers: Vec::new(),
            token_fault: None,
        }
    }

    /// A token that is missing, unknown, expired or revoked (spec 4, 4.10, last sentences). `realm` is the site; the
    /// description has no comma and no `=`, because a client splits on them.
    pub fn invalid_token(realm: &str, description: String) -> Self {
        let challenge =
            format!("Bearer realm=\"{realm}\", error=\"invalid_token\", error_description=\"{description}\"");
        let mut error = Self::new(ErrorKey::Unauthorized, vec![description.clone()]).challenge(&challenge);
        error.token_fault = Some(description);
        error
    }

    /// A user is needed and nobody signed in. The challenge names an error, where RFC 6750 (3.1) advises none: the
    /// contract has one form for every 401.
    pub fn sign_in(realm: &str) -> Self {
        Self::invalid_token(realm, "Sign in to do this: an access token is required".to_owned())
    }

    /// Something that the server needs cannot be reached, or it is shutting down (spec 4, 4.10).
    pub fn unavailable() -> Self {
        /// Seconds: pools and connections have recovered by then when the trouble was short.
        const WAIT: u64 = 5;
        Self::from(ErrorKey::Unavailable).retry_after(WAIT)
    }

    /// Says when to try again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.headers.push((header::RETRY_AFTER, HeaderValue::from(seconds)));
        self
    }

    /// Adds a sentence to the last message.
    #[must_use]
    pub fn say(mut self, sentence: String) -> Self {
        match self.messages.last_mut() {
            Some(message) => {
                message.push(' ');
                message.push_str(&sentence);
            }
            None => self.messages.push(sentence),
        }
        self
    }

    /// The status it is sent with.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The wire key.
    pub fn key(&self) -> &'static str {
        self.key
    }

    fn challenge(mut self, text: &str) -> Self {
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

/// Everything that is the server's own fault: logged with its causes, sent as a bare 500.
impl<E: std::error::Error> From<Internal<E>> for ApiError {
    fn from(Internal(error): Internal<E>) -> Self {
        let causes = std::iter::successors(error.source(), |cause| cause.source());
        let causes: Vec<String> = causes.map(ToString::to_string).collect();
        tracing::error!(%error, ?causes, "request failed");
        Self::from(ErrorKey::InternalError)
    }
}

/// Wraps an error that callers must not see; `?` turns it into a bare 500.
#[derive(Debug)]
pub struct Internal<E>(pub E);

macro_rules! internal {
    ($($error:ty),+) => {$(
        impl From<$error> for ApiError {
            fn from(error: $error) -> Self { Internal(error).into() }
        }
    )+};
}

internal!(search::Error, delivery::keys::BadKey, tokio::task::JoinError);

macro_rules! reached {
    ($($error:ty => $what:literal),+) => {$(
        /// 503 where it cannot be reached at this moment, and a bare 500 for everything else.
        impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                if error.is_unavailable() {
                    tracing::warn!(%error, concat!($what, " cannot be reached"));
                    return Self::unavailable();
                }
                Internal(error).into()
            }
        }
    )+};
}

reached!(store::StoreError => "the database", delivery::Error => "the file store");

/// The body of an error (document 1, "Error body").
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// `unauthorized` of a 401; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    /// The token's fault, of a 401; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_description: Option<String>,
    /// Upper-case code.
    pub key: &'static str,
    /// Sentences for people; parameter errors begin with the parameter's name.
    pub messages: Vec<String>,
    /// Always empty today.
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

    use super::ApiError;

    #[test]
    fn what_cannot_be_reached_is_503_with_a_time_and_everything_else_a_bare_500() {
        let silent = || delivery::Error::Unavailable("10.0.0.7 does not answer".into());
        let response = ApiError::from(silent()).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        let error = ApiError::from(silent());
        assert_eq!(error.key(), "UNAVAILABLE");
        assert!(!error.messages.concat().contains("10.0.0.7"), "nothing of the inside is sent");
        let broken = ApiError::from(delivery::Error::Store("damaged".into()));
        assert_eq!((broken.key(), broken.headers.len()), ("INTERNAL_ERROR", 0));
    }
}
