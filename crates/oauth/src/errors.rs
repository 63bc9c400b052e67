//! Faults of requests to the token server, and how each is sent (docs/rules/authentication.md#rule-9).

use serde::Serialize;

/// `error` of a Token Error, exact on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Malformed, or a parameter is missing, repeated or not supported.
    InvalidRequest,
    /// No or wrong client, or a client that may not do this.
    UnauthorizedClient,
    /// The user, or the server on the user's behalf, denied access.
    AccessDenied,
    /// Another `response_type` than `code`.
    UnsupportedResponseType,
    /// Another scope than `basic`.
    InvalidScope,
    ServerError,
    /// Too busy, or too many attempts: try later.
    TemporarilyUnavailable,
    /// The code, refresh token or password is invalid.
    InvalidGrant,
}

impl ErrorCode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::AccessDenied => "access_denied",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::InvalidScope => "invalid_scope",
            Self::ServerError => "server_error",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
            Self::InvalidGrant => "invalid_grant",
        }
    }
}

/// A fault of a request. The text is for people and sent as `error_description`; it contains only characters
/// that RFC 6749 allows there (no quotation mark, no backslash, ASCII only).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A required parameter is missing.
    #[error("{0}: is required")]
    Missing(&'static str),
    /// A parameter is sent more than once.
    #[error("{0}: must be sent once only")]
    Repeated(&'static str),
    /// A parameter has an invalid value.
    #[error("{0}: {1}")]
    Invalid(&'static str, &'static str),
    /// The body is not a URL-encoded form.
    #[error("The body must be a form in application/x-www-form-urlencoded")]
    UnreadableBody,
    /// The body exceeds the size limit.
    #[error("The body is too long")]
    BodyTooLong,
    /// The caller does not accept JSON.
    #[error("Only application/json is answered here")]
    NotAcceptable,
    /// The endpoint does not support the method.
    #[error("The method is not supported here")]
    MethodNotAllowed,
    /// The client is missing, unknown, disabled, or its secret is wrong.
    #[error("The client is unknown or its secret is wrong")]
    WrongClient,
    /// The authorization request names a client that is not known or disabled.
    #[error("client_id: this key is not known")]
    UnknownClient,
    /// The redirect address is not registered for the key.
    #[error("redirect_uri: is not registered for this key")]
    UnknownRedirect,
    /// The key lacks the privilege for this grant.
    #[error("This key may not use this grant")]
    GrantNotAllowed,
    /// Another `grant_type` than the three.
    #[error("grant_type: must be authorization_code or refresh_token or password")]
    UnknownGrant,
    /// Another `response_type` than `code`.
    #[error("response_type: must be code")]
    ResponseType,
    /// Another scope than `basic`.
    #[error("scope: must be basic")]
    Scope,
    /// This client must use PKCE.
    #[error("code_challenge: is required for this key")]
    PkceRequired,
    /// The code is unknown, expired, of another client, or sent with another redirect address or verifier.
    #[error("The code is not valid or has expired")]
    BadCode,
    /// The code has been used; the tokens made from it are revoked.
    #[error("The code has been used already")]
    CodeUsed,
    /// `redirect_uri` differs from the one of the authorization request.
    #[error("redirect_uri: differs from the one of the authorization request")]
    RedirectDiffers,
    /// The verifier is missing or does not match the challenge.
    #[error("code_verifier: does not fit the code_challenge")]
    BadVerifier,
    /// The refresh token is unknown, expired, revoked, of another client, or its user may not sign in.
    #[error("The refresh token is not valid or has expired")]
    BadRefreshToken,
    /// Wrong name or password, or an account that may not sign in; the message does not reveal which.
    #[error("Bad credentials")]
    BadCredentials,
    /// Too many failed sign-ins; the seconds to wait.
    #[error("Too many failed attempts to sign in. Try again in {}", format_seconds(*.0))]
    TooManyAttempts(u32),
    /// Too many sign-ins are being checked.
    #[error("Too many people are signing in at this moment. Try again in a few seconds")]
    Busy,
    /// A dependency is unavailable, or the server is shutting down.
    #[error("The service is not available at this moment. Try again in a few seconds")]
    Unavailable,
    /// The user denied access.
    #[error("The user denied access")]
    Denied,
    /// The token to revoke was issued to another client.
    #[error("token: belongs to another client")]
    ForeignToken,
    /// Unexpected error of the server; the cause is logged, never sent.
    #[error("Something went wrong on the server. Try again later")]
    Server,
}

impl Fault {
    /// Returns `error` on the wire, and the HTTP status if it is sent directly rather than by redirect.
    #[expect(clippy::match_same_arms, reason = "a table: one row for one fault")]
    fn code_and_status(&self) -> (ErrorCode, u16) {
        use ErrorCode as Code;
        match self {
            Self::Missing(_) => (Code::InvalidRequest, 400),
            Self::Repeated(_) => (Code::InvalidRequest, 400),
            Self::Invalid(..) => (Code::InvalidRequest, 400),
            Self::UnreadableBody | Self::BodyTooLong => (Code::InvalidRequest, 400),
            Self::NotAcceptable => (Code::InvalidRequest, 406),
            Self::MethodNotAllowed => (Code::InvalidRequest, 405),
            Self::WrongClient => (Code::UnauthorizedClient, 401),
            Self::UnknownClient => (Code::UnauthorizedClient, 400),
            Self::UnknownRedirect => (Code::InvalidRequest, 400),
            Self::GrantNotAllowed => (Code::UnauthorizedClient, 400),
            Self::UnknownGrant => (Code::InvalidRequest, 400),
            Self::ResponseType => (Code::UnsupportedResponseType, 400),
            Self::Scope => (Code::InvalidScope, 400),
            Self::PkceRequired => (Code::InvalidRequest, 400),
            Self::BadCode => (Code::InvalidGrant, 400),
            Self::CodeUsed => (Code::InvalidGrant, 400),
            Self::RedirectDiffers => (Code::InvalidGrant, 400),
            Self::BadVerifier => (Code::InvalidGrant, 400),
            Self::BadRefreshToken => (Code::InvalidGrant, 400),
            Self::BadCredentials => (Code::InvalidGrant, 400),
            Self::TooManyAttempts(_) => (Code::TemporarilyUnavailable, 429),
            Self::Busy => (Code::TemporarilyUnavailable, 503),
            Self::Unavailable => (Code::TemporarilyUnavailable, 503),
            Self::Denied => (Code::AccessDenied, 400),
            Self::ForeignToken => (Code::InvalidRequest, 400),
            Self::Server => (Code::ServerError, 500),
        }
    }

    pub fn error_code(&self) -> ErrorCode {
        self.code_and_status().0
    }

    pub fn http_status(&self) -> u16 {
        self.code_and_status().1
    }

    /// Returns true if the response carries `WWW-Authenticate: Basic`.
    pub fn challenges_client(&self) -> bool {
        matches!(self, Self::WrongClient)
    }

    /// Seconds for `Retry-After`.
    pub fn retry_after(&self) -> Option<u32> {
        match self {
            Self::TooManyAttempts(seconds) => Some(*seconds),
            Self::Busy | Self::Unavailable => Some(5),
            _ => None,
        }
    }

    pub fn error_body(&self) -> ErrorBody {
        ErrorBody { error: self.error_code(), error_description: self.to_string() }
    }
}

/// Token Error (docs/rules/authentication.md#rule-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorBody {
    pub error: ErrorCode,
    pub error_description: String,
}

