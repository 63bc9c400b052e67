//! PDF: its tagged structure where it has one, else its text layer as it looks, else its pages recognized.

mod bidi;
mod complaints;
mod crop;
mod diagonal;
mod extras;
mod facts;
mod fields;
mod fonts;
mod levels;
mod links;
mod looks;
mod maps;
mod markup;
mod objects;
mod page_counts;
mod repair;
mod scans;
mod spaced;
mod tags;
mod text;
mod vertical;
mod xmp;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;

use bytes::Bytes;
use serde_json::{Map, Value, json};

use books::model::{Block, Book, ImageSource, walk_blocks};
use books::report::FindingKind;

use super::error::{Error, Result};
use super::flow;
use super::layout::DocumentPage;
use super::ocr::missing_language_error;
use super::options::DocumentOptions;
use super::tool::{MAP_PACKAGE, PDFINFO, PDFTOTEXT, QPDF, missing_map_package};
use super::work::{DocumentWork, ProgramRun};
use books::draft::BookDraft;
use complaints::Complaints;
use extras::{PageComment, PdfExtras};
use facts::PdfFacts;
use objects::PdfObjects;

/// The document in the temporary folder.
const INPUT_FILE: &str = "in.pdf";
/// The changes of a copy of it.
const UPDATE_FILE: &str = "update.json";
const UPDATED_FILE: &str = "updated.pdf";
/// The file of findings: the document itself, whose name only its owner knows.
const WHOLE_DOCUMENT: &str = "";
const PAGES_PER_BATCH: usize = 40;

/// The pages as they look, and the files of their pictures.
#[derive(Debug, Default)]
struct VisualPages {
    pages: Vec<DocumentPage>,
    files: Vec<(String, String, Bytes)>,
    /// True if no page has text or pictures, because the names of characters are not installed.
    lacks_maps: bool,
    /// The package that recognizes the script of a page, if it is not installed.
    missing_package: Option<&'static str>,
}

pub(super) fn read_pdf(
    bytes: &Bytes,
    options: &DocumentOptions,
    work: &mut DocumentWork<'_>,
) -> Result<Book> {
    work.write_file(INPUT_FILE, bytes)?;
    let (count, objects) = open_document(bytes, work)?;
    if count == 0 {
        return Err(Error::NoText);
    }
    let (mut looks, objects) = read_pages(count, objects, work)?;
    let mut facts =
        objects.as_ref().map_or_else(PdfFacts::default, |objects| facts::read_facts(objects, count));
    let mut extras = objects.as_ref().map_or_else(PdfExtras::default, extras::read_extras);
    if let Some(objects) = &objects {
        xmp::complete_facts(objects, &mut facts, work)?;
        extras.incomplete_pages = maps::find_incomplete_pages(objects, work)?;
        crop::crop_pages(objects, &mut looks.pages);
        links::place_links(objects, &mut looks.pages);
    }
    for (page, label) in looks.pages.iter_mut().zip(&facts.labels) {
        page.label.clone_from(label);
    }
    let language = facts.language.as_deref().or(options.language.as_deref());
    let recognized = scans::recognize_scans(&mut looks, &extras, facts.is_tagged, language, work)?;
    if looks.lacks_maps && recognized == 0 {
        // The same document can be read once they are installed.
        return Err(Error::ToolMissing { tool: MAP_PACKAGE, package: MAP_PACKAGE });
    }
    diagonal::append_to_last_page(&mut looks.pages);
    let omissions = report_omissions(&extras, &looks, work);
    let tagged = match &objects {
        Some(objects) if recognized == 0 && facts.is_tagged => {
            flow::name_pages(&mut looks.pages);
            flow::join_initials(&mut looks.pages);
            tags::read_tagged_text(objects, &extras.untagged_words, &mut looks, work)?
        }
        _ => None,
    };
    let comments = page_comments(&extras, &looks, tagged.is_some());
    let mut blocks = if let Some(blocks) = tagged {
        facts.outline.iter_mut().for_each(|entry| entry.id = Some(flow::page_id(entry.page)));
        tags::link_outline_to_headings(&mut facts.outline, &blocks);
        blocks
    } else {
        looks.pages.iter_mut().for_each(vertical::turn_page);
        flow::build_text(looks.pages, &mut facts.outline)
    };
    blocks.extend(comments);
    let used = picture_paths(&blocks);
    looks.files.retain(|(path, ..)| used.contains(path));
    let description = match recognized {
        0 => "Made from a PDF document by a program.".to_owned(),
        all if all == count => {
            "Made from a PDF document by a program. The text was recognized in pictures of its pages and may contain errors.".to_owned()
        }
        some => format!(
            "Made from a PDF document by a program. The text of {some} of its {count} pages was recognized in pictures and may contain errors."
        ),
    };
    let description = description + &omissions;
    let draft = BookDraft {
        title: facts.title,
        authors: facts.authors,
        language: facts.language,
        description,
        blocks,
        outline: facts.outline,
        files: looks.files,
    };
    options.to_book(draft).map_err(|error| match (error, looks.missing_package) {
        (Error::NoText, Some(package)) => missing_language_error(package),
        (other, _) => other,
    })
}

