//! Marking a DAISY 3 book.

use std::io::{Read, Seek};

use books::xml::{
    self, before_end_tag, declare_utf8, escape, find_child, find_children, unused_id, written_prefix,
};
use books::{Error, Limits, Result, path};
use roxmltree::{Document, Node};

use crate::places::{WordAttribute, insert_fingerprints};
use crate::{FormTemplate, MarkedText, PackageChanges, PackageRewriter};

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<PackageChanges> {
    let opf = package
        .file_names()
        .filter(|name| path::extension(name) == "opf")
        .min_by_key(|name| name.matches('/').count())
        .ok_or(Error::NoPackageDocument)?;
    let source = declare_utf8(&package.read_xml(&opf)?);
    let document = xml::parse(&opf, &source, &Limits::default())?;
    let text = find_item_path(&opf, &document, "application/x-dtbook+xml")
        .ok_or_else(|| Error::bad_package(&opf, "it names no text"))?;
    let ncx = find_item_path(&opf, &document, "application/x-dtbncx+xml");
    let mut changes = PackageChanges::default();
    changes.set_file(&opf, mark_package_document(&opf, &document)?);
    if let Some(ncx) = ncx.filter(|ncx| package.contains(ncx)) {
        let source = declare_utf8(&package.read_xml(&ncx)?);
        let document = xml::parse(&ncx, &source, &Limits::default())?;
        if let Some(changed) = mark_head(&document) {
            changes.set_file(&ncx, changed);
        }
    }
    mark_text(package, &text, &mut changes)?;
    Ok(changes)
}

/// Finds the path of the first file of a media type.
fn find_item_path(opf: &str, document: &Document<'_>, media_type: &str) -> Option<String> {
    let manifest = find_child(document.root_element(), "manifest")?;
    let item =
        find_children(manifest, "item").find(|item| item.attribute("media-type") == Some(media_type))?;
    path::resolve(opf, item.attribute("href")?).map(|(path, _)| path)
}

fn meta_template(prefix: &str) -> FormTemplate {
    FormTemplate::default()
        .push_text(format!("<{prefix}meta name=\"openshelf:copy\" content=\""))
        .push_word()
        .push_text("\"/>\n")
}

fn mark_package_document(opf: &str, document: &Document<'_>) -> Result<MarkedText> {
    let text = document.input_text();
    let metadata = find_child(document.root_element(), "metadata")
        .ok_or_else(|| Error::bad_package(opf, "the metadata is missing"))?;
    let prefix = written_prefix(text, metadata);
    let mut described = MarkedText::new(text.to_owned());
    if let Some(at) = find_child(metadata, "x-metadata").and_then(|node| before_end_tag(text, node)) {
        described.insert_form(at, meta_template(prefix));
    } else {
        let at =
            before_end_tag(text, metadata).ok_or_else(|| Error::bad_package(opf, "the metadata is empty"))?;
        let open = FormTemplate::default().push_text(format!("<{prefix}x-metadata>"));
        described
            .insert_form(at, open.concat(meta_template(prefix)).push_text(format!("</{prefix}x-metadata>")));
    }
    Ok(described)
}

/// Returns a document whose head contains the fingerprint.
fn mark_head(document: &Document<'_>) -> Option<MarkedText> {
    let text = document.input_text();
    let head = find_child(document.root_element(), "head")?;
    let mut changed = MarkedText::new(text.to_owned());
    changed.insert_form(before_end_tag(text, head)?, meta_template(written_prefix(text, head)));
    Some(changed)
}

/// Marks the text with the notice in its front matter and with fingerprints, and adds the playback step
/// that leads to the notice.
fn mark_text<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    entry: &str,
    changes: &mut PackageChanges,
) -> Result<()> {
    let text = declare_utf8(&package.read_xml(entry)?);
    let document = xml::parse(entry, &text, &Limits::default())?;
    let root = document.root_element();
    let book = find_child(root, "book").ok_or_else(|| Error::bad_package(entry, "not a DAISY text"))?;
    let mut marked = MarkedText::new(text.clone());
    if let Some(at) = find_child(root, "head").and_then(|head| before_end_tag(&text, head)) {
        marked.insert_form(at, meta_template(""));
    }
    let (place, before) = find_notice_position(&text, book)
        .ok_or_else(|| Error::bad_package(entry, "there is no place for a notice"))?;
    let id = unused_id(&document, "copy-notice");
    let step = before.and_then(|node| node.attribute("smilref"));
    let reference = step.map(|step| add_step(package, changes, entry, step, &id)).transpose()?.flatten();
    let mut notice = format!("\n<level1 class=\"notice\"><p id=\"{}\"", escape(&id));
    if let Some(reference) = reference {
        notice.extend([" smilref=\"", &*escape(&reference), "\""]);
    }
    let notice = FormTemplate::default()
        .push_text(notice)
        .push_language(" xml:lang=\"", "\"", "")
        .push_text(">")
        .push_notice();
    marked.insert_form(place, notice.push_text("</p></level1>\n"));
    insert_fingerprints(&mut marked, WordAttribute::Class);
    changes.set_file(entry, marked);
    Ok(())
}

/// Finds the position of the notice, after title and authors or else before the text, and the element whose
/// playback step it follows.
fn find_notice_position<'a, 'i>(text: &str, book: Node<'a, 'i>) -> Option<(usize, Option<Node<'a, 'i>>)> {
    if let Some(front) = find_child(book, "frontmatter") {
        let last = front
            .children()
            .filter(Node::is_element)
            .take_while(|node| matches!(node.tag_name().name(), "doctitle" | "covertitle" | "docauthor"))
            .last()?;
        return Some((last.range().end, Some(last)));
    }
    let body = find_child(book, "bodymatter")?;
    let first = body.first_element_child()?;
    let begins = first.descendants().find(|node| node.attribute("smilref").is_some());
    (first.range().start <= text.len()).then_some((first.range().start, begins))
}

/// Adds a playback step after the referenced one; returns the reference to it.
fn add_step<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    changes: &mut PackageChanges,
    text: &str,
    step: &str,
    id: &str,
) -> Result<Option<String>> {
    let Some((smil, Some(after))) = path::resolve(text, step) else { return Ok(None) };
    if !package.contains(&smil) {
        return Ok(None);
    }
    let source = declare_utf8(&package.read_xml(&smil)?);
    let document = xml::parse(&smil, &source, &Limits::default())?;
    let Some(found) = document.descendants().find(|node| node.attribute("id") == Some(&after)) else {
        return Ok(None);
    };
    let par = unused_id(&document, "copy-notice");
    let href = path::relative_href(&smil, text);
    let mut stepped = MarkedText::new(source.clone());
    let step = format!("\n<par id=\"{par}\"><text src=\"{href}#{id}\"/></par>");
    stepped.insert_form(found.range().end, FormTemplate::default().push_text(step));
    changes.set_file(&smil, stepped);
    Ok(Some(format!("{}#{par}", path::relative_href(text, &smil))))
}
