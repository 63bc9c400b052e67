//! The visitor's positions in a book: the newest, and those of other devices (docs/places.md#devices).

use domain::formats::Format;
use domain::reading::NewestEvent;
use services::downloads::browser::BookOutline;
use services::reading::{self, Whence};

use super::Reading;
use crate::dates::moment;
use crate::formats::format_name;
use crate::page::{Link, Page};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Where the contents lead.
#[derive(Default)]
pub(super) struct Resumption {
    /// The newest place.
    pub(super) resume: Option<Link>,
    /// Where that was, if the visitor should know.
    pub(super) resumed: Option<String>,
    /// The places of other devices.
    pub(super) others: Vec<Other>,
}

/// The place of another device in the contents.
pub(super) struct Other {
    /// Where it leads.
    pub(super) href: String,
    /// The name of its chapter.
    pub(super) chapter: String,
    /// The language of the chapter, as a tag of BCP 47. Empty if it is not known.
    pub(super) lang: String,
    /// On which device and when the visitor was there.
    pub(super) said: String,
}

/// A place of the visitor in this book.
struct Found<'a> {
    event: &'a NewestEvent,
    whence: Whence,
    spot: (usize, Option<&'a str>),
}

/// Where the visitor was last: in this book, or as far in another format of it; and where on other devices.
pub(super) async fn resumption(
    pages: &Pages,
    visitor: &Visitor,
    page: &Page<'_>,
    opened: &Reading,
) -> Result<Resumption> {
    if !visitor.is_signed_in() {
        return Ok(Resumption::default());
    }
    let user = visitor.user()?;
    let events = reading::on_devices(&pages.library, &user, opened.id).await?;
    let outline = opened.book.outline();
    let found = |event| Some(Found { event, whence: Whence::of(&user, event), spot: spot(outline, event)? });
    let all: Vec<Found<'_>> = events.iter().filter_map(found).collect();
    let Some((newest, older)) = all.split_first() else { return Ok(Resumption::default()) };
    let (chapter, at) = newest.spot;
    let link = Link::new(opened.address(chapter, at), page.with_name("read-resume", opened.title(chapter)));
    let others: Vec<Other> =
        others(outline, newest, older).into_iter().map(|one| other(page, opened, one)).collect();
    let resumed = resumed(page, newest, !others.is_empty());
    Ok(Resumption { resume: Some(link), resumed, others })
}

/// The place of an event: exact in the words of the EPUB, otherwise as far into the book.
fn spot<'a>(outline: &'a BookOutline, event: &NewestEvent) -> Option<(usize, Option<&'a str>)> {
    let exact = (event.format == Format::Epub3).then(|| outline.find_location(&event.location)).flatten();
    exact.or_else(|| outline.place_at(event.total_progression?))
}

/// What says that the newest place is of another format; and if there is a choice, that it is of another
/// device.
fn resumed(page: &Page<'_>, newest: &Found<'_>, is_choice: bool) -> Option<String> {
    if newest.event.format != Format::Epub3 {
        return Some(page.with_name("read-resume-other", &format_name(page, newest.event.format)));
    }
    let text = match (newest.whence, newest.event.device_name.as_deref()) {
        (Whence::Browser, _) => page.text("read-resume-browser"),
        (Whence::App, Some(device)) => page.with_name("read-resume-device", device),
        (Whence::App, None) => page.text("read-resume-app"),
        (Whence::Here | Whence::Unknown, _) => return None,
    };
    is_choice.then_some(text)
}

/// The newest place of every other device, if it is at another spot. Where the device is not known, mostly
/// because its session has ended, only a place further on is worth a choice.
fn others<'f, 'a>(outline: &BookOutline, newest: &Found<'a>, older: &'f [Found<'a>]) -> Vec<&'f Found<'a>> {
    let further = |one: &Found<'_>| progression(outline, one) > progression(outline, newest);
    let (mut devices, mut spots) = (vec![&newest.event.device], vec![newest.spot]);
    let mut others = Vec::new();
    for one in older {
        if devices.contains(&&one.event.device) {
            continue;
        }
        devices.push(&one.event.device);
        if !spots.contains(&one.spot) && (one.whence != Whence::Unknown || further(one)) {
            spots.push(one.spot);
            others.push(one);
        }
    }
    others
}

fn progression(outline: &BookOutline, one: &Found<'_>) -> f64 {
    let (chapter, at) = one.spot;
    outline.progression(chapter, at.and_then(|at| outline.place_offset(chapter, at)).unwrap_or_default())
}

fn other(page: &Page<'_>, opened: &Reading, one: &Found<'_>) -> Other {
    let (chapter, at) = one.spot;
    let moment = moment(page, one.event.date);
    let said = match (one.whence, one.event.device_name.as_deref()) {
        (Whence::App, Some(device)) => {
            let values = [("name", device.into()), ("date", moment.as_str().into())];
            page.format("read-place-device", &values)
        }
        (Whence::Here, _) => page.with_name("read-place-here", &moment),
        (Whence::Browser, _) => page.with_name("read-place-browser", &moment),
        (Whence::App, None) => page.with_name("read-place-app", &moment),
        (Whence::Unknown, _) => page.with_name("read-place-earlier", &moment),
    };
    Other {
        href: opened.address(chapter, at),
        chapter: opened.title(chapter).to_owned(),
        lang: opened.lang(chapter).to_owned(),
        said,
    }
}
