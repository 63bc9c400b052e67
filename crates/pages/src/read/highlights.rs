//! Highlights and notes of a book, made from a selection by the script: the same as those of reading apps. A highlight
//! covers whole blocks of text; what was selected in them is kept with it.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use domain::formats::Format;
use domain::highlights::{Highlight, NOTE_LENGTH, TEXT_LENGTH};
use serde::Serialize;
use services::highlights::{self, Stretch};
use services::{ErrorKey, Page as Part};

use super::{Reading, chapter_number, open, place};
use crate::fields::Form;
use crate::page::redirect;
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::titles::number;
use crate::visitor::Visitor;

/// The most highlights that a page shows.
const SHOWN: u32 = 500;

/// A highlight in the contents.
pub(super) struct Shown {
    /// Where it leads.
    pub(super) href: String,
    /// The name of its chapter.
    pub(super) chapter: String,
    /// What is written there.
    pub(super) text: Option<String>,
    /// What the reader says about it.
    pub(super) note: Option<String>,
    /// What removes it.
    pub(super) start: String,
    /// What removes it.
    pub(super) end: String,
}

/// A highlight in a chapter, for the script.
#[derive(Serialize)]
struct Marked<'a> {
    from: &'a str,
    to: &'a str,
    text: Option<String>,
    note: Option<String>,
}

async fn all(pages: &Pages, visitor: &Visitor, opened: &Reading) -> Result<Vec<Highlight>> {
    if !visitor.is_signed_in() {
        return Ok(Vec::new());
    }
    let part = Part { after: None, limit: SHOWN + 1 };
    let rows = highlights::list(&pages.library, &visitor.user()?, opened.id, Format::Epub3, &part).await?;
    Ok(rows.items)
}

/// The visitor's highlights in reading order.
pub(super) async fn shown(pages: &Pages, visitor: &Visitor, opened: &Reading) -> Result<Vec<Shown>> {
    let outline = opened.book.outline();
    let shown = |one: Highlight| {
        let (chapter, at) = outline.find(&one.start.location)?;
        Some(Shown {
            href: opened.address(chapter, at),
            chapter: opened.title(chapter).to_owned(),
            text: one.text,
            note: one.note,
            start: one.start.location,
            end: one.end.location,
        })
    };
    Ok(all(pages, visitor, opened).await?.into_iter().filter_map(shown).collect())
}

/// The visitor's highlights in a chapter, as JSON.
pub(super) async fn of_chapter(
    pages: &Pages,
    visitor: &Visitor,
    opened: &Reading,
    chapter: usize,
) -> Result<String> {
    let outline = opened.book.outline();
    let marked = |one: Highlight| {
        let (start, from) = outline.find(&one.start.location)?;
        let (_, to) = outline.find(&one.end.location)?;
        (start == chapter).then_some(Marked { from: from?, to: to?, text: one.text, note: one.note })
    };
    let marked: Vec<Marked<'_>> = all(pages, visitor, opened).await?.into_iter().filter_map(marked).collect();
    serde_json::to_string(&marked).map_err(|_| Problem::Trouble)
}

/// POST /read/{id}/highlights: `chapter`, `from`, `to`, `text`, `note`.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let number = chapter_number(fields.get("chapter").unwrap_or_default())?;
    let Ok(opened) = open(&pages, &visitor, &id).await? else { return Err(Problem::Unavailable) };
    let known = |name: &str| fields.get(name).filter(|at| opened.book.outline().offset(number, at).is_some());
    let (Some(from), Some(to)) = (known("from"), known("to")) else { return Err(Problem::NotFound) };
    let text = |name, most| fields.get(name).map(|text: &str| text.chars().take(most).collect::<String>());
    let highlight = Highlight {
        title: opened.id,
        format: Format::Epub3,
        start: place::of(&opened, number, Some(from)),
        end: place::of(&opened, number, Some(to)),
        text: text("text", TEXT_LENGTH),
        note: text("note", NOTE_LENGTH),
        color: None,
        updated: user.now(),
    };
    match highlights::create(&pages.library, &user, &highlight).await {
        // Said again, with another note.
        Err(error) if error.key() == Some(ErrorKey::HighlightExists) => {
            let (start, end) = (highlight.start.location.as_str(), highlight.end.location.as_str());
            let stretch = Stretch { title: opened.id, format: Format::Epub3, start, end };
            let note = highlight.note.as_deref().map(Some);
            highlights::change(&pages.library, &user, stretch, note, None).await?;
        }
        made => made?,
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// POST /read/{id}/highlights/remove: `start`, `end`.
pub(super) async fn remove(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let (user, id) = (visitor.user()?, number(&id)?);
    let (Some(start), Some(end)) = (fields.get("start"), fields.get("end")) else {
        return Err(Problem::NotFound);
    };
    let stretch = Stretch { title: id, format: Format::Epub3, start, end };
    highlights::remove(&pages.library, &user, stretch).await?;
    redirect(&format!("/read/{id}#highlights"))
}