/// The files of the pictures that a text shows.
fn picture_paths(blocks: &[Block]) -> HashSet<String> {
    let mut paths = HashSet::new();
    walk_blocks(blocks, &mut |block| {
        block.walk_images(&mut |image| {
            if let ImageSource::File(path) = &image.source {
                paths.insert(path.clone());
            }
        });
    });
    paths
}

/// Reports what of a document is not in its text; returns sentences about it for the reader.
fn report_omissions(extras: &PdfExtras, looks: &VisualPages, work: &DocumentWork<'_>) -> String {
    let reporter = work.reporter();
    for name in &extras.attachments {
        reporter.report(FindingKind::UnreadableEmbedding, WHOLE_DOCUMENT, name);
    }
    for (number, kind) in &extras.media {
        let subject = format!("page {}: {kind}", number + 1);
        reporter.report(FindingKind::UnreadableEmbedding, WHOLE_DOCUMENT, &subject);
    }
    let mut sentences = match extras.attachments.len() {
        0 => String::new(),
        1 => " An attached file is left out.".to_owned(),
        more => format!(" {more} attached files are left out."),
    };
    if extras.is_dynamic_form {
        reporter.report(FindingKind::UnreadableEmbedding, WHOLE_DOCUMENT, "XFA");
        sentences
            .push_str(" The document is a form that only some programs can show; its fields are left out.");
    }
    for (number, page) in looks.pages.iter().enumerate().filter(|(_, page)| page.lost_pictures > 0) {
        let subject = format!("page {}: {}", number + 1, page.lost_pictures);
        reporter.report(FindingKind::MissingPicture, WHOLE_DOCUMENT, &subject);
    }
    sentences
}

/// The comments of the document, with the names of their pages, and the words that annotations show and its
/// text does not have: all of them in a tagged text without a tag for them, else those that the tools do not
/// find on the page.
fn page_comments(extras: &PdfExtras, looks: &VisualPages, is_tagged: bool) -> Vec<Block> {
    let find_page = |page: usize| looks.pages.get(page);
    let is_missing =
        |words: &&PageComment| is_tagged || find_page(words.page).is_none_or(|page| !words.is_shown_on(page));
    let missing: Vec<&PageComment> = extras.untagged_words.iter().filter(is_missing).collect();
    let label = |page: usize| match find_page(page).map(|page| page.label.as_str()) {
        Some("") | None => (page + 1).to_string(),
        Some(label) => label.to_owned(),
    };
    let is_on_page =
        |page: usize, text: &str| find_page(page).is_some_and(|page| extras::is_on_page(page, text));
    extras::comment_blocks(&extras.comments, &missing, label, is_on_page)
}

/// The number of pages, and the objects. A document that was cut off, or that states a wrong number of pages,
/// is repaired first, and reported.
fn open_document(bytes: &Bytes, work: &mut DocumentWork<'_>) -> Result<(usize, Option<PdfObjects>)> {
    let counted = match count_pages(work) {
        Err(error @ Error::Broken { .. }) => match open_cut_off(bytes, work)? {
            Some(opened) => return Ok(opened),
            None => Err(error),
        },
        other => Ok(other?),
    };
    if let Ok(count) = counted {
        check_page_count(count, work)?;
    }
    let objects = read_objects(work)?;
    let Some(own) = &objects else { return Ok((counted?, None)) };
    let Some(lost) = page_counts::correct_and_count_lost_pages(own, work)? else {
        return Ok((counted?, objects));
    };
    let count = count_pages(work)?;
    check_page_count(count, work)?;
    work.reporter().report(FindingKind::NoDirectory, WHOLE_DOCUMENT, "");
    if lost > 0 {
        report_lost_page(&format!("{lost} listed pages"), work);
    }
    Ok((count, read_objects(work)?))
}

