//! The navigation control center: what a book says of itself, and the places that a player finds.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::super::meta::Statements;
use super::files::Files;
use crate::epub::smil::Place;
use crate::error::{Error, Result};
use crate::path;
use crate::xml::{XML, child, language, text_of};

pub(super) struct Center {
    pub(super) path: String,
    pub(super) stated: Statements,
    /// The title of its head.
    pub(super) title: String,
    pub(super) language: Option<String>,
    pub(super) entries: Vec<Entry>,
    /// The entries by the ids of what they consist of.
    pub(super) ids: HashMap<String, usize>,
}

/// A place that a player finds.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) label: String,
    /// Where it leads; `None` for a mere text.
    pub(super) target: Option<Place>,
    pub(super) lang: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The title of the book.
    Title,
    Heading(u8),
    Page,
    /// What can be skipped: references to notes, boxes, notes of the producer.
    Skippable,
    Sidebar,
    /// Any other place.
    Group,
}

pub(super) fn read(files: &Files<'_>, path: &str) -> Result<Center> {
    files.document(path, "the container", |document, _| center(files, path, document))?
}

fn center(files: &Files<'_>, path: &str, document: &Document<'_>) -> Result<Center> {
    let root = document.root_element();
    let head = child(root, "head");
    let language_of = |node: Node<'_, '_>| {
        node.attribute((XML, "lang")).or_else(|| node.attribute("lang")).map(str::to_owned)
    };
    let mut center = Center {
        path: path.to_owned(),
        stated: head.map(Statements::of).unwrap_or_default(),
        title: head.and_then(|head| child(head, "title")).map(text_of).unwrap_or_default(),
        language: language_of(root),
        entries: Vec::new(),
        ids: HashMap::new(),
    };
    let Some(body) = child(root, "body") else {
        let reason = "it has no body".into();
        return Err(Error::BadPackage { entry: path.to_owned(), reason });
    };
    let mut nodes: Vec<Node<'_, '_>> = vec![body];
    while let Some(node) = nodes.pop() {
        let Some(kind) = kind(node) else {
            nodes.extend(node.children().filter(Node::is_element).rev());
            continue;
        };
        center.add(files, node, kind, body)?;
    }
    if center.entries.iter().all(|entry| entry.target.is_none()) {
        let reason = "it leads to no part of the book".into();
        return Err(Error::BadPackage { entry: path.to_owned(), reason });
    }
    let stated = center.stated.first("dc:title").unwrap_or(&center.title).to_owned();
    if let Some(first) = center.entries.iter_mut().find(|entry| matches!(entry.kind, Kind::Heading(_)))
        && same_words(&first.label, &stated)
    {
        first.kind = Kind::Title;
    }
    Ok(center)
}

impl Center {
    fn add(&mut self, files: &Files<'_>, node: Node<'_, '_>, kind: Kind, body: Node<'_, '_>) -> Result<()> {
        let mut hrefs = node.descendants().filter_map(|inner| inner.attribute("href"));
        let href = hrefs.find(|href| !path::has_scheme(href));
        let target = href.map(|href| files.place(&self.path, href)).transpose()?;
        let label = text_of(node);
        // The title stands but once.
        let again = kind == Kind::Title && self.entries.iter().any(|entry| entry.kind == Kind::Title);
        let own = node.attribute((XML, "lang")).or_else(|| node.attribute("lang"));
        let around = node.ancestors().skip(1).take_while(|above| *above != body);
        let ids = node.descendants().chain(around).filter_map(|node| node.attribute("id"));
        let number = self.entries.len();
        for id in ids {
            self.ids.entry(id.to_owned()).or_insert(number);
        }
        self.entries.push(Entry {
            kind: if again { Kind::Heading(1) } else { kind },
            label,
            target,
            lang: own.and_then(language).map(str::to_owned),
        });
        Ok(())
    }
}

/// What an element is; `None` for one that only holds others.
fn kind(node: Node<'_, '_>) -> Option<Kind> {
    let classes = node.attribute("class").unwrap_or_default().to_ascii_lowercase();
    let has = |wanted: &[&str]| classes.split_ascii_whitespace().any(|class| wanted.contains(&class));
    match node.tag_name().name().as_bytes() {
        b"h1" if has(&["title"]) => Some(Kind::Title),
        [b'h', rank @ b'1'..=b'6'] => Some(Kind::Heading(rank - b'0')),
        b"body" => None,
        _ if has(&["page-normal", "page-front", "page-special"]) => Some(Kind::Page),
        _ if has(&["sidebar"]) => Some(Kind::Sidebar),
        _ if has(&["noteref", "optional-prodnote", "required-prodnote", "prodnote"]) => Some(Kind::Skippable),
        b"a" if node.attribute("href").is_some() => Some(Kind::Group),
        _ => None,
    }
}

/// Whether two texts differ in white space and case alone.
pub(super) fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    let one = words(one);
    !one.is_empty() && one == words(other)
}
