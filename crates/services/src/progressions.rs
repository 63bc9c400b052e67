//! How far readers are in titles, as reading apps exchange it over OPDS (docs/opds.md). The same places as
//! those of reading events: what an app reports is recorded as one, and an event of another app is a place
//! here.

use domain::ids::TitleId;
use domain::progressions::references;
use domain::reading::{MetricType, Progression, ReadingEvent};
use jiff::{Timestamp, Unit};
use store::Conn;

pub use domain::progressions::{ProgressionDocument, ReadingDevice};

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::titles::visible;

/// The outcome of a place that an app reported.
#[derive(Debug, Clone, PartialEq)]
pub enum Put {
    /// It is the first in this title.
    Created(ProgressionDocument),
    /// It is the reader's place now, or already was.
    Updated(ProgressionDocument),
    /// The library knows a newer place, so it was not kept.
    Outdated,
}

/// The reader's newest place in a title, in any format: what an app reported last, or a newer reading event
/// that says how far the reader is. `None` if there is no place. `TITLE_NOT_FOUND` if the reader may not see
/// the title.
pub async fn get(library: &Library, user: &SignedIn, title: TitleId) -> Result<Option<ProgressionDocument>> {
    visible(library, &user.caller, title).await?;
    newest(&library.db, user, title).await
}

/// Keeps the place that an app reports, and records it as a reading event, unless the library knows a newer
/// one. A moment in the future counts as now, so that a device with a wrong clock does not shut out the
/// others. `TITLE_NOT_FOUND` if the reader may not see the title; `INVALID_PARAMETER` if the place cannot be
/// kept.
pub async fn put(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
    document: ProgressionDocument,
) -> Result<Put> {
    visible(library, &user.caller, title).await?;
    if !document.is_valid() {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let modified = stored(document.modified.min(user.now()));
    let document = ProgressionDocument { modified, ..document };
    let mut tx = library.db.begin().await?;
    let known = newest(&mut tx, user, title).await?;
    match &known {
        Some(known) if known.modified > document.modified => return Ok(Put::Outdated),
        // The app repeats a request whose response it has lost.
        Some(known) if known.modified == document.modified => return Ok(Put::Updated(known.clone())),
        _ => {}
    }
    if !store::progressions::put(&mut tx, user.id(), title, &document).await? {
        return Ok(Put::Outdated);
    }
    store::reading::record(&mut tx, user.id(), &event(title, &document)).await?;
    tx.commit().await?;
    Ok(if known.is_some() { Put::Updated(document) } else { Put::Created(document) })
}

/// A moment as precise as the databases keep it: in microseconds.
fn stored(moment: Timestamp) -> Timestamp {
    moment.round(Unit::Microsecond).unwrap_or(moment)
}

async fn newest(mut conn: impl Conn, user: &SignedIn, title: TitleId) -> Result<Option<ProgressionDocument>> {
    let reported = store::progressions::get(&mut conn, user.id(), title).await?;
    let events = store::reading::progressions(&mut conn, user.id(), title).await?;
    let event = events.into_iter().max_by_key(|event| event.date);
    let newer = event.filter(|event| reported.as_ref().is_none_or(|reported| event.date > reported.modified));
    Ok(newer.map(|event| read(event, &user.caller.site.name)).or(reported))
}

/// The place of a reading event. Its device is the library, with the format that was read in.
fn read(event: Progression, library: &str) -> ProgressionDocument {
    ProgressionDocument {
        title: event.description,
        modified: event.date,
        device: ReadingDevice { id: None, name: format!("{library}, {}", event.format.name()) },
        progression: event.total_progression,
        references: references(event.format, &event.location),
        locator: None,
    }
}

fn event(title: TitleId, document: &ProgressionDocument) -> ReadingEvent {
    ReadingEvent {
        title,
        format: document.format(),
        location: document.location(),
        total_progression: Some(document.progression),
        // The app does not say how much was read.
        metric: 0,
        metric_type: MetricType::Page,
        description: document.title.clone(),
        date: document.modified,
    }
}
