//! `PowerPoint` presentations (Office Open XML): slides in the order of the presentation.

mod bullets;
mod chart;
mod comments;
mod diagram;
mod math;
mod numbers;
mod slide;
mod symbols;
mod table;
mod text;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use bytes::Bytes;
use image::ImageFormat;
use roxmltree::{Document, Node};

use books::Limits;
use books::Package;
use books::model::{Attrs, Block, BlockKind, Book, Inline, walk_blocks};
use books::path;
use books::report::{FindingKind, Reporter};
use books::xml::{self, find_child, find_children, text_of};

use super::error::{Error, Result};
use super::flow::page_break;
use super::kind::is_protected_package;
use super::options::DocumentOptions;
use super::work::DocumentWork;
use books::draft::{BookDraft, tidy_text};
use bullets::LayoutBullets;

/// The namespaces of references between parts: as programs write them, and as ISO/IEC 29500 (Strict) has
/// them.
const RELATIONSHIP_NAMESPACES: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
];
/// The presentation itself, if the package does not say where it is.
const DEFAULT_PRESENTATION_PATH: &str = "ppt/presentation.xml";
const SLIDE_PATH_PREFIX: &str = "ppt/slides/slide";
/// Maximum number of bytes of the name of a section, which each of its slides has.
const MAX_SECTION_NAME_BYTES: usize = 1_000;

pub(super) struct SlideDeck {
    package: Package,
    limits: Limits,
    /// The pictures that slides show, by their paths.
    files: Vec<(String, String, Bytes)>,
    pixels: u64,
    /// Names of entries by their small letters and `/`: names of parts do not distinguish letters by case.
    names: HashMap<String, String>,
    /// Parts that cannot be read, apart from slides.
    unreadable: usize,
    /// Layouts and masters whose words a slide has shown.
    inherited: HashSet<String>,
    /// Words at the edges of slides that a slide has shown.
    footers: HashSet<String>,
    /// The bullets of layouts, by their paths.
    bullets: HashMap<String, LayoutBullets>,
}

/// A part of the presentation with what it refers to.
#[derive(Default)]
pub(super) struct DeckPart {
    path: String,
    text: String,
    relations: HashMap<String, PartRelation>,
    limits: Limits,
    reporter: Reporter,
}

#[derive(Debug)]
pub(super) struct PartRelation {
    kind: String,
    /// A path in the package, or an address outside.
    pub(super) target: String,
    pub(super) is_external: bool,
}

impl DeckPart {
    pub(super) fn parse(&self) -> Result<Document<'_>> {
        Ok(xml::parse(&self.path, &self.text, &self.limits)?)
    }

    /// Reports something in it that is left out.
    pub(super) fn report(&self, kind: FindingKind, subject: &str) {
        self.reporter.report(kind, &self.path, subject);
    }

    pub(super) fn find_relation(&self, id: &str) -> Option<&PartRelation> {
        self.relations.get(id)
    }

    /// The address outside of the package that a link (`hlinkClick`) leads to.
    pub(super) fn find_address(&self, link: Node<'_, '_>) -> Option<&str> {
        let relation = self.find_relation(reference_attribute(link, "id")?)?;
        relation.is_external.then_some(relation.target.as_str())
    }

    /// The ids of all that is related in this way, in the order of their paths.
    fn related_ids(&self, kind: &str) -> Vec<String> {
        let own = self.relations.iter().filter(|(_, own)| !own.is_external && own.kind == kind);
        let mut own: Vec<(&str, &str)> = own.map(|(id, own)| (own.target.as_str(), id.as_str())).collect();
        own.sort_unstable();
        own.into_iter().map(|(_, id)| id.to_owned()).collect()
    }

    /// The path of what is related in this way.
    fn find_related_path(&self, kind: &str) -> Option<String> {
        let id = self.find_related_id(kind)?;
        self.find_relation(id).map(|relation| relation.target.clone())
    }

    /// The id of what is related in this way.
    fn find_related_id(&self, kind: &str) -> Option<&str> {
        let found =
            self.relations.iter().find(|(_, relation)| !relation.is_external && relation.kind == kind);
        found.map(|(id, _)| id.as_str())
    }
}

