//! An EPUB 3 written from the book model alone, for sources that are not EPUB.

mod blocks;
mod inlines;
mod overlays;
mod package;
mod plan;
mod text;

use std::io::{Seek, Write};

use jiff::Timestamp;
use position_maps::{DocumentPlaces, DocumentTrail, Places, SentenceGrid};

use crate::model::{Book, NavPoint, PageTarget, Resources, Target};
use crate::progress::report_step;
use crate::{Archive, Error, LetterTally, Limits, Progress, Result, xml};

use super::write::accessibility::written_book_claims;
use super::write::navdoc;
use overlays::NarrationOverlays;
use plan::PackagePlan;
use text::{SectionWriter, WrittenDocument, WrittenPlaces};

pub(super) use package::is_date;

const ROOT_FOLDER: &str = "EPUB";
const PACKAGE_PATH: &str = "EPUB/package.opf";
const NAV_PATH: &str = "EPUB/nav.xhtml";
const CONTAINER_XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\"><rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>\n";

/// An EPUB that was written, and what is in it.
#[derive(Debug)]
pub struct BuiltEpub<W> {
    /// The written package.
    pub output: W,
    /// The positions of the book's sentences.
    pub(crate) places: Option<Places>,
    /// The number of images.
    pub images: u64,
    /// The number of page breaks.
    pub pages: u64,
    /// Letters of the book that were written, by section.
    pub(crate) letters: LetterTally,
}

