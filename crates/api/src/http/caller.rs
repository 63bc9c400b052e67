//! Identifies the caller: the client by its key, the user by the token (docs/rules/authentication.md).

use std::borrow::Cow;

use axum::http::{HeaderMap, header};
use oauth::Credentials;
use services::TokenFault;

/// Describes the fault of a token, and shows its first letters. A header contains plain characters only, and
/// clients split the description at commas and `=` (docs/rules/authentication.md#rule-11).
pub(crate) fn describe_fault(fault: TokenFault, token: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii_graphic() && !matches!(letter, ',' | '=' | '"' | '\\');
    let shown: String = token.chars().take(8).filter(is_plain).collect();
    format!("{}: {shown}...", fault_text(fault))
}

pub(crate) fn fault_text(fault: TokenFault) -> &'static str {
    match fault {
        TokenFault::Expired => "Access token expired",
        TokenFault::Revoked => "Access token revoked",
        TokenFault::Invalid => "Access token invalid",
    }
}

/// The token of the Authorization header; schemes other than Bearer are ignored. A token that is not valid
/// text matches no stored one.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let end = value.iter().position(u8::is_ascii_whitespace)?;
    let (scheme, token) = (&value[..end], value[end..].trim_ascii());
    (scheme.eq_ignore_ascii_case(b"bearer") && !token.is_empty()).then(|| String::from_utf8_lossy(token))
}

/// Credentials of the client application, from `Authorization: Basic` as at the token server. A request with
/// them has the user's token in a parameter, if any.
pub(crate) fn client_credentials(headers: &HeaderMap) -> Option<Credentials> {
    Credentials::from_header(headers.get(header::AUTHORIZATION)?.to_str().ok()?)
}
