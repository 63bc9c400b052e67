//! `openshelf convert`: one book, one format, no library.

use std::io::{BufWriter, IntoInnerError};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use books::Options;
use books::document::{DocumentOptions, detect, to_epub};
use bytes::Bytes;
use clap::Args;
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::preferences::{BrailleConflict, BrailleFormat, Preferences};
use domain::wire::WireEnum as _;
use indicatif::ProgressBar;
use sha2::{Digest, Sha256};

use super::part::Part;
use crate::config::Config;
use crate::library::now;

/// `openshelf convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Format identifier in any case, for example DAISY
    #[arg(long, value_parser = format)]
    pub format: Format,
    /// Language to expect in a PDF, picture or presentation that does not state it, for example en
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// How braille is laid out and spelled
    #[command(flatten)]
    pub braille: Braille,
    /// The book, score or document to read: EPUB, DAISY, DTBook, MusicXML, PDF, JPEG, PNG, HEIF or PPTX
    pub input: PathBuf,
    /// The file to write
    pub output: PathBuf,
}

/// What readers of braille choose, as their preferences name it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Braille")]
#[expect(clippy::struct_field_names, reason = "options and preferences have these names")]
pub struct Braille {
    /// refreshable (a display: no pages) or embossable (paper: pages of 25 lines)
    #[arg(long, value_name = "FORMAT", default_value_t = BrailleFormat::Refreshable)]
    pub braille_format: BrailleFormat,
    /// Cells of a line: 18, 20, 32, 40, 70, 80 on a display, 28 or 40 on paper
    #[arg(long, value_name = "CELLS", default_value_t = 40)]
    pub braille_cell_line_width: i32,
    /// contracted or uncontracted
    #[arg(long, value_name = "GRADE", default_value_t = BrailleGrade::Contracted)]
    pub braille_grade: BrailleGrade,
    /// Unified English Braille instead of the American edition (EBAE), for English
    #[arg(long)]
    pub use_ueb: bool,
}

impl Braille {
    /// The same as preferences; the two of format and width must fit each other.
    pub fn preferences(&self) -> Result<Preferences, BrailleConflict> {
        let mut preferences = Preferences {
            braille_grade: self.braille_grade,
            use_ueb: self.use_ueb,
            ..Preferences::default()
        };
        preferences.set_braille(Some(self.braille_format), Some(self.braille_cell_line_width))?;
        Ok(preferences)
    }
}

/// Reads a format as the addresses of the interface do.
fn format(word: &str) -> Result<Format, String> {
    let all: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
    Format::from_path(word).ok_or_else(|| format!("none of {}", all.join(", ")))
}

/// Reads the book, converts it and writes the file, by rename so that no half file is left behind.
pub async fn run(args: Convert, config: Config) -> anyhow::Result<ExitCode> {
    tokio::task::spawn_blocking(move || convert(&args, &config)).await??;
    Ok(ExitCode::SUCCESS)
}

fn convert(args: &Convert, config: &Config) -> anyhow::Result<()> {
    let source = std::fs::read(&args.input).with_context(|| format!("reading {}", args.input.display()))?;
    let mut source = Bytes::from(source);
    let format: books::Format = args.format.as_str().parse()?;
    let settings = domain::settings::Settings::of(args.format, &args.braille.preferences()?);
    let options = Options {
        settings: delivery::book_settings(settings),
        engine: config.speech.engine()?,
        renderer: Some(Arc::new(typeset::Formulas)),
        ..Options::new(now())
    };
    let bar = ProgressBar::no_length().with_style(super::progress_style("documents"));
    let mut progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        None
    };
    let what = || format!("converting {} to {}", args.input.display(), args.format);
    if let Some(kind) = detect(&source) {
        let about =
            DocumentOptions { language: args.language.clone(), ..document(&source, options.modified) };
        source = to_epub(kind, source, &about, &mut progress).with_context(what)?.into();
    }
    let (part, file) = Part::create(&args.output)?;
    let made = if format == books::Format::Pdf {
        typeset_to(source, &options, file, &mut progress)
    } else {
        books::convert_to(format, source, &options, file, &mut progress).map(|(file, _)| file)
    };
    let made = made.with_context(what);
    bar.finish_and_clear();
    let size = part.keep(&made?)?;
    println!("Wrote {} ({size} bytes).", args.output.display());
    Ok(())
}

fn typeset_to(
    source: Bytes,
    options: &Options,
    file: std::fs::File,
    progress: &mut dyn books::Progress,
) -> books::Result<std::fs::File> {
    let book = books::read(source, &options.limits, progress)?;
    let out = typeset::write_to(&book, options.modified, BufWriter::new(file), progress)?;
    Ok(out.into_inner().map_err(IntoInnerError::into_error)?)
}

/// A document has no identifier of its own; the same document gets the same one.
fn document(source: &[u8], modified: jiff::Timestamp) -> DocumentOptions {
    let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(source)[..16]);
    DocumentOptions::new(format!("urn:sha256:{digest}"), modified)
}
