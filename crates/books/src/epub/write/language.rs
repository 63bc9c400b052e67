//! The language of the book, where its files name none: a screen reader would take that of its user.

use std::collections::HashSet;

use roxmltree::{Attribute, Document, Node};

use super::Changes;
use super::patch::Edits;
use crate::epub::Source;
use crate::error::{Error, Result};
use crate::model::Book;
use crate::xml::{self, XML, declare_utf8, prefix_of};

/// The main language of the book; `None` if it names none.
pub(super) fn of_book(book: &Book) -> Option<&str> {
    xml::well_formed_language(book.metadata.language()).filter(|language| *language != "und")
}

/// Whether a document names its language on its outermost element.
pub(crate) fn names_language(document: &Document<'_>) -> bool {
    stated(document.root_element()).any(|attribute| !attribute.value().trim().is_empty())
}

/// The attributes of language that an element has.
fn stated<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Attribute<'a, 'i>> {
    node.attributes()
        .filter(|attribute| attribute.name() == "lang" && matches!(attribute.namespace(), None | Some(XML)))
}

/// Adds the language of the book to the documents that name none.
pub(super) fn complete(source: &Source, book: &Book, changes: &mut Changes) -> Result<()> {
    let Some(language) = of_book(book) else { return Ok(()) };
    // To read them once more takes as long as all else that is left to do.
    let named: HashSet<&str> = book
        .sections
        .iter()
        .filter(|section| section.names_language)
        .map(|section| section.path.as_str())
        .collect();
    for item in &source.opf.items {
        let Some(path) = item.path.as_deref().filter(|path| source.package.contains(path)) else { continue };
        if !item.is_text() || named.contains(path) {
            continue;
        }
        let text = match changes.get(path) {
            Some(text) => text.clone(),
            None => xml::decode(path, source.package.read(path, &source.opf.path)?)?,
        };
        let document = match xml::parse(path, &text, source.package.limits()) {
            Ok(document) => document,
            // What is outside of the reading order and ill-formed is passed through as it is.
            Err(Error::BadXml { .. }) => continue,
            Err(error) => return Err(error),
        };
        let root = document.root_element();
        let mut edits = Edits::default();
        if root.tag_name().name() == "html" && add(&text, root, &["lang", "xml:lang"], language, &mut edits) {
            changes.insert(path.to_owned(), declare_utf8(&edits.apply(&text)));
        }
    }
    Ok(())
}

/// Adds the language to the package document: that of its titles and names.
pub(super) fn of_package(text: &str, root: Node<'_, '_>, book: &Book, edits: &mut Edits) {
    if let Some(language) = of_book(book) {
        add(text, root, &["xml:lang"], language, edits);
    }
}

/// Adds attributes of language to an element that has none, or only empty ones. Whether it had none.
fn add(text: &str, node: Node<'_, '_>, names: &[&str], language: &str, edits: &mut Edits) -> bool {
    let mut empty = Vec::new();
    for attribute in stated(node) {
        if !attribute.value().trim().is_empty() {
            return false;
        }
        empty.push(attribute.range());
    }
    for range in empty {
        edits.replace(range, "");
    }
    let start = node.range().start + 1 + prefix_of(text, node).len() + node.tag_name().name().len();
    let attributes: Vec<String> = names.iter().map(|name| format!(" {name}=\"{language}\"")).collect();
    edits.insert(start, attributes.concat());
    true
}
