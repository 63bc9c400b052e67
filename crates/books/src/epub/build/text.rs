//! One section of the book as a document.

use std::collections::{HashMap, HashSet};

use crate::epub::write::language::main_language;
use crate::letters::LetterCount;
use crate::model::{
    Attrs, Block, BlockKind, Book, Direction, Matter, NavPoint, PageTarget, Section, Target, collapse_spaces,
    plain_text,
};
use crate::xml::{OPS_NAMESPACE, XHTML_NAMESPACE, XmlWriter, well_formed_language};

use super::overlays::ACTIVE_CLASS;
use super::plan::PackagePlan;

/// The id of the beginning of a section: no source has an empty one.
pub(super) const START_ID: &str = "";

/// The places that were written, over all sections.
#[derive(Debug, Default)]
pub(super) struct WrittenPlaces {
    /// Ids in the new documents, by section and id of the source.
    ids: HashMap<(usize, String), String>,
    headings: Vec<(u8, String, Target)>,
    pub(super) pages: Vec<PageTarget>,
    /// The number of page breaks, also of those without a name.
    pub(super) page_breaks: u64,
    pub(super) images: u64,
}

impl WrittenPlaces {
    pub(super) fn new_id(&self, section: usize, id: &str) -> Option<&str> {
        self.ids.get(&(section, id.to_owned())).map(String::as_str)
    }

    /// The ids of the pages that begin in a document.
    pub(super) fn page_ids<'f>(&'f self, document: &'f str) -> impl Iterator<Item = &'f str> {
        let targets = self.pages.iter().map(|page| &page.target).filter(move |page| page.path == document);
        targets.filter_map(|target| target.id.as_deref())
    }

    /// A table of contents made of the headings.
    pub(super) fn heading_outline(&self) -> Vec<NavPoint> {
        let mut rest = self.headings.as_slice();
        nested_points(&mut rest, 0)
    }
}

/// The entries deeper than `level`, up to the first that is not.
fn nested_points(rest: &mut &[(u8, String, Target)], level: u8) -> Vec<NavPoint> {
    let mut points = Vec::new();
    while let [(own, label, target), tail @ ..] = *rest
        && *own > level
    {
        *rest = tail;
        let children = nested_points(rest, *own);
        points.push(NavPoint { label: label.clone(), target: Some(target.clone()), children });
    }
    points
}

#[derive(Debug)]
pub(super) struct WrittenDocument {
    pub(super) xhtml: String,
    /// True if it holds formulas.
    pub(super) math: bool,
    /// Letters of the book that were written.
    pub(super) letters: LetterCount,
}

/// The document being written.
pub(super) struct SectionWriter<'a> {
    pub(super) book: &'a Book,
    pub(super) plan: &'a PackagePlan,
    pub(super) section: usize,
    pub(super) xml: XmlWriter,
    pub(super) math: bool,
    /// Letters of the book that were written.
    pub(super) letters: LetterCount,
    /// Descriptions of images, which are at the end: their ids and texts, and whether they are hidden. Those
    /// of pictures that cannot be shown are all that there is to see.
    pub(super) descriptions: Vec<(String, &'a [Block], bool)>,
    /// All places of the book; `None` in the first round.
    known_places: Option<&'a WrittenPlaces>,
    pub(super) found_places: &'a mut WrittenPlaces,
    taken_ids: HashSet<String>,
    new_id_count: usize,
}

impl<'a> SectionWriter<'a> {
    /// Writes section number `index`, and notes its places in `written_places`.
    pub(super) fn write_section(
        book: &'a Book,
        plan: &'a PackagePlan,
        index: usize,
        known: Option<&'a WrittenPlaces>,
        written_places: &'a mut WrittenPlaces,
    ) -> WrittenDocument {
        let section = &book.sections[index];
        let mut text = SectionWriter {
            book,
            plan,
            section: index,
            xml: XmlWriter::document("<!DOCTYPE html>"),
            math: false,
            letters: LetterCount::default(),
            descriptions: Vec::new(),
            known_places: known,
            found_places: written_places,
            taken_ids: HashSet::new(),
            new_id_count: 0,
        };
        text.write_head(section);
        let matter = match section.matter {
            Matter::Front => "frontmatter",
            Matter::Body => "bodymatter",
            Matter::Back => "backmatter",
        };
        text.xml.open("body").attr("epub:type", matter);
        if plan.narrated.contains(&index) {
            let ids: Vec<String> = section.ids.iter().cloned().chain([START_ID.to_owned()]).collect();
            text.assign_id(&ids);
        } else {
            text.assign_id(&section.ids);
        }
        text.xml.end_line();
        text.write_outlined(&section.blocks);
        text.write_hidden_descriptions();
        WrittenDocument { math: text.math, letters: text.letters, xhtml: text.xml.finish() }
    }

