//! The page about a person who is served, with a form for each act.

use axum::response::Response;
use domain::devices::LIMIT;
use domain::{AdultContentBar, AlertCode, ContributorType, Device, DeviceId, Title, TitleId, access};
use layout::reasons::message_id_for;
use services::preferences::AccountPreferences;
use services::serving::{
    CallNote, FoundBooks, MAX_NOTE_CHARS, OfferedBook, ServedPerson, ServicePoint, ServiceView, open_person,
};

use super::address::{ServedPath, service_path};
use crate::account::devices::name_field;
use crate::account::preferences::{BrailleOption, code_choices, format_choices, grade_choices, line_choices};
use crate::desk::{person_path, sign_in_name_text};
use crate::inputs::{Choice, InputError, InputField, form_status};
use crate::{
    Fields, Link, Page, Query, Result, Section, Visitor, format_day, format_day_of, format_moment,
    format_name, percent_encode, render_with_status,
};

/// Maximum length of the words, in characters; further ones are ignored.
const MAX_WORDS_CHARS: usize = 200;

const MAX_AUTHORS: usize = 3;

/// The fields as typed into the forms, with their errors.
#[derive(Default)]
pub(super) struct ServiceDraft {
    pub(super) words: Option<String>,
    pub(super) note: String,
    pub(super) device: Option<InputField>,
    pub(super) errors: Vec<InputError>,
}

/// A title that was found.
struct BookView {
    id: TitleId,
    link: Link,
    authors: String,
    is_on_shelf: bool,
    is_open: bool,
    /// Why the title is closed to the person, in the words that the person sees.
    reasons: Vec<String>,
    formats: Vec<Choice>,
}

struct DeviceView {
    id: DeviceId,
    name: String,
    sign_in: String,
    last_use: String,
}

/// A note about an earlier call.
struct NoteView {
    date: String,
    author: String,
    lines: Vec<String>,
}

#[derive(askama::Template)]
#[template(path = "serving.html")]
struct ServingPage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    facts: Vec<(String, String)>,
    /// Why the person gets no new password from here. `None` if nothing speaks against it.
    sign_in_bar: Option<String>,
    password_mark: String,
    words: String,
    /// The number of titles that were found. Empty before a search.
    found_text: String,
    /// The sentence that not all of them are shown. `None` if they are.
    more_text: Option<String>,
    books: Vec<BookView>,
    can_email: bool,
    shelf: Vec<Link>,
    formats: Vec<Choice>,
    grades: Vec<BrailleOption>,
    codes: Vec<BrailleOption>,
    lines: Vec<BrailleOption>,
    /// `None` if the person manages them without the caller.
    devices: Option<Vec<DeviceView>>,
    /// The address where a sponsor sees browsers of the member, too. `None` at the membership desk.
    devices_path: Option<String>,
    /// The address where a sponsor changes the member's name, birth date and grade. `None` at the membership
    /// desk.
    details_path: Option<String>,
    device_field: InputField,
    /// The sentence that the person has as many devices as allowed. `None` if that is not so.
    device_limit: Option<String>,
    note: String,
    note_hint: String,
    notes: Vec<NoteView>,
    errors: Vec<InputError>,
    back: Link,
}

/// GET: the page, with the titles that words find.
pub(super) async fn show_page(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Query(fields): Query,
) -> Result {
    let words = read_words(&fields);
    let shown = open_person(&visitor.op, &person, words.as_deref()).await?;
    let draft = ServiceDraft { words, ..ServiceDraft::default() };
    Ok(render_view(&visitor, (&person, &shown), draft))
}

/// The words by which titles are looked for. `None` without any.
pub(super) fn read_words(fields: &Fields) -> Option<String> {
    fields.get("words").map(|words| words.chars().take(MAX_WORDS_CHARS).collect())
}

/// The error of an order that the access rule refuses, in the words that the person would see.
pub(super) fn refusal_error(visitor: &Visitor, shown: &ServiceView, code: AlertCode) -> InputError {
    let page = visitor.page(Section::Account);
    let bar = access::adult_content_bar(&shown.account, visitor.op.today());
    let reason = page.text(&message_id_for(code, bar));
    InputError { field: "books", text: page.with_name("serve-order-refused", &reason) }
}

