//! A book in another format.

use std::fs::{self, File};
use std::io::{BufWriter, IntoInnerError, Read, Seek, SeekFrom};
use std::sync::Arc;

use books::daisy::Narration;
use books::mark::Plan;
use books::places::Grid;
use books::{FormulaRenderer, Options};
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::preferences::BrailleFormat;
use domain::settings::Settings;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files::{MADE, MAP, PLAN, SOURCE, create, read};
use crate::task::{Task, Tools};

/// Bytes of an XML file in which its first element is searched for.
const HEAD: u64 = 16 << 10;
/// The package before it is prepared for copies.
const UNPREPARED: &str = "unprepared";

/// Converts [`SOURCE`] to [`MADE`], and writes to [`PLAN`] how copies of it are marked, to [`MAP`] where the
/// sentences of the book are in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Convert {
    /// The format to make.
    pub format: Format,
    /// The reader's preferences that it depends on.
    pub settings: Settings,
    /// The date in the package: the same source, format and date give the same bytes.
    pub modified: Timestamp,
}

/// Result of a conversion.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Converted {
    /// The narration, in formats with audio.
    pub narration: Option<Narration>,
    /// The number of volumes of braille; `None` in other formats.
    pub volumes: Option<usize>,
    /// The size of the text of a DAISY book, bytes; `None` in other formats.
    pub text: Option<u64>,
    /// Why [`PLAN`] is missing; `None` if it was written.
    pub unplanned: Option<String>,
}

impl Task for Convert {
    type Made = Converted;

    fn run(self, tools: &mut Tools<'_>) -> Result<Converted> {
        let Self { format, settings, modified } = self;
        let source = read(tools.folder, SOURCE)?;
        let renderer: Option<Arc<dyn FormulaRenderer>> = Some(Arc::new(typeset::Formulas));
        let engine = Arc::clone(tools.engine);
        let options =
            Options { settings: book_settings(settings), engine, renderer, ..Options::new(modified) };
        let (mut made, narration, map, plan);
        if format == Format::Pdf {
            let mut book = books::read(source, &options.limits, &mut tools.watch)?;
            let grid = Grid::of(&mut book);
            let file = BufWriter::new(create(tools.folder, MADE)?);
            let (out, places) = typeset::write_mapped(&book, &grid, modified, file, &mut tools.watch)?;
            made = out.into_inner().map_err(IntoInnerError::into_error)?;
            map = Some(places);
            (plan, narration) = (books::mark::plan_pdf(&mut made), None);
        } else {
            let file = create(tools.folder, UNPREPARED)?;
            let converted = books::convert_mapped(name(format), source, &options, file, &mut tools.watch)?;
            (narration, map) = (converted.narration, converted.map);
            (made, plan) = prepared(name(format), converted.out, tools)?;
        }
        made.seek(SeekFrom::Start(0))?;
        let volumes = volumes(format, &mut made)?;
        let text = dtbook_size(format, &mut made)?;
        if let Some(map) = map {
            fs::write(tools.folder.join(MAP), map.to_bytes())?;
        }
        let unplanned = match plan {
            Ok(plan) => {
                fs::write(tools.folder.join(PLAN), plan.to_bytes())?;
                None
            }
            Err(error) => Some(error.to_string()),
        };
        Ok(Converted { narration, volumes, text, unplanned })
    }
}

/// The converter's name of the format.
pub(crate) fn name(format: Format) -> books::Format {
    match format {
        Format::Daisy => books::Format::Daisy,
        Format::DaisyAudio => books::Format::DaisyAudio,
        Format::Daisy2Audio => books::Format::Daisy2Audio,
        Format::Brf => books::Format::Brf,
        Format::Epub3 => books::Format::Epub3,
        Format::Pdf => books::Format::Pdf,
        Format::Docx => books::Format::Docx,
    }
}

/// The version of the converter to a format; `None` if there is no converter.
pub fn version(format: Format) -> Option<u32> {
    if format == Format::Pdf { Some(typeset::CONVERTER_VERSION) } else { name(format).converter_version() }
}

/// A reader's settings as the book converter's.
pub fn book_settings(settings: Settings) -> books::Settings {
    let braille = settings.braille();
    books::Settings {
        braille: books::brf::Settings {
            cells: braille.cells.try_into().unwrap_or(u16::MAX),
            paper: braille.format == BrailleFormat::Embossable,
            contracted: braille.grade == BrailleGrade::Contracted,
            ueb: braille.ueb,
        },
    }
}

/// Prepares a finished package for copies, as [`MADE`]; without a plan, and with the reason, if that is not
/// possible.
fn prepared(format: books::Format, mut made: File, tools: &Tools<'_>) -> Result<(File, books::Result<Plan>)> {
    let reason = match books::mark::prepare(format, &mut made, create(tools.folder, MADE)?) {
        Ok(Some((ready, plan))) => {
            fs::remove_file(tools.folder.join(UNPREPARED))?;
            return Ok((ready, Ok(plan)));
        }
        Ok(None) => {
            let reason = "the package is too large".to_owned();
            books::Error::BadPackage { entry: "the container".to_owned(), reason }
        }
        // The disk is at fault, not the book.
        Err(error) if !error.is_permanent() => return Err(error.into()),
        Err(error) => error,
    };
    fs::rename(tools.folder.join(UNPREPARED), tools.folder.join(MADE))?;
    Ok((made, Err(reason)))
}

/// The number of volumes of braille that were made; `None` in other formats.
fn volumes(format: Format, made: &mut File) -> Result<Option<usize>> {
    if format != Format::Brf {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    made.read_to_end(&mut bytes)?;
    made.seek(SeekFrom::Start(0))?;
    Ok(Some(books::brf::volumes(bytes.into())?))
}

/// The size of the DTBook files of a DAISY book, bytes; `None` in other formats. They are recognized by their
/// first element: a book that came as DAISY has its own names for them.
fn dtbook_size(format: Format, made: &mut File) -> Result<Option<u64>> {
    if format != Format::Daisy {
        return Ok(None);
    }
    let bad = |error: zip::result::ZipError| Error::Book(error.to_string());
    let mut package = zip::ZipArchive::new(&mut *made).map_err(bad)?;
    let mut size = None;
    for index in 0..package.len() {
        let mut entry = package.by_index(index).map_err(bad)?;
        let is_xml = entry.name().is_ok_and(|name| name.to_ascii_lowercase().ends_with(".xml"));
        if !is_xml {
            continue;
        }
        let whole = entry.size();
        let mut head = Vec::new();
        entry.by_ref().take(HEAD).read_to_end(&mut head)?;
        if [&b"<!DOCTYPE dtbook"[..], b"<dtbook"].iter().any(|word| contains(&head, word)) {
            size = Some(size.unwrap_or(0) + whole);
        }
    }
    made.seek(SeekFrom::Start(0))?;
    Ok(size)
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|here| here == word)
}

#[cfg(test)]
mod tests {
    use domain::wire::WireEnum as _;

    use super::*;

    #[test]
    fn every_format_has_one_name() {
        for format in Format::ALL {
            assert_eq!(name(*format).name(), format.as_str());
        }
    }
}