impl SlideDeck {
    fn open(package: Package, limits: Limits, pixels: u64) -> Self {
        let normal = |name: &str| name.replace('\\', "/").trim_start_matches('/').to_lowercase();
        let names = package.names().map(|name| (normal(name), name.to_owned())).collect();
        Self {
            package,
            limits,
            files: Vec::new(),
            pixels,
            names,
            unreadable: 0,
            inherited: HashSet::new(),
            footers: HashSet::new(),
            bullets: HashMap::new(),
        }
    }

    /// Reports a part that is left out.
    fn report_omission(&self, path: &str, error: &Error) {
        self.package.reporter().report(FindingKind::UnreadableDocument, path, &error.to_string());
    }

    fn build_part(&self, path: &str, text: String, relations: HashMap<String, PartRelation>) -> DeckPart {
        let reporter = self.package.reporter().clone();
        DeckPart { path: path.to_owned(), text, relations, limits: self.limits, reporter }
    }

    /// The name of the entry of a part.
    fn find_entry(&self, path: &str) -> Option<&str> {
        if self.package.contains(path) {
            return self.package.names().find(|name| *name == path);
        }
        self.names.get(&path.to_lowercase()).map(String::as_str)
    }

    /// The path of what a part refers to, if the package has it.
    fn related_path(&self, deck_part: &DeckPart, id: &str) -> Option<String> {
        let relation = deck_part.find_relation(id).filter(|own| !own.is_external)?;
        self.find_entry(&relation.target).map(|_| relation.target.clone())
    }

    /// Returns true if the package has what a part refers to.
    pub(super) fn has_related(&self, deck_part: &DeckPart, id: &str) -> bool {
        self.related_path(deck_part, id).is_some()
    }

    /// Reads what a part refers to. What is missing or cannot be read costs no more than itself, and is
    /// reported.
    pub(super) fn read_related(
        &mut self,
        deck_part: &DeckPart,
        id: Option<&str>,
        read: impl FnOnce(DeckPart) -> Result<Vec<Block>>,
    ) -> Result<Vec<Block>> {
        let Some(id) = id else { return Ok(Vec::new()) };
        let Some(path) = self.related_path(deck_part, id) else {
            self.unreadable += 1;
            let subject = deck_part.find_relation(id).map_or(id, |own| own.target.as_str());
            deck_part.report(FindingKind::MissingFile, subject);
            return Ok(Vec::new());
        };
        self.read_part_or_report(&path, &deck_part.path, read)
    }

    /// Reads a part by its path. A part that cannot be read is reported and left out.
    fn read_part_or_report(
        &mut self,
        path: &str,
        place: &str,
        read: impl FnOnce(DeckPart) -> Result<Vec<Block>>,
    ) -> Result<Vec<Block>> {
        match self.read_part(path, place).and_then(read) {
            Err(error) if is_local_error(&error) => {
                self.unreadable += 1;
                self.report_omission(path, &error);
                Ok(Vec::new())
            }
            other => other,
        }
    }

    pub(super) fn read_part(&self, path: &str, place: &str) -> Result<DeckPart> {
        let entry = self.find_entry(path).unwrap_or(path);
        let bytes = self.package.read(entry, place)?;
        let text = xml::decode_part(path, bytes, &self.limits, self.package.reporter())?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let relations = format!("{folder}/_rels/{name}.rels");
        let found = match self.read_relations(path, &relations) {
            // The part itself can be read.
            Err(error) if is_local_error(&error) => {
                self.report_omission(&relations, &error);
                HashMap::new()
            }
            other => other?,
        };
        Ok(self.build_part(path, text, found))
    }

    /// Reads the references of a part from a file of references.
    fn read_relations(&self, path: &str, relations: &str) -> Result<HashMap<String, PartRelation>> {
        let relations = relations.trim_start_matches('/');
        let mut found = HashMap::new();
        if let Some(entry) = self.find_entry(relations) {
            let bytes = self.package.read(entry, path)?;
            let text = xml::decode_part(relations, bytes, &self.limits, self.package.reporter())?;
            let document = xml::parse(relations, &text, &self.limits)?;
            for node in find_children(document.root_element(), "Relationship") {
                let (Some(id), Some(target)) = (node.attribute("Id"), node.attribute("Target")) else {
                    continue;
                };
                let outside = node.attribute("TargetMode") == Some("External");
                let resolved = if outside {
                    Some(target.to_owned())
                } else {
                    path::resolve(path, target).map(|(path, _)| path)
                };
                let kind = node.attribute("Type").and_then(|kind| kind.rsplit('/').next());
                let kind = kind.unwrap_or_default().to_owned();
                if let Some(target) = resolved {
                    found.insert(id.to_owned(), PartRelation { kind, target, is_external: outside });
                }
            }
        }
        Ok(found)
    }

