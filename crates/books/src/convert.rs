//! Conversion from any kind of source to any format.

use std::cell::LazyCell;
use std::io::{BufWriter, Cursor, IntoInnerError, Seek, Write};
use std::sync::{Arc, OnceLock};
use std::thread;

use bytes::Bytes;
use jiff::Timestamp;
use position_maps::{PackedMap, PlaceUnit, Places, SentenceGrid, SentenceMap};
use vocabulary::Format;

use crate::balance::{report_balance, report_reading};
use crate::brf::WrittenBraille;
use crate::concurrent::{self, Wait};
use crate::daisy::{DetectedSource, Narration, Standard, WrittenDaisy};
use crate::model::Book;
use crate::{
    Error, FormulaRenderer, LetterTally, Limits, Package, PdfWriter, Progress, Reporter, Result, Settings,
    SourceKind, WrittenPdf, brf, daisy, docx, epub, pdf, score, sentences,
};

/// Settings and tools of a conversion.
#[derive(Debug, Clone)]
pub struct Options {
    /// The time that the package states as its last change. The same source, format and time give
    /// the same bytes.
    pub modified: Timestamp,
    /// Bounds on the source.
    pub limits: Limits,
    /// The reader's settings; formats without settings ignore them.
    pub settings: Settings,
    /// The speech engine of formats with audio.
    pub engine: Arc<dyn speech::Engine>,
    /// Draws formulas for DAISY 3, where they are MathML with a picture of each. A formula without a
    /// picture, drawn or from the source, is written as words.
    pub renderer: Option<Arc<dyn FormulaRenderer>>,
    /// The PDF writer. Without it there is no conversion to PDF.
    pub pdf: Option<Arc<dyn PdfWriter>>,
}

impl Options {
    /// Ordinary limits and settings; eSpeak NG speaks, nothing draws formulas or writes PDF.
    pub fn new(modified: Timestamp) -> Self {
        Self {
            modified,
            limits: Limits::default(),
            settings: Settings::default(),
            engine: Arc::new(speech::Command::espeak()),
            renderer: None,
            pdf: None,
        }
    }
}

