//! Periodicals as collection staff see them: with editions in every state.

use domain::periodicals::Edition;
use store::periodicals::editions::{self, EditionSort};

use super::{SeriesView, find_managed, view_series};
use crate::{Operation, PageRequest, Result, RowPosition, Rows};

/// A periodical with a page of all its editions.
#[derive(Debug)]
pub struct ManagedSeries {
    pub series: SeriesView,
    /// Editions that readers find, withdrawn ones and expired ones.
    pub editions: Rows<RowPosition<String>, Edition>,
}

/// A periodical that the staff member manages, with a page of its editions in every state.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; those of [`find_managed`].
pub async fn open_managed(
    op: &Operation,
    id: &str,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<ManagedSeries> {
    op.require_collection_staff()?;
    let managed = find_managed(op, id).await?;
    let series = view_series(op, &managed.id).await?;
    let total = editions::count_all(op.db(), &managed.id).await?;
    let rows = editions::page_all(op.db(), &managed.id, page_request).await?;
    Ok(ManagedSeries { series, editions: Rows::from_part_rows(rows, &page_request, total) })
}
