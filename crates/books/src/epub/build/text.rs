//! One section of the book as a document.

use std::collections::{HashMap, HashSet};

use crate::letters::LetterCount;
use crate::model::{
    Attrs, Block, BlockKind, Book, Direction, Matter, NavPoint, PageTarget, Section, Target, plain_text,
};
use crate::xml::{OPS, Writer, XHTML, well_formed_language};

use super::plan::Plan;

/// The id of the beginning of a section: no source has an empty one.
pub(super) const START: &str = "";

/// The places that were written, over all sections.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Ids in the new documents, by section and id of the source.
    ids: HashMap<(usize, String), String>,
    headings: Vec<(u8, String, Target)>,
    pub(super) pages: Vec<PageTarget>,
    /// How many page breaks, also those without a name.
    pub(super) page_breaks: u64,
    pub(super) images: u64,
}

impl Found {
    /// The new id of a place.
    pub(super) fn id(&self, section: usize, id: &str) -> Option<&str> {
        self.ids.get(&(section, id.to_owned())).map(String::as_str)
    }

    /// The ids of the pages that begin in a document.
    pub(super) fn pages_of<'f>(&'f self, document: &'f str) -> impl Iterator<Item = &'f str> {
        let targets = self.pages.iter().map(|page| &page.target).filter(move |page| page.path == document);
        targets.filter_map(|target| target.id.as_deref())
    }

    /// A table of contents made of the headings.
    pub(super) fn outline(&self) -> Vec<NavPoint> {
        let mut rest = self.headings.as_slice();
        below(&mut rest, 0)
    }
}

/// The entries deeper than `level`, up to the first that is not.
fn below(rest: &mut &[(u8, String, Target)], level: u8) -> Vec<NavPoint> {
    let mut points = Vec::new();
    while let [(own, label, target), tail @ ..] = *rest
        && *own > level
    {
        *rest = tail;
        let children = below(rest, *own);
        points.push(NavPoint { label: label.clone(), target: Some(target.clone()), children });
    }
    points
}

/// A document that was written.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) xhtml: String,
    /// Whether it holds formulas.
    pub(super) math: bool,
    /// Letters of the book that were written.
    pub(super) letters: LetterCount,
}

/// The document being written.
pub(super) struct Text<'a> {
    pub(super) book: &'a Book,
    pub(super) plan: &'a Plan,
    pub(super) section: usize,
    pub(super) xml: Writer,
    pub(super) math: bool,
    /// Letters of the book that were written.
    pub(super) letters: LetterCount,
    /// Descriptions of images, which are at the end: their ids and texts, and whether they are hidden. Those
    /// of pictures that cannot be shown are all that there is to see.
    pub(super) descriptions: Vec<(String, &'a [Block], bool)>,
    /// What is known of all places; nothing in the first round.
    known: Option<&'a Found>,
    pub(super) found: &'a mut Found,
    taken: HashSet<String>,
    made: usize,
}

impl<'a> Text<'a> {
    /// Writes section number `index`, and notes its places in `found`.
    pub(super) fn write(
        book: &'a Book,
        plan: &'a Plan,
        index: usize,
        known: Option<&'a Found>,
        found: &'a mut Found,
    ) -> Written {
        let section = &book.sections[index];
        let mut text = Text {
            book,
            plan,
            section: index,
            xml: Writer::document("<!DOCTYPE html>"),
            math: false,
            letters: LetterCount::default(),
            descriptions: Vec::new(),
            known,
            found,
            taken: HashSet::new(),
            made: 0,
        };
        text.head(section);
        let matter = match section.matter {
            Matter::Front => "frontmatter",
            Matter::Body => "bodymatter",
            Matter::Back => "backmatter",
        };
        text.xml.open("body").attr("epub:type", matter);
        if plan.narrated.contains(&index) {
            let ids: Vec<String> = section.ids.iter().cloned().chain([START.to_owned()]).collect();
            text.id(&ids);
        } else {
            text.id(&section.ids);
        }
        text.xml.line();
        text.outlined(&section.blocks);
        text.hidden();
        Written { math: text.math, letters: text.letters, xhtml: text.xml.finish() }
    }

