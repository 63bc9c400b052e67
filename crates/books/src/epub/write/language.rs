//! The language of the book, where its files name none: a screen reader would take that of its user. And
//! titles of documents without one.

use std::collections::HashSet;

use roxmltree::{Attribute, Document, Node};

use super::patch::TextEdits;
use super::{ChangedFiles, current_text, titles};
use crate::epub::EpubSource;
use crate::error::{Result, keep_part};
use crate::model::Book;
use crate::xml::{self, XML_NAMESPACE, declare_utf8, written_prefix};

/// The main language of the book; `None` if it names none.
pub(super) fn book_language(book: &Book) -> Option<&str> {
    xml::well_formed_language(book.metadata.language()).filter(|language| *language != "und")
}

/// The main language of the book, for documents that must name one.
pub(crate) fn main_language(book: &Book) -> &str {
    book_language(book).unwrap_or("und")
}

/// The title of the book, for documents that must have one.
pub(super) fn book_title(book: &Book) -> &str {
    let title = book.metadata.title.trim();
    if title.is_empty() { "Untitled" } else { title }
}

/// Returns true if a document names its language on its outermost element.
pub(crate) fn names_language(document: &Document<'_>) -> bool {
    stated_languages(document.root_element()).any(|attribute| !attribute.value().trim().is_empty())
}

fn stated_languages<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Attribute<'a, 'i>> {
    node.attributes().filter(|attribute| {
        attribute.name() == "lang" && matches!(attribute.namespace(), None | Some(XML_NAMESPACE))
    })
}

/// Adds the language of the book to the documents that name none, and a title to those without one.
pub(super) fn complete_documents(source: &EpubSource, book: &Book, changes: &mut ChangedFiles) -> Result<()> {
    let language = book_language(book);
    // Reading them again would take as long as all remaining work.
    let complete: HashSet<&str> = book
        .sections
        .iter()
        .filter(|section| (section.names_language || language.is_none()) && section.title.is_some())
        .map(|section| section.path.as_str())
        .collect();
    for item in &source.opf.items {
        let Some(path) = item.path.as_deref().filter(|path| source.package.contains(path)) else { continue };
        if !item.is_text() || complete.contains(path) {
            continue;
        }
        let Some(text) = current_text(source, path, changes)? else { continue };
        // Ill-formed files outside of the reading order are passed through unchanged.
        let parsed = keep_part(xml::parse(path, &text, source.package.limits()))?;
        let Some(document) = parsed else { continue };
        let root = document.root_element();
        if root.tag_name().name() != "html" {
            continue;
        }
        let mut edits = TextEdits::default();
        let named = language
            .is_some_and(|language| add_language(&text, root, &["lang", "xml:lang"], language, &mut edits));
        let titled = titles::add_missing_title(&text, root, &document_title(root, book), &mut edits);
        if named || titled {
            changes.insert(path.to_owned(), declare_utf8(&edits.apply(&text)));
        }
    }
    Ok(())
}

/// A title for a document: its first heading, or the title of the book.
pub(super) fn document_title(root: Node<'_, '_>, book: &Book) -> String {
    let is_heading = |node: &Node<'_, '_>| {
        let name = node.tag_name().name();
        name.len() == 2 && name.starts_with(['h', 'H']) && name.ends_with(|c| matches!(c, '1'..='6'))
    };
    let mut headings = root.descendants().filter(is_heading).map(xml::text_of);
    headings.find(|text| !text.is_empty()).unwrap_or_else(|| book_title(book).to_owned())
}

/// Adds the language to the package document: that of its titles and names.
pub(super) fn complete_package(text: &str, root: Node<'_, '_>, book: &Book, edits: &mut TextEdits) {
    if let Some(language) = book_language(book) {
        add_language(text, root, &["xml:lang"], language, edits);
    }
}

/// Adds attributes of language to an element that has none, or only empty ones. Whether it had none.
fn add_language(
    text: &str,
    node: Node<'_, '_>,
    names: &[&str],
    language: &str,
    edits: &mut TextEdits,
) -> bool {
    let mut empty = Vec::new();
    for attribute in stated_languages(node) {
        if !attribute.value().trim().is_empty() {
            return false;
        }
        empty.push(attribute.range());
    }
    for range in empty {
        edits.replace(range, "");
    }
    let start = node.range().start + 1 + written_prefix(text, node).len() + node.tag_name().name().len();
    let attributes: Vec<String> = names.iter().map(|name| format!(" {name}=\"{language}\"")).collect();
    edits.insert(start, attributes.concat());
    true
}
