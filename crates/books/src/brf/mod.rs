//! BRF, braille ready files: contracted or uncontracted braille in lines and pages, as North American ASCII.
//!
//! On a display one file without pages; on paper volumes of pages of 25 lines, each ended by a form feed
//! (docs/rules/downloads.md#rule-9). Set as the rules of the Braille Authority of North America have it, as
//! far as a program can.

mod cards;
mod flow;
mod front;
mod inlines;
mod phrases;
mod raised;
mod settings;
mod sheet;
mod table;
mod volumes;
mod wrap;

use std::io::Cursor;

use braille::{Translator, to_ascii};
use jiff::Timestamp;
use position_maps::{PlaceUnit, Places};

use crate::model::Book;
use crate::{Archive, Error, LetterTally, Progress, Result};

use front::{FrontMatter, Volume};
use sheet::{Element, LaidOutPages, Page, Sheet};

pub use cards::{CardLine, write_cards};
pub use settings::{CopyComment, Settings};

/// Changes whenever the same source and settings would give other bytes.
pub const CONVERTER_VERSION: u32 = 16;

/// The code and grade of a book in this language with these settings, by their names on the wire
/// (docs/rules/values.md#rule-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// `ebae`, `ueb`, `frenchUnified`, `spanish`; `None` for a code without a name there.
    pub code: Option<&'static str>,
    /// True if there are contractions.
    pub is_contracted: bool,
}

/// Describes the spelling of a book in this language (BCP 47).
pub fn describe_spelling(language: &str, settings: Settings) -> Spelling {
    let translator = Translator::new(language, settings.contracted, settings.ueb);
    // A language without a table is not in the code that it borrows.
    let own = braille::code(language, settings.ueb).is_some();
    Spelling { code: translator.code().name.filter(|_| own), is_contracted: translator.is_contracted() }
}

/// Checks that the braille tables are installed; returns their number.
///
/// # Errors
/// [`Error::Braille`] names what is missing.
pub fn check_tables() -> Result<usize> {
    Ok(braille::check_tables()?)
}

/// Returns true if the braille tables are installed: a quick check of one of them.
pub fn is_installed() -> bool {
    braille::is_installed()
}

#[derive(Debug)]
pub(crate) struct WrittenBraille {
    pub(crate) bytes: Vec<u8>,
    /// The positions of the numbered blocks.
    pub(crate) places: Places,
    pub(crate) volumes: usize,
    /// Letters of the book that were written.
    pub(crate) letters: LetterTally,
}

/// Writes a book as BRF: a zip file with one `.brf` for each volume. Also returns the positions of the
/// numbered blocks and the number of volumes.
pub(crate) fn write(
    book: &Book,
    settings: Settings,
    modified: Timestamp,
    progress: &mut dyn Progress,
) -> Result<WrittenBraille> {
    if !(10..=200).contains(&settings.cells) {
        return Err(Error::Braille(format!("a line has 10 to 200 cells, not {}", settings.cells)));
    }
    let language = book.metadata.language();
    let translator = Translator::new(language, settings.contracted, settings.ueb);
    let Volumes { files, sentences, letters } = write_volumes(book, &translator, settings, progress)?;
    let mut out = Archive::new(Cursor::new(Vec::new()), modified);
    let name = volumes::file_name(&book.metadata.title);
    for (n, file) in files.iter().enumerate() {
        if files.len() == 1 {
            out.add(&format!("{name}.brf"), file.text.as_bytes())?;
        } else {
            out.add(&format!("{name}-{:02}.brf", n + 1), file.text.as_bytes())?;
        }
    }
    let copy = CopyComment { settings, front: files.first().map_or(0, |file| file.title_page_bytes) };
    out.set_comment(&copy.to_string())?;
    let lines = sentences.into_iter().map(|(sentence, page, line)| {
        (sentence, if settings.paper { page * sheet::LINES_PER_PAGE + line } else { line + 1 })
    });
    let places =
        Places::from_counts(if settings.paper { PlaceUnit::PagedLine } else { PlaceUnit::Line }, lines);
    Ok(WrittenBraille { bytes: out.finish()?.into_inner(), places, volumes: files.len(), letters })
}

/// Sentences, and the page and the line of it on which they begin, both from 0.
type Sentences = Vec<(u32, usize, usize)>;

/// All files of a book.
struct Volumes {
    files: Vec<File>,
    sentences: Sentences,
    /// Letters of the book that were written.
    letters: LetterTally,
}

struct File {
    text: String,
    title_page_bytes: usize,
}

