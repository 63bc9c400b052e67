//! The one place where delivery meets the book converter.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::daisy::Narration;
use books::mark::{Key as MarkKey, Mark};
use books::{Limits, Options, PackageFile, Stop};
use bytes::Bytes;
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::ids::DownloadId;
use domain::preferences::BrailleFormat;
use domain::settings::Settings;
use jiff::Timestamp;
use speech::Engine;

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

/// Converts a source file. `modified` is the date that the package bears: the same source, format and date
/// give the same bytes.
pub(crate) fn convert(
    source: Bytes,
    format: Format,
    settings: Settings,
    modified: Timestamp,
    time: Duration,
) -> Result<Bytes> {
    let deadline = Instant::now() + time;
    let mut watch = |_: usize, _: usize| (Instant::now() > deadline).then_some(Stop::OutOfTime);
    let options = Options { settings: book_settings(settings), ..Options::new(modified) };
    if format == Format::Pdf {
        let book = books::read(source, &options.limits, &mut watch)?;
        return Ok(typeset::write(&book, modified, &mut watch)?.into());
    }
    Ok(books::convert(name(format), source, &options, &mut watch)?.into())
}

/// Converts a source file to a format with audio, into a nameless temporary file: hours of audio never have to fit
/// into memory.
pub(crate) fn convert_to_file(
    source: Bytes,
    format: Format,
    modified: Timestamp,
    engine: Arc<dyn Engine>,
    time: Duration,
    unwanted: &speech::Stop,
) -> Result<(File, Option<Narration>)> {
    let deadline = Instant::now() + time;
    let mut watch = |_: usize, _: usize| {
        let late = (Instant::now() > deadline).then_some(Stop::OutOfTime);
        if unwanted.is_stopped() { Some(Stop::Cancelled) } else { late }
    };
    let options = Options { engine, ..Options::new(modified) };
    let (mut made, narration) =
        books::convert_to(name(format), source, &options, tempfile::tempfile()?, &mut watch)?;
    made.seek(SeekFrom::Start(0))?;
    Ok((made, narration))
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