/// Writes a new EPUB 3 of a book, whatever it was read from. `modified` is the time that the package bears.
///
/// The table of contents and the page list are those of the book; where it has none they are made from its
/// headings and page breaks. Of accessibility only what was found is claimed. Images in formats that EPUB
/// readers do not know become PNG; of those that cannot be read, the alternatives stay. A title that is not
/// in the text gets a page. Narration becomes media overlays; recordings that are not MP3 are converted by
/// way of temporary files, what cannot be heard is left out.
///
/// # Errors
/// The book has no text at all; a file of it cannot be unpacked; the run was stopped; the encoder for
/// recordings is missing.
pub fn write_book<W: Write + Seek>(
    book: &Book,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<BuiltEpub<W>> {
    write_book_with_places(book, None, modified, out, progress)
}

/// Writes a new EPUB 3 of a book; also returns the position of each sentence of a numbered book.
pub(crate) fn write_book_with_places<W: Write + Seek>(
    book: &Book,
    grid: Option<&SentenceGrid>,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<BuiltEpub<W>> {
    if book.sections.is_empty() {
        return Err(Error::Unsupported { entry: "the book".into(), reason: "it has no text".into() });
    }
    let folder = tempfile::Builder::new().prefix("openshelf-audio-").tempdir()?;
    let overlays = NarrationOverlays::from_book(book, folder.path(), progress)?;
    let own_sections = book.sections.len();
    let book = overlays.with_title_page(book);
    let book = book.as_ref();
    let mut plan = PackagePlan::from_book(book);
    let narrated = book.sections.iter().enumerate().filter(|(_, section)| overlays.narrates_section(section));
    plan.narrated = narrated.map(|(index, _)| index).collect();
    let sections = book.sections.iter().enumerate();
    let overlaid = sections.filter(|(index, section)| overlays.has_overlay(*index, section, &plan));
    plan.overlaid = overlaid.map(|(index, _)| index).collect();
    // The first round finds out which places exist; the second can then link to them and to no others.
    let mut found = WrittenPlaces::default();
    for index in 0..book.sections.len() {
        SectionWriter::write_section(book, &plan, index, None, &mut found);
    }
    let mut out = Archive::new(out, modified);
    out.store("mimetype", b"application/epub+zip")?;
    out.add("META-INF/container.xml", CONTAINER_XML.as_bytes())?;
    let mut again = WrittenPlaces::default();
    let total = book.sections.len();
    let mut texts = Vec::with_capacity(total);
    for index in 0..total {
        report_step(progress, index, total)?;
        texts.push(SectionWriter::write_section(book, &plan, index, Some(&found), &mut again));
    }
    let map = map_navigation(book, &plan, &found);
    let place = |target: &Target| Some(target.clone());
    let sections = book.sections.iter().enumerate();
    let narration: Vec<_> =
        sections.map(|(index, section)| overlays.write_overlay(index, section, &plan, &found)).collect();
    let claims = written_book_claims(book, &map, !overlays.is_empty());
    let parts =
        package::PackageParts { plan: &plan, texts: &texts, overlays: &overlays, narration: &narration };
    out.add(PACKAGE_PATH, package::write_package(&map, book, &parts, modified, &claims).as_bytes())?;
    out.add(NAV_PATH, navdoc::write_nav(&map, NAV_PATH, &place).as_bytes())?;
    for (index, text) in texts.iter().enumerate() {
        out.add(&plan.sections[index], text.xhtml.as_bytes())?;
        if let Some(overlay) = &narration[index] {
            out.add(&overlays::overlay_path(index), overlay.smil.as_bytes())?;
        }
    }
    add_images(&mut out, book, &plan)?;
    for (n, file) in overlays.files.iter().enumerate() {
        report_step(progress, n, overlays.files.len())?;
        file.store_in(&mut out, &overlays.audio_path(n), book)?;
    }
    // A page with the title, which has no number, may have been put before all.
    let added = grid.map_or(0, |grid| book.sections.len().saturating_sub(grid.section_count()));
    let places = grid.map(|grid| find_places(grid, &texts, added)).transpose()?;
    let title_pages = book.sections.len() - own_sections;
    let letters = LetterTally::from_counts(texts.iter().skip(title_pages).map(|text| text.letters));
    Ok(BuiltEpub { output: out.finish()?, places, images: again.images, pages: again.page_breaks, letters })
}

/// Finds the sentences of a book in the documents that were written. The elements exist only in the written
/// text, so the documents are read once more. `added`: documents before the first section.
fn find_places(grid: &SentenceGrid, texts: &[WrittenDocument], added: usize) -> Result<Places> {
    let limits = Limits { xml_depth: usize::MAX, xml_nodes: u32::MAX, ..Limits::default() };
    let mut documents = DocumentPlaces::default();
    for (section, text) in texts.iter().skip(added).enumerate() {
        let document = xml::parse("a document", &text.xhtml, &limits)?;
        documents.add_section(section + added, &DocumentTrail::from_document(&document), grid, section);
    }
    Ok(Places::Documents(documents))
}

fn add_images<W: Write + Seek>(out: &mut Archive<W>, book: &Book, plan: &PackagePlan) -> Result<()> {
    for image in &plan.images {
        image.data.add_to(out, &image.name, image.media_type, book)?;
    }
    Ok(())
}

/// The ways into the text with the paths of the new package, as a book that holds nothing else.
fn map_navigation(book: &Book, plan: &PackagePlan, written_places: &WrittenPlaces) -> Book {
    let mut nav = map_points(&book.nav, plan, written_places);
    if nav.is_empty() {
        nav = written_places.heading_outline();
    }
    if nav.is_empty() {
        // A book without any heading is reached by its title.
        let target = Target { path: plan.sections[0].clone(), id: None };
        nav.push(NavPoint { label: book.metadata.title.clone(), target: Some(target), children: Vec::new() });
    }
    let mut pages: Vec<PageTarget> = book
        .pages
        .iter()
        .filter_map(|page| {
            Some(PageTarget {
                label: page.label.clone(),
                target: map_place(&page.target, plan, written_places)?,
            })
        })
        .collect();
    if pages.is_empty() {
        pages.clone_from(&written_places.pages);
    }
    let landmarks = book
        .landmarks
        .iter()
        .filter_map(|landmark| {
            Some(crate::model::Landmark {
                target: map_place(&landmark.target, plan, written_places)?,
                ..landmark.clone()
            })
        })
        .collect();
    Book {
        metadata: book.metadata.clone(),
        sections: Vec::new(),
        nav,
        pages,
        landmarks,
        overlays: Vec::new(),
        resources: Resources::in_memory([]),
        reporter: book.reporter.clone(),
    }
}

fn map_points(nav: &[NavPoint], plan: &PackagePlan, written_places: &WrittenPlaces) -> Vec<NavPoint> {
    nav.iter()
        .filter(|point| !point.label.trim().is_empty())
        .map(|point| NavPoint {
            label: point.label.clone(),
            target: point.target.as_ref().and_then(|target| map_place(target, plan, written_places)),
            children: map_points(&point.children, plan, written_places),
        })
        .filter(|point| point.target.is_some() || !point.children.is_empty())
        .collect()
}

/// A place of the source in the new package; the beginning of its document when the id does not exist.
fn map_place(target: &Target, plan: &PackagePlan, found: &WrittenPlaces) -> Option<Target> {
    let section = plan.section_index(&target.path)?;
    let id = target.id.as_ref().and_then(|id| found.new_id(section, id)).map(str::to_owned);
    Some(Target { path: plan.sections[section].clone(), id })
}
