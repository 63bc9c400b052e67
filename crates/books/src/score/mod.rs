//! Scores (`MusicXML`) as books in words: what is played, bar by bar, to be heard, read in braille or in
//! large print. Braille music is not made ([ADR 11](../../../../docs/adr/0011-scores-in-words.md)).

mod bars;
mod facts;
mod notes;
mod signs;

use bytes::Bytes;
use roxmltree::{Document, Node};

use crate::draft::{Draft, Stated, book, tidy};
use crate::error::{Error, Result};
use crate::identity;
use crate::limits::Limits;
use crate::model::{Block, BlockKind, Book, Inline};
use crate::package::Package;
use crate::progress::{Progress, step};
use crate::report::Reporter;
use crate::xml::{self, Decoded, child, children, text_of};

/// The file that names the score in a container.
const CONTAINER: &str = "META-INF/container.xml";
/// The name of a score that has no container.
const NAME: &str = "score";
/// The size of a score, at most.
const BYTES: usize = 20 << 20;
/// Bars of the longest score, those of all parts together.
const BARS: usize = 50_000;
/// Bars under one heading.
const GROUP: usize = 16;
/// XML nodes of a score.
const NODES: u32 = 4_000_000;
const DESCRIPTION: &str = "A score in words, made by a program from MusicXML; nobody has proofread it. An octave is \
                           said where it changes; octave 4 begins with middle C.";

/// Whether a file is `MusicXML` that is not compressed.
pub(crate) fn is_score(bytes: &Bytes) -> bool {
    let text = beginning(bytes);
    text.contains("<score-partwise") || text.contains("<score-timewise")
}

/// Whether a container has a compressed score (`.mxl`). `bytes`: those of the container.
pub(crate) fn is_in(package: &Package, bytes: &Bytes) -> bool {
    package.find(CONTAINER).is_some()
        && !beginning(bytes).contains("application/epub+zip")
        && unpacked(&package.reporting_to(Reporter::default())).is_ok()
}

/// What a file begins with. Of a text in UTF-16 every second byte of its markup is 0.
fn beginning(bytes: &Bytes) -> String {
    let head = &bytes[..bytes.len().min(4096)];
    let letters: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&letters).into_owned()
}

/// Reads a score as the book that it becomes.
///
/// # Errors
/// [`Error::Unsupported`] if it is too large, has no notes, or is ordered by time.
pub(crate) fn read_book(bytes: &Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    // A score has no identifier of its own; the same score gets the same one.
    let identifier = identity::of_bytes(bytes);
    if bytes.len() > BYTES {
        return Err(refused(too_large(BYTES, "bytes")));
    }
    let reporter = progress.reporter();
    let text = if bytes.starts_with(b"PK") {
        let limits =
            Limits { entries: 1000, entry_size: 64 << 20, total_size: 128 << 20, ..Limits::default() };
        unpacked(&Package::open_reporting(bytes.clone(), limits, reporter.clone())?)?
    } else {
        Decoded::from_bytes(NAME, bytes.to_vec(), None, &reporter)?
    };
    let limits = Limits { xml_nodes: NODES.min(limits.xml_nodes), ..*limits };
    xml::with_document(NAME, &text, &limits, &reporter, |document, _| {
        let draft = read(document, progress)?;
        let stated = Stated { identifier, ..Stated::default() };
        let mut made = book(draft, &stated).ok_or_else(silent)?;
        facts::add(document.root_element(), &mut made.metadata);
        made.metadata.epub_version = 0;
        made.reporter = reporter.clone();
        Ok(made)
    })?
}

/// The score of a compressed file: the first that its container names.
fn unpacked(package: &Package) -> Result<Decoded> {
    let container = package.find(CONTAINER).ok_or_else(unknown)?;
    let path = package.with_document(container, "the file", |document, _| {
        let first = document.descendants().find(|node| node.tag_name().name() == "rootfile");
        first.and_then(|node| package.resolve("", node.attribute("full-path")?))
    })?;
    let (path, _) = path.ok_or_else(unknown)?;
    let text = Decoded::from_bytes(&path, package.read(&path, container)?, None, package.reporter())?;
    let is_score = text.text.contains("<score-partwise") || text.text.contains("<score-timewise");
    if is_score { Ok(text) } else { Err(unknown()) }
}

fn read(document: &Document<'_>, progress: &mut dyn Progress) -> Result<Draft> {
    let root = document.root_element();
    if root.tag_name().name() != "score-partwise" {
        return Err(refused("the document is damaged: only scores that are ordered by parts can be read"));
    }
    let parts: Vec<Node<'_, '_>> = children(root, "part").collect();
    let bars: usize = parts.iter().map(|part| children(*part, "measure").count()).sum();
    if bars > BARS {
        return Err(refused(too_large(BARS, "bars")));
    }
    let mut blocks = Vec::new();
    let mut played = false;
    for (n, part) in parts.iter().enumerate() {
        step(progress, n, parts.len())?;
        let name = name(root, *part).unwrap_or_else(|| format!("Part {}", n + 1));
        blocks.push(heading(1, &name));
        let groups = bars::groups(*part, GROUP);
        let several = groups.len() > 1;
        for group in groups {
            if several {
                blocks.push(heading(2, &group.name));
            }
            for bar in group.bars {
                played |= bar.played;
                blocks.push(paragraph(bar.words));
            }
        }
    }
    if !played {
        return Err(silent());
    }
    Ok(Draft {
        title: facts::title(root),
        language: Some("en".to_owned()),
        description: DESCRIPTION.to_owned(),
        blocks,
        ..Draft::default()
    })
}

fn refused(reason: impl Into<String>) -> Error {
    Error::Unsupported { entry: "the score".to_owned(), reason: reason.into() }
}

fn too_large(limit: usize, what: &str) -> String {
    format!("the document is too large: more than {limit} {what}")
}

fn unknown() -> Error {
    refused("the file is not of the stated kind")
}

fn silent() -> Error {
    refused("no text was found in the document")
}

/// The name of a part.
fn name(root: Node<'_, '_>, part: Node<'_, '_>) -> Option<String> {
    let id = part.attribute("id")?;
    let list = child(root, "part-list")?;
    let own = children(list, "score-part").find(|node| node.attribute("id") == Some(id))?;
    Some(tidy(&text_of(child(own, "part-name")?))).filter(|name| !name.is_empty())
}

fn heading(level: u8, text: &str) -> Block {
    Block::new(BlockKind::Heading { level, inlines: vec![Inline::Text(text.to_owned())] })
}

fn paragraph(text: String) -> Block {
    Block::new(BlockKind::Paragraph(vec![Inline::Text(text)]))
}

#[cfg(test)]
mod tests;