fn check_page_count(count: usize, work: &DocumentWork<'_>) -> Result<()> {
    let limit = work.limits.pages;
    if count > limit { Err(Error::TooLarge { quantity: "pages", limit: limit as u64 }) } else { Ok(()) }
}

fn report_lost_page(subject: &str, work: &DocumentWork<'_>) {
    work.reporter().report(FindingKind::DamagedFile, WHOLE_DOCUMENT, subject);
}

/// Repairs and opens a document that was cut off. `None` if that does not help.
fn open_cut_off(bytes: &Bytes, work: &mut DocumentWork<'_>) -> Result<Option<(usize, Option<PdfObjects>)>> {
    let Some(repaired) = repair::add_trailer(bytes) else { return Ok(None) };
    work.write_file(INPUT_FILE, &repaired)?;
    let count = match count_pages(work) {
        Err(Error::Broken { .. }) => {
            work.write_file(INPUT_FILE, bytes)?;
            return Ok(None);
        }
        other => other?,
    };
    work.reporter().report(FindingKind::NoDirectory, WHOLE_DOCUMENT, "");
    check_page_count(count, work)?;
    let objects = read_objects(work)?;
    if let Some(own) = &objects {
        for number in (0..count).filter(|number| repair::is_page_lost(own, *number)) {
            report_lost_page(&format!("page {}", number + 1), work);
        }
    }
    Ok(Some((count, objects)))
}

/// The number of pages; tells a protected document from a broken one.
fn count_pages(work: &mut DocumentWork<'_>) -> Result<usize> {
    let run = work.run_program(PDFINFO, &[INPUT_FILE])?;
    if run.code != 0 {
        return Err(if run.complaints.contains("Incorrect password") {
            Error::Encrypted
        } else {
            run.to_error()
        });
    }
    let said = String::from_utf8_lossy(&run.output);
    let pages = said.lines().find_map(|line| line.strip_prefix("Pages:"));
    pages
        .and_then(|pages| pages.trim().parse().ok())
        .ok_or_else(|| Error::to_broken("it states no number of pages"))
}

/// The objects of the document. Without them only the visual layout is known.
fn read_objects(work: &mut DocumentWork<'_>) -> Result<Option<PdfObjects>> {
    let arguments =
        ["--json=2", "--json-key=pages", "--json-key=qpdf", "--json-stream-data=none", INPUT_FILE];
    Ok(run_qpdf(&arguments, work)?.and_then(|run| PdfObjects::parse(&run.output)))
}

