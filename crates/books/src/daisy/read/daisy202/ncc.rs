//! The navigation control center: a book's own metadata, and the places that a player finds.

use roxmltree::{Document, Node};

use super::super::navigation::{Center, Entry, Files, Kind, Number};
use crate::dtbook::meta::Statements;
use crate::dtbook::same_words;
use crate::error::{Error, Result};
use crate::language::canonical_tag;
use crate::path;
use crate::xml::{XML, child, text_of};

/// A navigation center, and its metadata.
pub(super) struct Ncc {
    pub(super) center: Center,
    pub(super) stated: Statements,
    /// The title of its head.
    pub(super) title: String,
    pub(super) language: Option<String>,
}

pub(super) fn read(files: &Files<'_>, path: &str) -> Result<Ncc> {
    files.document(path, "the container", |document, _| center(files, path, document))?
}

fn center(files: &Files<'_>, path: &str, document: &Document<'_>) -> Result<Ncc> {
    let root = document.root_element();
    let head = child(root, "head");
    let language_of = |node: Node<'_, '_>| {
        node.attribute((XML, "lang")).or_else(|| node.attribute("lang")).map(str::to_owned)
    };
    let stated = head.map(Statements::of).unwrap_or_default();
    let title = head.and_then(|head| child(head, "title")).map(text_of).unwrap_or_default();
    let mut center = Center { path: path.to_owned(), ..Center::default() };
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
        add(&mut center, files, node, kind, body);
    }
    let stated_title = stated.first("dc:title").unwrap_or(&title);
    if let Some(first) = center.entries.iter_mut().find(|entry| matches!(entry.kind, Kind::Heading(_)))
        && same_words(&first.label, stated_title)
    {
        first.kind = Kind::Title;
    }
    Ok(Ncc { center, stated, title, language: language_of(root) })
}

fn add(center: &mut Center, files: &Files<'_>, node: Node<'_, '_>, kind: Kind, body: Node<'_, '_>) {
    let mut hrefs = node.descendants().filter_map(|inner| inner.attribute("href"));
    let href = hrefs.find(|href| !path::has_scheme(href));
    let target = href.and_then(|href| files.place(&center.path, href));
    // There is only one title.
    let again = kind == Kind::Title && center.entries.iter().any(|entry| entry.kind == Kind::Title);
    let own = node.attribute((XML, "lang")).or_else(|| node.attribute("lang"));
    let around = node.ancestors().skip(1).take_while(|above| *above != body);
    let entry = Entry {
        kind: if again { Kind::Heading(1) } else { kind },
        label: text_of(node),
        target,
        lang: own.and_then(canonical_tag),
        number: Number::Always,
    };
    center.add(entry, node.descendants().chain(around));
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
