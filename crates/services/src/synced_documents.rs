//! Places that reading apps keep by document, as `KOReader` does (docs/kosync.md). Places in copies of titles
//! are reading events too.

use domain::downloads::Item;
use domain::formats::Format;
use domain::ids::TitleId;
use domain::reading::{MetricType, NewestEvent, ReadingEvent};
use domain::synced_documents::Copied;

pub use domain::synced_documents::{Document, Progress};

use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::Translator;
use crate::roles::SignedIn;
use crate::titles::visible;

/// Keeps the reader's place in a document. In a copy of a title that the reader may see it is recorded as a
/// reading event, too. `INVALID_PARAMETER` if it cannot be kept.
pub async fn put(library: &Library, user: &SignedIn, document: &Document, progress: &Progress) -> Result<()> {
    if !progress.is_valid() {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let copied = copied(library, user, document).await?;
    let mut tx = library.db.begin().await?;
    store::synced_documents::put(&mut tx, user.id(), document.as_str(), copied.as_ref(), progress).await?;
    // An empty place counts as missing.
    let title = copied.as_ref().and_then(of_title).filter(|_| !progress.progress.is_empty());
    if let Some((title, format)) = title {
        store::reading::record(&mut tx, user.id(), &event(title, format, progress)).await?;
    }
    Ok(tx.commit().await?)
}

/// The reader's place in a document. In a copy of a title it is the newest event of the title in any format,
/// in the app's words; if it cannot be translated, the newest place of all copies in the same format, which
/// says how far the reader is by the newest event. `None` if there is no place.
pub async fn get(library: &Library, user: &SignedIn, document: &Document) -> Result<Option<Progress>> {
    let copied = copied(library, user, document).await?;
    let place =
        store::synced_documents::newest(&library.db, user.id(), document.as_str(), copied.as_ref()).await?;
    let Some((title, format)) = copied.as_ref().and_then(of_title) else { return Ok(place) };
    let events = store::reading::newest_events(&library.db, user.id(), title).await?;
    let newer = |event: &&NewestEvent| place.as_ref().is_none_or(|place| event.date > place.date);
    let site = &user.caller.site.name;
    if let Some(event) = events.iter().max_by_key(|event| event.date).filter(newer)
        && let Some(found) = translated(library, user, (title, format), event, site).await?
    {
        return Ok(Some(found));
    }
    let shares = events.iter().filter(|event| event.total_progression.is_some());
    let newest = shares.max_by_key(|event| event.date);
    Ok(place.map(|place| up_to_date(place, newest, site)))
}

/// An event as a place of the app in a copy. `None` if it cannot be translated.
async fn translated(
    library: &Library,
    user: &SignedIn,
    (title, format): (TitleId, Format),
    event: &NewestEvent,
    site: &str,
) -> Result<Option<Progress>> {
    let title = visible(library, &user.caller, title).await?;
    let from = (event.format, event.location.as_str());
    let found = Translator::new(library, user, &title)
        .await?
        .translate(from, event.total_progression, format)
        .await?;
    let share = event.total_progression.or(found.total_progression);
    let place = found.pointer.zip(share).map(|(progress, percentage)| Progress {
        progress,
        percentage,
        device: format!("{site}, {}", event.format.name()),
        device_id: None,
        date: event.date,
    });
    Ok(place)
}

/// What a document is a copy of. `None` if the library does not know it, or the reader may not see the title.
async fn copied(library: &Library, user: &SignedIn, document: &Document) -> Result<Option<Copied>> {
    let found = store::copy_keys::find(&library.db, user.id(), document.as_str()).await?;
    let Some((title, _)) = found.as_ref().and_then(of_title) else { return Ok(found) };
    match visible(library, &user.caller, title).await {
        Ok(_) => Ok(found),
        Err(Error::Refused(ErrorKey::TitleNotFound)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Title and format of a copy; places in editions of periodicals are kept by document alone.
fn of_title(copied: &Copied) -> Option<(TitleId, Format)> {
    match &copied.item {
        Item::Title(id) => Some((*id, copied.format)),
        Item::Edition(_) => None,
    }
}

/// The reading event of a place in a copy. Its location is the place in the app's own words.
fn event(title: TitleId, format: Format, progress: &Progress) -> ReadingEvent {
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

/// A place of the app, and where the reader is by the newest event in any format. If that is newer, the share
/// is that of the event, with its date, and a name that says where it comes from; the place in the app's own
/// words stays the app's newest, because it is the only one that the app can go to.
fn up_to_date(place: Progress, newest: Option<&NewestEvent>, library: &str) -> Progress {
    match newest.filter(|event| event.date > place.date) {
        None => place,
        Some(event) => Progress {
            percentage: event.total_progression.unwrap_or(place.percentage),
            progress: place.progress,
            device: format!("{library}, {}", event.format.name()),
            device_id: None,
            date: event.date,
        },
    }
}
