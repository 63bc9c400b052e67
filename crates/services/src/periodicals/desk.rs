//! Periodicals as collection staff see them: with editions in every state.

use domain::periodicals::{Edition, EditionEdit, PeriodicalEvent};
use domain::{EditionId, Series};
use jobs::apply_periodical_update::preview_edition;
use store::periodicals::editions::{self, EditionSort, EditionUsage};
use store::periodicals::history;

use super::editions::{EditionAddress, edit};
use super::{SeriesView, find_managed, view_series};
use crate::collection_desk::{ChangeOutcome, usage_start};
use crate::{Error, ErrorKey, Faults, Operation, PageRequest, Result, RowPosition, Rows};

/// Number of newest events of an edition that are listed.
const MAX_EVENTS: u32 = 100;

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

/// A periodical that the staff member manages.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; those of [`find_managed`].
pub async fn get_managed(op: &Operation, id: &str) -> Result<Series> {
    op.require_collection_staff()?;
    find_managed(op, id).await
}

/// An edition in any state, as the staff who manage its periodical see it.
#[derive(Debug)]
pub struct ManagedEdition {
    pub series: Series,
    /// The edition as it will be once all accepted changes are applied.
    pub edition: Edition,
    /// Its use by readers now: copies of the last 30 days count.
    pub usage: EditionUsage,
    /// The newest events, newest first; at most 100.
    pub events: Vec<PeriodicalEvent>,
}

/// An edition of a periodical that the staff member manages.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; those of [`find_managed`]; `EDITION_NOT_FOUND`.
pub async fn open_managed_edition(op: &Operation, address: EditionAddress<'_>) -> Result<ManagedEdition> {
    op.require_collection_staff()?;
    let series = find_managed(op, address.series).await?;
    let found = preview_edition(op.db(), &series.id, &EditionId::from(address.edition)).await?;
    let edition = found.ok_or(ErrorKey::EditionNotFound)?;
    let usage = editions::count_usage(op.db(), &edition.id, usage_start(op)).await?;
    let events = history::list_for_edition(op.db(), &series.id, &edition.id, MAX_EVENTS).await?;
    Ok(ManagedEdition { series, edition, usage, events })
}

/// Changes an edition, or returns what is wrong with the change, including the earlier `faults`.
///
/// # Errors
/// Those of [`open_managed_edition`].
pub async fn edit_managed_edition(
    op: &Operation,
    address: EditionAddress<'_>,
    change: EditionEdit,
    faults: Faults,
) -> Result<ChangeOutcome<ManagedEdition>> {
    op.require_collection_staff()?;
    let result = match faults.into_result() {
        Ok(()) => edit(op, address, change).await.map(drop),
        Err(error) => Err(error),
    };
    match result {
        Ok(()) => Ok(ChangeOutcome::Accepted),
        Err(error @ Error::Invalid(_)) => {
            let managed = open_managed_edition(op, address).await?;
            Ok(ChangeOutcome::Refused(Box::new(managed), error))
        }
        Err(error) => Err(error),
    }
}
