//! DAISY 3 (ANSI/NISO Z39.86-2005), with and without audio: `DTBook` 2005-2, NCX, SMIL, resource file and
//! package document in one zip; and DAISY 2.02 with audio. Both are read as well, and `DTBook` alone.

mod audio;
mod blocks;
pub mod daisy202;
mod dates;
mod figures;
mod formulas;
mod ids;
mod inlines;
mod levels;
mod mathml;
mod ncx;
mod opf;
mod phrases;
mod pictures;
mod read;
mod script;
mod smil;
mod steps;
mod text;

use std::io::{Seek, Write};
use std::sync::Arc;

use jiff::Timestamp;
use position_maps::Places;

use crate::model::Book;
use crate::progress::report_step;
use crate::{Archive, FormulaRenderer, LetterTally, Progress, Result};

use mathml::FormulaIslands;

pub use audio::Narration;
pub use audio::is_speech;
pub(crate) use read::{DetectedSource, detect_in_package, is_dtbook, read_detected};
pub use read::{VolumePlace, detect_kind, is_navigation_center, read};
#[cfg(any(test, feature = "testkit"))]
pub(crate) use text::DTBOOK_NAMESPACE;

/// Changes whenever the same source would give other bytes, other pictures of formulas too.
pub const CONVERTER_VERSION: u32 = 18;

/// Version of the converter to the formats with audio.
pub const AUDIO_CONVERTER_VERSION: u32 = 18;

pub(crate) const TEXT_NAME: &str = "book.xml";
const PACKAGE_NAME: &str = "book.opf";
const NCX_NAME: &str = "navigation.ncx";
const RESOURCES_NAME: &str = "resources.res";
const GENERATOR_NAME: &str = "Openshelf";

#[derive(Debug)]
pub(crate) struct WrittenDaisy<W> {
    pub(crate) output: W,
    /// The positions of the numbered blocks or sentences.
    pub(crate) places: Places,
    pub(crate) text_bytes: u64,
    /// Letters of the book that were written, by section.
    pub(crate) letters: LetterTally,
}

/// Writes a text DAISY book; also returns the positions of the numbered blocks. `modified` is the date of
/// production.
///
/// Formulas that can be drawn, or have a picture already, are written as MathML, others in words. Images in
/// formats that DAISY does not know become PNG; of those that cannot be read, the alternatives stay.
pub(crate) fn write<W: Write + Seek>(
    book: &Book,
    modified: Timestamp,
    renderer: Option<&dyn FormulaRenderer>,
    out: W,
    progress: &mut dyn Progress,
) -> Result<WrittenDaisy<W>> {
    let islands = FormulaIslands::from_book(book, renderer, progress)?;
    let text = text::write_text(book, None, islands, progress)?;
    let mut out = Archive::new(out, modified);
    write_daisy3_files(&mut out, book, modified, &text, None, progress)?;
    Ok(WrittenDaisy {
        output: out.finish()?,
        places: smil::numbered_places(&text.smil),
        text_bytes: text.dtbook.len() as u64,
        letters: text.letters,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standard {
    Daisy202,
    Daisy3,
}

/// Writes a DAISY book with full text and audio; also returns the positions of the sentences of a numbered
/// book. Narration that the book brings along stays as it was recorded, all else is spoken by the engine.
/// Speech goes through temporary files, so that hours of it never have to fit into memory.
pub(crate) fn write_audio<W: Write + Seek>(
    standard: Standard,
    book: &Book,
    modified: Timestamp,
    engine: &Arc<dyn speech::Engine>,
    renderer: Option<&dyn FormulaRenderer>,
    out: W,
    progress: &mut dyn Progress,
) -> Result<(WrittenDaisy<W>, Narration)> {
    let folder = tempfile::Builder::new().prefix("openshelf-audio-").tempdir()?;
    let mut recordings = audio::find_recordings(book, folder.path(), progress)?;
    let voice = script::StepVoice::new(std::mem::take(&mut recordings.places));
    let divided = phrases::divide_into_phrases(book, voice.places());
    let islands = match standard {
        // It has no place for MathML.
        Standard::Daisy202 => FormulaIslands::default(),
        Standard::Daisy3 => FormulaIslands::from_book(&divided, renderer, progress)?,
    };
    let mut text = text::write_text(&divided, Some(voice), islands, progress)?;
    drop(divided);
    let audio = audio::record_steps(book, &mut text, recordings, engine, folder.path(), progress)?;
    let mut out = Archive::new(out, modified);
    match standard {
        Standard::Daisy202 => daisy202::write_files(&mut out, book, modified, &text, &audio, progress)?,
        Standard::Daisy3 => write_daisy3_files(&mut out, book, modified, &text, Some(&audio), progress)?,
    }
    for (n, file) in audio.files.iter().enumerate() {
        report_step(progress, n, audio.files.len())?;
        file.store_in(&mut out, &file.name, book)?;
    }
    let written = WrittenDaisy {
        output: out.finish()?,
        places: smil::numbered_places(&text.smil),
        text_bytes: text.dtbook.len() as u64,
        letters: text.letters,
    };
    Ok((written, audio.narration()))
}

/// Writes all files of DAISY 3 but the audio.
fn write_daisy3_files<W: Write + Seek>(
    out: &mut Archive<W>,
    book: &Book,
    modified: Timestamp,
    text: &text::WrittenText,
    audio: Option<&audio::PackageAudio>,
    progress: &mut dyn Progress,
) -> Result<()> {
    let uid = book_uid(book);
    let files =
        opf::PackageContents { smil: text.smil.len(), images: &text.images, audio, mathml: text.mathml };
    out.add(PACKAGE_NAME, opf::write_opf(book, &uid, modified, &files).as_bytes())?;
    out.add(NCX_NAME, ncx::write_ncx(book, &uid, text).as_bytes())?;
    out.add(TEXT_NAME, text.dtbook.as_bytes())?;
    let mut elapsed = 0;
    for (n, file) in text.smil.iter().enumerate() {
        out.add(&smil::file_name(n), smil::write_file(file, &uid, elapsed).as_bytes())?;
        elapsed += smil::file_milliseconds(file);
    }
    out.add(RESOURCES_NAME, ncx::write_resources().as_bytes())?;
    if text.mathml {
        out.add(mathml::FALLBACK_NAME, mathml::FALLBACK_STYLESHEET.as_bytes())?;
    }
    let total = text.images.len();
    for (n, image) in text.images.iter().enumerate() {
        report_step(progress, n, total)?;
        image.data.add_to(out, &image.name, image.media_type, book)?;
    }
    Ok(())
}

/// The identifier that every file of the book repeats.
fn book_uid(book: &Book) -> String {
    let own = book.metadata.identifier();
    if own.is_empty() { format!("title:{}", book.metadata.title) } else { own.to_owned() }
}
