//! The navigation of DAISY 3 (NCX): headings, pages, and whatever else a player finds.

use roxmltree::{Document, Node};

use super::super::navigation::{CenterEntry, EntryKind, NavigationCenter, PageNumberTiming, SourceFiles};
use crate::dtbook::has_same_words;
use crate::smil::parse_clock;
use crate::xml::{XML_NAMESPACE, find_child, find_children, schema_language, text_of};
use crate::{Result, path};

#[derive(Default)]
pub(super) struct Ncx {
    pub(super) center: NavigationCenter,
    pub(super) title: String,
}

/// Reads an NCX. `title` is that of the book.
pub(super) fn read_ncx(files: &SourceFiles<'_>, path: &str, place: &str, title: &str) -> Result<Ncx> {
    files.with_document(path, place, |document, _| read_document(files, path, document, title))
}

fn read_document(files: &SourceFiles<'_>, path: &str, document: &Document<'_>, title: &str) -> Ncx {
    let root = document.root_element();
    let mut ncx = Ncx {
        center: NavigationCenter { path: path.to_owned(), ..NavigationCenter::default() },
        title: find_child(root, "docTitle").map(text_of).unwrap_or_default(),
    };
    let mut reader = NcxReader { files, root, center: &mut ncx.center };
    if let Some(map) = find_child(root, "navMap") {
        reader.read_headings(map, &[title, &ncx.title]);
    }
    for page in find_children(root, "pageList").flat_map(|list| find_children(list, "pageTarget")) {
        reader.add_entry(page, EntryKind::Page);
    }
    for list in find_children(root, "navList") {
        for target in find_children(list, "navTarget") {
            reader
                .add_entry(target, list_kind(target).or_else(|| list_kind(list)).unwrap_or(EntryKind::Group));
        }
    }
    ncx
}

struct NcxReader<'a, 'd, 'i> {
    files: &'a SourceFiles<'a>,
    root: Node<'d, 'i>,
    center: &'a mut NavigationCenter,
}

impl<'d, 'i> NcxReader<'_, 'd, 'i> {
    /// The headings, which are as deep as they are nested. The first may be the title of the book, by one of
    /// these names; a title that holds its chapters is a heading above them.
    fn read_headings(&mut self, map: Node<'d, 'i>, titles: &[&str]) {
        let below = |node: Node<'d, 'i>, depth: u8| {
            let points: Vec<_> = find_children(node, "navPoint").collect();
            points.into_iter().rev().map(move |point| (point, depth))
        };
        let mut open: Vec<(Node<'d, 'i>, u8)> = below(map, 1).collect();
        let mut first = true;
        while let Some((point, depth)) = open.pop() {
            let label = self.label_text(point);
            let leaf = find_child(point, "navPoint").is_none();
            let is_title =
                std::mem::take(&mut first) && leaf && titles.iter().any(|t| has_same_words(t, &label));
            self.add_entry(point, if is_title { EntryKind::Title } else { EntryKind::Heading(depth) });
            open.extend(below(point, depth.saturating_add(1)));
        }
    }

    fn add_entry(&mut self, node: Node<'d, 'i>, kind: EntryKind) {
        let place = &self.center.path;
        let content = find_child(node, "content").and_then(|content| content.attribute("src"));
        let target = content.and_then(|src| self.files.package.resolve(place, src));
        let mut label = self.label_text(node);
        if label.is_empty() && kind == EntryKind::Page {
            node.attribute("value").unwrap_or_default().trim().clone_into(&mut label);
        }
        let said = self.nav_label(node).and_then(|label| {
            let audio = find_child(label, "audio")?;
            let (file, _) = self.files.package.resolve(place, audio.attribute("src")?)?;
            Some((file, parse_clock(audio.attribute("clipBegin")?)?))
        });
        let own = [find_child(node, "content"), Some(node)].into_iter().flatten();
        let labels = find_children(node, "navLabel").flat_map(|label| label.descendants());
        let entry = CenterEntry {
            kind,
            label,
            target,
            lang: self.nav_label(node).and_then(stated_language).map(str::to_owned),
            number: PageNumberTiming::When(said),
        };
        self.center.add_entry(entry, labels.chain(own));
    }

    /// The label in the language of the file, or else the first.
    fn nav_label(&self, node: Node<'d, 'i>) -> Option<Node<'d, 'i>> {
        let own = stated_language(self.root);
        let same = |label: &Node<'d, 'i>| own.is_some() && stated_language(*label) == own;
        find_children(node, "navLabel").find(same).or_else(|| find_child(node, "navLabel"))
    }

    fn label_text(&self, node: Node<'d, 'i>) -> String {
        self.nav_label(node).map(text_of).unwrap_or_default()
    }
}

fn stated_language<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute((XML_NAMESPACE, "lang")).and_then(schema_language)
}

/// The kind of a list's entries, by its class or by that of the entry.
fn list_kind(node: Node<'_, '_>) -> Option<EntryKind> {
    let class = node.attribute("class").unwrap_or_default().to_ascii_lowercase();
    class.split_ascii_whitespace().find_map(|class| match class {
        "sidebar" => Some(EntryKind::Sidebar),
        "noteref" | "annoref" | "prodnote" => Some(EntryKind::Skippable),
        _ => None,
    })
}

pub(super) fn has_ncx_name(path: &str) -> bool {
    path::extension(path) == "ncx"
}
