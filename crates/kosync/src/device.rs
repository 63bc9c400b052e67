//! The device that sends a request.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use services::Operation;
use services::devices::{Proof, sign_in};

use crate::Kosync;
use crate::problem::Problem;

/// The caller, identified by the headers `x-auth-user` (name of the device or of its account) and
/// `x-auth-key` (MD5 of the device's password), or by name and password as Basic, which some apps send if the
/// headers are refused.
pub(crate) struct CallingDevice(pub(crate) Operation);

impl FromRequestParts<Kosync> for CallingDevice {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Kosync) -> Result<Self, Problem> {
        let basic = basic_credentials(parts);
        let name = header_text(parts, "x-auth-user").filter(|name| !name.contains(':'));
        let (name, proof) = match (name, header_text(parts, "x-auth-key"), &basic) {
            (Some(name), Some(key), _) => (name, Proof::Md5(key)),
            (None, None, Some((name, password))) => (name.as_str(), Proof::Password(password)),
            _ => return Err(Problem::Unauthorized),
        };
        let peer = transport::request_peer(parts, state.settings.trust_forwarded_for);
        let agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        let caller = sign_in(&state.library, None, name, proof, &peer, agent).await?;
        let route = parts.extensions.get::<MatchedPath>().map_or("/kosync", MatchedPath::as_str);
        let op = caller.with_endpoint(format!("{} {route}", parts.method).into());
        let counted = state.limits.count_request(&("kosync".to_owned(), op.account_id()?.to_string()));
        counted.map_err(Problem::too_many_requests)?;
        Ok(Self(op))
    }
}

/// A non-empty header; apps send names in UTF-8.
fn header_text<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    let text = std::str::from_utf8(parts.headers.get(name)?.as_bytes()).ok()?;
    (!text.is_empty()).then_some(text)
}

/// Name and password of Basic authentication. `None` if there is none, or none that can be read.
fn basic_credentials(parts: &Parts) -> Option<(String, String)> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, code) = value.trim().split_once(' ')?;
    let bytes = STANDARD.decode(code.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let (name, password) = String::from_utf8(bytes)
        .ok()?
        .split_once(':')
        .map(|(name, password)| (name.to_owned(), password.to_owned()))?;
    (!name.is_empty() && !password.is_empty()).then_some((name, password))
}
