//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

pub mod editions;
pub mod get;
pub mod list;
pub mod put;

use domain::formats::Format;
use domain::periodicals::FORMATS;

use crate::http::errors::Result;
use crate::http::params::{FromParams, ParamDraft};
use crate::http::path::format_among;

/// The identifier of a format of periodicals, in any case (docs/rules/values.md#rule-1), and the request's
/// parameters.
fn format_with<T: FromParams>(text: &str, draft: ParamDraft<T>) -> Result<(Format, T)> {
    format_among(text, &FORMATS, draft)
}
