//! The extractor of the caller's role. It precedes the parameters in a handler's arguments, so that a wrong
//! role is refused before invalid parameters (docs/rules/requests.md#rule-5).

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;

pub use services::roles::*;

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};

/// The caller in the role `T`, for example `As(sponsor): As<Sponsor>`; the role's refusal otherwise.
#[derive(Debug, Clone)]
pub struct InRole<T>(pub T);

impl<S: Send + Sync, T: FromCaller> FromRequestParts<S> for InRole<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let caller = parts.extensions.get::<Caller>().ok_or(ErrorKey::InternalError)?;
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let caller = caller.clone().with_endpoint(format!("{} {path}", parts.method).into());
        Ok(Self(T::from_caller(&caller)?))
    }
}
