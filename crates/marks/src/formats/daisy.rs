//! Marking a DAISY 3 book.

use std::io::{Read, Seek};

use books::path;
use books::xml::{self, before_end_tag, child, children, declare_utf8, escape, free_id, prefix_of};
use books::{Error, Limits, Result};
use roxmltree::{Document, Node};

use crate::changes::{Changes, Text};
use crate::form::Form;
use crate::places::{Carrier, put};
use crate::rewrite::Rewrite;

pub(super) fn changes<R: Read + Seek>(package: &mut Rewrite<R>) -> Result<Changes> {
    let opf = package
        .names()
        .filter(|name| path::extension(name) == "opf")
        .min_by_key(|name| name.matches('/').count())
        .ok_or(Error::NoPackageDocument)?;
    let source = declare_utf8(&package.xml(&opf)?);
    let document = xml::parse(&opf, &source, &Limits::default())?;
    let text =
        item(&opf, &document, "application/x-dtbook+xml").ok_or_else(|| broken(&opf, "it names no text"))?;
    let ncx = item(&opf, &document, "application/x-dtbncx+xml");
    let mut changes = Changes::default();
    changes.put(&opf, described(&opf, &document)?);
    if let Some(ncx) = ncx.filter(|ncx| package.contains(ncx)) {
        let source = declare_utf8(&package.xml(&ncx)?);
        let document = xml::parse(&ncx, &source, &Limits::default())?;
        if let Some(changed) = with_meta(&document) {
            changes.put(&ncx, changed);
        }
    }
    mark_text(package, &text, &mut changes)?;
    Ok(changes)
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

fn meta(prefix: &str) -> Form {
    Form::default().text(format!("<{prefix}meta name=\"openshelf:copy\" content=\"")).word().text("\"/>\n")
}

/// The package document with the fingerprint.
fn described(opf: &str, document: &Document<'_>) -> Result<Text> {
    let text = document.input_text();
    let metadata =
        child(document.root_element(), "metadata").ok_or_else(|| broken(opf, "the metadata is missing"))?;
    let prefix = prefix_of(text, metadata);
    let mut described = Text::new(text.to_owned());
    if let Some(at) = child(metadata, "x-metadata").and_then(|node| before_end_tag(text, node)) {
        described.insert(at, meta(prefix));
    } else {
        let at = before_end_tag(text, metadata).ok_or_else(|| broken(opf, "the metadata is empty"))?;
        let open = Form::default().text(format!("<{prefix}x-metadata>"));
        described.insert(at, open.then(meta(prefix)).text(format!("</{prefix}x-metadata>")));
    }
    Ok(described)
}

/// A document whose head takes the fingerprint.
fn with_meta(document: &Document<'_>) -> Option<Text> {
    let text = document.input_text();
    let head = child(document.root_element(), "head")?;
    let mut changed = Text::new(text.to_owned());
    changed.insert(before_end_tag(text, head)?, meta(prefix_of(text, head)));
    Some(changed)
}

/// The text with the notice in its front matter and with fingerprints, and the step of the player
/// that leads to the notice.
fn mark_text<R: Read + Seek>(package: &mut Rewrite<R>, entry: &str, changes: &mut Changes) -> Result<()> {
    let text = declare_utf8(&package.xml(entry)?);
    let document = xml::parse(entry, &text, &Limits::default())?;
    let root = document.root_element();
    let book = child(root, "book").ok_or_else(|| broken(entry, "not a DAISY text"))?;
    let mut marked = Text::new(text.clone());
    if let Some(at) = child(root, "head").and_then(|head| before_end_tag(&text, head)) {
        marked.insert(at, meta(""));
    }
    let (place, before) =
        place(&text, book).ok_or_else(|| broken(entry, "there is no place for a notice"))?;
    let id = free_id(&document, "copy-notice");
    let step = before.and_then(|node| node.attribute("smilref"));
    let reference = step.map(|step| add_step(package, changes, entry, step, &id)).transpose()?.flatten();
    let mut notice = format!("\n<level1 class=\"notice\"><p id=\"{}\"", escape(&id));
    if let Some(reference) = reference {
        notice.extend([" smilref=\"", &*escape(&reference), "\""]);
    }
    let notice = Form::default().text(notice).language(" xml:lang=\"", "\"", "").text(">").notice();
    marked.insert(place, notice.text("</p></level1>\n"));
    put(&mut marked, Carrier::Class);
    changes.put(entry, marked);
    Ok(())
}

/// Where the notice goes: after title and authors, or else before the text; and the element whose
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

/// Adds a step after the one referred to; returns the reference to it.
fn add_step<R: Read + Seek>(
    package: &mut Rewrite<R>,
    changes: &mut Changes,
    text: &str,
    step: &str,
    id: &str,
) -> Result<Option<String>> {
    let Some((smil, Some(after))) = path::resolve(text, step) else { return Ok(None) };
    if !package.contains(&smil) {
        return Ok(None);
    }
    let source = declare_utf8(&package.xml(&smil)?);
    let document = xml::parse(&smil, &source, &Limits::default())?;
    let Some(found) = document.descendants().find(|node| node.attribute("id") == Some(&after)) else {
        return Ok(None);
    };
    let par = free_id(&document, "copy-notice");
    let href = path::relative(&smil, text);
    let mut stepped = Text::new(source.clone());
    let step = format!("\n<par id=\"{par}\"><text src=\"{href}#{id}\"/></par>");
    stepped.insert(found.range().end, Form::default().text(step));
    changes.put(&smil, stepped);
    Ok(Some(format!("{}#{par}", path::relative(text, &smil))))
}
