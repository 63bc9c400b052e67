//! Reading events and positions.

use domain::locations::{document_of_pointer, is_in_notation};
use domain::progressions::{SHARE_ONLY, file_path, references};
use domain::reading::{BROWSER, NewestEvent, ReadingEvent, ReadingPosition};
use domain::{Format, Title, TitleId};

use crate::places::Translator;
use crate::titles::find_visible;
use crate::{ErrorKey, Operation, Result};

/// Records that the reader continued reading, on the caller's device; every event is kept. `TITLE_NOT_FOUND`
/// if the reader may not see the title.
pub async fn record(op: &Operation, event: &ReadingEvent) -> Result<()> {
    find_visible(op, event.title).await?;
    let device = op.place_device.as_deref();
    Ok(store::reading::record_event_of_device(op.db(), op.account_id()?, event, device, None).await?)
}

/// The newest event of the reader in one format of a title, which is the position there, in the notation of
/// the format whichever app reported it: `TITLE_NOT_FOUND`, `READING_POSITION_NOT_FOUND`.
pub async fn find_position(op: &Operation, title: TitleId, format: Format) -> Result<ReadingPosition> {
    let seen = find_visible(op, title).await?;
    let position = store::reading::get_position(op.db(), op.account_id()?, title, format).await?;
    let position = position.ok_or(ErrorKey::ReadingPositionNotFound)?;
    if is_in_notation(format, &position.location) {
        return Ok(position);
    }
    let events = store::reading::newest_events(op.db(), op.account_id()?, title).await?;
    let newest = events.iter().find(|event| event.format == format);
    let newest = newest.ok_or(ErrorKey::ReadingPositionNotFound)?;
    let location = location_in_notation(op, &seen, newest).await?;
    let location = location.ok_or(ErrorKey::ReadingPositionNotFound)?;
    Ok(ReadingPosition { location, ..position })
}

/// The location of an event in the notation of its own format: as it was reported, or else translated by the
/// map. Without a map, a pointer of `KOReader` leads to its document and the number of a page to that page,
/// and a location that is nobody's known words stays as it was reported. `None` for other words, which no app
/// of the interface understands.
async fn location_in_notation(op: &Operation, title: &Title, event: &NewestEvent) -> Result<Option<String>> {
    let NewestEvent { format, location, total_progression, .. } = event;
    if is_in_notation(*format, location) {
        return Ok(Some(location.clone()));
    }
    let mut translator = Translator::new(op, title).await?;
    translator.ensure_map(*format).await;
    let found = translator.translate((*format, location), *total_progression, *format).await?;
    if found.location.is_some() {
        return Ok(found.location);
    }
    let coarse = match format {
        Format::Epub3 => document_of_pointer(location),
        // The number of a page, as KOReader and OPDS have it.
        Format::Pdf => references(Format::Pdf, location).iter().find_map(|page| page_in_notation(page)),
        _ => None,
    };
    let is_unknown = !location.starts_with(SHARE_ONLY) && !is_reference_or_pointer(*format, location);
    Ok(coarse.or_else(|| is_unknown.then(|| location.clone())))
}

fn page_in_notation(reference: &str) -> Option<String> {
    let page = reference.strip_prefix('#')?;
    page.starts_with("page=").then(|| page.to_owned())
}

/// Returns true if a location in an EPUB is a reference or a pointer, and not an app's unknown words.
fn is_reference_or_pointer(format: Format, location: &str) -> bool {
    let is_reference = location.starts_with(['#', '/']) || file_path(location).is_some();
    format == Format::Epub3 && is_reference
}

/// The position of a reader in a title, as a location of one format, regardless of the format that was read
/// last.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyPosition {
    /// The newest event of all formats as a position in this format. Its location is empty if only the share
    /// of the title is known.
    pub position: ReadingPosition,
    /// Position as a share of the title, from 0 to 1. `None` if it is not known.
    pub total_progression: Option<f64>,
    /// The name that the device of the newest event gives itself. `None` if it gives none.
    pub device_name: Option<String>,
    /// The newest event itself, if it was in another format or in the words of an app.
    pub translated: Option<NewestEvent>,
    /// The newest events of the other formats, and those of other devices at other places, the newest first.
    pub others: Vec<NewestEvent>,
}

