//! One document of the spine as HTML.

use std::collections::{HashMap, HashSet};

use books::model::{
    Attrs, Block, BlockKind, Book, ImageSource, Resource, Section, Target, collapse_spaces, plain_text,
};
use books::xml::well_formed_language;

use crate::fixed::{PagePicture, read_drawing_size};
use crate::outline::PartRange;
use crate::pictures::{ChapterPicture, PicturePlacement, PictureSource};
use crate::text::HtmlWriter;
use crate::{MAX_PICTURE_BYTES, PlaceholderWord, TextPiece};

/// Begins every id of a page, so that none is one of the site's own.
const ID_PREFIX: &str = "b.";
/// Bytes of all drawings of a book together.
const MAX_DRAWING_BYTES: usize = 64 << 20;
/// First bytes of a picture, which state its width and height in nearly all files.
const PICTURE_HEADER_BYTES: usize = 64 << 10;
/// Levels of headings below one another; deeper ones are all of the last.
const MAX_HEADING_LEVELS: usize = 6;

/// An abbreviation that the book explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Abbreviation {
    pub(crate) short: String,
    pub(crate) full: String,
    /// The language that the text around it states. Empty if it states none.
    pub(crate) lang: String,
}

#[derive(Debug, Clone)]
pub(crate) struct NoteReference {
    pub(crate) chapter: usize,
    /// The id of the reference on the page of its chapter.
    pub(crate) id: String,
    /// The label of the note in the book.
    pub(crate) label: String,
}

/// Facts about all pages of a book.
#[derive(Debug, Default)]
pub(crate) struct BookPages {
    /// True if all places are known; until then every address is taken to lead somewhere.
    pub(crate) complete: bool,
    /// Chapters by the paths of their documents.
    pub(crate) chapters: HashMap<String, usize>,
    /// Ids of pages by chapter and id of the source.
    pub(crate) ids: HashMap<(usize, String), String>,
    /// The first reference to a note, by its target.
    pub(crate) references: HashMap<Target, NoteReference>,
    /// Drawings in their text, by their number.
    pub(crate) drawings: Vec<String>,
    /// The width and height of each drawing in pixels, if they are known.
    pub(crate) drawing_sizes: Vec<Option<(u32, u32)>>,
    /// The width and height of pictures of the package, by their paths.
    picture_sizes: HashMap<String, Option<(u32, u32)>>,
    /// The pictures of pages of fixed layout, by the paths of their documents.
    pub(crate) page_pictures: HashMap<String, PagePicture>,
    drawing_numbers: HashMap<String, Option<usize>>,
    /// Pictures and recordings of the package.
    pub(crate) files: Vec<String>,
    seen_files: HashSet<String>,
}

impl BookPages {
    /// The place that a target names, as an address relative to that of the book.
    pub(crate) fn target_address(&self, from: usize, target: &Target) -> Option<String> {
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
    pub(crate) fn drawing_number(
        &mut self,
        name: &str,
        text: impl FnOnce() -> Option<String>,
    ) -> Option<usize> {
        if let Some(known) = self.drawing_numbers.get(name) {
            return *known;
        }
        let total: usize = self.drawings.iter().map(String::len).sum();
        let text = text().filter(|text| total + text.len() <= MAX_DRAWING_BYTES);
        let cleaned = text.and_then(|text| books::clean_drawing(&text).map(std::borrow::Cow::into_owned));
        let number = cleaned.map(|drawing| {
            self.drawing_sizes.push(read_drawing_size(&drawing));
            self.drawings.push(drawing);
            self.drawings.len() - 1
        });
        self.drawing_numbers.insert(name.to_owned(), number);
        number
    }

    /// The size of a picture of the package in pixels. `None` if it cannot be read.
    pub(crate) fn picture_size(&mut self, book: &Book, file: &Resource) -> Option<(u32, u32)> {
        if let Some(known) = self.picture_sizes.get(&file.path) {
            return *known;
        }
        let resources = &book.resources;
        let read_size =
            |bytes: books::Result<Vec<u8>>| bytes.ok().and_then(|bytes| books::read_picture_size(&bytes));
        let mut size = read_size(resources.read_beginning(&file.path, PICTURE_HEADER_BYTES));
        if size.is_none() && file.size <= MAX_PICTURE_BYTES {
            // A long color profile or description may come before the size.
            size = read_size(resources.read(&file.path));
        }
        self.picture_sizes.insert(file.path.clone(), size);
        size
    }

    pub(crate) fn file_address(&mut self, path: &str) -> String {
        if self.seen_files.insert(path.to_owned()) {
            self.files.push(path.to_owned());
        }
        format!("files/{}", books::path::relative_href("", path))
    }
}

pub(crate) struct PageWriter<'a> {
    pub(crate) book: &'a Book,
    pub(crate) chapter: usize,
    pub(crate) html: HtmlWriter,
    pub(crate) pages: &'a mut BookPages,
    /// The levels of the source's headings around this place.
    levels: Vec<u8>,
    taken_ids: HashSet<String>,
    new_id_count: usize,
    /// The number of notes on the page so far.
    pub(crate) notes: usize,
    /// The number of tables without a caption on the page so far.
    pub(crate) unnamed_tables: usize,
    /// The pictures so far that have a page of their own.
    pub(crate) pictures: Vec<ChapterPicture>,
    /// Inside content where links to pages of pictures would be in the way: the numbers of the pictures.
    pub(crate) postponed_links: Option<Vec<usize>>,
    /// Numbers of pictures in names of the table around this place.
    pub(crate) table_pictures: Vec<usize>,
    /// The abbreviations so far.
    pub(crate) abbreviations: Vec<Abbreviation>,
    /// The text so far, for searching.
    pub(crate) pieces: Vec<TextPiece>,
    pub(crate) characters: u64,
    /// Ids of places, the ids of the source that say where they are, and the number of characters before
    /// them.
    pub(crate) places: Vec<(String, String, u64)>,
}

