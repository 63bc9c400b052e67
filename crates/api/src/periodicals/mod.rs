//! Periodicals and their editions (spec 4, 1.2; document 3, "Periodicals").

mod changes;
pub mod editions;
pub mod get;
pub mod list;
pub mod put;

use std::sync::Arc;

use domain::access;
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId};
use domain::periodicals::{FORMATS, Issue, Series};

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::roles::CollectionStaff;
use crate::state::Api;

/// A periodical that the caller finds, or 404.
async fn visible(api: &Api, caller: &Caller, id: &str) -> Result<Series> {
    let series = store::periodicals::get(&api.db, &SeriesId::from(id)).await?;
    let series = series.filter(|series| access::sees_series(series, &caller.facts(), &caller.site.id));
    series.ok_or_else(|| ErrorKey::PeriodicalNotFound.into())
}

/// A periodical that the staff member manages: 404 when it is not to be seen, 403 when it is another site's.
async fn managed(api: &Api, staff: &CollectionStaff, id: &str) -> Result<Series> {
    let series = visible(api, &staff.0.caller, id).await?;
    if staff.manages(&series.site) { Ok(series) } else { Err(ErrorKey::Forbidden.into()) }
}

/// An edition of a periodical, current or not, or 404.
async fn issue(api: &Api, series: Series, id: &str, now: jiff::Timestamp) -> Result<Issue> {
    let edition = store::periodicals::editions::get(&api.db, &EditionId::from(id)).await?;
    let edition = edition.filter(|edition| edition.series == series.id).ok_or(ErrorKey::EditionNotFound)?;
    Ok(Issue::new(Arc::new(series), edition, now))
}

/// The identifier of a format of periodicals, in any case (spec 4, 3.1).
fn format(text: &str) -> Result<Format> {
    let format = crate::http::path::format(text)?;
    if FORMATS.contains(&format) {
        return Ok(format);
    }
    let names = FORMATS.map(Format::as_str).join(", ");
    let message = format!("Periodicals come in the formats {names}.");
    Err(ApiError::new(ErrorKey::InvalidFormat, vec![message]))
}
