//! The navigation control center: a book's own metadata, and the places that a player finds.

use roxmltree::{Document, Node};

use super::super::navigation::{CenterEntry, EntryKind, NavigationCenter, PageNumberTiming, SourceFiles};
use crate::dtbook::has_same_words;
use crate::dtbook::meta::Statements;
use crate::language::canonical_tag;
use crate::xml::{find_child, language_attribute, text_of};
use crate::{Result, path};

/// A navigation center, and its metadata.
pub(super) struct Ncc {
    pub(super) center: NavigationCenter,
    pub(super) statements: Statements,
    pub(super) title: String,
    pub(super) language: Option<String>,
}

pub(super) fn read_ncc(files: &SourceFiles<'_>, path: &str) -> Result<Ncc> {
    files.with_document(path, "the container", |document, _| read_center(files, path, document))
}

fn read_center(files: &SourceFiles<'_>, path: &str, document: &Document<'_>) -> Ncc {
    let root = document.root_element();
    let head = find_child(root, "head");
    let language_of = |node: Node<'_, '_>| language_attribute(node).map(str::to_owned);
    let stated = head.map(Statements::from_head).unwrap_or_default();
    let title = head.and_then(|head| find_child(head, "title")).map(text_of).unwrap_or_default();
    let mut center = NavigationCenter { path: path.to_owned(), ..NavigationCenter::default() };
    // One without a body has its entries right below the root.
    let body = find_child(root, "body").unwrap_or(root);
    let mut nodes: Vec<Node<'_, '_>> = vec![body];
    while let Some(node) = nodes.pop() {
        let Some(kind) = entry_kind(node) else {
            nodes.extend(node.children().filter(Node::is_element).rev());
            continue;
        };
        add_entry(&mut center, files, node, kind, body);
    }
    let stated_title = stated.find_first("dc:title").unwrap_or(&title);
    if let Some(first) = center.entries.iter_mut().find(|entry| matches!(entry.kind, EntryKind::Heading(_)))
        && has_same_words(&first.label, stated_title)
    {
        first.kind = EntryKind::Title;
    }
    Ncc { center, statements: stated, title, language: language_of(root) }
}

fn add_entry(
    center: &mut NavigationCenter,
    files: &SourceFiles<'_>,
    node: Node<'_, '_>,
    kind: EntryKind,
    body: Node<'_, '_>,
) {
    let mut hrefs = node.descendants().filter_map(|inner| inner.attribute("href"));
    let href = hrefs.find(|href| !path::has_scheme(href));
    let target = href.and_then(|href| files.resolve_place(&center.path, href));
    // There is only one title.
    let again = kind == EntryKind::Title && center.entries.iter().any(|entry| entry.kind == EntryKind::Title);
    let own = language_attribute(node);
    let around = node.ancestors().skip(1).take_while(|above| *above != body);
    let entry = CenterEntry {
        kind: if again { EntryKind::Heading(1) } else { kind },
        label: text_of(node),
        target,
        lang: own.and_then(canonical_tag),
        number: PageNumberTiming::Always,
    };
    center.add_entry(entry, node.descendants().chain(around));
}

/// The kind of entry that an element is. `None` for one that only contains others.
fn entry_kind(node: Node<'_, '_>) -> Option<EntryKind> {
    let classes = node.attribute("class").unwrap_or_default().to_ascii_lowercase();
    let has = |wanted: &[&str]| classes.split_ascii_whitespace().any(|class| wanted.contains(&class));
    match node.tag_name().name().as_bytes() {
        b"h1" if has(&["title"]) => Some(EntryKind::Title),
        [b'h', rank @ b'1'..=b'6'] => Some(EntryKind::Heading(rank - b'0')),
        b"body" => None,
        _ if has(&["page-normal", "page-front", "page-special"]) => Some(EntryKind::Page),
        _ if has(&["sidebar"]) => Some(EntryKind::Sidebar),
        _ if has(&["noteref", "optional-prodnote", "required-prodnote", "prodnote"]) => {
            Some(EntryKind::Skippable)
        }
        b"a" if node.attribute("href").is_some() => Some(EntryKind::Group),
        _ => None,
    }
}
