//! The history of a title: who did what and when.

use domain::{HistoryEvent, TitleId};

use super::access::find_managed;
use crate::{KeyPage, Operation, Result};

/// The number of newest events that are returned: the contract has no paging here.
const MAX_HISTORY_EVENTS: u32 = 1_000;

/// The newest events of a title that the staff member manages, newest first.
///
/// # Errors
/// Those of [`find_managed`].
pub async fn list_history(op: &Operation, id: TitleId) -> Result<Vec<HistoryEvent>> {
    op.require_collection_staff()?;
    let title = find_managed(op, id).await?;
    let events = store::history::list(op.db(), title.id, &KeyPage::first_page(MAX_HISTORY_EVENTS)).await?;
    Ok(events.into_iter().map(|(_, event)| event).collect())
}
