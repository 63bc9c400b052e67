//! Writes all pages of a book into one file: the header, then the parts that it names.

use std::io::Write;

use books::epub::{EpubSource, read_rewritten};
use books::model::{Book, Direction, Matter, NavPoint, Target, collapse_spaces};
use books::xml::{self, find_children, well_formed_language};
use books::{Error, Limits, Progress, Reporter, Result};
use bytes::Bytes;
use serde::Serialize;

use crate::fixed::PagePictures;
use crate::header::write_header;
use crate::outline::{
    BookOutline, ContentsEntry, MadeFor, NarrationClip, OutlineChapter, PageMark, PartRange, TextPiece,
};
use crate::page::{BookPages, PageWriter, first_heading};
use crate::pictures::ChapterPicture;
use crate::places::ElementPlaces;
use crate::words::DocumentWords;

/// Bytes of all pages together: some hundred times a long novel.
const MAX_PAGES_BYTES: usize = 512 << 20;

#[derive(Default)]
struct WrittenPage {
    html: String,
    pieces: Vec<TextPiece>,
    pictures: Vec<ChapterPicture>,
    chapter: OutlineChapter,
}

/// Writes an EPUB as pages: the length of the outline in [`HEADER_BYTES`](crate::HEADER_BYTES) hexadecimal
/// digits, the outline as JSON, and the parts of the chapters.
///
/// # Errors
/// As [`books::epub::read`]; the pages would be too large.
pub fn write_pages(
    bytes: Bytes,
    limits: &Limits,
    out: &mut impl Write,
    progress: &mut dyn Progress,
) -> Result<()> {
    write_copy(bytes, None, limits, out, progress)
}

/// Writes an EPUB as pages, with the name and date of a marked copy, so that its notice can be shown in any
/// language.
pub fn write_copy(
    bytes: Bytes,
    made_for: Option<MadeFor>,
    limits: &Limits,
    out: &mut impl Write,
    progress: &mut dyn Progress,
) -> Result<()> {
    let source = EpubSource::open(bytes, limits, Reporter::default())?;
    let mut places = ElementPlaces::default();
    let mut pictures = PagePictures::from_source(&source)?;
    let book = {
        let mut rewrite = |path: &str, document: &roxmltree::Document<'_>| {
            pictures.draw_page(path, document);
            places.add_ids(path, document)
        };
        read_rewritten(&source, &mut rewrite, progress)?
    };
    let copy = source.with_package_document(copy_fingerprint)?;
    let fixed = pictures.has_fixed_pages();
    let mut known = BookPages::default();
    known.page_pictures = pictures.into_pictures();
    for (n, section) in book.sections.iter().enumerate() {
        known.chapters.entry(section.path.clone()).or_insert(n);
    }
    // The first round finds out which places exist; the second links to them.
    let mut size = 0;
    for n in 0..book.sections.len() {
        size += write_chapter(&book, n, &places, copy.as_deref(), &mut known).html.len();
        if size > MAX_PAGES_BYTES {
            return Err(Error::PackageTooLarge { limit: MAX_PAGES_BYTES as u64 });
        }
    }
    known.complete = true;
    let mut written: Vec<WrittenPage> = (0..book.sections.len())
        .map(|n| write_chapter(&book, n, &places, copy.as_deref(), &mut known))
        .collect();
    let clips: Vec<Vec<NarrationClip>> =
        (0..written.len()).map(|n| chapter_clips(&book, n, &mut known)).collect();
    let mut outline = build_outline(&book, &known, copy.is_some());
    outline.fixed |= fixed;
    // The recipient may have another name by now.
    outline.made_for =
        made_for.filter(|made_for| outline.notice.as_deref().is_some_and(|notice| made_for.is_in(notice)));
    name_chapters(&mut written, &outline, &book);
    let words: Vec<Option<&DocumentWords>> =
        book.sections.iter().map(|section| places.document_words(&section.path)).collect();
    assemble_parts(&mut outline, written, &clips, &words, known, out)
}

fn write_chapter(
    book: &Book,
    n: usize,
    places: &ElementPlaces,
    copy: Option<&str>,
    pages: &mut BookPages,
) -> WrittenPage {
    let section = &book.sections[n];
    let mut page = PageWriter::new(book, n, pages);
    if let Some(copy) = copy {
        // Every page that is shown is one of this copy.
        page.html.open("div").attr("data-copy", copy);
    }
    let headed = page.write_page();
    if copy.is_some() {
        page.html.close("div");
    }
    let located = page.places.iter().filter_map(|(id, own, before)| {
        Some((id.clone(), places.element_steps(&section.path, own)?, *before))
    });
    let mut located: Vec<_> = located.collect();
    located.sort_by_key(|place| place.2);
    let chapter = OutlineChapter {
        title: String::new(),
        lang: section.lang.as_deref().and_then(well_formed_language).map(str::to_owned),
        dir: section.dir.map(|dir| Direction::name(dir).to_owned()),
        linear: section.linear,
        headed,
        characters: page.characters,
        places: located,
        ..OutlineChapter::default()
    };
    WrittenPage {
        pieces: std::mem::take(&mut page.pieces),
        pictures: std::mem::take(&mut page.pictures),
        html: page.html.finish(),
        chapter,
    }
}

/// The fingerprint in the package document of a marked copy.
fn copy_fingerprint(document: &roxmltree::Document<'_>) -> Option<String> {
    let metadata = xml::find_child(document.root_element(), "metadata")?;
    let copy =
        find_children(metadata, "meta").find(|meta| meta.attribute("name") == Some("openshelf:copy"))?;
    copy.attribute("content").map(str::to_owned)
}

