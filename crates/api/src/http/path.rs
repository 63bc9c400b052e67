//! Path parameters. An invalid one is a resource that does not exist: 404 with the noun's own key.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use domain::formats::Format;
use domain::ids::TitleId;
use serde::de::DeserializeOwned;

use crate::http::errors::{ApiError, ErrorKey, Result};

/// The path's parameters as texts, in order.
#[derive(Debug, Clone)]
pub struct Segments<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Segments<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        // No identifier contains this character, and PostgreSQL refuses text with it.
        if parts.uri.path().contains("%00") {
            return Err(ErrorKey::NotFound.into());
        }
        let Path(read) = Path::<T>::from_request_parts(parts, state).await.map_err(|_| ErrorKey::NotFound)?;
        Ok(Self(read))
    }
}

/// A title's identifier.
pub fn title_id(text: &str) -> Result<TitleId> {
    text.parse().map_err(|()| ErrorKey::TitleNotFound.into())
}

/// Path segments that are never an identifier or a format (docs/rules/titles.md#rule-1).
pub const RESERVED: [&str; 5] = ["count", "history", "source", "status", "artifacts"];

/// A format's identifier, in any case.
pub fn format(text: &str) -> Result<Format> {
    if RESERVED.contains(&text) {
        return Err(ErrorKey::NotFound.into());
    }
    Format::from_path(text).ok_or_else(|| ErrorKey::InvalidFormat.into())
}
