//! Narration as media overlays (EPUB 3.3, section 9): for every section that is narrated, which piece of a
//! recording speaks which of its places.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::model::{Attrs, Block, BlockKind, Book, Inline, Matter, Section, plain_text, walk_blocks};
use crate::progress::report_step;
use crate::recordings::{AudioFile, RecordingPiece, Recordings};
use crate::xml::{OPS_NAMESPACE, XmlWriter};
use crate::{Progress, Result, path};

use super::ROOT_FOLDER;
use super::plan::PackagePlan;
use super::text::{START_ID, WrittenPlaces};

/// The class that reading apps give to what is spoken. Some mark nothing if the package names none.
pub(super) const ACTIVE_CLASS: &str = "-epub-media-overlay-active";

/// The narration of the book, as far as it can be heard.
#[derive(Debug, Default)]
pub(super) struct NarrationOverlays {
    pub(super) files: Vec<AudioFile>,
    /// By the paths of the sections.
    sections: HashMap<String, Vec<(Option<String>, RecordingPiece)>>,
}

#[derive(Debug)]
pub(super) struct OverlayDocument {
    pub(super) smil: String,
    /// Milliseconds.
    pub(super) length: u64,
}

impl NarrationOverlays {
    /// Finds the recordings of a book. Anything other than MP3 is converted, in this folder.
    pub(super) fn from_book(book: &Book, folder: &Path, progress: &mut dyn Progress) -> Result<Self> {
        let mut recordings = Recordings::new(book, folder);
        let known: HashSet<&str> = book.sections.iter().map(|section| section.path.as_str()).collect();
        let mut sections: HashMap<String, Vec<_>> = HashMap::new();
        let total = book.overlays.len();
        for (n, overlay) in book.overlays.iter().enumerate() {
            report_step(progress, n, total)?;
            for clip in &overlay.clips {
                let path = clip.text.path.as_str();
                if !path.is_empty() && !known.contains(path) {
                    continue;
                }
                if let Some(piece) = recordings.find_piece(clip, progress)? {
                    sections.entry(path.to_owned()).or_default().push((clip.text.id.clone(), piece));
                }
            }
        }
        let files = if sections.is_empty() { Vec::new() } else { recordings.into_files() };
        Ok(Self { files, sections })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The book with a title page, if a narrator reads the title or an author's name, or if the title of a
    /// book from another format is not in its text, because `DTBook` keeps both outside of it.
    pub(super) fn with_title_page<'b>(&self, book: &'b Book) -> Cow<'b, Book> {
        if !self.sections.contains_key("") && !lacks_title_page(book) {
            return Cow::Borrowed(book);
        }
        let attrs = |id: &str| Attrs { ids: vec![id.to_owned()], ..Attrs::default() };
        let words = |text: &str| vec![Inline::Text(text.to_owned())];
        let title = BlockKind::Heading { level: 1, inlines: words(&book.metadata.title) };
        let mut blocks = vec![Block { attrs: attrs(START_ID), kind: title }];
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

    /// Returns true if a section must have a place for its beginning: narration need not say what it
    /// speaks.
    pub(super) fn narrates_section(&self, section: &Section) -> bool {
        !section.path.is_empty() && self.sections.contains_key(&section.path)
    }

    pub(super) fn has_overlay(&self, index: usize, section: &Section, plan: &PackagePlan) -> bool {
        self.sections.contains_key(&section.path) && plan.section_index(&section.path) == Some(index)
    }

    /// The overlay of section number `index`; `written_places` are the places that were written.
    pub(super) fn write_overlay(
        &self,
        index: usize,
        section: &Section,
        plan: &PackagePlan,
        written_places: &WrittenPlaces,
    ) -> Option<OverlayDocument> {
        let pieces = self.sections.get(&section.path).filter(|_| plan.overlaid.contains(&index))?;
        let at = overlay_path(index);
        let text = &plan.sections[index];
        let text = path::relative_href(&at, text);
        let pages: HashSet<&str> = written_places.page_ids(&plan.sections[index]).collect();
        let mut xml = XmlWriter::document("");
        xml.open("smil").attr("xmlns", "http://www.w3.org/ns/SMIL").attr("xmlns:epub", OPS_NAMESPACE);
        xml.attr("version", "3.0").open("body").end_line();
        let mut length = 0;
        let mut place = written_places.new_id(index, START_ID)?;
        for (n, (id, piece)) in pieces.iter().enumerate() {
            // Narration of something that was not written continues from the place before it.
            place = match id {
                Some(id) => written_places.new_id(index, id).unwrap_or(place),
                None => written_places.new_id(index, START_ID)?,
            };
            xml.open("par").attr("id", &format!("p{}", n + 1));
            xml.attr_opt("epub:type", pages.contains(place).then_some("pagebreak"));
            xml.open("text").attr("src", &format!("{text}#{place}")).close();
            let audio = self.audio_path(piece.recording);
            xml.open("audio").attr("src", &path::relative_href(&at, &audio));
            xml.attr("clipBegin", &format_clock(piece.begin))
                .attr("clipEnd", &format_clock(piece.end))
                .close();
            xml.close().end_line();
            length += piece.end - piece.begin;
        }
        Some(OverlayDocument { smil: xml.finish(), length })
    }

    pub(super) fn audio_path(&self, recording: usize) -> String {
        format!("{ROOT_FOLDER}/audio/{}", self.files[recording].name)
    }
}

pub(super) fn overlay_path(section: usize) -> String {
    format!("{ROOT_FOLDER}/smil/part{:04}.smil", section + 1)
}

/// A time as SMIL writes it.
pub(super) fn format_clock(milliseconds: u64) -> String {
    format!("{}.{:03}s", milliseconds / 1000, milliseconds % 1000)
}

/// Returns true if the title of a book is nowhere in its text, and has to be: an EPUB brings its own
/// title page.
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
    walk_blocks(&first.blocks, &mut |block| found |= letters(&plain_text(block.inlines())) == title);
    !found
}