    fn head(&mut self, section: &Section) {
        let language = section.lang.as_deref().and_then(well_formed_language);
        let language = language.unwrap_or_else(|| super::package::language(self.book));
        let heading = section.blocks.iter().find_map(|block| match &block.kind {
            BlockKind::Heading { inlines, .. } => Some(line(&plain_text(inlines))),
            _ => None,
        });
        let title = section.title.clone().or(heading).filter(|title| !title.trim().is_empty());
        let title = title.as_deref().unwrap_or(&self.book.metadata.title);
        let title = if title.trim().is_empty() { "Untitled" } else { title };
        self.xml.open("html").attr("xmlns", XHTML).attr("xmlns:epub", OPS);
        self.xml.attr("lang", language).attr("xml:lang", language);
        self.xml.attr_opt("dir", section.dir.map(Direction::name)).line();
        self.xml.open("head").element("title", title).close().line();
    }

    fn hidden(&mut self) {
        // A description may itself hold images with descriptions.
        let mut next = 0;
        while next < self.descriptions.len() {
            let (id, blocks, hidden) = self.descriptions[next].clone();
            self.xml.open("div").attr("id", &id).attr_opt("hidden", hidden.then_some("hidden")).line();
            self.blocks(blocks);
            self.xml.close().line();
            next += 1;
        }
    }

    /// Gives the element just opened one id for all these of the source.
    pub(super) fn id(&mut self, ids: &[String]) -> Option<String> {
        let wanted = ids.first()?;
        let own =
            if is_name(wanted) && !self.taken.contains(wanted) { wanted.clone() } else { self.new_id("i") };
        self.taken.insert(own.clone());
        for id in ids {
            self.found.ids.entry((self.section, id.clone())).or_insert_with(|| own.clone());
        }
        self.xml.attr("id", &own);
        Some(own)
    }

    /// An id that no element has.
    pub(super) fn new_id(&mut self, kind: &str) -> String {
        loop {
            self.made += 1;
            let id = format!("{kind}-{}", self.made);
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Writes id, language, direction and kind of the element just opened.
    pub(super) fn attrs(&mut self, attrs: &Attrs) {
        self.id(&attrs.ids);
        self.carry(attrs);
    }

    /// The same without the id.
    pub(super) fn carry(&mut self, attrs: &Attrs) {
        if let Some(language) = attrs.lang.as_deref().and_then(well_formed_language) {
            self.xml.attr("lang", language).attr("xml:lang", language);
        }
        self.xml.attr_opt("dir", attrs.dir.map(Direction::name));
    }

    /// Writes the kinds that a container bears.
    pub(super) fn kinds(&mut self, attrs: &Attrs) {
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

    pub(super) fn note_heading(&mut self, level: u8, label: String, id: String) {
        let target = Target { path: self.plan.sections[self.section].clone(), id: Some(id) };
        self.found.headings.push((level, label, target));
    }

    pub(super) fn note_page(&mut self, label: &str, id: String) {
        let target = Target { path: self.plan.sections[self.section].clone(), id: Some(id) };
        self.found.pages.push(PageTarget { label: label.to_owned(), target });
    }

    /// A reference to a place of the book; `None` if there is none.
    pub(super) fn reference(&self, target: &Target) -> Option<String> {
        let section = self.plan.section(&target.path)?;
        let name = self.plan.sections[section].rsplit('/').next().unwrap_or_default();
        match (&target.id, self.known) {
            (None, _) | (_, None) => Some(name.to_owned()),
            (Some(id), Some(known)) => known.id(section, id).map(|id| format!("{name}#{id}")),
        }
    }
}

/// White space collapsed.
pub(super) fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an id of the source can be kept: a name of XML in plain letters, also fit for a fragment.
fn is_name(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
