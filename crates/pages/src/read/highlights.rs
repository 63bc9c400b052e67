//! Highlights and notes of a book: the same as those of reading apps. The script makes them of a selection,
//! the page of `highlight.rs` of a paragraph or of words in it. Both are kept as canonical fragment
//! identifiers with offsets, so that an app shows the same words.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use domain::formats::Format;
use domain::highlights::{Highlight, NOTE_LENGTH, TEXT_LENGTH};
use domain::locations::BookPosition;
use services::downloads::browser::{BookOutline, DocumentWords, PageHighlight, PageSpot};
use services::highlights::{self, HighlightRange};
use services::{ErrorKey, KeyPage as Part, Operation, annotations};

use super::{OpenReading, chapter_number, open_title, place};
use crate::fields::{Fields, Form};
use crate::page::{percent_encode, redirect_to};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::titles::parse_title_id;
use crate::visitor::Visitor;

/// Maximum number of highlights on a page.
const MAX_HIGHLIGHTS: u32 = 500;

/// A highlight in the contents.
pub(super) struct HighlightRow {
    pub(super) href: String,
    /// The name of its chapter.
    pub(super) chapter: String,
    /// The language of the chapter, as a BCP 47 tag. Empty if it is unknown.
    pub(super) lang: String,
    pub(super) text: Option<String>,
    /// The reader's note.
    pub(super) note: Option<String>,
    /// The start location by which the form removes it.
    pub(super) start: String,
    /// The end location by which the form removes it.
    pub(super) end: String,
}

async fn load_all(visitor: &Visitor, opened: &OpenReading) -> Result<Vec<Highlight>> {
    if !visitor.is_signed_in() {
        return Ok(Vec::new());
    }
    let part = Part { after: None, limit: MAX_HIGHLIGHTS + 1 };
    let rows = annotations::list(visitor.signed_in_user()?, opened.id, Format::Epub3, &part).await?;
    Ok(rows.items)
}

/// The visitor's highlights in reading order.
pub(super) async fn load_highlights(visitor: &Visitor, opened: &OpenReading) -> Result<Vec<HighlightRow>> {
    let outline = opened.book.book_outline();
    let shown = |one: Highlight| {
        let (chapter, at) = outline.find_location(&one.start.location)?;
        Some(HighlightRow {
            href: opened.chapter_path(chapter, at),
            chapter: opened.chapter_title(chapter).to_owned(),
            lang: opened.title_lang(chapter).to_owned(),
            text: one.text,
            note: one.note,
            start: one.start.location,
            end: one.end.location,
        })
    };
    Ok(load_all(visitor, opened).await?.into_iter().filter_map(shown).collect())
}

/// The visitor's highlights in a chapter.
pub(super) async fn load_chapter_highlights(
    visitor: &Visitor,
    opened: &OpenReading,
    chapter: usize,
) -> Result<Vec<PageHighlight>> {
    let all = load_all(visitor, opened).await?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let words = opened.book.chapter_words(&visitor.op, chapter).await?;
    let outline = opened.book.book_outline();
    let kept =
        |one: &Highlight| page_highlight(outline, &words, chapter, (&one.start.location, &one.end.location));
    Ok(all.iter().filter_map(kept).collect())
}

/// The position of a highlight on the page of a chapter. `None` if it is in another one.
fn page_highlight(
    outline: &BookOutline,
    words: &DocumentWords,
    chapter: usize,
    (start, end): (&str, &str),
) -> Option<PageHighlight> {
    let (begins, from, first, path) = outline.innermost_place(start)?;
    if begins != chapter {
        return None;
    }
    let from = (from.to_owned(), words.letters_before(first, path, false));
    let Some((_, to, last, path)) = outline.innermost_place(end).filter(|place| place.0 == chapter) else {
        // It continues in the next chapter.
        let body = outline.chapters[chapter].places.first()?;
        return Some(PageHighlight { from, to: (body.0.clone(), None) });
    };
    // An end that is a whole block includes it.
    let letters = (path != last).then(|| words.letters_before(last, path, true));
    Some(PageHighlight { from, to: (to.to_owned(), letters) })
}

/// The text that a form asks to highlight.
struct HighlightRequest {
    start: BookPosition,
    end: BookPosition,
    text: Option<String>,
}