fn build_outline(book: &Book, known: &BookPages, marked: bool) -> BookOutline {
    let place = |target: &Target| {
        let chapter = *known.chapters.get(&target.path)?;
        let id = target.id.as_ref().and_then(|id| known.ids.get(&(chapter, id.clone())).cloned());
        Some((chapter, id))
    };
    let mut contents = Vec::new();
    let mut add = |point: &NavPoint, depth: u8| {
        let target = point.target.as_ref().and_then(place);
        let (chapter, id) = target.map_or((None, None), |(chapter, id)| (Some(chapter), id));
        contents.push(ContentsEntry { depth, label: collapse_spaces(&point.label), chapter, id });
    };
    for point in &book.nav {
        point.walk(0, &mut add);
    }
    let pages = book.pages.iter().filter_map(|page| {
        let (chapter, id) = place(&page.target)?;
        Some(PageMark { label: collapse_spaces(&page.label), chapter, id })
    });
    let has_front = book.sections.first().is_some_and(|section| section.matter == Matter::Front);
    let body = book.sections.iter().position(|section| section.matter == Matter::Body);
    let notice = book.sections.iter().filter(|_| marked).find(|section| {
        let name = section.path.rsplit('/').next().unwrap_or_default();
        let ids = section.blocks.first().map(|block| block.attrs.ids.as_slice()).unwrap_or_default();
        name.starts_with("notice") && ids.iter().any(|id| id == "notice")
    });
    BookOutline {
        title: collapse_spaces(&book.metadata.title),
        lang: book.metadata.languages.first().and_then(|tag| well_formed_language(tag)).map(str::to_owned),
        fixed: book.metadata.pre_paginated,
        notice: notice.map(|section| {
            collapse_spaces(
                &section.blocks.iter().map(books::model::Block::plain_text).collect::<Vec<_>>().join(" "),
            )
        }),
        pages: pages.collect(),
        contents,
        body: body.filter(|_| has_front),
        ..BookOutline::default()
    }
}

/// Names the chapters: by the table of contents, their first heading, or their document's title.
fn name_chapters(written: &mut [WrittenPage], outline: &BookOutline, book: &Book) {
    for (n, page) in written.iter_mut().enumerate() {
        let section = &book.sections[n];
        let entry = outline.contents.iter().find(|entry| entry.chapter == Some(n) && !entry.label.is_empty());
        let named = entry.map(|entry| entry.label.clone()).or_else(|| first_heading(&section.blocks));
        let named =
            named.or_else(|| section.title.as_deref().map(collapse_spaces)).filter(|name| !name.is_empty());
        page.chapter.title = named.unwrap_or_else(|| outline.title.clone());
    }
}

/// The narration of a chapter, as far as browsers play it.
fn chapter_clips(book: &Book, n: usize, pages: &mut BookPages) -> Vec<NarrationClip> {
    let section = &book.sections[n];
    let clips = book.overlays.iter().filter(|overlay| overlay.section == section.path);
    let mut found = Vec::new();
    for clip in clips.flat_map(|overlay| &overlay.clips).filter(|clip| clip.text.path == section.path) {
        let playable =
            book.resources.get(&clip.audio).is_some_and(|file| file.media_type.starts_with("audio/"));
        let id = match &clip.text.id {
            Some(id) => pages.ids.get(&(n, id.clone())).cloned(),
            None => Some(String::new()),
        };
        if let Some(id) = id.filter(|_| playable) {
            let audio = pages.file_address(&clip.audio);
            let (begin, end) = (clip.begin.as_secs_f64(), clip.end.map(|end| end.as_secs_f64()));
            found.push(NarrationClip { id, audio, begin, end });
        }
    }
    found
}

fn assemble_parts(
    outline: &mut BookOutline,
    written: Vec<WrittenPage>,
    clips: &[Vec<NarrationClip>],
    words: &[Option<&DocumentWords>],
    pages: BookPages,
    out: &mut impl Write,
) -> Result<()> {
    let mut parts = PageParts::default();
    for ((page, clips), words) in written.into_iter().zip(clips).zip(words) {
        let mut chapter = page.chapter;
        chapter.html = parts.add_part(page.html.into_bytes());
        chapter.text = parts.add_part(to_json(&page.pieces)?);
        if !clips.is_empty() {
            chapter.clips = parts.add_part(to_json(clips)?);
        }
        if !page.pictures.is_empty() {
            chapter.pictures = parts.add_part(to_json(&page.pictures)?);
        }
        if let Some(words) = words {
            chapter.words = parts.add_part(to_json(words)?);
        }
        outline.chapters.push(chapter);
    }
    outline.drawings =
        pages.drawings.into_iter().map(|drawing| parts.add_part(drawing.into_bytes())).collect();
    outline.files = pages.files;
    write_header(&to_json(outline)?, out)?;
    for part in parts.bytes {
        out.write_all(&part)?;
    }
    Ok(())
}

/// The parts after the header.
#[derive(Default)]
struct PageParts {
    bytes: Vec<Vec<u8>>,
    length: u64,
}

impl PageParts {
    fn add_part(&mut self, bytes: Vec<u8>) -> PartRange {
        let part = PartRange { at: self.length, length: bytes.len() as u64 };
        self.length += part.length;
        self.bytes.push(bytes);
        part
    }
}

fn to_json(value: &(impl Serialize + ?Sized)) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| std::io::Error::other(error).into())
}
