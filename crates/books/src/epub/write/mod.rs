//! The EPUB 3 that is delivered: the original passed through, its package document completed.
//! An EPUB 2 is upgraded.

pub(super) mod accessibility;
mod clean;
mod container;
mod css;
pub(super) mod language;
mod names;
pub(super) mod navdoc;
pub(super) mod patch;
mod picture_pages;
pub(super) mod properties;
mod titles;
mod upgrade;

use std::collections::{BTreeMap, HashSet};
use std::io::{Cursor, Seek, Write};

use jiff::Timestamp;
use position_maps::{DocumentPlaces, PackedMap, Places, SentenceMap, notice_is_second};

use super::{CONTAINER_PATH, EpubSource, Trails, read_source, write_book, write_book_with_places};
use crate::balance::{report_balance, report_rewriting};
use crate::error::keep_part;
use crate::letters::LetterCount;
use crate::litter::is_litter;
use crate::model::Book;
use crate::opf::ManifestItem;
use crate::xml::count::{AllText, count_markup};
use crate::{Archive, Package, Progress, Result, path, sentences, xml};

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 14;

/// Files that replace or join those of the source, by path.
type ChangedFiles = BTreeMap<String, String>;

/// Writes the EPUB 3 that is delivered for an EPUB 2 or 3.
///
/// Every file is copied without being compressed again, except the package document, which gets the time of
/// the change and what was found of the book's accessibility, ill-formed documents, which are repaired, and
/// documents that name no language or have no title, which get both. An EPUB 2 becomes a valid EPUB 3;
/// one with texts of `DTBook` is written again.
pub(crate) fn write_source<W: Write + Seek>(
    source: &EpubSource,
    modified: Timestamp,
    out: W,
    progress: &mut dyn Progress,
) -> Result<W> {
    let book = read_source(source, None, progress)?;
    if has_converted_text(source, &book) {
        let built = write_book(&book, modified, out, progress)?;
        book.reporter.set_words(report_balance(&book, &built.letters.into_counts()));
        return Ok(built.output);
    }
    write_read_book(source, &book, modified, out)
}

/// Finds the position of each sentence of an EPUB 2 or 3 in the package that [`write_source`] makes of it.
/// This takes longer than the conversion, so it is a separate task.
pub(crate) fn locate_sentences(source: &EpubSource, progress: &mut dyn Progress) -> Result<PackedMap> {
    let mut trails = Trails::new();
    let mut book = read_source(source, Some(&mut trails), progress)?;
    if has_converted_text(source, &book) {
        sentences::number_blocks(&mut book);
        let grid = sentences::read_sentences(&book);
        let modified = Timestamp::default();
        let built = write_book_with_places(&book, Some(&grid), modified, Cursor::new(Vec::new()), progress)?;
        let places = built.places.unwrap_or(Places::Documents(DocumentPlaces::default()));
        return Ok(SentenceMap::new(&grid, places).into());
    }
    upgrade::retrace_documents(source, &book, &mut trails)?;
    Ok(map_sentences(source, &book, &trails))
}

/// Returns true if a text of the book is in a format that an EPUB 3 cannot have, so that the book is
/// written again.
fn has_converted_text(source: &EpubSource, book: &Book) -> bool {
    let EpubSource { package, opf, .. } = source;
    let mut pages: HashSet<String> = HashSet::new();
    if opf.document_paths().next().is_some() {
        let pictures = opf.spine_items().filter(|item| item.is_picture());
        let pictures = pictures.filter_map(|item| item.path.as_deref());
        pages.extend(pictures.map(|picture| unused_document_path(package, picture)));
    }
    book.sections.iter().any(|section| !package.contains(&section.path) && !pages.contains(&section.path))
}

fn write_read_book<W: Write + Seek>(
    source: &EpubSource,
    book: &Book,
    modified: Timestamp,
    out: W,
) -> Result<W> {
    let claims = accessibility::find_claims(source, book);
    let (mut changes, dropped) = if source.opf.version == 2 {
        upgrade::upgrade_package(source, book, modified, &claims)?
    } else {
        let mut changes = ChangedFiles::new();
        for section in book.sections.iter().filter(|section| section.repaired) {
            // Its faults are not those of well-formed documents alone.
            let path = &section.path;
            let text = source.with_text(path, &source.opf.path, |document, _| {
                clean::clean_document(document, path, book, &source.package).text
            })?;
            changes.insert(path.clone(), text);
        }
        language::complete_documents(source, book, &mut changes)?;
        patch::patch_package(source, book, modified, &claims, &mut changes)?;
        let mut dropped = Vec::new();
        container::remove_false_claims(source, &mut changes, &mut dropped)?;
        (changes, dropped)
    };
    if !source.is_named {
        container::name_package_document(source, &mut changes);
    }
    report_lost_words(book, &changes);
    assemble_package(source, modified, changes, &dropped, out)
}

