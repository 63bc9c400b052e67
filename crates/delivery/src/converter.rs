//! The one place where delivery meets the book converter.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::daisy::Narration;
use books::mark::{Key as MarkKey, Mark};
use books::{FormulaRenderer, Limits, Options, PackageFile, Stop};
use bytes::Bytes;
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::ids::DownloadId;
use domain::preferences::BrailleFormat;
use domain::settings::Settings;
use jiff::Timestamp;
use speech::Engine;
use tokio::sync::watch;

use crate::artifacts::Steps;
use crate::error::{Error, Result};
use crate::packages::Recipient;

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
pub(crate) struct Made {
    /// A nameless temporary file, from its beginning: neither hours of audio nor a thousand pictures ever have to fit
    /// into memory.
    pub(crate) file: File,
    pub(crate) narration: Option<Narration>,
    /// How many volumes of braille.
    pub(crate) volumes: Option<usize>,
}

/// Converts a source file.
pub(crate) fn convert(
    source: Bytes,
    work: Work,
    unwanted: &speech::Stop,
    steps: &watch::Sender<Steps>,
) -> Result<Made> {
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
    let mut narration = None;
    if format == Format::Pdf {
        let book = books::read(source, &options.limits, &mut watch)?;
        file.write_all(&typeset::write(&book, modified, &mut watch)?)?;
    } else {
        (file, narration) = books::convert_to(name(format), source, &options, file, &mut watch)?;
    }
    file.seek(SeekFrom::Start(0))?;
    let volumes = volumes(format, &mut file)?;
    Ok(Made { file, narration, volumes })
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

/// Writes a copy for one recipient: notice and fingerprint.
pub(crate) fn mark<W: Write + Seek>(
    package: impl Read + Seek,
    out: W,
    format: Format,
    recipient: &Recipient,
    download: DownloadId,
    secret: &[u8; 32],
) -> Result<W> {
    let record =
        u64::try_from(download.0).map_err(|_| Error::Book(format!("{download} is no record's number")))?;
    let mark = Mark::new(&recipient.name, recipient.date, record);
    let key = MarkKey::new(secret);
    if format == Format::Pdf {
        return Ok(typeset::mark(package, out, &mark, &key)?);
    }
    Ok(books::mark::mark(name(format), package, out, &mark, &key)?)
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
