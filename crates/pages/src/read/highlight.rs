//! GET /read/{id}/{chapter}/highlight: a paragraph to highlight, without script.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::downloads::browser::TextPiece;

use super::{chapter_number, open};
use crate::fields::Query;
use crate::formats::direction;
use crate::page::{Page, Section, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Characters of a paragraph that are shown.
const SHOWN: usize = 160;

/// A paragraph.
struct Choice {
    id: String,
    text: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "read_highlight.html")]
struct HighlightPage<'a> {
    page: Page<'a>,
    title: String,
    reading: String,
    number: usize,
    choices: Vec<Choice>,
    missing: bool,
    lang: String,
    dir: String,
}

/// GET /read/{id}/{chapter}/highlight
pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, chapter)): Path<(String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    visitor.user()?;
    let number = chapter_number(&chapter)?;
    let opened = match open(&pages, &visitor, &id).await? {
        Ok(opened) => opened,
        Err(waiting) => return Ok(waiting),
    };
    let chapter = opened.book.chapter(number)?;
    let at = fields.get("at").unwrap_or_default();
    let mut choices: Vec<Choice> = Vec::new();
    for piece in opened.book.pieces(&pages.library, number).await? {
        // A block with several lines is one paragraph.
        if !piece.id.is_empty() && choices.last().is_none_or(|last| last.id != piece.id) {
            choices.push(choice(piece, at));
        }
    }
    let lang = chapter.lang.as_ref().or(opened.book.outline().lang.as_ref()).cloned().unwrap_or_default();
    Ok(show(&HighlightPage {
        title: chapter.title.clone(),
        reading: format!("/read/{}", opened.id),
        number: number + 1,
        missing: fields.get("missing").is_some(),
        dir: chapter.dir.clone().unwrap_or_else(|| direction(&lang).to_owned()),
        lang,
        choices,
        page: Page::new(&pages, &visitor, Section::Other),
    }))
}

fn choice(piece: TextPiece, at: &str) -> Choice {
    let long = piece.text.chars().count() > SHOWN;
    let mut text: String = piece.text.chars().take(SHOWN).collect();
    if long {
        text.push('…');
    }
    Choice { chosen: piece.id == at, id: piece.id, text }
}