/// Compares the words of rewritten documents with those of their sources. All other documents are copied
/// unchanged.
fn report_lost_words(book: &Book, changes: &ChangedFiles) {
    let written = book.sections.iter().map(|section| {
        let source = section.source_count();
        let count = match changes.get(&section.path) {
            // Only a document that is otherwise unchanged still declares entities.
            Some(text) if !text.contains("<!ENTITY") => count_markup(text_from_body(text), &mut AllText),
            _ => source,
        };
        // The alternatives of missing pictures are written as text.
        let added = count.letters.saturating_sub(source.letters);
        let as_text = source.alternatives.saturating_sub(count.alternatives).min(added);
        LetterCount { text: count.letters - as_text, alternatives: count.alternatives + as_text }
    });
    book.reporter.set_words(report_rewriting(book, &written.collect::<Vec<_>>()));
}

fn text_from_body(text: &str) -> &str {
    text.find("<body").map_or(text, |at| &text[at..])
}

/// Maps the sentences of a book. Its documents are delivered with their own elements.
fn map_sentences(source: &EpubSource, book: &Book, trails: &Trails) -> PackedMap {
    let grid = sentences::read_sentences(book);
    let mut documents = DocumentPlaces::default();
    for (section, (spine, trail)) in trails.iter().enumerate() {
        documents.add_section(*spine, trail, &grid, section);
    }
    let is_upgraded = source.opf.version == 2;
    let is_written =
        |item: &&ManifestItem| !is_upgraded || !item.is_picture() || item.gets_page(&source.package);
    let behind_first = source.opf.spine_items().find(is_written).is_some_and(|item| {
        // An upgrade gives new ids, and pictures get pages of their names.
        let id = (!is_upgraded).then_some(item.id.as_str());
        let href = item.path.as_deref().map(|to| path::relative_href(&source.opf.path, to));
        notice_is_second(id, &href.unwrap_or_default())
    });
    documents.notice = u64::from(behind_first);
    SentenceMap::new(&grid, Places::Documents(documents)).into()
}

/// The text of a document as it is written so far. `None` if it cannot be read, so that it is passed through
/// unchanged.
fn current_text(source: &EpubSource, path: &str, changes: &ChangedFiles) -> Result<Option<String>> {
    if let Some(text) = changes.get(path) {
        return Ok(Some(text.clone()));
    }
    let bytes = source.package.read(path, &source.opf.path);
    keep_part(bytes.and_then(|bytes| xml::decode_text(path, bytes)))
}

fn assemble_package<W: Write + Seek>(
    source: &EpubSource,
    modified: Timestamp,
    mut changes: ChangedFiles,
    dropped: &[String],
    out: W,
) -> Result<W> {
    names::report_unportable_names(&source.package);
    let mut archive = source.package.open_archive();
    let mut out = Archive::new(out, modified);
    out.store("mimetype", b"application/epub+zip")?;
    for name in source.package.names() {
        // A signature of the original does not hold for a changed book.
        if name == "mimetype"
            || name == "META-INF/signatures.xml"
            || is_litter(name)
            || !source.is_named && name.eq_ignore_ascii_case(CONTAINER_PATH) && name != CONTAINER_PATH
            || dropped.iter().any(|dropped| dropped == name)
        {
            continue;
        }
        if let Some(text) = changes.remove(name) {
            out.add(name, text.as_bytes())?;
        } else if source.package.has_wrong_sum(name) {
            out.add(name, &source.package.read(name, &source.opf.path)?)?;
        } else if let Some(index) = source.package.entry_index(name) {
            out.copy_with_name(name, &mut archive, index)?;
        }
    }
    for (name, text) in changes {
        out.add(&name, text.as_bytes())?;
    }
    out.finish()
}

/// A path in the folder of the package document that no file has.
fn unused_path(source: &EpubSource, name: &str) -> String {
    unused_document_path(&source.package, &crate::path::sibling_path(&source.opf.path, name))
}

/// A path for a document that begins with `stem`, and that no file has.
pub(super) fn unused_document_path(package: &Package, stem: &str) -> String {
    let mut path = format!("{stem}.xhtml");
    let mut n = 2;
    while package.contains(&path) {
        path = format!("{stem}-{n}.xhtml");
        n += 1;
    }
    path
}
