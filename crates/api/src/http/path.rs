//! Path parameters. An invalid one is a resource that does not exist: 404 with the noun's own key.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use domain::{Format, TitleId, WireEnum as _};
use serde::de::DeserializeOwned;
use services::Fault;

use crate::http::{ApiError, ErrorKey, Field, FromParams, ParamDraft, Result};

/// The path's parameters as texts, in order.
#[derive(Debug, Clone)]
pub struct Segments<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Segments<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        refuse_nul(parts)?;
        let Path(read) = Path::<T>::from_request_parts(parts, state).await.map_err(|_| ErrorKey::NotFound)?;
        Ok(Self(read))
    }
}

/// No identifier contains a NUL, and PostgreSQL refuses text with it.
pub fn refuse_nul(parts: &Parts) -> Result<()> {
    if parts.uri.path().contains("%00") { Err(ErrorKey::NotFound.into()) } else { Ok(()) }
}

pub fn title_id(text: &str) -> Result<TitleId> {
    text.parse().map_err(|()| ErrorKey::TitleNotFound.into())
}

/// Path segments that are never an identifier or a format (docs/rules/titles.md#rule-1).
pub const RESERVED_SEGMENTS: [&str; 5] = ["count", "history", "source", "status", "artifacts"];

/// A format's identifier, in any case.
pub fn parse_format(text: &str) -> Result<Format> {
    parse_known_format(text, Format::ALL)?.map_err(|fault| services::Error::from(fault).into())
}

/// Parses a format together with the request's parameters: all faults are reported together, the
/// format first (docs/rules/downloads.md#rule-1).
pub fn format_with<T: FromParams>(text: &str, draft: ParamDraft<T>) -> Result<(Format, T)> {
    format_among(text, Format::ALL, draft)
}

/// Parses one of the known formats.
pub fn format_among<T: FromParams>(
    text: &str,
    known: &[Format],
    mut draft: ParamDraft<T>,
) -> Result<(Format, T)> {
    let format = parse_known_format(text, known)?.map_err(|fault| draft.faults.push_first(fault)).ok();
    let params = draft.finish()?;
    Ok((format.ok_or(ErrorKey::InvalidFormat)?, params))
}

fn parse_known_format(text: &str, known: &[Format]) -> Result<Result<Format, Fault>> {
    if RESERVED_SEGMENTS.contains(&text) {
        return Err(ErrorKey::NotFound.into());
    }
    let fault = || {
        let names: Vec<&str> = known.iter().map(|format| format.as_str()).collect();
        Fault::new(ErrorKey::InvalidFormat, Field::Format, format!("must be one of {}", names.join(", ")))
    };
    Ok(Format::from_path(text).filter(|format| known.contains(format)).ok_or_else(fault))
}