/// Runs `qpdf`. `None` if it cannot read the document, or writes too much.
fn run_qpdf<A: AsRef<OsStr>>(arguments: &[A], work: &mut DocumentWork<'_>) -> Result<Option<ProgramRun>> {
    match work.run_program(QPDF, arguments) {
        // It ends with 3 when it had to repair something.
        Ok(run) if matches!(run.code, 0 | 3) => Ok(Some(run)),
        Ok(_) | Err(Error::Broken { .. } | Error::TooLarge { .. }) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Writes a copy of the document in which `qpdf` has changed objects. Returns false if there is none.
fn write_updated_copy(update: &Value, copy: &str, work: &mut DocumentWork<'_>) -> Result<bool> {
    work.write_file(UPDATE_FILE, update.to_string().as_bytes())?;
    let argument = format!("--update-from-json={UPDATE_FILE}");
    let run = run_qpdf(&[INPUT_FILE, argument.as_str(), copy], work);
    work.remove_file(UPDATE_FILE);
    let is_written = run?.is_some();
    if !is_written {
        work.remove_file(copy);
    }
    Ok(is_written)
}

/// Replaces the document by a copy in which these objects are changed, by their keys. Returns false if it is
/// unchanged.
fn update_document(changes: &Map<String, Value>, work: &mut DocumentWork<'_>) -> Result<bool> {
    if changes.is_empty() {
        return Ok(false);
    }
    // Pages that are listed twice or directly get the numbers that they have in the description.
    let update = json!({"version": 2, "qpdf": [{"jsonversion": 2, "calledgetallpages": true}, changes]});
    let is_done = write_updated_copy(&update, UPDATED_FILE, work)?;
    if is_done {
        fs::rename(work.path(UPDATED_FILE), work.path(INPUT_FILE))?;
    }
    Ok(is_done)
}

/// Reads all pages as they look. If they use fonts that the document does not define, these are defined, the
/// pages are read again, and the document has other objects.
fn read_pages(
    count: usize,
    mut objects: Option<PdfObjects>,
    work: &mut DocumentWork<'_>,
) -> Result<(VisualPages, Option<PdfObjects>)> {
    let (mut looks, mut complaints) = read_batches(count, work)?;
    let undefined = std::mem::take(&mut complaints.undefined_fonts);
    if let Some(all) = objects.as_ref().filter(|_| !undefined.is_empty())
        && fonts::define_fonts(all, &undefined, work)?
    {
        objects = read_objects(work)?;
        (looks, complaints) = read_batches(count, work)?;
        for name in undefined.difference(&complaints.undefined_fonts) {
            work.reporter().report(FindingKind::UndefinedFont, WHOLE_DOCUMENT, name);
        }
    }
    complaints.report_losses(work)?;
    let is_empty = |page: &DocumentPage| page.count_alphanumeric() == 0 && page.pictures.is_empty();
    // If it is installed and does not have them, another attempt would fail as well.
    let lacks_maps = complaints.lacks_maps && missing_map_package().is_some();
    looks.lacks_maps = lacks_maps && looks.pages.iter().all(is_empty);
    Ok((looks, objects))
}

fn read_batches(count: usize, work: &mut DocumentWork<'_>) -> Result<(VisualPages, Complaints)> {
    let mut looks = VisualPages::default();
    let mut complaints = Complaints::default();
    for first in (0..count).step_by(PAGES_PER_BATCH) {
        // Reading and recognizing take a step for each page.
        work.report_step(first, count * 2)?;
        read_batch(first, (first + PAGES_PER_BATCH).min(count), &mut looks, &mut complaints, work)?;
    }
    looks.pages.resize(count, DocumentPage::default());
    Ok((looks, complaints))
}

fn read_batch(
    first: usize,
    end: usize,
    looks: &mut VisualPages,
    complaints: &mut Complaints,
    work: &mut DocumentWork<'_>,
) -> Result<()> {
    let (from, to) = ((first + 1).to_string(), end.to_string());
    let run =
        work.run_program(PDFTOTEXT, &["-bbox-layout", "-f", &from, "-l", &to, INPUT_FILE, "text.html"])?;
    let found = work.take_file("text.html")?;
    let Some(found) = found.filter(|_| run.code == 0) else { return Err(run.to_error()) };
    complaints.add_batch(first..end, &run.complaints);
    let mut pages = text::parse_pages(&String::from_utf8_lossy(&found));
    pages.resize(end - first, DocumentPage::default());
    looks::add_looks(first, end, &mut pages, &mut looks.files, work)?;
    looks.pages.append(&mut pages);
    Ok(())
}

#[cfg(test)]
mod tests {
    use books::model::{Attrs, Block, BlockKind, Href, Image, ImageSource, Inline};

    use super::picture_paths;

    #[test]
    fn pictures_in_links_and_spans_are_used() {
        let image = |path: &str| Image {
            source: ImageSource::File(path.to_owned()),
            alt: None,
            description: Vec::new(),
            decorative: false,
            words_follow: false,
        };
        let span = Inline::Span { attrs: Attrs::default(), inlines: vec![Inline::Image(image("a.png"))] };
        let link = Inline::Link {
            attrs: Attrs::default(),
            href: Href::Outside("https://example.org/".to_owned()),
            inlines: vec![span],
        };
        let blocks = [
            Block::new(BlockKind::Quote(vec![Block::new(BlockKind::Paragraph(vec![link]))])),
            Block::new(BlockKind::Image(image("b.png"))),
        ];
        let mut paths: Vec<String> = picture_paths(&blocks).into_iter().collect();
        paths.sort();
        assert_eq!(paths, ["a.png", "b.png"]);
    }
}
