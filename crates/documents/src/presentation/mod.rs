//! `PowerPoint` presentations (Office Open XML): slides in the order of the presentation.

mod chart;
mod diagram;
mod slide;
mod table;
mod text;

use std::collections::HashMap;
use std::fmt::Write as _;

use bytes::Bytes;
use image::ImageFormat;
use roxmltree::{Document, Node};

use books::Limits;
use books::Package;
use books::model::{Block, BlockKind, Book};
use books::path;
use books::xml::{self, child, children, text_of};

use super::error::{Error, Result};
use super::flow::page_break;
use super::options::DocumentOptions;
use super::work::Work;
use books::draft::{Draft, tidy};

/// The namespace of references between parts.
pub(super) const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The presentation, opened.
pub(super) struct Deck {
    package: Package,
    limits: Limits,
    /// The pictures that slides show, by their paths.
    files: Vec<(String, String, Bytes)>,
    pixels: u64,
}

/// A part of the presentation with what it refers to.
pub(super) struct Part {
    pub(super) path: String,
    text: String,
    relations: HashMap<String, Relation>,
}

#[derive(Debug)]
pub(super) struct Relation {
    kind: String,
    /// A path in the package, or an address outside.
    pub(super) target: String,
    pub(super) outside: bool,
}

impl Part {
    pub(super) fn parse(&self, limits: &Limits) -> Result<Document<'_>> {
        Ok(xml::parse(&self.path, &self.text, limits)?)
    }

    pub(super) fn relation(&self, id: &str) -> Option<&Relation> {
        self.relations.get(id)
    }

    /// The part that is related in this way.
    fn related(&self, kind: &str) -> Option<&str> {
        let found = self.relations.values().find(|relation| !relation.outside && relation.kind == kind);
        found.map(|relation| relation.target.as_str())
    }
}

impl Deck {
    pub(super) fn part(&self, path: &str, place: &str) -> Result<Part> {
        let text = xml::decode(path, self.package.read(path, place)?)?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let relations = format!("{folder}/_rels/{name}.rels");
        let relations = relations.trim_start_matches('/');
        let mut found = HashMap::new();
        if self.package.contains(relations) {
            let text = xml::decode(relations, self.package.read(relations, path)?)?;
            let document = xml::parse(relations, &text, &self.limits)?;
            for node in children(document.root_element(), "Relationship") {
                let (Some(id), Some(target)) = (node.attribute("Id"), node.attribute("Target")) else {
                    continue;
                };
                let outside = node.attribute("TargetMode") == Some("External");
                let resolved = if outside {
                    Some(target.to_owned())
                } else {
                    path::resolve(path, target).map(|(path, _)| path)
                };
                let kind = node
                    .attribute("Type")
                    .unwrap_or_default()
                    .rsplit('/')
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                if let Some(target) = resolved {
                    found.insert(id.to_owned(), Relation { kind, target, outside });
                }
            }
        }
        Ok(Part { path: path.to_owned(), text, relations: found })
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A picture by its path in the package; `None` if it is in a format that no book knows.
    pub(super) fn picture(&mut self, path: &str, place: &str) -> Result<Option<String>> {
        if self.files.iter().any(|(known, ..)| known == path) {
            return Ok(Some(path.to_owned()));
        }
        if !self.package.contains(path) {
            return Ok(None);
        }
        let bytes = self.package.read(path, place)?;
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

pub(super) fn read(bytes: Bytes, options: &DocumentOptions, work: &mut Work<'_>) -> Result<Book> {
    let limits =
        Limits { entries: 20_000, entry_size: 256 << 20, total_size: 768 << 20, ..Limits::default() };
    let package = Package::open(bytes, limits)?;
    // A protected presentation is not a zip container at all, but some programs encrypt the entries.
    let mut deck = Deck { package, limits, files: Vec::new(), pixels: work.limits.pixels };
    let main = deck.part("ppt/presentation.xml", "the package")?;
    let slides: Vec<String> = {
        let document = main.parse(&limits)?;
        let list = child(document.root_element(), "sldIdLst");
        let ids = list.into_iter().flat_map(|list| children(list, "sldId"));
        ids.filter_map(|slide| slide.attribute((RELATIONS, "id")))
            .filter_map(|id| main.relation(id))
            .filter(|relation| !relation.outside)
            .map(|relation| relation.target.clone())
            .collect()
    };
    if slides.len() > work.limits.pages {
        return Err(Error::TooLarge { what: "slides", limit: work.limits.pages as u64 });
    }
    let mut blocks = Vec::new();
    let total = slides.len();
    let mut hidden = 0;
    for (number, path) in slides.iter().enumerate() {
        work.step(number, total)?;
        if !deck.package.contains(path) {
            continue;
        }
        let part = deck.part(path, &main.path)?;
        let found = slide::read(&mut deck, &part, number)?;
        match found {
            None => hidden += 1,
            Some(found) => {
                blocks.push(Block::new(BlockKind::PageBreak(page_break(number, &(number + 1).to_string()))));
                blocks.extend(found);
            }
        }
    }
    let (title, authors) = properties(&deck)?;
    let mut description =
        "Made from a presentation by a program. Each page is a slide; notes of the speaker follow their slide.".to_owned();
    match hidden {
        0 => {}
        1 => description.push_str(" A hidden slide is left out."),
        more => {
            let _ = write!(description, " {more} hidden slides are left out.");
        }
    }
    let files = std::mem::take(&mut deck.files);
    let language = language(&blocks);
    let draft = Draft { title, authors, language, description, blocks, outline: Vec::new(), files };
    options.book(draft)
}

/// Title and authors from the properties of the document.
fn properties(deck: &Deck) -> Result<(Option<String>, Vec<String>)> {
    const PATH: &str = "docProps/core.xml";
    if !deck.package.contains(PATH) {
        return Ok((None, Vec::new()));
    }
    let part = deck.part(PATH, "the package")?;
    let document = part.parse(&deck.limits)?;
    let text = |name: &str| child(document.root_element(), name).map(text_of).filter(|text| !text.is_empty());
    // PowerPoint's default name is not a title.
    let title = text("title").filter(|title| !title.eq_ignore_ascii_case("PowerPoint Presentation"));
    let authors = text("creator").map(|all| all.split(';').map(tidy).collect()).unwrap_or_default();
    Ok((title, authors))
}

/// The language of most of the text, as its runs say it. What is written in it need not say so again.
fn language(blocks: &[Block]) -> Option<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for block in blocks {
        block.walk(&mut |block| {
            for inline in block.inlines() {
                inline.walk(&mut |inline| {
                    if let Some(lang) = inline.attrs().and_then(|attrs| attrs.lang.as_ref()) {
                        let text = books::model::plain_text(std::slice::from_ref(inline));
                        *counts.entry(lang.clone()).or_default() += text.len();
                    }
                });
            }
        });
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort();
    counts.into_iter().max_by_key(|(_, letters)| *letters).map(|(lang, _)| lang)
}

/// The descendants of this name, in the order of the document.
pub(super) fn all<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |inner| inner.is_element() && inner.tag_name().name() == name)
}

/// A truth value of Office Open XML.
pub(super) fn truth(value: Option<&str>) -> Option<bool> {
    value.map(|value| matches!(value, "1" | "true" | "on"))
}