    /// The bullets of the layout of a slide. A layout that cannot be read has none.
    fn find_layout_bullets(&mut self, slide: &DeckPart) -> Result<LayoutBullets> {
        let path = slide.find_related_path("slideLayout");
        let Some(path) = path.filter(|path| self.find_entry(path).is_some()) else {
            return Ok(LayoutBullets::default());
        };
        if let Some(known) = self.bullets.get(&path) {
            return Ok(known.clone());
        }
        let found = match self.read_layout_bullets(&path, &slide.path) {
            Err(error) if is_local_error(&error) => LayoutBullets::default(),
            other => other?,
        };
        self.bullets.insert(path, found.clone());
        Ok(found)
    }

    fn read_layout_bullets(&self, path: &str, place: &str) -> Result<LayoutBullets> {
        let layout = self.read_part(path, place)?;
        let mut bullets = LayoutBullets::from_root(layout.parse()?.root_element());
        if let Some(path) = layout.find_related_path("slideMaster") {
            let master = self.read_part(&path, &layout.path)?;
            bullets.complete_with(&LayoutBullets::from_root(master.parse()?.root_element()));
        }
        Ok(bullets)
    }

    /// The path of the presentation itself: the package says where it is.
    fn find_main_path(&self) -> String {
        let stated = self.read_relations("", "_rels/.rels").ok().and_then(|relations| {
            let mut all = relations.into_values().filter(|relation| !relation.is_external);
            all.find(|relation| relation.kind == "officeDocument").map(|relation| relation.target)
        });
        stated
            .filter(|path| self.find_entry(path).is_some())
            .unwrap_or_else(|| DEFAULT_PRESENTATION_PATH.to_owned())
    }

    /// Reads the presentation itself. Without it, the slides are those of the package.
    fn read_main_part(&self) -> Result<DeckPart> {
        let path = self.find_main_path();
        match self.read_part(&path, "the package") {
            Err(error) if is_local_error(&error) && !self.numbered_slides().is_empty() => {
                self.report_omission(&path, &error);
                Ok(self.build_part(&path, "<none/>".to_owned(), HashMap::new()))
            }
            other => other,
        }
    }

    /// The paths of the slides that the presentation lists.
    fn listed_slides(&self, main: &DeckPart) -> Result<Vec<String>> {
        let document = match main.parse() {
            Err(error) if is_local_error(&error) && !self.numbered_slides().is_empty() => {
                self.report_omission(&main.path, &error);
                return Ok(Vec::new());
            }
            other => other?,
        };
        let entries = find_slide_entries(document.root_element());
        let mut slides = Vec::new();
        for id in entries.filter_map(|slide| reference_attribute(slide, "id")) {
            match main.find_relation(id).filter(|relation| !relation.is_external) {
                Some(relation) => slides.push(relation.target.clone()),
                None => main.report(FindingKind::MissingItem, id),
            }
        }
        Ok(slides)
    }

    /// The paths of all slides by their numbers, for a presentation that names none.
    fn numbered_slides(&self) -> Vec<String> {
        let number = |name: &String| -> Option<(u32, String)> {
            let number = name.strip_prefix(SLIDE_PATH_PREFIX)?.strip_suffix(".xml")?.parse().ok()?;
            Some((number, name.clone()))
        };
        let mut slides: Vec<(u32, String)> = self.names.keys().filter_map(number).collect();
        slides.sort();
        slides.into_iter().map(|(_, path)| path).collect()
    }

    /// A picture by its path in the package; `None` if it is in a format that no book knows.
    pub(super) fn read_picture(&mut self, path: &str, place: &str) -> Result<Option<String>> {
        if self.files.iter().any(|(known, ..)| known == path) {
            return Ok(Some(path.to_owned()));
        }
        let Some(entry) = self.find_entry(path) else { return Ok(None) };
        let bytes = match self.package.read(entry, place).map_err(Error::from) {
            Err(error) if is_local_error(&error) => return Ok(None),
            other => other?,
        };
        let Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif)) =
            image::guess_format(&bytes)
        else {
            return Ok(None);
        };
        let size = image::ImageReader::with_format(std::io::Cursor::new(&bytes), format).into_dimensions();
        if !size.is_ok_and(|(width, height)| u64::from(width) * u64::from(height) <= self.pixels) {
            return Ok(None);
        }
        self.files.push((path.to_owned(), format.to_mime_type().to_owned(), bytes.into()));
        Ok(Some(path.to_owned()))
    }
}

