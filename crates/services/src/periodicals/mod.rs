//! Periodicals and their editions (docs/rules/periodicals.md#rule-1).

mod create;
mod desk;
pub mod editions;
mod follows;
pub mod operator;
mod search;
mod updates;

use std::sync::Arc;

use domain::{Series, SeriesId, access};
use store::periodicals::editions::EditionSort;

use crate::views::EditionView;
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows};

pub use create::{NewSeries, create};
pub use desk::{
    ManagedEdition, ManagedSeries, edit_managed_edition, get_managed, open_managed, open_managed_edition,
};
pub use follows::set_followed;
pub use search::{PeriodicalFilter, PeriodicalSearch};
pub use store::periodicals::editions::EditionUsage;
pub use store::periodicals::{SeriesSort, SeriesView};
pub use updates::edit;

/// One periodical that the caller may see, or `PERIODICAL_NOT_FOUND`.
pub async fn find_visible(op: &Operation, id: &str) -> Result<Series> {
    let series = store::periodicals::get(op.db(), &SeriesId::from(id)).await?;
    let series = series.filter(|series| access::sees_series(series, &op.access_caller(), &op.site.id));
    series.ok_or_else(|| ErrorKey::PeriodicalNotFound.into())
}

/// One periodical that the staff member manages: `PERIODICAL_NOT_FOUND` if they may not see it, `FORBIDDEN`
/// if it is another site's.
pub(crate) async fn find_managed(op: &Operation, id: &str) -> Result<Series> {
    let series = find_visible(op, id).await?;
    if op.manages_collection(&series.site) { Ok(series) } else { Err(ErrorKey::Forbidden.into()) }
}

/// One periodical that the caller may see, with its number of editions and the latest of them.
pub async fn get(op: &Operation, id: &str) -> Result<SeriesView> {
    let series = find_visible(op, id).await?;
    view_series(op, &series.id).await
}

/// A periodical with a page of its editions.
#[derive(Debug)]
pub struct SeriesPage {
    pub series: SeriesView,
    pub editions: Rows<RowPosition<String>, EditionView>,
    /// True if the caller follows the periodical. `None` for guests.
    pub is_followed: Option<bool>,
}

/// One periodical that the caller may see, with a page of its editions, or `PERIODICAL_NOT_FOUND`.
pub async fn open(
    op: &Operation,
    id: &str,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<SeriesPage> {
    let found = Arc::new(find_visible(op, id).await?);
    let series = view_series(op, &found.id).await?;
    let editions = editions::list_in_series(op, found, page_request).await?;
    let is_followed = match &op.reader {
        Some(reader) => {
            let (user, id) = (&reader.account.id, &series.series.id);
            Some(store::periodicals::follows::is_followed(op.db(), user, id).await?)
        }
        None => None,
    };
    Ok(SeriesPage { series, editions, is_followed })
}

async fn view_series(op: &Operation, id: &SeriesId) -> Result<SeriesView> {
    let view = store::periodicals::find(op.db(), id, op.now).await?;
    view.ok_or_else(|| ErrorKey::PeriodicalNotFound.into())
}
