//! Positions of readers in titles, as reading apps exchange them over OPDS (docs/opds.md). They are the
//! positions of reading events: what an app reports is recorded as one, and an event of another app is a
//! place here. Each is translated into the EPUB and the PDF.

use domain::progressions::{REFERENCES, canonical_cfi, references};
use domain::reading::{MetricType, NewestEvent, ReadingEvent};
use domain::{Format, Title, TitleId};
use jiff::{Timestamp, Unit};

pub use domain::progressions::{FilePosition, ProgressionDocument, ReadingDevice};

use crate::places::Translator;
use crate::titles::find_visible;
use crate::{ErrorKey, Operation, Result};

/// The outcome of a place that an app reported.
#[derive(Debug, Clone, PartialEq)]
pub enum Put {
    /// It is the first in this title.
    Created(ProgressionDocument),
    /// It is the reader's place now, or already was.
    Updated(ProgressionDocument),
    /// The library knows a newer place. This one is only recorded as a reading event.
    Outdated,
}

/// The reader's newest place in a title, in any format: what an app reported last, or a newer reading event,
/// also as a place in the EPUB and the PDF, which apps read. An event counts if it is known how far into the
/// title it is. `None` if there is no place. `TITLE_NOT_FOUND` if the reader may not see the title.
pub async fn get(op: &Operation, title: TitleId) -> Result<Option<ProgressionDocument>> {
    let title = find_visible(op, title).await?;
    Ok(find_newest(op, &title, None).await?.map(|known| known.document))
}

/// The reader's newest place as [`get`] returns it, with the file of the EPUB that it is in, if known, for
/// apps that need the file.
pub async fn get_in_file(op: &Operation, title: TitleId) -> Result<Option<ProgressionDocument>> {
    let title = find_visible(op, title).await?;
    let Some(known) = find_newest(op, &title, None).await? else { return Ok(None) };
    let mut place = known.document;
    if let Some(location) = known.in_epub.filter(|_| !place.has_file()) {
        place.file_position = Translator::new(op, &title).await?.find_document_of(&location).await?;
        place.locator = place.locator.filter(|_| place.file_position.is_none());
    }
    Ok(Some(place))
}

