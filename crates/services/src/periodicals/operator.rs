//! Periodicals of all sites, as the operator manages them.

use domain::periodicals::{Edition, PeriodicalEvent};
use domain::{Series, SeriesId};
use store::periodicals::{SeriesFilter, SeriesSort, SeriesView, editions as stored, history as events};

use super::create::{NewSeries, insert_series};
use super::editions::EditionSort;
use crate::{ErrorKey, Faults, KeyPage, Operation, PageRequest, Result, ShortText, sites};

/// Creates a periodical of this site.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; the fault of a site that does not exist.
pub async fn create(op: &Operation, site: &ShortText, new: NewSeries) -> Result<Series> {
    op.require_operator()?;
    let mut faults = Faults::default();
    let site = sites::resolve_site(op, Some(site), &mut faults).await?;
    faults.into_result()?;
    insert_series(op, site, new).await
}

/// Periodicals by title, at most `limit`.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list(op: &Operation, limit: u32) -> Result<Vec<SeriesView>> {
    op.require_operator()?;
    let part = PageRequest::first_page(SeriesSort::Title, limit);
    let rows = store::periodicals::page(op.db(), &SeriesFilter::default(), part, op.now).await?;
    Ok(rows.into_iter().map(|(_, view)| view).collect())
}

/// The editions of a periodical that are neither withdrawn nor expired, the latest first, at most `limit`.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `PERIODICAL_NOT_FOUND`.
pub async fn list_editions(op: &Operation, series: &str, limit: u32) -> Result<Vec<Edition>> {
    let series = require_series(op, series).await?;
    let sort = EditionSort::PublicationDate;
    let part = PageRequest { sort, descending: true, after: None, backward: false, limit };
    let rows = stored::page(op.db(), &series, part, op.now).await?;
    Ok(rows.into_iter().map(|(_, edition)| edition).collect())
}

/// The events of a periodical and of its editions, the latest first, at most `limit`.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `PERIODICAL_NOT_FOUND`.
pub async fn list_events(op: &Operation, series: &str, limit: u32) -> Result<Vec<PeriodicalEvent>> {
    let series = require_series(op, series).await?;
    let rows = events::list(op.db(), &series, &KeyPage::first_page(limit)).await?;
    Ok(rows.into_iter().map(|(_, event)| event).collect())
}

async fn require_series(op: &Operation, series: &str) -> Result<SeriesId> {
    op.require_operator()?;
    let found = store::periodicals::get(op.db(), &SeriesId::from(series)).await?;
    found.map(|series| series.id).ok_or_else(|| ErrorKey::PeriodicalNotFound.into())
}
