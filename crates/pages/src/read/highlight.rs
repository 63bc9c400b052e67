//! GET /read/{id}/{chapter}/highlight: a paragraph to highlight, without script.

use services::downloads::browser::TextPiece;

use super::{SignedInReadingRequest, parse_index};
use crate::{Page, Path, Query, Result, Section, Visitor, render};

const MAX_EXCERPT_CHARS: usize = 160;

struct ParagraphChoice {
    id: String,
    text: String,
    is_chosen: bool,
}

#[derive(askama::Template)]
#[template(path = "read_highlight.html")]
struct HighlightPage<'a> {
    page: Page<'a>,
    title: String,
    reading: String,
    number: usize,
    choices: Vec<ParagraphChoice>,
    missing: bool,
    lang: String,
    dir: String,
}

/// GET /read/{id}/{chapter}/highlight
pub(super) async fn show_form(
    visitor: Visitor,
    Path((_, chapter)): Path<(String, String)>,
    SignedInReadingRequest(opened): SignedInReadingRequest,
    Query(fields): Query,
) -> Result {
    let number = parse_index(&chapter)?;
    let opened = match opened {
        Ok(opened) => opened,
        Err(waiting) => return Ok(waiting),
    };
    let chapter = opened.book.find_chapter(number)?;
    let at = fields.get("at").unwrap_or_default();
    let mut choices: Vec<ParagraphChoice> = Vec::new();
    for piece in opened.book.chapter_pieces(&visitor.op, number).await? {
        // A block with several lines is one paragraph.
        if !piece.id.is_empty() && choices.last().is_none_or(|last| last.id != piece.id) {
            choices.push(paragraph_choice(piece, at));
        }
    }
    let lang = opened.text_lang(number).to_owned();
    Ok(render(&HighlightPage {
        title: chapter.title.clone(),
        reading: format!("/read/{}", opened.id),
        number: number + 1,
        missing: fields.get("missing").is_some(),
        dir: opened.text_dir(number, &lang)?,
        lang,
        choices,
        page: visitor.page(Section::Other),
    }))
}

fn paragraph_choice(piece: TextPiece, at: &str) -> ParagraphChoice {
    let long = piece.text.chars().count() > MAX_EXCERPT_CHARS;
    let mut text: String = piece.text.chars().take(MAX_EXCERPT_CHARS).collect();
    if long {
        text.push('…');
    }
    ParagraphChoice { is_chosen: piece.id == at, id: piece.id, text }
}
