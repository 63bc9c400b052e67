//! Highlights and notes of a book: the same as those of reading apps. The script makes them of a selection,
//! the page of `highlight.rs` of a paragraph or of words in it. Both are kept as canonical fragment
//! identifiers with offsets, so that an app shows the same words.

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use domain::Format;
use domain::highlights::{Highlight, NOTE_LENGTH, TEXT_LENGTH};
use services::book_pages::{self, HighlightDraft};
use services::highlights::{self, HighlightRange};

use super::{OpenReading, SignedInReadingForm};
use crate::titles::parse_title_id;
use crate::{Fields, Form, Path, Problem, Result, Visitor, percent_encode, redirect_to};

pub(super) struct HighlightRow {
    pub(super) href: String,
    pub(super) chapter: String,
    /// The language of the chapter, as a BCP 47 tag. Empty if it is unknown.
    pub(super) lang: String,
    pub(super) text: Option<String>,
    pub(super) note: Option<String>,
    /// The start location by which the form removes it.
    pub(super) start: String,
    /// The end location by which the form removes it.
    pub(super) end: String,
}

/// Those of the highlights whose positions are understood.
pub(super) fn highlight_rows(opened: &OpenReading, highlights: Vec<Highlight>) -> Vec<HighlightRow> {
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
    highlights.into_iter().filter_map(shown).collect()
}

/// POST /read/{id}/highlights: `chapter`, `from`, `first`, `to`, `last`, `text`, `note`; `page` if it was
/// sent by the page, which goes back to the chapter.
pub(super) async fn add_highlight(
    visitor: Visitor,
    SignedInReadingForm { fields, chapter: number, opened }: SignedInReadingForm,
) -> Result {
    let op = visitor.signed_in_user()?;
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    opened.book.find_chapter(number)?;
    let (typed, note) =
        (field_prefix(&fields, "text", TEXT_LENGTH), field_prefix(&fields, "note", NOTE_LENGTH));
    let letters = |name| fields.get(name).and_then(|letters| letters.parse().ok()).unwrap_or_default();
    let from = fields.get("from").unwrap_or_default();
    let draft = HighlightDraft {
        chapter: number,
        from,
        first: letters("first"),
        to: fields.get("to").unwrap_or(from),
        last: letters("last"),
        text: typed.as_deref(),
        is_typed: typed.is_some() && fields.get("page").is_some(),
        note: note.as_deref(),
    };
    let is_added = book_pages::save_highlight(op, &opened.book, draft).await?;
    let from = percent_encode(from);
    if !is_added {
        let page = format!("/read/{}/{}/highlight", opened.id, number + 1);
        return redirect_to(&format!("{page}?at={from}&missing=yes#problem-title"));
    }
    match fields.get("page") {
        Some(_) => {
            let chapter = format!("/read/{}/{}?at={from}#status", opened.id, number + 1);
            visitor.redirect_with_message("read-highlighted", &chapter)
        }
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

fn field_prefix(fields: &Fields, name: &str, max_chars: usize) -> Option<String> {
    fields.get(name).map(|text| text.chars().take(max_chars).collect())
}

/// POST /read/{id}/highlights/remove: `start`, `end`.
pub(super) async fn remove_highlight(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let id = parse_title_id(&id)?;
    let (Some(start), Some(end)) = (fields.get("start"), fields.get("end")) else {
        return Err(Problem::NotFound);
    };
    let stretch = HighlightRange { title: id, format: Format::Epub3, start, end };
    highlights::remove(op, stretch).await?;
    visitor.redirect_with_message("read-removed-highlight", &format!("/read/{id}"))
}