/// Keeps the place that an app reports, and records it as a reading event. If the library knows a newer one,
/// that stays the reader's place. A moment in the future counts as now, so that a device with a wrong clock
/// does not shut out the others. `TITLE_NOT_FOUND` if the reader may not see the title; `INVALID_PARAMETER`
/// if the place cannot be kept.
pub async fn put(op: &Operation, title: TitleId, document: ProgressionDocument) -> Result<Put> {
    let title = find_visible(op, title).await?;
    if !document.is_valid() {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let modified = document.modified.min(op.now);
    // As precise as the databases keep it.
    let modified = modified.round(Unit::Microsecond).unwrap_or(modified);
    let sent = ProgressionDocument { modified, ..document };
    let newest = find_newest(op, &title, None).await?;
    // What the app may have got before the reader was at this place.
    let before = match &newest {
        Some(newest) if newest.document.modified >= modified => {
            find_newest(op, &title, Some(modified)).await?
        }
        newest => newest.clone(),
    };
    let mut document = sent.clone();
    if let Some(before) = &before {
        before.remove_stale_references(&mut document);
    }
    let reported = newest.as_ref().and_then(|newest| newest.reported.as_ref());
    if let Some(reported) = reported.filter(|own| is_repeated(own, &sent) || is_repeated(own, &document)) {
        // The app repeats a request whose response it has lost.
        return Ok(Put::Updated(reported.clone()));
    }
    let event = to_reading_event(op, &title, &document).await?;
    let mut tx = op.db().begin().await?;
    let is_kept = store::progressions::put(&mut tx, op.account_id()?, title.id, &document).await?;
    let last = store::reading::last_event_at(&mut tx, op.account_id()?, title.id, modified).await?;
    if !last.is_some_and(|last| is_same(&last, &event)) {
        let device = &document.device;
        let id = device.id.as_deref();
        let name = Some(device.name.as_str());
        store::reading::record_event_of_device(&mut tx, op.account_id()?, &event, id, name).await?;
    }
    tx.commit().await?;
    Ok(match newest {
        _ if !is_kept => Put::Outdated,
        Some(newest) if newest.document.modified > modified => Put::Outdated,
        Some(_) => Put::Updated(document),
        None => Put::Created(document),
    })
}

/// Returns true if a document equals the stored one, as it is read from the database.
fn is_repeated(kept: &ProgressionDocument, document: &ProgressionDocument) -> bool {
    let locator = document.locator.as_ref().and_then(|locator| locator.to_string().parse().ok());
    *kept == ProgressionDocument { locator, file_position: None, ..document.clone() }
}

/// Returns true if an event is recorded already.
fn is_same(recorded: &NewestEvent, event: &ReadingEvent) -> bool {
    recorded.format == event.format
        && recorded.location == event.location
        && recorded.total_progression == event.total_progression
}

/// A place that the library knows.
#[derive(Clone)]
struct StoredPosition {
    /// As apps get it, with references in the EPUB and the PDF.
    document: ProgressionDocument,
    /// As an app reported it over OPDS. `None` for other reading events.
    reported: Option<ProgressionDocument>,
    /// The references that are the library's own.
    own_references: Vec<String>,
    /// The place in the EPUB. `None` if it is not known.
    in_epub: Option<String>,
}

impl StoredPosition {
    /// Removes references that an app has only kept from the library's document: apps return those that they
    /// do not understand, and they say where the reader was before.
    fn remove_stale_references(&self, document: &mut ProgressionDocument) {
        if (self.document.progression - document.progression).abs() > f64::EPSILON {
            document.references.retain(|reference| !self.own_references.contains(reference));
        }
    }
}

/// The newest place, or the newest one before a moment.
async fn find_newest(
    op: &Operation,
    title: &Title,
    before: Option<Timestamp>,
) -> Result<Option<StoredPosition>> {
    let reported = store::progressions::get(op.db(), op.account_id()?, title.id).await?;
    let reported = reported.filter(|reported| before.is_none_or(|before| reported.modified < before));
    let events = match before {
        Some(before) => {
            store::reading::newest_events_before(op.db(), op.account_id()?, title.id, before).await?
        }
        None => store::reading::newest_events(op.db(), op.account_id()?, title.id).await?,
    };
    let mut translator = Translator::new(op, title).await?;
    for event in &events {
        if reported.as_ref().is_some_and(|reported| event.date <= reported.modified) {
            break;
        }
        if let Some(place) = to_stored_position(&mut translator, event, &op.site.name).await? {
            return Ok(Some(place));
        }
    }
    match reported {
        Some(reported) => {
            let own =
                |event: &&NewestEvent| event.date == reported.modified && event.format == reported.format();
            let location = events.iter().find(own).map(|event| event.location.clone());
            Ok(Some(translate_reported(&mut translator, reported, location).await?))
        }
        None => Ok(None),
    }
}

/// A place that an app reported over OPDS, with what it does not say itself of where that is in the EPUB and
/// in the PDF. Its location is that of its reading event.
async fn translate_reported(
    translator: &mut Translator<'_>,
    reported: ProgressionDocument,
    location: Option<String>,
) -> Result<StoredPosition> {
    let location = location.unwrap_or_else(|| reported.location());
    let from = (reported.format(), location.as_str());
    let share = Some(reported.progression);
    let in_epub = translator.translate(from, share, Format::Epub3).await?.location;
    let in_pdf = translator.translate(from, share, Format::Pdf).await?.location;
    let says = |fits: &dyn Fn(&str) -> bool| reported.references.iter().any(|reference| fits(reference));
    let epub = in_epub.iter().filter(|_| !says(&|own| canonical_cfi(own).is_some()));
    let pdf = in_pdf.iter().filter(|_| !says(&|own| own.starts_with("#page=")));
    let epub = epub.flat_map(|location| references(Format::Epub3, location));
    let pdf = pdf.flat_map(|location| references(Format::Pdf, location));
    // Apps return what they get, so it must not be more than is accepted.
    let most = REFERENCES.saturating_sub(reported.references.len());
    let added: Vec<String> = epub.chain(pdf).take(most).collect();
    let mut document = reported.clone();
    document.references.extend(added.iter().cloned());
    Ok(StoredPosition { document, reported: Some(reported), own_references: added, in_epub })
}

/// The place of a reading event: in the EPUB, then in the PDF, then in the words of its own format. Its
/// device is the one that reported it, if that gave itself a name, and otherwise the library, with the format
/// that was read in. `None` if it is not known how far into the title it is.
async fn to_stored_position(
    translator: &mut Translator<'_>,
    event: &NewestEvent,
    library: &str,
) -> Result<Option<StoredPosition>> {
    let format = event.format;
    let from = (event.format, event.location.as_str());
    let in_epub = translator.translate(from, event.total_progression, Format::Epub3).await?;
    let in_pdf = translator.translate(from, event.total_progression, Format::Pdf).await?;
    let share = event.total_progression.or(in_epub.total_progression);
    let Some(progression) = share.filter(|share| (0.0..=1.0).contains(share)) else { return Ok(None) };
    let own = references(format, &event.location);
    let epub = in_epub.location.iter().flat_map(|location| references(Format::Epub3, location));
    let pdf = in_pdf.location.iter().flat_map(|location| references(Format::Pdf, location));
    let says_cfi = own.iter().any(|own| canonical_cfi(own).is_some());
    let all: Vec<String> = match format {
        Format::Epub3 if says_cfi => own.into_iter().chain(pdf).collect(),
        Format::Epub3 | Format::Pdf if !own.is_empty() => {
            let pdf = pdf.filter(|_| format == Format::Epub3);
            own.into_iter().chain(epub).chain(pdf).collect()
        }
        _ => epub.chain(pdf).chain(own).collect(),
    };
    let document = ProgressionDocument {
        title: event.description.clone(),
        modified: event.date,
        device: device_of(event, library),
        progression,
        references: all.clone(),
        locator: None,
        file_position: None,
    };
    Ok(Some(StoredPosition { document, reported: None, own_references: all, in_epub: in_epub.location }))
}

fn device_of(event: &NewestEvent, library: &str) -> ReadingDevice {
    match &event.device_name {
        Some(name) => ReadingDevice { id: event.device.clone(), name: name.clone() },
        None => ReadingDevice { id: None, name: format!("{library}, {}", event.format.name()) },
    }
}

/// The reading event of a place that an app reports. Of a place in a file of the EPUB that is not exact, it
/// has the sentence at that share of the file.
async fn to_reading_event(
    op: &Operation,
    title: &Title,
    document: &ProgressionDocument,
) -> Result<ReadingEvent> {
    let within = document.file_position.as_ref().filter(|_| !document.is_exact());
    let found = match within.filter(|_| document.format() == Format::Epub3) {
        Some(within) => Translator::new(op, title).await?.find_cfi(within, document.progression).await?,
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
