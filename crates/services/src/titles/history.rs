//! The history of a title: who did what and when.

use domain::history::HistoryEvent;
use domain::ids::TitleId;

use super::access::find_managed;
use crate::error::Result;
use crate::library::Library;
use crate::roles::CollectionStaff;
use crate::rows::KeyPage;

/// The number of newest events that are returned: the contract has no paging here.
const MAX_HISTORY_EVENTS: u32 = 1_000;

/// The newest events of a title that the staff member manages, newest first.
///
/// # Errors
/// Those of [`find_managed`].
pub async fn list_history(
    library: &Library,
    staff: &CollectionStaff,
    id: TitleId,
) -> Result<Vec<HistoryEvent>> {
    let title = find_managed(library, staff, id).await?;
    let events =
        store::history::list(&library.db, title.id, &KeyPage { after: None, limit: MAX_HISTORY_EVENTS })
            .await?;
    Ok(events.into_iter().map(|(_, event)| event).collect())
}
