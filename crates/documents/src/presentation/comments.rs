//! Comments on slides, of both kinds that programs write.

use std::collections::HashMap;

use books::model::{Block, plain_text};
use books::xml::{find_child, text_of};

use super::text::read_line;
use super::{DeckPart, SlideDeck};
use crate::error::Result;

/// The names of authors by their ids.
pub(super) type CommentAuthors = HashMap<String, String>;

pub(super) fn read_authors(deck: &mut SlideDeck, main: &DeckPart) -> Result<CommentAuthors> {
    let mut authors = CommentAuthors::new();
    for kind in ["commentAuthors", "authors"] {
        deck.read_related(main, main.find_related_id(kind), |part| {
            let document = part.parse()?;
            for author in document.descendants() {
                if let (Some(id), Some(name)) = (author.attribute("id"), author.attribute("name")) {
                    authors.insert(id.to_owned(), name.trim().to_owned());
                }
            }
            Ok(Vec::new())
        })?;
    }
    Ok(authors)
}

/// The comments of a slide with who made them, in their order.
pub(super) fn read_comments(
    deck: &mut SlideDeck,
    slide: &DeckPart,
    authors: &CommentAuthors,
) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for id in slide.related_ids("comments") {
        blocks.extend(deck.read_related(slide, Some(&id), |part| {
            let document = part.parse()?;
            let comments =
                document.descendants().filter(|node| matches!(node.tag_name().name(), "cm" | "reply"));
            let texts = comments.filter_map(|comment| {
                let text = match find_child(comment, "txBody") {
                    Some(body) => plain_text(&read_line(body, &part)),
                    None => text_of(find_child(comment, "text")?),
                };
                let author = comment.attribute("authorId").and_then(|id| authors.get(id));
                let author = author.filter(|name| !name.is_empty());
                let text = text.trim();
                let line = author.map_or_else(|| text.to_owned(), |author| format!("{author}: {text}"));
                (!text.is_empty()).then(|| Block::from_text(line))
            });
            Ok(texts.collect())
        })?);
    }
    Ok(blocks)
}
