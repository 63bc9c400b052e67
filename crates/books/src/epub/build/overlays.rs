//! Narration as media overlays (EPUB 3.3, section 9): for every section that is narrated, which piece of a
//! recording speaks which of its places.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::error::Result;
use crate::model::{Attrs, Block, BlockKind, Book, Inline, Matter, Section, plain_text};
use crate::path;
use crate::progress::{Progress, step};
use crate::recordings::{AudioFile, Piece, Recordings};
use crate::xml::{OPS, Writer};

use super::FOLDER;
use super::plan::Plan;
use super::text::{Found, START};

/// The narration of the book, as far as it can be heard.
#[derive(Debug, Default)]
pub(super) struct Overlays {
    pub(super) files: Vec<AudioFile>,
    /// By the paths of the sections.
    sections: HashMap<String, Vec<(Option<String>, Piece)>>,
}

/// An overlay document.
#[derive(Debug)]
pub(super) struct Overlay {
    pub(super) smil: String,
    /// Milliseconds.
    pub(super) length: u64,
}

impl Overlays {
    /// Finds the recordings of a book. Anything other than MP3 is converted, in this folder.
    pub(super) fn of(book: &Book, folder: &Path, progress: &mut dyn Progress) -> Result<Self> {
        let mut recordings = Recordings::new(book, folder);
        let known: HashSet<&str> = book.sections.iter().map(|section| section.path.as_str()).collect();
        let mut sections: HashMap<String, Vec<_>> = HashMap::new();
        let total = book.overlays.len();
        for (n, overlay) in book.overlays.iter().enumerate() {
            step(progress, n, total)?;
            for clip in &overlay.clips {
                let path = clip.text.path.as_str();
                if !path.is_empty() && !known.contains(path) {
                    continue;
                }
                if let Some(piece) = recordings.piece(clip, progress)? {
                    sections.entry(path.to_owned()).or_default().push((clip.text.id.clone(), piece));
                }
            }
        }
        let files = if sections.is_empty() { Vec::new() } else { recordings.finish() };
        Ok(Self { files, sections })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The book with a title page, if a narrator reads the title or an author's name, or the title of a book
    /// that was no EPUB is not in its text: in `DTBook` both are apart from it.
    pub(super) fn with_title_page<'b>(&self, book: &'b Book) -> Cow<'b, Book> {
        if !self.sections.contains_key("") && !lacks_title_page(book) {
            return Cow::Borrowed(book);
        }
        let attrs = |id: &str| Attrs { ids: vec![id.to_owned()], ..Attrs::default() };
        let words = |text: &str| vec![Inline::Text(text.to_owned())];
        let title = BlockKind::Heading { level: 1, inlines: words(&book.metadata.title) };
        let mut blocks = vec![Block { attrs: attrs(START), kind: title }];
        for author in book.metadata.names("aut") {
            blocks.push(Block { attrs: attrs(author), kind: BlockKind::Paragraph(words(author)) });
        }
        let page = Section {
            lang: Some(book.metadata.language().to_owned()),
            ..Section::new(String::new(), Matter::Front, blocks)
        };
        let mut book = book.clone();
        book.sections.insert(0, page);
        Cow::Owned(book)
    }

    /// Whether a section must have a place for its beginning: narration need not say what it speaks.
    pub(super) fn narrates(&self, section: &Section) -> bool {
        !section.path.is_empty() && self.sections.contains_key(&section.path)
    }

    /// The overlay of section number `index`; `found` are the places that were written.
    pub(super) fn write(
        &self,
        index: usize,
        section: &Section,
        plan: &Plan,
        found: &Found,
    ) -> Option<Overlay> {
        let pieces =
            self.sections.get(&section.path).filter(|_| plan.section(&section.path) == Some(index))?;
        let (at, text) = (name(index), &plan.sections[index]);
        let text = path::relative(&at, text);
        let pages: HashSet<&str> = found.pages_of(&plan.sections[index]).collect();
        let mut xml = Writer::document("");
        xml.open("smil").attr("xmlns", "http://www.w3.org/ns/SMIL").attr("xmlns:epub", OPS);
        xml.attr("version", "3.0").open("body").line();
        let mut length = 0;
        let mut place = found.id(index, START)?;
        for (n, (id, piece)) in pieces.iter().enumerate() {
            // What speaks something that was not written continues from the place before it.
            place = match id {
                Some(id) => found.id(index, id).unwrap_or(place),
                None => found.id(index, START)?,
            };
            xml.open("par").attr("id", &format!("p{}", n + 1));
            xml.attr_opt("epub:type", pages.contains(place).then_some("pagebreak"));
            xml.open("text").attr("src", &format!("{text}#{place}")).close();
            let audio = self.audio(piece.recording);
            xml.open("audio").attr("src", &path::relative(&at, &audio));
            xml.attr("clipBegin", &clock(piece.begin)).attr("clipEnd", &clock(piece.end)).close();
            xml.close().line();
            length += piece.end - piece.begin;
        }
        Some(Overlay { smil: xml.finish(), length })
    }

    /// Where a recording is in the package.
    pub(super) fn audio(&self, recording: usize) -> String {
        format!("{FOLDER}/audio/{}", self.files[recording].name)
    }
}

/// Where the overlay of a section is in the package.
pub(super) fn name(section: usize) -> String {
    format!("{FOLDER}/smil/part{:04}.smil", section + 1)
}

/// A time as SMIL writes it.
pub(super) fn clock(milliseconds: u64) -> String {
    format!("{}.{:03}s", milliseconds / 1000, milliseconds % 1000)
}

/// Whether the title of a book is nowhere in its text, and has to be: an EPUB brings its own title page.
fn lacks_title_page(book: &Book) -> bool {
    let letters = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let title = letters(&book.metadata.title);
    if book.metadata.epub_version != 0 || book.metadata.heard_only || title.is_empty() {
        return false;
    }
    let Some(first) = book.sections.first() else { return false };
    let mut found = false;
    for block in &first.blocks {
        block.walk(&mut |block| found |= letters(&plain_text(block.inlines())) == title);
    }
    !found
}
