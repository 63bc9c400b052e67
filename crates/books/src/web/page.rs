//! One document of the spine as HTML.

use std::collections::{HashMap, HashSet};

use super::Word;
use super::fixed::Drawn;
use super::outline::Piece;
use super::text::Html;
use crate::model::{Attrs, Block, BlockKind, Book, ImageSource, Section, Target, plain_text, squeezed};
use crate::xml::well_formed_language;

/// Begins every id of a page, so that none is one of the site's own.
const PREFIX: &str = "b.";
/// Bytes of all drawings of a book together.
const DRAWINGS: usize = 64 << 20;
/// Levels of headings below one another; deeper ones are all of the last.
const DEEPEST: usize = 6;

/// A reference to a note.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    pub(super) chapter: usize,
    /// The id of the reference on the page of its chapter.
    pub(super) id: String,
    /// What the book calls the note there.
    pub(super) label: String,
}

/// What is known of all pages of a book.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Whether all places are known; until then every address is taken to lead somewhere.
    pub(super) complete: bool,
    /// Chapters by the paths of their documents.
    pub(super) chapters: HashMap<String, usize>,
    /// Ids of pages by chapter and id of the source.
    pub(super) ids: HashMap<(usize, String), String>,
    /// The first reference to a note, by its target.
    pub(super) references: HashMap<Target, Reference>,
    /// Drawings in their text, by their number.
    pub(super) drawings: Vec<String>,
    /// The pictures of pages of fixed layout, by the paths of their documents.
    pub(super) drawn: HashMap<String, Drawn>,
    drawing_numbers: HashMap<String, Option<usize>>,
    /// Pictures and recordings of the package.
    pub(super) files: Vec<String>,
    seen: HashSet<String>,
}

impl Known {
    /// The place that a target names, as an address relative to that of the book.
    pub(super) fn address(&self, from: usize, target: &Target) -> Option<String> {
        if !self.complete {
            return Some(String::new());
        }
        let chapter = *self.chapters.get(&target.path)?;
        let id = match &target.id {
            Some(id) => Some(self.ids.get(&(chapter, id.clone()))?),
            None => None,
        };
        Some(match id {
            Some(id) if chapter == from => format!("#{id}"),
            Some(id) => format!("{}#{id}", chapter + 1),
            None => (chapter + 1).to_string(),
        })
    }

    /// The number of a drawing, by the path of its file or by its own text, cleaned when it is first seen.
    pub(super) fn drawing(&mut self, name: &str, text: impl FnOnce() -> Option<String>) -> Option<usize> {
        if let Some(known) = self.drawing_numbers.get(name) {
            return *known;
        }
        let total: usize = self.drawings.iter().map(String::len).sum();
        let text = text().filter(|text| total + text.len() <= DRAWINGS);
        let cleaned = text.and_then(|text| crate::picture::clean(&text).map(std::borrow::Cow::into_owned));
        let number = cleaned.map(|drawing| {
            self.drawings.push(drawing);
            self.drawings.len() - 1
        });
        self.drawing_numbers.insert(name.to_owned(), number);
        number
    }

    /// The address of a file of the package.
    pub(super) fn file(&mut self, path: &str) -> String {
        if self.seen.insert(path.to_owned()) {
            self.files.push(path.to_owned());
        }
        format!("files/{}", crate::path::relative("", path))
    }
}

/// A page being written.
pub(super) struct Page<'a> {
    pub(super) book: &'a Book,
    pub(super) chapter: usize,
    pub(super) html: Html,
    pub(super) known: &'a mut Known,
    /// The levels of the source's headings around this place.
    levels: Vec<u8>,
    taken: HashSet<String>,
    made: usize,
    /// How many notes the page has so far.
    pub(super) notes: usize,
    /// How many tables without a caption the page has so far.
    pub(super) unnamed_tables: usize,
    /// The text so far, for searching.
    pub(super) pieces: Vec<Piece>,
    pub(super) characters: u64,
    /// Ids of places, the ids of the source that say where they are, and the number of characters before
    /// them.
    pub(super) places: Vec<(String, String, u64)>,
}

impl<'a> Page<'a> {
    pub(super) fn new(book: &'a Book, chapter: usize, known: &'a mut Known) -> Self {
        Self {
            book,
            chapter,
            html: Html::default(),
            known,
            levels: Vec::new(),
            taken: HashSet::new(),
            made: 0,
            notes: 0,
            unnamed_tables: 0,
            pieces: Vec::new(),
            characters: 0,
            places: Vec::new(),
        }
    }