/// Finds the text to highlight: from the character `first` of block `from` to the character `last` of block
/// `to`, or the words `text` anywhere in the block, or the whole block. `None` if the block does not have
/// these words.
async fn read_request(
    op: &Operation,
    opened: &OpenReading,
    number: usize,
    fields: &Fields,
) -> Result<Option<HighlightRequest>> {
    let outline = opened.book.book_outline();
    let known = |name: &str| fields.get(name).filter(|at| outline.place_offset(number, at).is_some());
    let from = known("from").ok_or(Problem::NotFound)?;
    let to = known("to").unwrap_or(from);
    let typed = fields.get("text").map(|text| text.chars().take(TEXT_LENGTH).collect::<String>());
    let text = if typed.is_some() {
        typed
    } else {
        let pieces = opened.book.chapter_pieces(op, number).await?;
        pieces.into_iter().find(|piece| piece.id == from).map(|piece| piece.text)
    };
    let words = opened.book.chapter_words(op, number).await?;
    let letters = |name| fields.get(name).and_then(|letters| letters.parse().ok()).unwrap_or_default();
    let spot = |at, name| Some(PageSpot { steps: outline.place_steps(number, at)?, letters: letters(name) });
    let found = spot(from, "first").zip(spot(to, "last")).zip(text.as_deref());
    let found = found.and_then(|((from, to), text)| words.find_stretch(from, to, text));
    let (mut start, mut end) =
        (place::position_at(opened, number, Some(from)), place::position_at(opened, number, Some(to)));
    match found {
        Some((first, last)) => {
            start.location = BookOutline::to_cfi(number, &first);
            end.location = BookOutline::to_cfi(number, &last);
        }
        // Words that were typed are in the paragraph or not; a selection is at least in its blocks.
        None if fields.get("page").is_some() && fields.get("text").is_some() => return Ok(None),
        None => {}
    }
    Ok(Some(HighlightRequest { start, end, text }))
}

/// POST /read/{id}/highlights: `chapter`, `from`, `first`, `to`, `last`, `text`, `note`; `page` if it was
/// sent by the page, which goes back to the chapter.
pub(super) async fn add_highlight(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let number = chapter_number(fields.get("chapter").unwrap_or_default())?;
    let Ok(opened) = open_title(&pages, &visitor, &id).await? else { return Err(Problem::Unavailable) };
    opened.book.find_chapter(number)?;
    let from = percent_encode(fields.get("from").unwrap_or_default());
    let Some(wanted) = read_request(&visitor.op, &opened, number, &fields).await? else {
        let page = format!("/read/{}/{}/highlight", opened.id, number + 1);
        return redirect_to(&format!("{page}?at={from}&missing=yes#problem-title"));
    };
    let highlight = Highlight {
        title: opened.id,
        format: Format::Epub3,
        start: wanted.start,
        end: wanted.end,
        text: wanted.text,
        note: fields.get("note").map(|note| note.chars().take(NOTE_LENGTH).collect()),
        color: None,
        updated: op.now,
    };
    save_highlight(op, &highlight).await?;
    match fields.get("page") {
        Some(_) => {
            let chapter = format!("/read/{}/{}?at={from}#status", opened.id, number + 1);
            visitor.redirect_with_notice("read-highlighted", &pages, &chapter)
        }
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn save_highlight(op: &Operation, highlight: &Highlight) -> Result<()> {
    match highlights::create(op, highlight).await {
        // Made again, with another note.
        Err(error) if error.key() == Some(ErrorKey::HighlightExists) => {
            let (start, end) = (highlight.start.location.as_str(), highlight.end.location.as_str());
            let stretch = HighlightRange { title: highlight.title, format: Format::Epub3, start, end };
            let note = highlight.note.as_deref().map(Some);
            highlights::change(op, stretch, note, None).await?;
        }
        made => made?,
    }
    Ok(())
}

/// POST /read/{id}/highlights/remove: `start`, `end`.
pub(super) async fn remove_highlight(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let (op, id) = (visitor.signed_in_user()?, parse_title_id(&id)?);
    let (Some(start), Some(end)) = (fields.get("start"), fields.get("end")) else {
        return Err(Problem::NotFound);
    };
    let stretch = HighlightRange { title: id, format: Format::Epub3, start, end };
    highlights::remove(op, stretch).await?;
    visitor.redirect_with_notice("read-removed-highlight", &pages, &format!("/read/{id}"))
}
