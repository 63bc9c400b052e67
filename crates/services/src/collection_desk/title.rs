//! Everything about one title that collection staff need.

use std::sync::Arc;

use domain::conversion_reports::ConversionReport;
use domain::problem_reports::ProblemReport;
use domain::{HistoryEvent, Site, Title, TitleId};
use jiff::{SignedDuration, Timestamp};
use jobs::apply_title_update::is_failure_note;
use jobs::title_updates::{TitlePreview, preview_title};
use store::supplier_records::SupplierReference;
use store::titles::TitleUsage;

use crate::queries::find_if_some;
use crate::titles::{TitleChange, find_managed};
use crate::{ErrorKey, KeyPage, Operation, Result};

/// Number of newest events of the history that are listed.
const MAX_EVENTS: u32 = 100;
/// Maximum number of open problem reports that are listed.
const MAX_PROBLEMS: u32 = 20;

/// Time for which fetched copies and changed positions count as use of a title.
const USAGE_WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A title as the staff who manage it see it.
#[derive(Debug, Clone)]
pub struct TitleOverview {
    pub title: Title,
    pub site: Option<Site>,
    /// The title as it will be once all accepted changes are applied. Further changes are checked against it.
    pub upcoming: Title,
    /// Accepted changes that wait to be applied, in their order.
    pub pending: Vec<TitleChange>,
    /// The title that takes its place. `None` if there is none, or if it does not exist any more.
    pub replacement: Option<Arc<Title>>,
    /// Its use by readers now: copies and positions of the last 30 days count.
    pub usage: TitleUsage,
    /// The suppliers' records that it came from.
    pub suppliers: Vec<SupplierReference>,
    /// Open reports of readers, oldest first; at most 20.
    pub problems: Vec<ProblemReport>,
    /// Reports of what was repaired or left out, first of reading the book, then by format.
    pub conversion_reports: Vec<ConversionReport>,
    /// Why the last change failed: the newest event says so. `None` if it did not.
    pub failure: Option<String>,
    /// The newest events, newest first; at most 100.
    pub events: Vec<HistoryEvent>,
    pub event_count: u64,
}

/// Reads a title that the staff member manages, in any status: as many statements for many reports and events
/// as for one.
///
/// # Errors
/// Those of [`find_managed`]; `TITLE_NOT_FOUND` also for documents of readers.
pub async fn open_title(op: &Operation, id: TitleId) -> Result<TitleOverview> {
    op.require_collection_staff()?;
    let managed = find_managed(op, id).await?;
    if managed.owner.is_some() {
        return Err(ErrorKey::TitleNotFound.into());
    }
    let db = op.db();
    let preview = preview_title(db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    let TitlePreview { stored, upcoming, pending } = preview;
    let replacement = upcoming.metadata.replacement.map(|id| store::titles::read_cached(db, id));
    let replacement = find_if_some(replacement).await?;
    let events = store::history::list(db, id, &KeyPage::first_page(MAX_EVENTS)).await?;
    let events: Vec<HistoryEvent> = events.into_iter().map(|(_, event)| event).collect();
    let last_comment = events.first().and_then(|event| event.comment.clone());
    Ok(TitleOverview {
        site: store::sites::get(db, &stored.site).await?,
        usage: store::titles::count_usage(db, &[id], usage_start(op)).await?,
        suppliers: store::supplier_records::list_of_title(db, id).await?,
        problems: store::problem_reports::list_open_of_title(db, id, MAX_PROBLEMS).await?,
        conversion_reports: store::conversion_reports::list_for_title(db, id).await?,
        event_count: store::history::count(db, id).await?,
        // After all queries, so that the future does not hold the titles twice.
        title: stored,
        upcoming,
        pending,
        replacement,
        failure: last_comment.filter(|comment| is_failure_note(comment)),
        events,
    })
}

/// The moment from which fetched copies and changed positions count.
pub(crate) fn usage_start(op: &Operation) -> Timestamp {
    op.now.saturating_sub(USAGE_WINDOW).unwrap_or(Timestamp::MIN)
}