    pub(super) fn section(&self) -> &'a Section {
        &self.book.sections[self.chapter]
    }

    /// Writes all blocks; whether the first heading is that of the page.
    pub(super) fn write(&mut self) -> bool {
        let section = self.section();
        let headed = is_headed(&section.blocks);
        if !headed {
            // The title of the page is a heading above all others.
            self.levels.push(0);
        }
        // Nothing of the text carries the ids of the document itself.
        self.html.open("div");
        self.id(&section.ids);
        self.drawn();
        self.blocks(&section.blocks);
        self.html.close("div");
        headed
    }

    /// Writes the picture of a page of fixed layout. Its text follows, so the picture is read as its name
    /// alone.
    fn drawn(&mut self) {
        let path = self.section().path.as_str();
        let Some(drawn) = self.known.drawn.get(path) else { return };
        let label = self.book.pages.iter().find(|page| page.target.path == path);
        let label = label.map(|page| squeezed(&page.label)).filter(|label| !label.is_empty());
        let label = label.unwrap_or_else(|| (self.chapter + 1).to_string());
        self.html.open("div").attr("class", "b-drawn").attr("role", "img");
        self.html.attr_word_and("aria-label", Word::Picture, &label).in_words();
        // The words in the picture are those of the book.
        self.html.open("div").in_text().raw(&drawn.svg).close("div").close("div").line();
        for file in drawn.files.clone() {
            self.known.file(&file);
        }
    }

    /// Whether the picture of the page shows an image.
    pub(super) fn is_drawn(&self, source: &ImageSource) -> bool {
        self.known.drawn.get(&self.section().path).is_some_and(|drawn| match source {
            ImageSource::File(path) => drawn.seen.contains(path),
            ImageSource::Svg(_) => drawn.drawings,
        })
    }

    /// The level of a heading on this page: one below the heading around it.
    pub(super) fn level(&mut self, level: u8) -> usize {
        while self.levels.len() > 1 && self.levels.last().is_some_and(|last| *last >= level) {
            self.levels.pop();
        }
        self.levels.push(level);
        self.levels.len().min(DEEPEST)
    }

    /// Writes one id for all these of the source, or a new one.
    pub(super) fn id(&mut self, ids: &[String]) -> Option<String> {
        let own = ids.last()?;
        let id = if is_name(own) { format!("{PREFIX}{own}") } else { String::new() };
        let id = if id.is_empty() || self.taken.contains(&id) { self.new_id() } else { id };
        self.taken.insert(id.clone());
        for one in ids {
            self.known.ids.entry((self.chapter, one.clone())).or_insert_with(|| id.clone());
        }
        self.html.attr("id", &id);
        self.places.push((id.clone(), own.clone(), self.characters));
        Some(id)
    }

    /// An id that no element has.
    pub(super) fn new_id(&mut self) -> String {
        loop {
            self.made += 1;
            let id = format!("n.{}", self.made);
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Writes id, language and direction of the element just opened; its id.
    pub(super) fn attrs(&mut self, attrs: &Attrs) -> Option<String> {
        let id = self.id(&attrs.ids);
        if let Some(language) = attrs.lang.as_deref().and_then(well_formed_language) {
            self.html.attr("lang", language);
        }
        if let Some(dir) = attrs.dir {
            self.html.attr("dir", dir.name());
        }
        id
    }

    /// Notes the words of a block.
    pub(super) fn spoken(&mut self, id: Option<&str>, text: &str) {
        let text = squeezed(text);
        if text.is_empty() {
            return;
        }
        self.characters += text.chars().count() as u64;
        self.pieces.push(Piece { id: id.unwrap_or_default().to_owned(), text });
    }
}

/// The name of a chapter by its first heading.
pub(super) fn heading(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { inlines, .. } => {
            Some(squeezed(&plain_text(inlines))).filter(|text| !text.is_empty())
        }
        _ => None,
    })
}

/// Whether the first of all headings is one of the section's own blocks.
fn is_headed(blocks: &[Block]) -> bool {
    for block in blocks {
        let mut first = None;
        block.walk(&mut |inner| {
            if let BlockKind::Heading { inlines, .. } = &inner.kind
                && !plain_text(inlines).trim().is_empty()
            {
                first.get_or_insert(std::ptr::eq(inner, block));
            }
        });
        if let Some(own) = first {
            return own;
        }
    }
    false
}

/// Whether an id can be kept: plain letters, fit for an address.
fn is_name(id: &str) -> bool {
    id.len() <= 200 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
