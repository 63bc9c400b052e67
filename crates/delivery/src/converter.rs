//! The one place where delivery meets the book converter.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::daisy::Narration;
use books::mark::{Copy, Key as MarkKey, Mark, Plan};
use books::{FormulaRenderer, Limits, Options, PackageFile, Stop};
use bytes::Bytes;
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::ids::DownloadId;
use domain::preferences::BrailleFormat;
use domain::settings::Settings;
use jiff::Timestamp;
use jiff::civil::Date;
use speech::Engine;
use tokio::sync::watch;

use crate::error::{Error, Result};

/// The same format by its name in the converter.
fn name(format: Format) -> books::Format {
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

/// The version of the converter to a format; `None` when there is no converter.
pub(crate) fn version(format: Format) -> Option<u32> {
    if format == Format::Pdf { Some(typeset::CONVERTER_VERSION) } else { name(format).converter_version() }
}

/// Bytes of an XML file in which its first element stands.
const HEAD: u64 = 16 << 10;

/// A reader's settings in the words of the book converter.
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

/// How far a conversion is: so many steps of so many, 0 while unknown.
pub type Steps = (usize, usize);

/// What is to be made of a source file.
pub(crate) struct Work {
    pub(crate) format: Format,
    pub(crate) settings: Settings,
    /// The date that the package bears: the same source, format and date give the same bytes.
    pub(crate) modified: Timestamp,
    pub(crate) engine: Arc<dyn Engine>,
    /// How long it may take.
    pub(crate) time: Duration,
}

/// What was made of it.
pub(crate) struct Converted {
    /// A nameless temporary file, from its beginning: neither hours of audio nor a thousand pictures ever have to fit
    /// into memory.
    pub(crate) file: File,
    /// How copies of it are marked; `None` when that has to be looked for in each.
    pub(crate) plan: Option<Vec<u8>>,
    pub(crate) narration: Option<Narration>,
    /// How many volumes of braille.
    pub(crate) volumes: Option<usize>,
    /// How many bytes the text of a DAISY book has.
    pub(crate) text: Option<u64>,
}

/// Converts a source file.
pub(crate) fn convert(
    source: Bytes,
    work: Work,
    unwanted: &speech::Stop,
    steps: &watch::Sender<Steps>,
) -> Result<Converted> {
    let Work { format, settings, modified, engine, time } = work;
    let deadline = Instant::now() + time;
    let mut watch = |done: usize, total: usize| {
        steps.send_replace((done, total));
        let late = (Instant::now() > deadline).then_some(Stop::OutOfTime);
        if unwanted.is_stopped() { Some(Stop::Cancelled) } else { late }
    };
    let renderer: Option<Arc<dyn FormulaRenderer>> = Some(Arc::new(typeset::Formulas));
    let options = Options { settings: book_settings(settings), engine, renderer, ..Options::new(modified) };
    let mut file = tempfile::tempfile()?;
    let (narration, planned);
    if format == Format::Pdf {
        let book = books::read(source, &options.limits, &mut watch)?;
        file = typeset::write_to(&book, modified, BufWriter::new(file), &mut watch)?
            .into_inner()
            .map_err(IntoInnerError::into_error)?;
        (planned, narration) = (books::mark::plan_pdf(&mut file), None);
    } else {
        (file, narration) = books::convert_to(name(format), source, &options, file, &mut watch)?;
        (file, planned) = prepared(name(format), file)?;
    }
    let plan = planned.inspect_err(|error| tracing::warn!(%format, %error, "copies cannot be planned"));
    file.seek(SeekFrom::Start(0))?;
    let volumes = volumes(format, &mut file)?;
    let text = dtbook_size(format, &mut file)?;
    Ok(Converted { file, plan: plan.ok().map(|plan| plan.to_bytes()), narration, volumes, text })
}

/// A finished package made ready for copies; as it was, with the reason, when it cannot be.
fn prepared(format: books::Format, mut made: File) -> Result<(File, books::Result<Plan>)> {
    match books::mark::prepare(format, &mut made, tempfile::tempfile()?) {
        Ok(Some((ready, plan))) => Ok((ready, Ok(plan))),
        Ok(None) => {
            let reason = "the package is too large".to_owned();
            Ok((made, Err(books::Error::BadPackage { entry: "the container".to_owned(), reason })))
        }
        // A full disk, and not the book.
        Err(error) if !error.is_permanent() => Err(error.into()),
        Err(error) => Ok((made, Err(error))),
    }
}

/// How many volumes of braille were made; `None` of other formats.
fn volumes(format: Format, made: &mut File) -> Result<Option<usize>> {
    if format != Format::Brf {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    made.read_to_end(&mut bytes)?;
    made.seek(SeekFrom::Start(0))?;
    Ok(Some(books::brf::volumes(bytes.into())?))
}

/// How many bytes the DTBook files of a DAISY book have; `None` of other formats. They are known by their first element:
/// a book that came as DAISY has names of its own for them.
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

/// For whom a copy is marked, and with which key.
pub(crate) struct Marking {
    mark: Mark,
    key: MarkKey,
}

impl Marking {
    pub(crate) fn new(name: &str, date: Date, download: DownloadId, secret: &[u8; 32]) -> Result<Self> {
        let record = u64::try_from(download.0)
            .map_err(|_| Error::Book(format!("{download} is no record's number")))?;
        Ok(Self { mark: Mark::new(name, date, record), key: MarkKey::new(secret) })
    }

    /// What a copy of an artifact consists of: notice and fingerprints, and all else as it is. `None`: the plan is not
    /// of this artifact, whose `end` is given.
    pub(crate) fn copy(&self, plan: &Plan, end: &[u8]) -> Result<Option<Copy>> {
        Ok(typeset::copy(plan, end, &self.mark, &self.key)?)
    }

    /// Writes the same of an artifact that has no plan.
    pub(crate) fn mark<W: Write + Seek>(
        &self,
        package: impl Read + Seek,
        out: W,
        format: Format,
    ) -> Result<W> {
        if format == Format::Pdf {
            return Ok(typeset::mark(package, out, &self.mark, &self.key)?);
        }
        Ok(books::mark::mark(name(format), package, out, &self.mark, &self.key)?)
    }
}

/// The files of a package, in package order.
pub(crate) fn list(package: Bytes) -> Result<Vec<PackageFile>> {
    Ok(books::resources(package, &Limits::default())?)
}

/// The record that a copy's fingerprints name, and in how many places it was found.
pub(crate) fn trace(file: &Bytes, secret: &[u8; 32]) -> Result<Option<(DownloadId, usize)>> {
    let trace = books::mark::trace(file, &MarkKey::new(secret), &Limits::default())?;
    Ok(trace.and_then(|trace| Some((DownloadId(i64::try_from(trace.record).ok()?), trace.places_found))))
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