pub(super) fn render_view(
    visitor: &Visitor,
    (person, shown): (&ServedPerson, &ServiceView),
    draft: ServiceDraft,
) -> Response {
    let page = visitor.page(Section::Account);
    let account = &shown.account;
    let reading = AccountPreferences { account: account.clone(), preferences: shown.preferences.clone() };
    let is_full = shown.devices.is_some() && !shown.can_add_device();
    let device = |device: &Device| device_view(&page, device);
    let devices = shown.devices.as_ref().map(|devices| devices.iter().map(device).collect());
    let found = shown.found.as_ref();
    let note = |note: &CallNote| note_view(&page, shown, note);
    render_with_status(
        form_status(&draft.errors),
        &ServingPage {
            name: account.display_name(),
            path: service_path(person),
            facts: list_facts(&page, shown),
            sign_in_bar: shown.sign_in_bar.map(|bar| page.value_text("serve-bar", bar)),
            password_mark: shown.password_mark.clone(),
            words: draft.words.unwrap_or_default(),
            found_text: found.map(|found| page.count("search-found", found.total)).unwrap_or_default(),
            more_text: found.and_then(|found| truncation_text(&page, found)),
            books: found.map(|found| list_books(&page, visitor, shown, found)).unwrap_or_default(),
            can_email: visitor.pages.settings.sends_mail && account.email.is_some(),
            shelf: shown.shelf.iter().map(|title| title_link(title)).collect(),
            formats: format_choices(&page, &reading),
            grades: grade_choices(&page, &reading),
            codes: code_choices(&page, &reading),
            lines: line_choices(&page, &reading),
            devices,
            devices_path: (person.point == ServicePoint::School).then(|| devices_path(person)),
            details_path: (person.point == ServicePoint::School)
                .then(|| format!("{}/details", service_path(person))),
            device_field: draft.device.unwrap_or_else(|| name_field(&page)),
            device_limit: is_full.then(|| page.count("devices-limit", LIMIT as u64)),
            note: draft.note,
            note_hint: page.count("serve-note-hint", MAX_NOTE_CHARS as u64),
            notes: shown.notes.iter().map(note).collect(),
            errors: draft.errors,
            back: back_link(&page, person),
            page,
        },
    )
}

fn list_facts(page: &Page<'_>, shown: &ServiceView) -> Vec<(String, String)> {
    let (account, none) = (&shown.account, || page.text("desk-none"));
    let state = if account.locked { "desk-account-locked" } else { "desk-account-open" };
    page.label_all_facts([
        ("desk-birth-date", account.date_of_birth.map_or_else(none, |born| format_day(page, born))),
        ("desk-sign-in", sign_in_name_text(page, account)),
        ("desk-identifier", account.id.to_string()),
        ("desk-organization", shown.organization.clone().unwrap_or_else(none)),
        ("desk-account", page.text(state)),
    ])
}

fn truncation_text(page: &Page<'_>, found: &FoundBooks) -> Option<String> {
    let shown = found.books.len() as u64;
    (found.total > shown).then(|| page.count("serve-found-first", shown))
}

fn list_books(page: &Page<'_>, visitor: &Visitor, shown: &ServiceView, found: &FoundBooks) -> Vec<BookView> {
    let bar = access::adult_content_bar(&shown.account, visitor.op.today());
    found.books.iter().map(|book| book_view(page, shown, bar, book)).collect()
}

fn book_view(
    page: &Page<'_>,
    shown: &ServiceView,
    bar: Option<AdultContentBar>,
    book: &OfferedBook,
) -> BookView {
    let closing = book.alerts.iter().filter(|alert| alert.is_error() && !book.is_open);
    let preferred = shown.preferences.formats().into_iter().find(|format| book.formats.contains(format));
    let people = book.title.metadata.contributors.iter().filter(|one| one.kind == ContributorType::Author);
    BookView {
        id: book.title.id,
        link: title_link(&book.title),
        authors: people
            .map(|author| author.display_name.as_str())
            .take(MAX_AUTHORS)
            .collect::<Vec<_>>()
            .join(", "),
        is_on_shelf: book.relation.assigned,
        is_open: book.is_open,
        reasons: closing.map(|alert| page.text(&message_id_for(alert.code, bar))).collect(),
        formats: Choice::list(
            book.formats.iter().copied(),
            |format| format_name(page, format),
            |format| preferred == Some(format),
        ),
    }
}

fn title_link(title: &Title) -> Link {
    Link::for_title(format!("/titles/{}", title.id), title)
}

fn device_view(page: &Page<'_>, device: &Device) -> DeviceView {
    let used = device.last_used.map(|used| format_day_of(page, used));
    DeviceView {
        id: device.id.clone(),
        name: device.name.clone(),
        sign_in: device.sign_in.clone(),
        last_use: used.unwrap_or_else(|| page.text("device-never-used")),
    }
}

fn note_view(page: &Page<'_>, shown: &ServiceView, note: &CallNote) -> NoteView {
    let author = note.author.as_ref().and_then(|author| shown.authors.get(author).cloned());
    NoteView {
        date: format_moment(page, note.noted),
        author: author.unwrap_or_else(|| page.text("desk-somebody")),
        lines: note.text.lines().map(str::to_owned).collect(),
    }
}

/// The address where a sponsor sees the devices and enrolled browsers of a member.
fn devices_path(person: &ServedPerson) -> String {
    format!("/account/devices?member={}", percent_encode(person.id.as_str()))
}

/// The link to the page that the caller came from.
fn back_link(page: &Page<'_>, person: &ServedPerson) -> Link {
    match person.point {
        ServicePoint::Desk => Link::new(person_path(&person.id), page.text("desk-back-to-person")),
        ServicePoint::School => Link::new("/school/members", page.text("serve-back-to-members")),
    }
}