/// The newest event of the reader in any format of a title, as a position in this one: `TITLE_NOT_FOUND`,
/// `READING_POSITION_NOT_FOUND`.
pub async fn any_position(op: &Operation, title: TitleId, format: Format) -> Result<AnyPosition> {
    let title_view = find_visible(op, title).await?;
    let events = store::reading::newest_events_of_devices(op.db(), op.account_id()?, title).await?;
    let Some((newest, others)) = events.split_first() else {
        return Err(ErrorKey::ReadingPositionNotFound.into());
    };
    let position = store::reading::get_position(op.db(), op.account_id()?, title, newest.format).await?;
    let position = position.ok_or(ErrorKey::ReadingPositionNotFound)?;
    let from = (newest.format, newest.location.as_str());
    let found =
        Translator::new(op, &title_view).await?.translate(from, newest.total_progression, format).await?;
    // A place of the format stays as the app has reported it, unless it is in an app's own words.
    let location = if newest.format == format {
        location_in_notation(op, &title_view, newest).await?
    } else {
        found.location
    };
    let location = location.unwrap_or_default();
    let translated = (location != newest.location).then(|| newest.clone());
    Ok(AnyPosition {
        position: ReadingPosition { format, location, ..position },
        total_progression: newest.total_progression.or(found.total_progression),
        device_name: newest.device_name.clone(),
        translated,
        others: others_than(newest, others),
    })
}

#[derive(Debug, Clone, PartialEq)]
pub enum FoundPosition {
    InFormat(ReadingPosition),
    /// The newest position in any format.
    InAny(AnyPosition),
}

#[derive(Debug, Clone, Copy)]
pub struct PositionRequest {
    pub title: TitleId,
    pub format: Format,
    /// The newest position in any format is meant, as one in `format`.
    pub any_format: bool,
}

/// The reader's position as [`any_position`] finds it, or [`find_position`] without `any_format`.
pub async fn find_any(op: &Operation, request: PositionRequest) -> Result<FoundPosition> {
    let PositionRequest { title, format, any_format } = request;
    if any_format {
        any_position(op, title, format).await.map(FoundPosition::InAny)
    } else {
        find_position(op, title, format).await.map(FoundPosition::InFormat)
    }
}

/// The events at other places than the newest event and each other.
fn others_than(newest: &NewestEvent, events: &[NewestEvent]) -> Vec<NewestEvent> {
    let mut others: Vec<NewestEvent> = Vec::new();
    for event in events {
        let is_there = |known: &NewestEvent| known.format == event.format && known.location == event.location;
        if !is_there(newest) && !others.iter().any(is_there) {
            others.push(event.clone());
        }
    }
    others
}

/// The device that reported a position, as the caller sees it (docs/places.md#devices).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionOrigin {
    /// On the caller's own device.
    Here,
    /// In another signed-in browser.
    Browser,
    App,
    /// It is not known, or the sign-in there has ended.
    Unknown,
}

impl PositionOrigin {
    /// The device that reported an event.
    pub fn from_event(op: &Operation, event: &NewestEvent) -> Self {
        match event.device.as_deref() {
            None => Self::Unknown,
            own if own == op.place_device.as_deref() => Self::Here,
            Some(device) if device.starts_with(BROWSER) => Self::Browser,
            Some(_) => Self::App,
        }
    }
}

/// The newest event of each device in each format of a title, the newest first. `TITLE_NOT_FOUND`.
pub async fn list_by_device(op: &Operation, title: TitleId) -> Result<Vec<NewestEvent>> {
    find_visible(op, title).await?;
    Ok(store::reading::newest_events_of_devices(op.db(), op.account_id()?, title).await?)
}
