//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

pub mod editions;
pub mod get;
pub mod list;
pub mod put;

use domain::formats::Format;
use domain::periodicals::FORMATS;

use crate::http::errors::{ApiError, ErrorKey, Result};

/// The identifier of a format of periodicals, in any case (docs/rules/values.md#rule-1).
fn format(text: &str) -> Result<Format> {
    let format = crate::http::path::format(text)?;
    if FORMATS.contains(&format) {
        return Ok(format);
    }
    let names = FORMATS.map(Format::as_str).join(", ");
    let message = format!("Periodicals come in the formats {names}.");
    Err(ApiError::new(ErrorKey::InvalidFormat, vec![message]))
}