/// Converts a source file (EPUB 2 or 3, DAISY 3, DAISY 2.02, `DTBook`, `MusicXML`) to a format.
pub fn convert(
    format: Format,
    source: Bytes,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Vec<u8>> {
    Ok(convert_to(format, source, options, Cursor::default(), progress)?.0.into_inner())
}

/// The kind of a file that books are made of.
pub fn detect_kind(source: &Bytes, limits: &Limits) -> Option<SourceKind> {
    match open_source(source.clone(), limits, Reporter::default()).ok()? {
        Source::Score(_) => Some(SourceKind::Score),
        Source::Epub { is_known, .. } => is_known.then_some(SourceKind::Epub),
        Source::Other(found, _) => found.kind(),
    }
}

/// Reads a source file: EPUB 2 or 3, DAISY 3, DAISY 2.02, `DTBook` or `MusicXML`.
///
/// # Errors
/// As [`epub::read`] and [`daisy::read`]; [`Error::Unsupported`] for a score that cannot be read.
pub fn read_book(source: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    let book = read_opened(open_source(source, limits, progress.reporter())?, limits, progress)?;
    report_reading(&book);
    Ok(book)
}

/// A source whose container is open: what it is, and the bytes that an identifier may be made of.
enum Source {
    Score(Bytes),
    /// An EPUB, or a container of no known kind, which is refused as one.
    Epub {
        package: Box<Package>,
        is_known: bool,
    },
    Other(Box<DetectedSource>, Bytes),
}

/// Looks what a source is. Its container is opened only once; that of a score has limits of its own.
fn open_source(source: Bytes, limits: &Limits, reporter: Reporter) -> Result<Source> {
    if score::is_score(&source) {
        return Ok(Source::Score(source));
    }
    if daisy::is_dtbook(&source) {
        return Ok(Source::Other(Box::new(DetectedSource::Text(source.clone())), source));
    }
    let package = Package::open_reporting(source.clone(), *limits, reporter)?;
    if score::has_score(&package, &source) {
        return Ok(Source::Score(source));
    }
    Ok(match daisy::detect_in_package(package)? {
        DetectedSource::Epub(package) => Source::Epub { package: Box::new(package), is_known: true },
        DetectedSource::Unknown(package) => Source::Epub { package: Box::new(package), is_known: false },
        found => Source::Other(Box::new(found), source),
    })
}

fn read_opened(source: Source, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    match source {
        Source::Score(bytes) => score::read_book(&bytes, limits, progress),
        Source::Epub { package, .. } => {
            epub::read_source(&epub::EpubSource::from_package(*package)?, None, progress)
        }
        Source::Other(found, bytes) => daisy::read_detected(*found, bytes, limits, progress),
    }
}

/// Converts a book that was read already. EPUB 3 is then rewritten; [`convert`] preserves more of a book that
/// was an EPUB, because it passes the book's own files through.
///
/// # Errors
/// [`Error::NoConversion`] if no writer makes the format from a book; a file of the book cannot
/// be unpacked; the run was stopped.
pub fn convert_book(
    format: Format,
    book: &Book,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Vec<u8>> {
    Ok(write_book(format, book, None, options, Cursor::default(), progress)?.output.into_inner())
}

/// Converts a source file (EPUB 2 or 3, DAISY 3, DAISY 2.02, `DTBook`, `MusicXML`) to a format, into `out`:
/// the output need not fit into memory. Returns the narration that was made.
///
/// # Errors
/// [`Error::NoConversion`] if no writer makes the format; otherwise as [`epub::read`] and [`daisy::read`],
/// and for formats with audio if the engine or the encoder is missing or fails.
pub fn convert_to<W: Write + Seek>(
    format: Format,
    source: Bytes,
    options: &Options,
    out: W,
    progress: &mut dyn Progress,
) -> Result<(W, Option<Narration>)> {
    let made = convert_package(format, source, options, out, false, progress, |out| out)?;
    Ok((made.output, made.narration))
}

/// Converts a source file as [`convert_to`] does, and also returns the position of each sentence of the
/// book in the package. `then` processes the output further, without waiting for the map. An EPUB that
/// stays an EPUB has its map from [`locate_sentences`].
pub fn convert_with_map<W: Write + Seek, T>(
    format: Format,
    source: Bytes,
    options: &Options,
    out: W,
    progress: &mut dyn Progress,
    then: impl FnOnce(W) -> T,
) -> Result<ConvertedPackage<T>> {
    convert_package(format, source, options, out, true, progress, then)
}

/// Finds the position of each sentence of an EPUB in the EPUB 3 that is made of it. `None` if the source is
/// not an EPUB, because its map is made with the package.
pub fn locate_sentences(
    source: Bytes,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<Option<PackedMap>> {
    let opened = open_source(source, limits, progress.reporter())?;
    let Source::Epub { package, .. } = opened else { return Ok(None) };
    epub::locate_sentences(&epub::EpubSource::from_package(*package)?, progress).map(Some)
}

/// A converted package.
#[derive(Debug)]
pub struct ConvertedPackage<T> {
    /// The written package, or the result of processing it.
    pub output: T,
    /// The narration that was made.
    pub narration: Option<Narration>,
    /// The positions of the book's sentences. `None` if they were not requested, or [`locate_sentences`]
    /// finds them.
    pub map: Option<PackedMap>,
    /// The number of volumes of braille. `None` in other formats.
    pub volumes: Option<usize>,
    /// The size of the text of a DAISY book without audio, bytes. `None` in other formats.
    pub text: Option<u64>,
}

struct WrittenBook<W> {
    output: W,
    narration: Option<Narration>,
    /// The positions of the numbered blocks or sentences.
    places: Option<Places>,
    volumes: Option<usize>,
    text: Option<u64>,
    /// Letters of the book that were written.
    letters: LetterTally,
}

impl<W> WrittenBook<W> {
    fn new(out: W, places: impl Into<Option<Places>>, letters: LetterTally) -> Self {
        Self { output: out, narration: None, places: places.into(), volumes: None, text: None, letters }
    }
}

/// The sentences of a book, once they are needed.
type LazyGrid<'s> = LazyCell<SentenceGrid, Wait<'s, SentenceGrid>>;

fn convert_package<W: Write + Seek, T>(
    format: Format,
    source: Bytes,
    options: &Options,
    out: W,
    mapped: bool,
    progress: &mut dyn Progress,
    then: impl FnOnce(W) -> T,
) -> Result<ConvertedPackage<T>> {
    let source = match open_source(source, &options.limits, progress.reporter())? {
        Source::Epub { package, .. } if format == Format::Epub3 => {
            let source = epub::EpubSource::from_package(*package)?;
            let out = epub::write_source(&source, options.modified, out, progress)?;
            return Ok(ConvertedPackage {
                output: then(out),
                narration: None,
                map: None,
                volumes: None,
                text: None,
            });
        }
        other => other,
    };
    if format == Format::Pdf && options.pdf.is_none() {
        return Err(Error::NoConversion(format));
    }
    let mut book = read_opened(source, &options.limits, progress)?;
    // Formats with audio need the numbers of sentences; for text those of blocks are enough, and the
    // sentences are read meanwhile.
    let numbered = (mapped && format.is_audio()).then(|| sentences::number_sentences(&mut book));
    if mapped && numbered.is_none() {
        sentences::number_blocks(&mut book);
    }
    let book = &book;
    let sentence_map = OnceLock::new();
    let (made, bytes) = thread::scope(|scope| {
        let grid: Option<LazyGrid<'_>> = match numbered {
            Some(grid) => Some(LazyGrid::new(Box::new(|| grid))),
            None => mapped.then(|| {
                LazyGrid::new(concurrent::spawn_or_defer(scope, || sentences::read_sentences(book)))
            }),
        };
        let written = write_book(format, book, grid.as_ref(), options, out, progress)?;
        let WrittenBook { output: out, narration, places, volumes, text, letters } = written;
        book.reporter.set_words(report_balance(book, &letters.into_counts()));
        // The map is written while the package is put to use.
        let bytes = grid.zip(places).map(|(grid, places)| {
            let map = sentence_map.get_or_init(|| SentenceMap::new(&grid, places));
            concurrent::spawn_or_defer(scope, || map.to_bytes())
        });
        let made = ConvertedPackage { output: then(out), narration, map: None, volumes, text };
        Ok::<_, Error>((made, bytes.map(|bytes| bytes())))
    })?;
    let map = sentence_map.into_inner().zip(bytes).map(|(map, bytes)| PackedMap { map, bytes });
    Ok(ConvertedPackage { map, ..made })
}

fn write_book<W: Write + Seek>(
    format: Format,
    book: &Book,
    grid: Option<&LazyGrid<'_>>,
    options: &Options,
    mut out: W,
    progress: &mut dyn Progress,
) -> Result<WrittenBook<W>> {
    let modified = options.modified;
    let renderer = options.renderer.as_deref();
    let spoken = |standard, out, progress: &mut dyn Progress| -> Result<WrittenBook<W>> {
        let (written, narration) =
            daisy::write_audio(standard, book, modified, &options.engine, renderer, out, progress)?;
        let WrittenDaisy { output: out, places, letters, .. } = written;
        Ok(WrittenBook { narration: Some(narration), ..WrittenBook::new(out, places, letters) })
    };
    Ok(match format {
        Format::Daisy => {
            let WrittenDaisy { output: out, places, text_bytes, letters } =
                daisy::write(book, modified, renderer, out, progress)?;
            WrittenBook { text: Some(text_bytes), ..WrittenBook::new(out, places, letters) }
        }
        Format::DaisyAudio => spoken(Standard::Daisy3, out, progress)?,
        Format::Daisy2Audio => spoken(Standard::Daisy202, out, progress)?,
        Format::Brf => {
            let WrittenBraille { bytes, places, volumes, letters } =
                brf::write(book, options.settings.braille, modified, progress)?;
            out.write_all(&bytes)?;
            WrittenBook { volumes: Some(volumes), ..WrittenBook::new(out, places, letters) }
        }
        Format::Epub3 => {
            let grid = grid.map(|grid| &**grid);
            let built = epub::write_book_with_places(book, grid, modified, out, progress)?;
            WrittenBook::new(built.output, built.places, built.letters)
        }
        Format::Docx => {
            let (out, places, letters) = docx::write(book, modified, out, progress)?;
            WrittenBook::new(out, places, letters)
        }
        Format::Pdf => {
            let writer = options.pdf.as_deref().ok_or(Error::NoConversion(format))?;
            let mut out = BufWriter::new(out);
            let WrittenPdf { sentences, letters } = writer.write(book, modified, &mut out, progress)?;
            let out = out.into_inner().map_err(IntoInnerError::into_error)?;
            WrittenBook::new(out, Places::from_counts(PlaceUnit::Page, sentences), letters)
        }
    })
}

/// The version of the converter to this format. It changes whenever the same source would give other bytes,
/// so it belongs in the key under which an artifact is stored.
pub fn converter_version(format: Format) -> u32 {
    match format {
        Format::Daisy => daisy::CONVERTER_VERSION,
        Format::DaisyAudio | Format::Daisy2Audio => daisy::AUDIO_CONVERTER_VERSION,
        Format::Brf => brf::CONVERTER_VERSION,
        Format::Epub3 => epub::CONVERTER_VERSION,
        Format::Docx => docx::CONVERTER_VERSION,
        Format::Pdf => pdf::CONVERTER_VERSION,
    }
}