    fn write_head(&mut self, section: &Section) {
        let language = self.document_language();
        let heading = section.blocks.iter().find_map(|block| match &block.kind {
            BlockKind::Heading { inlines, .. } => Some(collapse_spaces(&plain_text(inlines))),
            _ => None,
        });
        let title = section.title.clone().or(heading).filter(|title| !title.trim().is_empty());
        let title = title.as_deref().unwrap_or(&self.book.metadata.title);
        let title = if title.trim().is_empty() { "Untitled" } else { title };
        self.xml.open("html").attr("xmlns", XHTML_NAMESPACE).attr("xmlns:epub", OPS_NAMESPACE);
        self.xml.attr("lang", language).attr("xml:lang", language);
        let direction = section.dir.or_else(|| Direction::rtl_for_language(language));
        self.xml.attr_opt("dir", direction.map(Direction::name)).end_line();
        self.xml.open("head").element("title", title);
        if self.plan.overlaid.contains(&self.section) {
            self.xml.element("style", &format!(".{ACTIVE_CLASS} {{ background-color: #fe6; color: #000 }}"));
        }
        self.xml.close().end_line();
    }

    /// The language of the section, or else that of the book.
    fn document_language(&self) -> &'a str {
        let book = self.book;
        let language = book.sections[self.section].lang.as_deref().and_then(well_formed_language);
        language.unwrap_or_else(|| main_language(book))
    }

    fn write_hidden_descriptions(&mut self) {
        // A description may itself hold images with descriptions.
        let mut next = 0;
        while next < self.descriptions.len() {
            let (id, blocks, hidden) = self.descriptions[next].clone();
            self.xml.open("div").attr("id", &id).attr_opt("hidden", hidden.then_some("hidden")).end_line();
            self.write_blocks(blocks);
            self.xml.close().end_line();
            next += 1;
        }
    }

    /// Gives the element just opened one id for all these of the source.
    pub(super) fn assign_id(&mut self, ids: &[String]) -> Option<String> {
        let wanted = ids.first()?;
        let own = if is_name(wanted) && !self.taken_ids.contains(wanted) {
            wanted.clone()
        } else {
            self.unused_id("i")
        };
        self.taken_ids.insert(own.clone());
        for id in ids {
            self.found_places.ids.entry((self.section, id.clone())).or_insert_with(|| own.clone());
        }
        self.xml.attr("id", &own);
        Some(own)
    }

    /// An id that no element has.
    pub(super) fn unused_id(&mut self, kind: &str) -> String {
        loop {
            self.new_id_count += 1;
            let id = format!("{kind}-{}", self.new_id_count);
            if self.taken_ids.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Writes id, language, direction and kind of the element just opened.
    pub(super) fn write_attrs(&mut self, attrs: &Attrs) {
        self.assign_id(&attrs.ids);
        self.write_attrs_without_id(attrs);
    }

    /// Writes language, direction and kind of the element just opened.
    pub(super) fn write_attrs_without_id(&mut self, attrs: &Attrs) {
        if let Some(language) = attrs.lang.as_deref().and_then(well_formed_language) {
            self.xml.attr("lang", language).attr("xml:lang", language);
        }
        let section = &self.book.sections[self.section];
        let direction = Direction::for_part(attrs, section.dir, self.document_language());
        self.xml.attr_opt("dir", direction.map(Direction::name));
    }

    pub(super) fn write_kinds(&mut self, attrs: &Attrs) {
        let fit = |kind: &&str| {
            !kind.starts_with("doc-")
                && !kind.is_empty()
                && kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
        };
        let kinds: Vec<&str> = attrs.kinds.iter().map(String::as_str).filter(fit).collect();
        if !kinds.is_empty() {
            self.xml.attr("epub:type", &kinds.join(" "));
        }
    }

    pub(super) fn record_heading(&mut self, level: u8, label: String, id: String) {
        let target = Target { path: self.plan.sections[self.section].clone(), id: Some(id) };
        self.found_places.headings.push((level, label, target));
    }

    pub(super) fn record_page(&mut self, label: &str, id: String) {
        let target = Target { path: self.plan.sections[self.section].clone(), id: Some(id) };
        self.found_places.pages.push(PageTarget { label: label.to_owned(), target });
    }

    /// A reference to a place of the book; `None` if there is none.
    pub(super) fn to_href(&self, target: &Target) -> Option<String> {
        let section = self.plan.section_index(&target.path)?;
        let name = crate::path::file_name(&self.plan.sections[section]);
        match (&target.id, self.known_places) {
            (None, _) | (_, None) => Some(name.to_owned()),
            (Some(id), Some(known)) => known.new_id(section, id).map(|id| format!("{name}#{id}")),
        }
    }
}

/// Returns true if an id of the source can be kept: a name of XML in plain letters, also fit for a
/// fragment.
fn is_name(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
