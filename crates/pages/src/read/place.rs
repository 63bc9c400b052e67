//! Where the visitor is in a book: saved when a chapter is opened, and by the script while it is read.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use domain::formats::Format;
use domain::locations::Place;
use domain::reading::{MetricType, ReadingEvent};
use services::{ErrorKey, reading};

use super::{Reading, chapter_number, open};
use crate::fields::Form;
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// A place of a book as reading apps report it. A place that the chapter does not have is its beginning.
pub(super) fn of(opened: &Reading, chapter: usize, at: Option<&str>) -> Place {
    let outline = opened.book.outline();
    let at = at.filter(|at| outline.offset(chapter, at).is_some());
    let before = at.and_then(|at| outline.offset(chapter, at)).unwrap_or_default();
    let characters = outline.chapters.get(chapter).map_or(1, |chapter| chapter.characters).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    let progression = (before as f64 / characters as f64).min(1.0);
    Place {
        location: outline.location(chapter, at),
        position: i32::try_from(chapter).ok(),
        progression: Some(progression),
        total_progression: Some(outline.progression(chapter, before)),
    }
}

/// Saves that a chapter was opened. If the visitor was last in this chapter and comes without a place, that place stays.
pub(super) async fn opened(
    pages: &Pages,
    visitor: &Visitor,
    book: &Reading,
    chapter: usize,
    at: Option<&str>,
) -> Result<()> {
    if !visitor.is_signed_in() {
        return Ok(());
    }
    if at.is_none() {
        let user = visitor.user()?;
        match reading::position(&pages.library, &user, book.id, Format::Epub3).await {
            Ok(last) if book.book.outline().find(&last.location).is_some_and(|last| last.0 == chapter) => {
                return Ok(());
            }
            Ok(_) => {}
            Err(error) if error.key() == Some(ErrorKey::ReadingPositionNotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    save(pages, visitor, book, chapter, at, 0).await
}

async fn save(
    pages: &Pages,
    visitor: &Visitor,
    book: &Reading,
    chapter: usize,
    at: Option<&str>,
    paragraphs: i32,
) -> Result<()> {
    let user = visitor.user()?;
    let place = of(book, chapter, at);
    let title: String = book.title(chapter).chars().take(domain::reading::DESCRIPTION_LENGTH).collect();
    let event = ReadingEvent {
        title: book.id,
        format: Format::Epub3,
        location: place.location,
        total_progression: place.total_progression,
        metric: paragraphs,
        metric_type: MetricType::Paragraph,
        description: Some(title).filter(|title| !title.is_empty()),
        date: user.now(),
    };
    Ok(reading::record(&pages.library, &user, &event).await?)
}

/// POST /read/{id}/place: `chapter`, `at`, and how many paragraphs were `read` since the last time.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    visitor.user()?;
    let number = chapter_number(fields.get("chapter").unwrap_or_default())?;
    let Ok(opened) = open(&pages, &visitor, &id).await? else { return Err(Problem::Unavailable) };
    opened.book.chapter(number)?;
    let read = fields.get("read").and_then(|read| read.parse::<i32>().ok()).unwrap_or_default();
    save(&pages, &visitor, &opened, number, fields.get("at"), read.clamp(0, 10_000)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
