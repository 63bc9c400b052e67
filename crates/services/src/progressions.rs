//! How far readers are in titles, as reading apps exchange it over OPDS (docs/opds.md). The same places as
//! those of reading events: what an app reports is recorded as one, and an event of another app is a place
//! here.

use std::cmp::Reverse;

use domain::formats::Format;
use domain::ids::TitleId;
use domain::progressions::references;
use domain::reading::{MetricType, NewestEvent, ReadingEvent};
use domain::titles::Title;
use jiff::{Timestamp, Unit};

pub use domain::progressions::{ProgressionDocument, ReadingDevice, Within};

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::Translator;
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

/// The reader's newest place in a title, in any format: what an app reported last, or a newer reading event,
/// as a place in the EPUB and the PDF, which apps read. An event counts if it is known how far into the title
/// it is. `None` if there is no place. `TITLE_NOT_FOUND` if the reader may not see the title.
pub async fn get(library: &Library, user: &SignedIn, title: TitleId) -> Result<Option<ProgressionDocument>> {
    let title = visible(library, &user.caller, title).await?;
    newest(library, user, &title).await
}

/// The same with the file of the EPUB that the place is in, if it is known, for apps that know no place
/// without its file.
pub async fn get_in_file(
    library: &Library,
    user: &SignedIn,
    title: TitleId,
) -> Result<Option<ProgressionDocument>> {
    let title = visible(library, &user.caller, title).await?;
    let Some(mut place) = newest(library, user, &title).await? else { return Ok(None) };
    if place.locator.is_none() && place.format() == Format::Epub3 {
        let mut translator = Translator::new(library, user, &title).await?;
        place.within = translator.within(&place.location()).await?;
    }
    Ok(Some(place))
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
    let title = visible(library, &user.caller, title).await?;
    if !document.is_valid() {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let modified = stored(document.modified.min(user.now()));
    let mut document = ProgressionDocument { modified, ..document };
    let known = newest(library, user, &title).await?;
    match &known {
        Some(known) if known.modified > document.modified => return Ok(Put::Outdated),
        // The app repeats a request whose response it has lost.
        Some(known) if known.modified == document.modified => return Ok(Put::Updated(known.clone())),
        Some(known) => forget(&mut document, known),
        None => {}
    }
    let event = event(library, user, &title, &document).await?;
    let mut tx = library.db.begin().await?;
    if !store::progressions::put(&mut tx, user.id(), title.id, &document).await? {
        return Ok(Put::Outdated);
    }
    store::reading::record(&mut tx, user.id(), &event).await?;
    tx.commit().await?;
    Ok(if known.is_some() { Put::Updated(document) } else { Put::Created(document) })
}

/// Removes references that the app has only kept from the library's own document: apps return those that they
/// do not understand, and they say where the reader was before.
fn forget(document: &mut ProgressionDocument, known: &ProgressionDocument) {
    let is_elsewhere = (known.progression - document.progression).abs() > f64::EPSILON;
    if known.device.id.is_none() && is_elsewhere {
        document.references.retain(|reference| !known.references.contains(reference));
    }
}

/// A moment as precise as the databases keep it: in microseconds.
fn stored(moment: Timestamp) -> Timestamp {
    moment.round(Unit::Microsecond).unwrap_or(moment)
}

async fn newest(library: &Library, user: &SignedIn, title: &Title) -> Result<Option<ProgressionDocument>> {
    let reported = store::progressions::get(&library.db, user.id(), title.id).await?;
    let mut events = store::reading::newest_events(&library.db, user.id(), title.id).await?;
    events.retain(|event| reported.as_ref().is_none_or(|reported| event.date > reported.modified));
    events.sort_by_key(|event| Reverse(event.date));
    if events.is_empty() {
        return Ok(reported);
    }
    let mut translator = Translator::new(library, user, title).await?;
    for event in events {
        if let Some(place) = place_of(&mut translator, event, &user.caller.site.name).await? {
            return Ok(Some(place));
        }
    }
    Ok(reported)
}

/// The place of a reading event: in the EPUB, then in the PDF, then in the words of its own format. Its
/// device is the library, with the format that was read in. `None` if it is not known how far into the title
/// it is.
async fn place_of(
    translator: &mut Translator<'_>,
    event: NewestEvent,
    library: &str,
) -> Result<Option<ProgressionDocument>> {
    let (format, from) = (event.format, (event.format, event.location.as_str()));
    let in_epub = translator.translate(from, event.total_progression, Format::Epub3).await?;
    let in_pdf = translator.translate(from, event.total_progression, Format::Pdf).await?;
    let share = event.total_progression.or(in_epub.total_progression);
    let Some(progression) = share.filter(|share| (0.0..=1.0).contains(share)) else { return Ok(None) };
    let own = references(format, &event.location);
    let epub = in_epub.location.iter().flat_map(|location| references(Format::Epub3, location));
    let pdf = in_pdf.location.iter().flat_map(|location| references(Format::Pdf, location));
    let is_known = !own.is_empty();
    let all: Vec<String> = match format {
        Format::Epub3 if is_known => own.into_iter().chain(pdf).collect(),
        Format::Pdf if is_known => own.into_iter().chain(epub).collect(),
        _ => epub.chain(pdf).chain(own).collect(),
    };
    Ok(Some(ProgressionDocument {
        title: event.description,
        modified: event.date,
        device: ReadingDevice { id: None, name: format!("{library}, {}", format.name()) },
        progression,
        references: all,
        locator: None,
        within: None,
    }))
}

/// The reading event of a place that an app reports. Of a place in a file of the EPUB that is not exact, it
/// has the sentence at that share of the file.
async fn event(
    library: &Library,
    user: &SignedIn,
    title: &Title,
    document: &ProgressionDocument,
) -> Result<ReadingEvent> {
    let within = document.within.as_ref().filter(|_| !document.is_exact());
    let found = match within.filter(|_| document.format() == Format::Epub3) {
        Some(within) => {
            Translator::new(library, user, title).await?.identifier(within, document.progression).await?
        }
        None => None,
    };
    Ok(ReadingEvent {
        title: title.id,
        format: document.format(),
        location: found.unwrap_or_else(|| document.location()),
        total_progression: Some(document.progression),
        // The app does not say how much was read.
        metric: 0,
        metric_type: MetricType::Page,
        description: document.title.clone(),
        date: document.modified,
    })
}
