//! Completing the package document of an EPUB 3 without touching anything else in it.

use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;
use roxmltree::{Document, Node};

use super::accessibility::Claims;
use super::{Changes, free_path, language, navdoc};
use crate::epub::Source;
use crate::error::{Error, Result};
use crate::model::Book;
use crate::path;
use crate::xml::{self, child, children, escape};

/// Replacements in a text; they must not overlap.
#[derive(Debug, Default)]
pub(crate) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(crate) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.0.push((range, with.into()));
    }

    pub(crate) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(crate) fn apply(mut self, text: &str) -> String {
        // Insertions at one place stay in the order in which they were made.
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = String::with_capacity(text.len() + 1024);
        let mut at = 0;
        for (range, with) in self.0 {
            out.push_str(&text[at..range.start]);
            out.push_str(&with);
            at = range.end;
        }
        out.push_str(&text[at..]);
        out
    }
}

/// The place just before the end tag of an element; `None` for an element without content.
pub(crate) fn before_end_tag(text: &str, node: Node<'_, '_>) -> Option<usize> {
    let range = node.range();
    let inner = &text[range.clone()];
    (!inner.ends_with("/>")).then(|| inner.rfind("</").map(|at| range.start + at)).flatten()
}

/// The prefix with which an element is written, with its colon; empty without one.
pub(crate) fn prefix_of<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let tag = &text[node.range().start + 1..];
    let name = &tag[..tag.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(0)];
    name.find(':').map_or("", |colon| &name[..=colon])
}

/// The XML declaration must not name another encoding than the one that is written.
pub(crate) fn declare_utf8(text: &str) -> String {
    match text.trim_start().strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, rest)) => format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{rest}"),
        None => text.to_owned(),
    }
}

pub(super) fn patch(
    source: &Source,
    book: &Book,
    modified: Timestamp,
    claims: &Claims,
    changes: &mut Changes,
) -> Result<()> {
    let text = source.opf_text.as_str();
    let document = xml::parse(&source.opf.path, text, source.package.limits())?;
    let broken =
        |reason: &str| Error::BadPackage { entry: source.opf.path.clone(), reason: reason.to_owned() };
    let root = document.root_element();
    let metadata = child(root, "metadata").ok_or_else(|| broken("the metadata is missing"))?;
    let end = before_end_tag(text, metadata).ok_or_else(|| broken("the metadata is empty"))?;
    let prefix = prefix_of(text, metadata);
    let mut edits = Edits::default();
    let mut added = String::new();
    let stamp = |added: &mut String| meta(added, prefix, "dcterms:modified", &timestamp(modified));
    let mut stamps = children(metadata, "meta").filter(|meta| {
        meta.attribute("property") == Some("dcterms:modified") && meta.attribute("refines").is_none()
    });
    match stamps.next() {
        Some(first) => {
            let mut new = String::new();
            stamp(&mut new);
            edits.replace(first.range(), new.trim());
        }
        None => stamp(&mut added),
    }
    stamps.for_each(|more| edits.replace(more.range(), ""));
    for (property, value) in claims {
        meta(&mut added, prefix, property, value);
    }
    edits.insert(end, added);
    language::of_package(text, root, book, &mut edits);
    if source.opf.nav().is_none() {
        let path = free_path(source, "nav");
        let manifest = child(root, "manifest").ok_or_else(|| broken("the manifest is missing"))?;
        let at = before_end_tag(text, manifest).ok_or_else(|| broken("the manifest is empty"))?;
        let prefix = prefix_of(text, manifest);
        edits.insert(
            at,
            format!(
                "<{prefix}item id=\"{}\" href=\"{}\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n",
                free_id(&document, "nav"),
                path::relative(&source.opf.path, &path)
            ),
        );
        changes.insert(path.clone(), navdoc::write(book, &path, &|_| true));
    }
    changes.insert(source.opf.path.clone(), declare_utf8(&edits.apply(text)));
    Ok(())
}

/// An id that no element has.
pub(crate) fn free_id(document: &Document<'_>, wanted: &str) -> String {
    let taken = |id: &str| document.descendants().any(|node| node.attribute("id") == Some(id));
    let mut id = wanted.to_owned();
    let mut n = 2;
    while taken(&id) {
        id = format!("{wanted}-{n}");
        n += 1;
    }
    id
}

fn meta(out: &mut String, prefix: &str, property: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<{prefix}meta property=\"{property}\">{}</{prefix}meta>", escape(value));
}

/// The form that `dcterms:modified` must have: whole seconds, UTC.
pub(crate) fn timestamp(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_the_order_of_the_text() {
        let mut edits = Edits::default();
        edits.insert(3, "c");
        edits.replace(0..1, "A");
        edits.insert(3, "d");
        assert_eq!(edits.apply("ab_"), "Ab_cd");
    }

    #[test]
    fn places_and_prefixes_are_found_in_the_source() {
        let text = "<o:p xmlns:o='x'><o:m>\n<o:n/></o:m ></o:p>";
        let document = Document::parse(text).unwrap();
        let m = child(document.root_element(), "m").unwrap();
        assert_eq!(&text[before_end_tag(text, m).unwrap()..], "</o:m ></o:p>");
        assert_eq!(prefix_of(text, m), "o:");
        assert_eq!(before_end_tag(text, child(m, "n").unwrap()), None);
    }
}
