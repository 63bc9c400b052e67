//! The navigation of DAISY 3 (NCX): headings, pages, and whatever else a player finds.

use roxmltree::{Document, Node};

use super::super::navigation::{Center, Entry, Files, Kind, Number};
use crate::dtbook::same_words;
use crate::error::Result;
use crate::path;
use crate::smil::clock;
use crate::xml::{XML, child, children, language, text_of};

/// An NCX, and its metadata.
#[derive(Default)]
pub(super) struct Ncx {
    pub(super) center: Center,
    pub(super) title: String,
}

/// Reads an NCX. `title` is that of the book.
pub(super) fn read(files: &Files<'_>, path: &str, place: &str, title: &str) -> Result<Ncx> {
    files.document(path, place, |document, _| ncx(files, path, document, title))
}

fn ncx(files: &Files<'_>, path: &str, document: &Document<'_>, title: &str) -> Ncx {
    let root = document.root_element();
    let mut ncx = Ncx {
        center: Center { path: path.to_owned(), ..Center::default() },
        title: child(root, "docTitle").map(text_of).unwrap_or_default(),
    };
    let mut reader = Reader { files, root, center: &mut ncx.center };
    if let Some(map) = child(root, "navMap") {
        reader.headings(map, &[title, &ncx.title]);
    }
    for page in children(root, "pageList").flat_map(|list| children(list, "pageTarget")) {
        reader.add(page, Kind::Page);
    }
    for list in children(root, "navList") {
        for target in children(list, "navTarget") {
            reader.add(target, kind(target).or_else(|| kind(list)).unwrap_or(Kind::Group));
        }
    }
    ncx
}

struct Reader<'a, 'd, 'i> {
    files: &'a Files<'a>,
    root: Node<'d, 'i>,
    center: &'a mut Center,
}

impl<'d, 'i> Reader<'_, 'd, 'i> {
    /// The headings, which are as deep as they are nested. The first may be the title of the book, by one of
    /// these names; a title that holds its chapters is a heading above them.
    fn headings(&mut self, map: Node<'d, 'i>, titles: &[&str]) {
        let below = |node: Node<'d, 'i>, depth: u8| {
            let points: Vec<_> = children(node, "navPoint").collect();
            points.into_iter().rev().map(move |point| (point, depth))
        };
        let mut open: Vec<(Node<'d, 'i>, u8)> = below(map, 1).collect();
        let mut first = true;
        while let Some((point, depth)) = open.pop() {
            let label = self.label(point);
            let leaf = child(point, "navPoint").is_none();
            let is_title = std::mem::take(&mut first) && leaf && titles.iter().any(|t| same_words(t, &label));
            self.add(point, if is_title { Kind::Title } else { Kind::Heading(depth) });
            open.extend(below(point, depth.saturating_add(1)));
        }
    }

    fn add(&mut self, node: Node<'d, 'i>, kind: Kind) {
        let place = &self.center.path;
        let content = child(node, "content").and_then(|content| content.attribute("src"));
        let target = content.and_then(|src| self.files.place(place, src));
        let mut label = self.label(node);
        if label.is_empty() && kind == Kind::Page {
            node.attribute("value").unwrap_or_default().trim().clone_into(&mut label);
        }
        let said = self.nav_label(node).and_then(|label| {
            let audio = child(label, "audio")?;
            let (file, _) = self.files.place(place, audio.attribute("src")?)?;
            Some((file, clock(audio.attribute("clipBegin")?)?))
        });
        let own = [child(node, "content"), Some(node)].into_iter().flatten();
        let labels = children(node, "navLabel").flat_map(|label| label.descendants());
        let entry = Entry {
            kind,
            label,
            target,
            lang: self.nav_label(node).and_then(tongue).map(str::to_owned),
            number: Number::When(said),
        };
        self.center.add(entry, labels.chain(own));
    }

    /// The label in the language of the file, or else the first.
    fn nav_label(&self, node: Node<'d, 'i>) -> Option<Node<'d, 'i>> {
        let own = tongue(self.root);
        let same = |label: &Node<'d, 'i>| own.is_some() && tongue(*label) == own;
        children(node, "navLabel").find(same).or_else(|| child(node, "navLabel"))
    }

    fn label(&self, node: Node<'d, 'i>) -> String {
        self.nav_label(node).map(text_of).unwrap_or_default()
    }
}

fn tongue<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute((XML, "lang")).and_then(language)
}

/// What the places of a list are, by its class or by that of the place.
fn kind(node: Node<'_, '_>) -> Option<Kind> {
    let class = node.attribute("class").unwrap_or_default().to_ascii_lowercase();
    class.split_ascii_whitespace().find_map(|class| match class {
        "sidebar" => Some(Kind::Sidebar),
        "noteref" | "annoref" | "prodnote" => Some(Kind::Skippable),
        _ => None,
    })
}

/// Whether a file may be an NCX, by its name.
pub(super) fn is_named_so(path: &str) -> bool {
    path::extension(path) == "ncx"
}
