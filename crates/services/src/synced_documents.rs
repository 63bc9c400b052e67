//! Places that reading apps keep by document, as `KOReader` does (docs/kosync.md). Places in copies of titles
//! are reading events too.

use domain::reading::{MetricType, NewestEvent, ReadingEvent};
use domain::synced_documents::CopiedItem;
use domain::{Format, Item, TitleId};

pub use domain::synced_documents::{SyncedDocument, SyncedProgress};

use crate::places::Translator;
use crate::titles::find_visible;
use crate::{Error, ErrorKey, Operation, Result};

/// Keeps the reader's place in a document. In a copy of a title that the reader may see it is recorded as a
/// reading event, too. `INVALID_PARAMETER` if it cannot be kept.
pub async fn put(op: &Operation, document: &SyncedDocument, progress: &SyncedProgress) -> Result<()> {
    if !progress.is_valid() {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let copied = find_copy(op, document).await?;
    let mut tx = op.db().begin().await?;
    store::synced_documents::put(&mut tx, op.account_id()?, document.as_str(), copied.as_ref(), progress)
        .await?;
    // An empty place counts as missing.
    let title = copied.as_ref().and_then(title_and_format).filter(|_| !progress.progress.is_empty());
    if let Some((title, format)) = title {
        let name = progress.device.as_str();
        let device = progress.device_id.as_deref().unwrap_or(name);
        let event = to_reading_event(title, format, progress);
        store::reading::record_event_of_device(&mut tx, op.account_id()?, &event, Some(device), Some(name))
            .await?;
    }
    Ok(tx.commit().await?)
}

/// The reader's place in a document. In a copy of a title it is the newest event of the title in any format,
/// in the app's words: the place of the app itself, from any copy in the same format, or a translated one. An
/// event is skipped if nothing is known of where it is. `None` if there is no place, or if the newest one
/// cannot be expressed so that the app finds it.
pub async fn get(op: &Operation, document: &SyncedDocument) -> Result<Option<SyncedProgress>> {
    let copied = find_copy(op, document).await?;
    let position = store::synced_documents::find_newest_progress(
        op.db(),
        op.account_id()?,
        document.as_str(),
        copied.as_ref(),
    )
    .await?;
    let Some((title, format)) = copied.as_ref().and_then(title_and_format) else { return Ok(position) };
    let events = store::reading::newest_events(op.db(), op.account_id()?, title).await?;
    let newer = |event: &&NewestEvent| position.as_ref().is_none_or(|position| event.date > position.date);
    let title = find_visible(op, title).await?;
    let mut translator = Translator::new(op, &title).await?;
    for event in events.iter().filter(newer) {
        let from = (event.format, event.location.as_str());
        let found = translator.translate(from, event.total_progression, format).await?;
        let Some(percentage) = event.total_progression.or(found.total_progression) else { continue };
        let unnamed = || format!("{}, {}", op.site.name, event.format.name());
        // An app goes where `progress` points, so an older place with a newer share would mislead it.
        return Ok(found.pointer.map(|progress| SyncedProgress {
            progress,
            percentage,
            device: event.device_name.clone().unwrap_or_else(unnamed),
            // KOReader ignores a place with its own identifier, and this one is from another file.
            device_id: None,
            date: event.date,
        }));
    }
    Ok(position)
}

/// The title and format that a document is a copy of. `None` if the library does not know it, or the reader
/// may not see the title.
async fn find_copy(op: &Operation, document: &SyncedDocument) -> Result<Option<CopiedItem>> {
    let found = store::copy_keys::find(op.db(), op.account_id()?, document.as_str()).await?;
    let Some((title, _)) = found.as_ref().and_then(title_and_format) else { return Ok(found) };
    match find_visible(op, title).await {
        Ok(_) => Ok(found),
        Err(Error::Refused(ErrorKey::TitleNotFound)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Title and format of a copy; places in editions of periodicals are kept by document alone.
fn title_and_format(copied: &CopiedItem) -> Option<(TitleId, Format)> {
    match &copied.item {
        Item::Title(id) => Some((*id, copied.format)),
        Item::Edition(_) => None,
    }
}

/// The reading event of a place in a copy. Its location is the place in the app's own words.
fn to_reading_event(title: TitleId, format: Format, progress: &SyncedProgress) -> ReadingEvent {
    let share = progress.percentage;
    ReadingEvent {
        title,
        format,
        location: progress.progress.clone(),
        total_progression: (0.0..=1.0).contains(&share).then_some(share),
        // The app does not say how much was read.
        metric: 0,
        metric_type: MetricType::Page,
        description: None,
        date: progress.date,
    }
}
