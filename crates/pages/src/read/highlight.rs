//! GET /read/{id}/{chapter}/highlight: a paragraph to highlight, without script.

use services::downloads::browser::TextPiece;

use super::{SignedInReading, parse_index};
use crate::inputs::Choice;
use crate::{Page, Path, Query, Result, Section, Visitor, render};

const MAX_EXCERPT_CHARS: usize = 160;

#[derive(askama::Template)]
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

pub(super) async fn show_form(
    visitor: Visitor,
    Path((_, chapter)): Path<(String, String)>,
    SignedInReading(opened): SignedInReading,
    Query(fields): Query,
) -> Result {
    let number = parse_index(&chapter)?;
    let chapter = opened.book.find_chapter(number)?;
    let at = fields.get("at").unwrap_or_default();
    let mut choices: Vec<Choice> = Vec::new();
    for piece in opened.book.chapter_pieces(&visitor.op, number).await? {
        // A block with several lines is one paragraph.
        if !piece.id.is_empty() && choices.last().is_none_or(|last| last.value != piece.id) {
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

fn paragraph_choice(piece: TextPiece, at: &str) -> Choice {
    let long = piece.text.chars().count() > MAX_EXCERPT_CHARS;
    let mut text: String = piece.text.chars().take(MAX_EXCERPT_CHARS).collect();
    if long {
        text.push('…');
    }
    let is_chosen = piece.id == at;
    Choice::new(piece.id, text, is_chosen)
}