pub(super) fn read_presentation(
    bytes: Bytes,
    options: &DocumentOptions,
    work: &mut DocumentWork<'_>,
) -> Result<Book> {
    if is_protected_package(&bytes[..])? {
        return Err(Error::Encrypted);
    }
    let limits =
        Limits { entries: 20_000, entry_size: 256 << 20, total_size: 768 << 20, ..Limits::default() };
    let package = Package::open_reporting(bytes, limits, work.reporter())?;
    // A protected presentation is not a zip container at all, but some programs encrypt the entries.
    let mut deck = SlideDeck::open(package, limits, work.limits.pixels);
    let main = deck.read_main_part()?;
    let commenters = comments::read_authors(&mut deck, &main)?;
    let mut slides = deck.listed_slides(&main)?;
    if slides.is_empty() {
        slides = deck.numbered_slides();
    }
    if slides.len() > work.limits.pages {
        return Err(Error::TooLarge { quantity: "slides", limit: work.limits.pages as u64 });
    }
    let sections = map_slides_to_sections(&main);
    let slide_level = if sections.is_empty() { 1 } else { 2 };
    let mut section = None;
    let mut blocks = Vec::new();
    let total = slides.len();
    let (mut hidden, mut lost) = (0, 0);
    let mut first_error = None;
    for (number, path) in slides.iter().enumerate() {
        work.report_step(number, total)?;
        let found = deck
            .read_part(path, &main.path)
            .and_then(|part| slide::read_slide(&mut deck, &part, (number, slide_level), &commenters));
        match found {
            Err(error) if is_local_error(&error) => {
                lost += 1;
                deck.report_omission(path, &error);
                first_error.get_or_insert(error);
            }
            Err(error) => return Err(error),
            Ok(None) => {
                hidden += 1;
                let subject = format!("slide {}", number + 1);
                work.reporter().report(FindingKind::HiddenContent, path, &subject);
            }
            Ok(Some(found)) => {
                blocks.push(Block::new(BlockKind::PageBreak(page_break(number, &(number + 1).to_string()))));
                let own = sections.get(path).filter(|own| section != Some(*own));
                if let Some(name) = own {
                    section = own;
                    blocks.push(section_heading(number, name));
                }
                blocks.extend(found);
            }
        }
    }
    if let Some(error) = first_error.filter(|_| lost == total) {
        return Err(error);
    }
    let (title, authors) = match read_properties(&deck) {
        Err(error) if is_local_error(&error) => (None, Vec::new()),
        other => other?,
    };
    let mut description =
        "Made from a presentation by a program. Each page is a slide; notes of the speaker follow their slide.".to_owned();
    for (count, one, many) in [
        (hidden, "A hidden slide", "hidden slides"),
        (lost, "A slide that cannot be read", "slides that cannot be read"),
        (
            deck.unreadable,
            "A chart, diagram or note that cannot be read",
            "charts, diagrams and notes that cannot be read",
        ),
    ] {
        // Writing into a string cannot fail.
        let _ = match count {
            0 => Ok(()),
            1 => write!(description, " {one} is left out."),
            more => write!(description, " {more} {many} are left out."),
        };
    }
    let files = std::mem::take(&mut deck.files);
    let language = find_main_language(&blocks);
    let draft = BookDraft { title, authors, language, description, blocks, outline: Vec::new(), files };
    options.to_book(draft)
}

/// The names of the sections of slides, by the paths of the slides. A single section says nothing.
fn map_slides_to_sections(main: &DeckPart) -> HashMap<String, String> {
    let Ok(document) = main.parse() else { return HashMap::new() };
    let root = document.root_element();
    let listed = find_slide_entries(root).filter_map(|slide| {
        let relation = main.find_relation(reference_attribute(slide, "id")?)?;
        Some((slide.attribute("id")?, relation.target.as_str()))
    });
    let paths: HashMap<&str, &str> = listed.collect();
    let mut sections = HashMap::new();
    for section in descendants_named(root, "section") {
        let name = section.attribute("name").filter(|name| name.len() <= MAX_SECTION_NAME_BYTES);
        let Some(name) = name.map(tidy_text).filter(|name| !name.is_empty()) else { continue };
        let slides = descendants_named(section, "sldId").filter_map(|slide| slide.attribute("id"));
        for path in slides.filter_map(|id| paths.get(id)) {
            sections.insert((*path).to_owned(), name.clone());
        }
    }
    let count = sections.values().collect::<HashSet<_>>().len();
    if count > 1 { sections } else { HashMap::new() }
}