/// A number of seconds in words.
fn format_seconds(seconds: u32) -> String {
    if seconds == 1 { "1 second".to_owned() } else { format!("{seconds} seconds") }
}

#[cfg(test)]
mod tests {
    use super::{ErrorCode, Fault};

    #[test]
    fn formats_one_second_in_the_singular() {
        let message = |seconds| Fault::TooManyAttempts(seconds).to_string();
        assert_eq!(message(1), "Too many failed attempts to sign in. Try again in 1 second");
        assert_eq!(message(30), "Too many failed attempts to sign in. Try again in 30 seconds");
    }

    fn all_faults() -> Vec<Fault> {
        vec![
            Fault::Missing("code"),
            Fault::Repeated("code"),
            Fault::Invalid("code_challenge_method", "must be S256"),
            Fault::UnreadableBody,
            Fault::BodyTooLong,
            Fault::NotAcceptable,
            Fault::MethodNotAllowed,
            Fault::WrongClient,
            Fault::UnknownClient,
            Fault::UnknownRedirect,
            Fault::GrantNotAllowed,
            Fault::UnknownGrant,
            Fault::ResponseType,
            Fault::Scope,
            Fault::PkceRequired,
            Fault::BadCode,
            Fault::CodeUsed,
            Fault::RedirectDiffers,
            Fault::BadVerifier,
            Fault::BadRefreshToken,
            Fault::BadCredentials,
            Fault::TooManyAttempts(30),
            Fault::Busy,
            Fault::Unavailable,
            Fault::Denied,
            Fault::ForeignToken,
            Fault::Server,
        ]
    }

    #[test]
    fn only_a_wrong_client_is_401_and_challenged() {
        for fault in all_faults() {
            assert_eq!(fault.http_status() == 401, fault.challenges_client(), "{fault:?}");
            assert_eq!(matches!(fault.http_status(), 429 | 503), fault.retry_after().is_some(), "{fault:?}");
        }
        assert_eq!(
            (Fault::WrongClient.error_code(), Fault::WrongClient.http_status()),
            (ErrorCode::UnauthorizedClient, 401)
        );
    }

    #[test]
    fn descriptions_keep_to_the_characters_of_rfc_6749() {
        for fault in all_faults() {
            let text = fault.to_string();
            assert!(text.bytes().all(|b| matches!(b, 0x20..=0x21 | 0x23..=0x5b | 0x5d..=0x7e)), "{text}");
        }
    }

    #[test]
    fn wire_names_agree_with_serde() {
        for fault in all_faults() {
            let body = fault.error_body();
            let json = serde_json::to_value(&body).unwrap();
            assert_eq!(json["error"], body.error.as_str());
        }
    }

    #[test]
    fn maps_faults_to_the_codes_and_statuses_of_the_specification() {
        let rows = [
            (Fault::GrantNotAllowed, "unauthorized_client", 400),
            (Fault::UnknownGrant, "invalid_request", 400),
            (Fault::CodeUsed, "invalid_grant", 400),
            (Fault::BadCredentials, "invalid_grant", 400),
            (Fault::ForeignToken, "invalid_request", 400),
            (Fault::ResponseType, "unsupported_response_type", 400),
        ];
        for (fault, code, status) in rows {
            assert_eq!((fault.error_code().as_str(), fault.http_status()), (code, status));
        }
    }
}
