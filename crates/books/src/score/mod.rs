//! Scores (`MusicXML`) as books in words: what is played, bar by bar, to be heard, read in braille or in
//! large print. Braille music is not made ([ADR 11](../../../../docs/adr/0011-scores-in-words.md)).

mod bars;
mod facts;
mod notes;
mod signs;
mod timewise;

use bytes::Bytes;
use roxmltree::{Document, Node};

use crate::draft::{BookDraft, StatedMetadata, into_book, tidy_text};
use crate::model::{Block, BlockKind, Book, Inline};
use crate::progress::report_step;
use crate::xml::{self, DecodedDocument, find_child, find_children, text_of};
use crate::{Error, Limits, Package, Progress, Reporter, Result, identity};

/// The file that names the score in a container.
const CONTAINER_PATH: &str = "META-INF/container.xml";
/// The name of a score that has no container.
const SCORE_NAME: &str = "score";
const MAX_SCORE_BYTES: usize = 20 << 20;
/// Maximum number of bars, summed over all parts.
const MAX_BARS_PER_SCORE: usize = 50_000;
const BARS_PER_HEADING: usize = 16;
const MAX_SCORE_NODES: u32 = 4_000_000;
const BOOK_DESCRIPTION: &str = "A score in words, made by a program from MusicXML; nobody has proofread it. An octave is \
                           said where it changes; octave 4 begins with middle C.";

/// Returns true if a file is `MusicXML` that is not compressed.
pub(crate) fn is_score(bytes: &Bytes) -> bool {
    let text = text_beginning(bytes);
    text.contains("<score-partwise") || text.contains("<score-timewise")
}

/// Returns true if a container, `bytes`, has a compressed score (`.mxl`).
pub(crate) fn has_score(package: &Package, bytes: &Bytes) -> bool {
    package.find(CONTAINER_PATH).is_some()
        && !text_beginning(bytes).contains("application/epub+zip")
        && unpack_score(&package.with_reporter(Reporter::default())).is_ok()
}

/// The beginning of a file as text. In UTF-16 every second byte of markup is 0.
fn text_beginning(bytes: &Bytes) -> String {
    let head = &bytes[..bytes.len().min(4096)];
    let letters: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&letters).into_owned()
}

/// Reads a score as the book that it becomes.
///
/// # Errors
/// [`Error::Unsupported`] if it is too large, or has no notes.
pub(crate) fn read_book(bytes: &Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    // A score has no identifier of its own; the same score gets the same one.
    let identifier = identity::hash_identifier(bytes);
    if bytes.len() > MAX_SCORE_BYTES {
        return Err(unsupported_error(too_large_reason(MAX_SCORE_BYTES, "bytes")));
    }
    let reporter = progress.reporter();
    let text = if bytes.starts_with(b"PK") {
        let limits =
            Limits { entries: 1000, entry_size: 64 << 20, total_size: 128 << 20, ..Limits::default() };
        unpack_score(&Package::open_reporting(bytes.clone(), limits, reporter.clone())?)?
    } else {
        DecodedDocument::from_bytes(SCORE_NAME, bytes.to_vec(), None, &reporter)?
    };
    let limits = Limits { xml_nodes: MAX_SCORE_NODES.min(limits.xml_nodes), ..*limits };
    let read =
        xml::with_document(
            SCORE_NAME,
            &text,
            &limits,
            &reporter,
            |document, _| match timewise::order_by_parts(document) {
                None => read_document(document, identifier, progress),
                Some(text) => read_document(&xml::parse(SCORE_NAME, &text, &limits)?, identifier, progress),
            },
        )?;
    Ok(Book { reporter, ..read? })
}

/// Reads a score that is ordered by parts.
fn read_document(document: &Document<'_>, identifier: String, progress: &mut dyn Progress) -> Result<Book> {
    let draft = read_draft(document, progress)?;
    let stated = StatedMetadata { identifier, ..StatedMetadata::default() };
    let mut made = into_book(draft, &stated).ok_or_else(no_text)?;
    facts::add_metadata(document.root_element(), &mut made.metadata);
    made.metadata.epub_version = 0;
    Ok(made)
}

/// The score of a compressed file: the first that its container names.
fn unpack_score(package: &Package) -> Result<DecodedDocument> {
    let container = package.find(CONTAINER_PATH).ok_or_else(unknown_kind)?;
    let path = package.with_document(container, "the file", |document, _| {
        let first = document.descendants().find(|node| node.tag_name().name() == "rootfile");
        first.and_then(|node| package.resolve("", node.attribute("full-path")?))
    })?;
    let (path, _) = path.ok_or_else(unknown_kind)?;
    let text = DecodedDocument::from_bytes(&path, package.read(&path, container)?, None, package.reporter())?;
    let is_score = text.text.contains("<score-partwise") || text.text.contains("<score-timewise");
    if is_score { Ok(text) } else { Err(unknown_kind()) }
}

fn read_draft(document: &Document<'_>, progress: &mut dyn Progress) -> Result<BookDraft> {
    let root = document.root_element();
    if root.tag_name().name() != "score-partwise" {
        return Err(unsupported_error(
            "the document is damaged: only scores that are ordered by parts can be read",
        ));
    }
    let parts: Vec<Node<'_, '_>> = find_children(root, "part").collect();
    let bars: usize = parts.iter().map(|part| find_children(*part, "measure").count()).sum();
    if bars > MAX_BARS_PER_SCORE {
        return Err(unsupported_error(too_large_reason(MAX_BARS_PER_SCORE, "bars")));
    }
    let mut blocks = Vec::new();
    let mut played = false;
    for (n, part) in parts.iter().enumerate() {
        report_step(progress, n, parts.len())?;
        let name = part_name(root, *part).unwrap_or_else(|| format!("Part {}", n + 1));
        blocks.push(heading_block(1, &name));
        let groups = bars::group_bars(*part, BARS_PER_HEADING);
        let several = groups.len() > 1;
        for group in groups {
            if several {
                blocks.push(heading_block(2, &group.name));
            }
            for bar in group.bars {
                played |= bar.is_played;
                blocks.push(Block::from_text(bar.words));
            }
        }
    }
    if !played {
        return Err(no_text());
    }
    Ok(BookDraft {
        title: facts::read_title(root),
        language: Some("en".to_owned()),
        description: BOOK_DESCRIPTION.to_owned(),
        blocks,
        ..BookDraft::default()
    })
}

fn unsupported_error(reason: impl Into<String>) -> Error {
    Error::Unsupported { entry: "the score".to_owned(), reason: reason.into() }
}

fn too_large_reason(limit: usize, what: &str) -> String {
    format!("the document is too large: more than {limit} {what}")
}

fn unknown_kind() -> Error {
    unsupported_error("the file is not of the stated kind")
}

fn no_text() -> Error {
    unsupported_error("no text was found in the document")
}

fn part_name(root: Node<'_, '_>, part: Node<'_, '_>) -> Option<String> {
    let id = part.attribute("id")?;
    let list = find_child(root, "part-list")?;
    let own = find_children(list, "score-part").find(|node| node.attribute("id") == Some(id))?;
    Some(tidy_text(&text_of(find_child(own, "part-name")?))).filter(|name| !name.is_empty())
}

fn heading_block(level: u8, text: &str) -> Block {
    Block::new(BlockKind::Heading { level, inlines: vec![Inline::Text(text.to_owned())] })
}

#[cfg(test)]
mod tests;