/// The elements by which a presentation lists its slides.
fn find_slide_entries<'a, 'i>(root: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    find_child(root, "sldIdLst").into_iter().flat_map(|list| find_children(list, "sldId"))
}

/// The heading of the section that begins with a slide.
fn section_heading(number: usize, name: &str) -> Block {
    let attrs = Attrs { ids: vec![format!("section-{}", number + 1)], ..Attrs::default() };
    Block { attrs, kind: BlockKind::Heading { level: 1, inlines: vec![Inline::Text(name.to_owned())] } }
}

/// Title and authors from the properties of the document.
fn read_properties(deck: &SlideDeck) -> Result<(Option<String>, Vec<String>)> {
    const PROPERTIES_PATH: &str = "docProps/core.xml";
    if deck.find_entry(PROPERTIES_PATH).is_none() {
        return Ok((None, Vec::new()));
    }
    let part = deck.read_part(PROPERTIES_PATH, "the package")?;
    let document = part.parse()?;
    let text =
        |name: &str| find_child(document.root_element(), name).map(text_of).filter(|text| !text.is_empty());
    // PowerPoint's default name is not a title.
    let title = text("title").filter(|title| !title.eq_ignore_ascii_case("PowerPoint Presentation"));
    let authors = text("creator").map(|all| all.split(';').map(tidy_text).collect()).unwrap_or_default();
    Ok((title, authors))
}

/// The language of most of the text, as its runs say it. What is written in it need not say so again.
fn find_main_language(blocks: &[Block]) -> Option<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    walk_blocks(blocks, &mut |block| {
        block.walk_inlines(&mut |inline| {
            if let Some(lang) = inline.attrs().and_then(|attrs| attrs.lang.as_ref()) {
                let text = books::model::plain_text(std::slice::from_ref(inline));
                *counts.entry(lang.clone()).or_default() += text.len();
            }
        });
    });
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort();
    counts.into_iter().max_by_key(|(_, letters)| *letters).map(|(lang, _)| lang)
}

/// The reference of an element to another part.
pub(super) fn reference_attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    RELATIONSHIP_NAMESPACES.iter().find_map(|space| node.attribute((*space, name)))
}

/// Returns true if a fault is of one part: what exceeds a limit is a reason to refuse the whole.
fn is_local_error(error: &Error) -> bool {
    use books::Error as Fault;
    matches!(
        error,
        Error::Book(Fault::BadXml { .. } | Fault::DamagedEntry { .. } | Fault::MissingEntry { .. })
    )
}

/// The descendants of this name, in the order of the document.
pub(super) fn descendants_named<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |inner| inner.is_element() && inner.tag_name().name() == name)
}

/// The choices of an `AlternateContent`, the preferred one first.
fn find_choices<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    find_children(node, "Choice").chain(find_children(node, "Fallback"))
}

/// A truth value of Office Open XML.
pub(super) fn parse_bool(value: Option<&str>) -> Option<bool> {
    value.map(|value| matches!(value, "1" | "true" | "on"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_are_in_the_sections_of_their_presentation() {
        let text = "<presentation xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
            <sldIdLst><sldId id=\"256\" r:id=\"a\"/><sldId id=\"257\" r:id=\"b\"/></sldIdLst><extLst>\
            <section name=\"Ebb\"><sldId id=\"256\"/></section><section name=\"Flood\"><sldId id=\"257\"/></section>\
            </extLst></presentation>";
        let read = |text: String| {
            let relation = |path: &str| PartRelation {
                kind: "slide".to_owned(),
                target: path.to_owned(),
                is_external: false,
            };
            let relations = [("a", "one.xml"), ("b", "two.xml")];
            let relations = relations.map(|(id, path)| (id.to_owned(), relation(path)));
            let relations = HashMap::from(relations);
            map_slides_to_sections(&DeckPart { text, relations, ..DeckPart::default() })
        };
        let sections = read(text.to_owned());
        assert_eq!((sections["one.xml"].as_str(), sections["two.xml"].as_str()), ("Ebb", "Flood"));
        assert!(read(text.replace("Flood", "Ebb")).is_empty());
    }
}
