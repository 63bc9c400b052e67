//! The navigation control center: a book's own metadata, and the places that a player finds.

use std::collections::{BTreeSet, HashSet};

use roxmltree::{Document, Node};

use super::super::navigation::{CenterEntry, EntryKind, NavigationCenter, PageNumberTiming, SourceFiles};
use super::super::volumes::{CenterHead, Volume, VolumePlace, find_numbers};
use crate::dtbook::has_same_words;
use crate::language::canonical_tag;
use crate::smil::PackagePlace;
use crate::xml::{find_child, language_attribute, text_of};
use crate::{Result, path};

/// A navigation center, and its metadata.
pub(super) struct Ncc {
    pub(super) center: NavigationCenter,
    pub(super) head: CenterHead,
    pub(super) language: Option<String>,
    /// Its number in the set, and those of other volumes whose files it leads to.
    pub(super) numbers: BTreeSet<u32>,
}

/// Reads the navigation center of a volume. `volumes` are all that the container has.
pub(super) fn read_ncc(files: &SourceFiles<'_>, path: &str, volumes: &[Volume]) -> Result<Ncc> {
    files.with_document(path, "the container", |document, _| read_center(files, path, document, volumes))
}

fn read_center(files: &SourceFiles<'_>, path: &str, document: &Document<'_>, volumes: &[Volume]) -> Ncc {
    let root = document.root_element();
    let head = CenterHead::read(root);
    let mut center = NavigationCenter { path: path.to_owned(), ..NavigationCenter::default() };
    let mut links = VolumeLinks::new(files, path, head.place, volumes, document);
    // One without a body has its entries right below the root.
    let body = find_child(root, "body").unwrap_or(root);
    let mut nodes: Vec<Node<'_, '_>> = vec![body];
    while let Some(node) = nodes.pop() {
        let Some(kind) = entry_kind(node) else {
            nodes.extend(node.children().filter(Node::is_element).rev());
            continue;
        };
        add_entry(&mut center, &mut links, node, kind, body);
    }
    if let Some(first) = center.entries.iter_mut().find(|entry| matches!(entry.kind, EntryKind::Heading(_)))
        && has_same_words(&first.label, head.book_title())
    {
        first.kind = EntryKind::Title;
    }
    let language = language_attribute(root).map(str::to_owned);
    Ncc { center, head, language, numbers: links.numbers }
}

/// The links of a navigation center, which may lead to other volumes.
struct VolumeLinks<'a> {
    files: &'a SourceFiles<'a>,
    path: &'a str,
    place: Option<VolumePlace>,
    volumes: &'a [Volume],
    /// The files that links lead to without naming another volume.
    own_files: HashSet<String>,
    /// Numbers of the volumes that links have led to, and the own number.
    numbers: BTreeSet<u32>,
}

impl<'a> VolumeLinks<'a> {
    fn new(
        files: &'a SourceFiles<'a>,
        path: &'a str,
        place: Option<VolumePlace>,
        volumes: &'a [Volume],
        document: &Document<'_>,
    ) -> Self {
        let numbers = place.iter().map(|place| place.number).collect();
        let mut links = Self { files, path, place, volumes, own_files: HashSet::new(), numbers };
        if place.is_some() {
            let all = document.descendants().filter_map(|link| Some((link, link.attribute("href")?)));
            let own = all.filter(|(link, _)| links.find_named_volume(*link).is_none());
            let own = own.filter_map(|(_, href)| files.package.resolve(path, href)).map(|(path, _)| path);
            links.own_files = own.collect();
        }
        links
    }

    /// The number of another volume that a link leads to, from its attribute `rel`.
    fn find_named_volume(&self, link: Node<'_, '_>) -> Option<u32> {
        let place = self.place?;
        let number: u32 = find_numbers(link.attribute("rel")?).next()?.parse().ok()?;
        (number != place.number && (1..=place.total).contains(&number)).then_some(number)
    }

    /// The place that a link leads to, in the volume that it names. `None` if that volume is missing: files
    /// of several volumes may have the same names, and the one that is here may be another.
    fn resolve(&mut self, link: Node<'_, '_>, href: &str) -> Option<PackagePlace> {
        let own = self.files.package.resolve(self.path, href);
        let Some(number) = self.find_named_volume(link) else { return own };
        let is_named = |volume: &&Volume| volume.place.is_some_and(|place| place.number == number);
        let named = self.volumes.iter().find(is_named);
        let named = named.and_then(|volume| self.files.package.resolve(&volume.path, href));
        let is_other =
            |(path, _): &PackagePlace| self.files.package.contains(path) && !self.own_files.contains(path);
        // All volumes may be in one folder.
        let found = named.filter(is_other).or_else(|| own.filter(is_other))?;
        self.numbers.insert(number);
        Some(found)
    }
}

fn add_entry(
    center: &mut NavigationCenter,
    links: &mut VolumeLinks<'_>,
    node: Node<'_, '_>,
    kind: EntryKind,
    body: Node<'_, '_>,
) {
    let mut hrefs = node.descendants().filter_map(|inner| Some((inner, inner.attribute("href")?)));
    let link = hrefs.find(|(_, href)| !path::has_scheme(href));
    let target = link.and_then(|(link, href)| links.resolve(link, href));
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
