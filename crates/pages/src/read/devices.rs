//! The visitor's positions in a book: the newest, and those of other devices (docs/places.md#devices).

use domain::Format;
use domain::reading::NewestEvent;
use services::downloads::browser::BookOutline;
use services::reading::PositionOrigin;

use super::OpenReading;
use crate::{Link, Page, Result, Visitor, format_moment, format_name};

/// The positions at which the contents offer to continue.
#[derive(Default)]
pub(super) struct Resumption {
    /// The newest place.
    pub(super) resume: Option<Link>,
    /// A sentence about that position, if the visitor should know.
    pub(super) resumed: Option<String>,
    pub(super) others: Vec<OtherPosition>,
}

pub(super) struct OtherPosition {
    pub(super) href: String,
    pub(super) chapter: String,
    /// The language of the chapter, as a BCP 47 tag. Empty if it is unknown.
    pub(super) lang: String,
    /// The device and the time at which the visitor was there.
    pub(super) text: String,
}

/// A position of the visitor in this book.
struct DevicePosition<'a> {
    event: &'a NewestEvent,
    whence: PositionOrigin,
    spot: (usize, Option<&'a str>),
}

/// The visitor's newest position, in this book or as far in another format of it, and those of other
/// devices. `events` are the newest of each device, the newest of all first; guests have none.
pub(super) fn find_resumption(
    visitor: &Visitor,
    page: &Page<'_>,
    opened: &OpenReading,
    events: &[NewestEvent],
) -> Result<Resumption> {
    if !visitor.is_signed_in() {
        return Ok(Resumption::default());
    }
    let op = visitor.signed_in_user()?;
    let outline = opened.book.book_outline();
    let found = |event| {
        Some(DevicePosition {
            event,
            whence: PositionOrigin::from_event(op, event),
            spot: event_position(outline, event)?,
        })
    };
    let all: Vec<DevicePosition<'_>> = events.iter().filter_map(found).collect();
    let Some((newest, older)) = all.split_first() else { return Ok(Resumption::default()) };
    let (chapter, at) = newest.spot;
    let link = Link::new(
        opened.chapter_path(chapter, at),
        page.with_name("read-resume", opened.chapter_title(chapter)),
    );
    let others: Vec<OtherPosition> = other_positions(outline, newest, older)
        .into_iter()
        .map(|one| other_position(page, opened, one))
        .collect();
    let resumed = newest_note(page, newest, !others.is_empty());
    Ok(Resumption { resume: Some(link), resumed, others })
}

/// The position of an event: exact in the words of the EPUB, otherwise as far into the book.
fn event_position<'a>(outline: &'a BookOutline, event: &NewestEvent) -> Option<(usize, Option<&'a str>)> {
    let exact = (event.format == Format::Epub3).then(|| outline.find_location(&event.location)).flatten();
    exact.or_else(|| outline.place_at(event.total_progression?))
}

/// A sentence about the newest position if it is of another format, or of another device and there is a
/// choice.
fn newest_note(page: &Page<'_>, newest: &DevicePosition<'_>, is_choice: bool) -> Option<String> {
    if newest.event.format != Format::Epub3 {
        return Some(page.with_name("read-resume-other", &format_name(page, newest.event.format)));
    }
    let text = match (newest.whence, newest.event.device_name.as_deref()) {
        (PositionOrigin::Browser, _) => page.text("read-resume-browser"),
        (PositionOrigin::App, Some(device)) => page.with_name("read-resume-device", device),
        (PositionOrigin::App, None) => page.text("read-resume-app"),
        (PositionOrigin::Here | PositionOrigin::Unknown, _) => return None,
    };
    is_choice.then_some(text)
}

/// The newest position of every other device, if it is a different one. If the device is unknown, mostly
/// because its session has ended, only a position further on is worth a choice.
fn other_positions<'f, 'a>(
    outline: &BookOutline,
    newest: &DevicePosition<'a>,
    older: &'f [DevicePosition<'a>],
) -> Vec<&'f DevicePosition<'a>> {
    let further = |one: &DevicePosition<'_>| progression(outline, one) > progression(outline, newest);
    let mut devices = vec![&newest.event.device];
    let mut spots = vec![newest.spot];
    let mut others = Vec::new();
    for one in older {
        if devices.contains(&&one.event.device) {
            continue;
        }
        devices.push(&one.event.device);
        if !spots.contains(&one.spot) && (one.whence != PositionOrigin::Unknown || further(one)) {
            spots.push(one.spot);
            others.push(one);
        }
    }
    others
}

fn progression(outline: &BookOutline, one: &DevicePosition<'_>) -> f64 {
    let (chapter, at) = one.spot;
    outline.progression(chapter, at.and_then(|at| outline.place_offset(chapter, at)).unwrap_or_default())
}

fn other_position(page: &Page<'_>, opened: &OpenReading, position: &DevicePosition<'_>) -> OtherPosition {
    let (chapter, at) = position.spot;
    let moment = format_moment(page, position.event.date);
    let said = match (position.whence, position.event.device_name.as_deref()) {
        (PositionOrigin::App, Some(device)) => {
            let values = [("name", device.into()), ("date", moment.as_str().into())];
            page.format("read-place-device", &values)
        }
        (PositionOrigin::Here, _) => page.with_name("read-place-here", &moment),
        (PositionOrigin::Browser, _) => page.with_name("read-place-browser", &moment),
        (PositionOrigin::App, None) => page.with_name("read-place-app", &moment),
        (PositionOrigin::Unknown, _) => page.with_name("read-place-earlier", &moment),
    };
    OtherPosition {
        href: opened.chapter_path(chapter, at),
        chapter: opened.chapter_title(chapter).to_owned(),
        lang: opened.title_lang(chapter).to_owned(),
        text: said,
    }
}