impl<'a> PageWriter<'a> {
    pub(crate) fn new(book: &'a Book, chapter: usize, pages: &'a mut BookPages) -> Self {
        Self {
            book,
            chapter,
            html: HtmlWriter::default(),
            pages,
            levels: Vec::new(),
            taken_ids: HashSet::new(),
            new_id_count: 0,
            notes: 0,
            unnamed_tables: 0,
            pictures: Vec::new(),
            postponed_links: None,
            table_pictures: Vec::new(),
            abbreviations: Vec::new(),
            pieces: Vec::new(),
            characters: 0,
            places: Vec::new(),
        }
    }

    pub(crate) fn section(&self) -> &'a Section {
        &self.book.sections[self.chapter]
    }

    /// Writes all blocks; whether the first heading is that of the page.
    pub(crate) fn write_page(&mut self) -> bool {
        let section = self.section();
        let headed = begins_with_own_heading(&section.blocks);
        if !headed {
            // The title of the page is a heading above all others.
            self.levels.push(0);
        }
        // Nothing of the text carries the ids of the document itself.
        self.html.open("div");
        self.write_id(&section.ids);
        self.write_fixed_picture();
        self.write_blocks(&section.blocks);
        self.html.close("div");
        self.write_abbreviations();
        headed
    }

    /// Writes the picture of a page of fixed layout. Its text follows, so the picture is read as its name
    /// alone.
    fn write_fixed_picture(&mut self) {
        let path = self.section().path.as_str();
        let Some(drawn) = self.pages.page_pictures.get(path) else { return };
        let label = self.book.pages.iter().find(|page| page.target.path == path);
        let label = label.map(|page| collapse_spaces(&page.label)).filter(|label| !label.is_empty());
        let label = label.unwrap_or_else(|| (self.chapter + 1).to_string());
        self.html.open("div").attr("class", "b-drawn").attr("role", "img");
        self.html.placeholder_attr_with("aria-label", PlaceholderWord::Picture, &label).mark_words_language();
        // The words in the picture are those of the book.
        let start = self.html.open("div").mark_text_language().position();
        self.html.raw_markup(&drawn.svg).close("div").close("div").end_line();
        let drawing = PartRange { at: start as u64, length: drawn.svg.len() as u64 };
        let size = drawn.size;
        let files = drawn.files.clone();
        let number = self.add_picture(PictureSource::Page { drawing, label }, size, None);
        self.write_picture_links(&[number], PicturePlacement::Alone);
        for file in files {
            self.pages.file_address(&file);
        }
    }

    /// Returns true if the picture of the page shows an image.
    pub(crate) fn is_drawn(&self, source: &ImageSource) -> bool {
        self.pages.page_pictures.get(&self.section().path).is_some_and(|drawn| match source {
            ImageSource::File(path) => drawn.seen_files.contains(path),
            ImageSource::Svg(_) => drawn.drawings,
        })
    }

    /// The level of a heading on this page: one below the heading around it.
    pub(crate) fn nested_level(&mut self, level: u8) -> usize {
        while self.levels.len() > 1 && self.levels.last().is_some_and(|last| *last >= level) {
            self.levels.pop();
        }
        self.levels.push(level);
        self.levels.len().min(MAX_HEADING_LEVELS)
    }

    /// Writes one id for all these of the source, or a new one.
    pub(crate) fn write_id(&mut self, ids: &[String]) -> Option<String> {
        let own = ids.last()?;
        let id = if is_name(own) { format!("{ID_PREFIX}{own}") } else { String::new() };
        let id = if id.is_empty() || self.taken_ids.contains(&id) { self.unused_id() } else { id };
        self.taken_ids.insert(id.clone());
        for one in ids {
            self.pages.ids.entry((self.chapter, one.clone())).or_insert_with(|| id.clone());
        }
        self.html.attr("id", &id);
        self.places.push((id.clone(), own.clone(), self.characters));
        Some(id)
    }

    /// An id that no element has.
    pub(crate) fn unused_id(&mut self) -> String {
        loop {
            self.new_id_count += 1;
            let id = format!("n.{}", self.new_id_count);
            if self.taken_ids.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Writes id, language and direction of the element just opened; its id.
    pub(crate) fn write_attrs(&mut self, attrs: &Attrs) -> Option<String> {
        let id = self.write_id(&attrs.ids);
        if let Some(language) = attrs.lang.as_deref().and_then(well_formed_language) {
            self.html.attr("lang", language);
        }
        if let Some(dir) = attrs.dir {
            self.html.attr("dir", dir.name());
        }
        id
    }

    /// Notes the words of a block.
    pub(crate) fn record_words(&mut self, id: Option<&str>, text: &str) {
        let text = collapse_spaces(text);
        if text.is_empty() {
            return;
        }
        self.characters += text.chars().count() as u64;
        self.pieces.push(TextPiece { id: id.unwrap_or_default().to_owned(), text });
    }
}

/// The name of a chapter by its first heading.
pub(crate) fn first_heading(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { inlines, .. } => {
            Some(collapse_spaces(&plain_text(inlines))).filter(|text| !text.is_empty())
        }
        _ => None,
    })
}

/// Returns true if the first of all headings is one of the section's own blocks.
fn begins_with_own_heading(blocks: &[Block]) -> bool {
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

/// Returns true if an id can be kept: plain letters, fit for an address.
fn is_name(id: &str) -> bool {
    id.len() <= 200 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
