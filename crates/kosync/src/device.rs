//! The device that sends a request.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use services::devices::{Proof, sign_in};
use services::roles::{FromCaller as _, SignedIn};

use crate::problem::Problem;
use crate::state::Kosync;

/// The caller, identified by the headers `x-auth-user` (name of the device or of its account) and
/// `x-auth-key` (MD5 of the device's password).
pub(crate) struct Device(pub(crate) SignedIn);

impl FromRequestParts<Kosync> for Device {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Kosync) -> Result<Self, Problem> {
        let name = text(parts, "x-auth-user").filter(|name| !name.contains(':'));
        let (Some(name), Some(key)) = (name, text(parts, "x-auth-key")) else {
            return Err(Problem::Unauthorized);
        };
        let peer = transport::peer(parts, state.settings.trust_forwarded_for);
        let agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        let caller = sign_in(&state.library, None, name, Proof::Md5(key), &peer, agent).await?;
        let route = parts.extensions.get::<MatchedPath>().map_or("/kosync", MatchedPath::as_str);
        let user = SignedIn::from_caller(&caller.by(format!("{} {route}", parts.method).into()))?;
        let counted = state.limits.check(&("kosync".to_owned(), user.id().to_string()));
        counted.map_err(Problem::too_many)?;
        Ok(Self(user))
    }
}

/// A non-empty header; apps send names in UTF-8.
fn text<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    let text = std::str::from_utf8(parts.headers.get(name)?.as_bytes()).ok()?;
    (!text.is_empty()).then_some(text)
}
