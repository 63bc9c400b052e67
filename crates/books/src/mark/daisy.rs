//! Marking a DAISY 3 book.

use std::io::{Read, Seek, Write};

use roxmltree::{Document, Node};

use super::Mark;
use super::fingerprint::{Fingerprints, Key};
use super::places::{Carrier, put_into};
use super::rewrite::Rewrite;
use crate::epub::{Edits, before_end_tag, declare_utf8, free_id, prefix_of};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::path;
use crate::xml::{self, Writer, child, children};

pub(super) fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let mut rewrite = Rewrite::open(package)?;
    let opf = rewrite
        .names()
        .filter(|name| path::extension(name) == "opf")
        .min_by_key(|name| name.matches('/').count())
        .ok_or(Error::NoPackageDocument)?;
    let mut prints = Fingerprints::new(key, mark.record);
    let package = rewrite.text(&opf)?;
    let document = xml::parse(&opf, &package, &Limits::default())?;
    let text =
        item(&opf, &document, "application/x-dtbook+xml").ok_or_else(|| broken(&opf, "it names no text"))?;
    let ncx = item(&opf, &document, "application/x-dtbncx+xml");
    let described = described(&opf, &package, &document, &mut prints)?;
    rewrite.changes.insert(opf.clone(), described);
    if let Some(ncx) = ncx.filter(|ncx| rewrite.contains(ncx)) {
        let source = rewrite.text(&ncx)?;
        let document = xml::parse(&ncx, &source, &Limits::default())?;
        if let Some(changed) = with_meta(&source, &document, &mut prints) {
            rewrite.changes.insert(ncx, changed);
        }
    }
    mark_text(&mut rewrite, &text, mark, &mut prints)?;
    rewrite.write(out, &opf)
}

fn broken(entry: &str, reason: &str) -> Error {
    Error::BadPackage { entry: entry.to_owned(), reason: reason.to_owned() }
}

/// The path of the first file of a media type.
fn item(opf: &str, document: &Document<'_>, media_type: &str) -> Option<String> {
    let manifest = child(document.root_element(), "manifest")?;
    let item = children(manifest, "item").find(|item| item.attribute("media-type") == Some(media_type))?;
    path::resolve(opf, item.attribute("href")?).map(|(path, _)| path)
}

fn meta(prefix: &str, prints: &mut Fingerprints<'_>) -> String {
    format!("<{prefix}meta name=\"openshelf:copy\" content=\"{}\"/>\n", prints.word())
}

/// The package document with the fingerprint.
fn described(
    opf: &str,
    text: &str,
    document: &Document<'_>,
    prints: &mut Fingerprints<'_>,
) -> Result<String> {
    let metadata =
        child(document.root_element(), "metadata").ok_or_else(|| broken(opf, "the metadata is missing"))?;
    let prefix = prefix_of(text, metadata);
    let mut edits = Edits::default();
    if let Some(at) = child(metadata, "x-metadata").and_then(|node| before_end_tag(text, node)) {
        edits.insert(at, meta(prefix, prints));
    } else {
        let at = before_end_tag(text, metadata).ok_or_else(|| broken(opf, "the metadata is empty"))?;
        edits.insert(at, format!("<{prefix}x-metadata>{}</{prefix}x-metadata>", meta(prefix, prints)));
    }
    Ok(declare_utf8(&edits.apply(text)))
}

/// A document whose head takes the fingerprint.
fn with_meta(text: &str, document: &Document<'_>, prints: &mut Fingerprints<'_>) -> Option<String> {
    let head = child(document.root_element(), "head")?;
    let mut edits = Edits::default();
    edits.insert(before_end_tag(text, head)?, meta(prefix_of(text, head), prints));
    Some(declare_utf8(&edits.apply(text)))
}

/// The text with the notice in its front matter and with fingerprints, and the step of the player
/// that leads to the notice.
fn mark_text<R: Read + Seek>(
    rewrite: &mut Rewrite<R>,
    entry: &str,
    mark: &Mark,
    prints: &mut Fingerprints<'_>,
) -> Result<()> {
    let text = rewrite.text(entry)?;
    let document = xml::parse(entry, &text, &Limits::default())?;
    let root = document.root_element();
    let book = child(root, "book").ok_or_else(|| broken(entry, "not a DAISY text"))?;
    let mut edits = Edits::default();
    if let Some(at) = child(root, "head").and_then(|head| before_end_tag(&text, head)) {
        edits.insert(at, meta("", prints));
    }
    let (place, before) =
        place(&text, book).ok_or_else(|| broken(entry, "there is no place for a notice"))?;
    let id = free_id(&document, "copy-notice");
    let step = before.and_then(|node| node.attribute("smilref"));
    let reference = step.map(|step| add_step(rewrite, entry, step, &id)).transpose()?.flatten();
    let mut notice = Writer::default();
    notice.open("level1").attr("class", "notice").open("p").attr("id", &id);
    notice.attr_opt("smilref", reference.as_deref());
    notice.attr_opt("xml:lang", xml::language(&mark.language)).text(&mark.notice);
    edits.insert(place, format!("\n{}", notice.finish()));
    put_into(&text, Carrier::Class, prints, &mut edits);
    rewrite.changes.insert(entry.to_owned(), declare_utf8(&edits.apply(&text)));
    Ok(())
}

/// Where the notice goes: behind title and authors, or else before the text; and the element whose
/// step of the player it follows.
fn place<'a, 'i>(text: &str, book: Node<'a, 'i>) -> Option<(usize, Option<Node<'a, 'i>>)> {
    if let Some(front) = child(book, "frontmatter") {
        let last = front
            .children()
            .filter(Node::is_element)
            .take_while(|node| matches!(node.tag_name().name(), "doctitle" | "covertitle" | "docauthor"))
            .last()?;
        return Some((last.range().end, Some(last)));
    }
    let body = child(book, "bodymatter")?;
    let first = body.first_element_child()?;
    let begins = first.descendants().find(|node| node.attribute("smilref").is_some());
    (first.range().start <= text.len()).then_some((first.range().start, begins))
}

/// Adds a step behind the one referred to; answers the reference to it.
fn add_step<R: Read + Seek>(
    rewrite: &mut Rewrite<R>,
    text: &str,
    step: &str,
    id: &str,
) -> Result<Option<String>> {
    let Some((smil, Some(after))) = path::resolve(text, step) else { return Ok(None) };
    if !rewrite.contains(&smil) {
        return Ok(None);
    }
    let source = rewrite.text(&smil)?;
    let document = xml::parse(&smil, &source, &Limits::default())?;
    let Some(found) = document.descendants().find(|node| node.attribute("id") == Some(&after)) else {
        return Ok(None);
    };
    let par = free_id(&document, "copy-notice");
    let href = path::relative(&smil, text);
    let mut edits = Edits::default();
    edits.insert(found.range().end, format!("\n<par id=\"{par}\"><text src=\"{href}#{id}\"/></par>"));
    rewrite.changes.insert(smil.clone(), declare_utf8(&edits.apply(&source)));
    Ok(Some(format!("{}#{par}", path::relative(text, &smil))))
}