fn write_volumes(
    book: &Book,
    translator: &Translator,
    settings: Settings,
    progress: &mut dyn Progress,
) -> Result<Volumes> {
    let front =
        FrontMatter { translator, phrases: phrases::for_language(book.metadata.language()), settings };
    let (elements, headings, letters) = flow::collect_elements(book, translator, settings, progress)?;
    if !settings.paper {
        let title = lay_out(&front, &[], "", &front.title_lines(book, None)?)?;
        let mut text = front.contents_elements(&headings, &[], &[])?;
        text.extend(elements);
        let begin = format_display(&title.pages);
        let rest = lay_out(&front, &[], "", &text)?;
        let text = format!("{begin}\r\n{}", format_display(&rest.pages));
        let files = vec![File { title_page_bytes: begin.len(), text }];
        return Ok(Volumes { files, sentences: rest.sentences, letters });
    }
    let head = front.running_head(book)?;
    let body = lay_out(&front, &head, "", &elements)?;
    let ends = volumes::plan_ends(body.pages.len(), &body.breaks);
    let mut from = 0;
    let volumes: Vec<Volume> = ends
        .iter()
        .enumerate()
        .map(|(n, end)| {
            let pages = (from + 1, *end);
            from = *end;
            Volume { number: n + 1, total: ends.len(), pages }
        })
        .collect();
    let places: Vec<Option<usize>> = body.places.iter().map(|place| Some(place + 1)).collect();
    let files: Result<Vec<File>> = volumes
        .iter()
        .map(|volume| {
            let title = format_paper(&title_page(&front, book, *volume)?);
            // The contents of the first volume cover the whole book, those of any other one its own pages.
            let here = |page: usize| volume.number == 1 || (volume.pages.0..=volume.pages.1).contains(&page);
            let (own, listed): (Vec<_>, Vec<_>) = headings
                .iter()
                .zip(&places)
                .filter(|(_, place)| place.is_some_and(here))
                .map(|(heading, place)| (heading.clone(), *place))
                .unzip();
            let several: &[Volume] = if volume.number == 1 { &volumes } else { &[] };
            let contents = lay_out(&front, &head, "P", &front.contents_elements(&own, &listed, several)?)?;
            let text = format_paper(&body.pages[volume.pages.0 - 1..volume.pages.1]);
            Ok(File {
                title_page_bytes: title.len(),
                text: format!("{title}{}{text}", format_paper(&contents.pages)),
            })
        })
        .collect();
    Ok(Volumes { files: files?, sentences: body.sentences, letters })
}

fn lay_out(
    front: &FrontMatter<'_>,
    head: &[u8],
    prefix: &'static str,
    elements: &[Element],
) -> Result<LaidOutPages> {
    Sheet::new(front.settings, front.translator, head.to_vec(), prefix).lay_out(elements)
}

/// The title page: in the middle of a page of its own, which bears no number.
fn title_page(front: &FrontMatter<'_>, book: &Book, volume: Volume) -> Result<Vec<Page>> {
    let display = Settings { paper: false, ..front.settings };
    let laid = Sheet::new(display, front.translator, Vec::new(), "")
        .lay_out(&front.title_lines(book, Some(volume))?)?;
    let mut rows = laid.pages.concat();
    rows.truncate(sheet::LINES_PER_PAGE);
    let above = (sheet::LINES_PER_PAGE - rows.len()) / 3;
    let mut page = vec![Vec::new(); above];
    page.extend(rows);
    page.resize(sheet::LINES_PER_PAGE, Vec::new());
    Ok(vec![page])
}

/// Formats pages as text: 25 lines each, then a form feed.
pub(crate) fn format_paper(pages: &[Page]) -> String {
    let mut out = String::new();
    for page in pages {
        out.push_str(&format_display(std::slice::from_ref(page)));
        out.push('\u{c}');
    }
    out
}

/// Formats lines as text.
pub(crate) fn format_display(pages: &[Page]) -> String {
    let mut out = String::new();
    for row in pages.iter().flatten() {
        let used = row.len() - row.iter().rev().take_while(|cell| **cell == 0).count();
        out.push_str(&to_ascii(&row[..used]));
        out.push_str("\r\n");
    }
    out
}

/// The notice of a copy in braille: a page of its own, or lines.
///
/// # Errors
/// The translator fails.
pub fn write_notice(text: &str, language: &str, settings: Settings) -> Result<String> {
    let translator = Translator::new(language, settings.contracted, settings.ueb);
    let text = translator.text(&[braille::Piece::from_text(text)])?;
    let indent = if settings.cells < 28 { 0 } else { 2 };
    let width = usize::from(settings.cells);
    let mut rows: Vec<Vec<u8>> = wrap::wrap_lines(&text, width - indent, width);
    if let Some(first) = rows.first_mut() {
        first.splice(0..0, std::iter::repeat_n(0, indent));
    }
    if !settings.paper {
        rows.insert(0, Vec::new());
        return Ok(format_display(&[rows]));
    }
    let mut page = vec![Vec::new(); 2];
    page.extend(rows);
    page.resize(page.len().max(sheet::LINES_PER_PAGE), Vec::new());
    page.truncate(sheet::LINES_PER_PAGE);
    Ok(format_paper(&[page]))
}
