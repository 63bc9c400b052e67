//! `openshelf convert`: one book, one format, no library.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use clap::Args;
use conversion::{
    ConvertDocument, Limits, LocateSentences, MAP_NAME, OUTPUT_NAME, REPORT_NAME, Request, SOURCE_NAME,
    Steps, Task, TaskBench, read_report,
};
use delivery::documents::detect_document_type;
use domain::documents::DocumentType;
use domain::preferences::{BrailleConflict, BrailleFormat};
use domain::{BrailleGrade, Format, Preferences, WireEnum as _};
use indicatif::ProgressBar;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use super::admin::conversion_reports::print_findings;
use crate::partial_file::PartialFile;
use crate::{Config, current_time};

/// Time limit of a conversion to a format without audio.
const TEXT_TIMEOUT: Duration = Duration::from_hours(1);
const SPEECH_TIMEOUT: Duration = Duration::from_hours(24);
const DOCUMENT_TIMEOUT: Duration = Duration::from_hours(1);

/// `openshelf convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Format identifier in any case, for example DAISY
    #[arg(long, value_parser = parse_format)]
    pub format: Format,
    /// Language to expect in a PDF, picture or presentation that does not state it, for example en
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_language_tag)]
    pub language: Option<String>,
    /// Layout and code of braille
    #[command(flatten)]
    pub braille: Braille,
    /// Where to write the places of the book's sentences in the output, for checks of them (docs/places.md)
    #[arg(long, value_name = "FILE", hide = true)]
    pub map: Option<PathBuf>,
    /// Print what was repaired or left out, and where
    #[arg(long)]
    pub report: bool,
    /// The book, score or document: EPUB, DAISY, DTBook, MusicXML, PDF, JPEG, PNG, HEIF or PPTX
    pub input: PathBuf,
    /// The output file
    pub output: PathBuf,
}

/// Braille settings, named like the preferences.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Braille")]
#[expect(clippy::struct_field_names, reason = "options and preferences have these names")]
pub struct Braille {
    /// refreshable (a display: no pages) or embossable (paper: pages of 25 lines)
    #[arg(long, value_name = "FORMAT", default_value_t = BrailleFormat::Refreshable)]
    pub braille_format: BrailleFormat,
    /// Cells per line: 18, 20, 32, 40, 70, 80 on a display, 28 or 40 on paper
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
    /// Converts the options to preferences; format and width must be compatible.
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

/// Parses a format like the paths of the API.
fn parse_format(word: &str) -> Result<Format, String> {
    let all: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
    Format::from_path(word).ok_or_else(|| format!("not one of {}", all.join(", ")))
}

/// Converts the book in a worker process and writes the file by rename, so that no partial file remains.
pub async fn run(args: Convert, config: Config) -> anyhow::Result<ExitCode> {
    if is_same_file(&args.input, &args.output) {
        let output = args.output.display();
        anyhow::bail!("writing {output}: it is the book itself, and would be lost; name another file");
    }
    let source = tokio::fs::read(&args.input).await;
    let mut source = Bytes::from(source.with_context(|| format!("reading {}", args.input.display()))?);
    let settings =
        domain::settings::CopySettings::from_preferences(args.format, &args.braille.preferences()?);
    let workshop = crate::workshop::open(&config)?;
    let modified = current_time();
    let bar = ProgressBar::no_length().with_style(super::progress_style("documents"));
    let what = || format!("converting {} to {}", args.input.display(), args.format);
    if let Some(kind) = detect_document_type(Cursor::new(&source))? {
        let task = document_task(kind, &source, args.language.clone(), modified);
        let mut bench = workshop.open_bench().await?;
        let limits = Limits::for_document(DOCUMENT_TIMEOUT);
        let converted = run_task(&mut bench, source, task, limits, &bar).await;
        if args.report {
            let findings = read_report(bench.read_output(REPORT_NAME).await?.as_deref());
            bar.suspend(|| print_findings(&findings));
        }
        converted.with_context(what)?;
        source = bench.read_output(OUTPUT_NAME).await?.with_context(what)?;
    }
    let limits = if args.format.is_audio() {
        Limits::for_speech(SPEECH_TIMEOUT)
    } else {
        Limits::for_text(TEXT_TIMEOUT)
    };
    let task = conversion::Convert { format: args.format, settings, modified };
    let mut bench = if args.format.is_audio() {
        workshop.open_speech_bench().await?
    } else {
        workshop.open_bench().await?
    };
    let source_size = source.len() as u64;
    let outcome = run_task(&mut bench, source, task, limits, &bar).await;
    bar.finish_and_clear();
    // Also printed for a refused book.
    if args.report {
        print_findings(&read_report(bench.read_output(REPORT_NAME).await?.as_deref()));
    }
    let outcome = outcome.with_context(what)?;
    if args.map.is_some() && outcome.map_follows {
        bench.run(LocateSentences {}, limits, source_size).await.with_context(what)?;
    }
    if let (Some(file), Some(map)) = (&args.map, bench.read_output(MAP_NAME).await?) {
        tokio::fs::write(file, map).await.with_context(|| format!("writing {}", file.display()))?;
    }
    let output_file = bench.open_output(OUTPUT_NAME).await?;
    let limit = output_file.limit();
    let output_file = output_file.into_inner().into_std().await;
    let output = args.output.clone();
    let size = tokio::task::spawn_blocking(move || move_output(output_file.take(limit), &output)).await??;
    println!("Wrote {} ({size} bytes).", args.output.display());
    Ok(ExitCode::SUCCESS)
}

/// Returns true if both paths lead to one file.
fn is_same_file(input: &Path, output: &Path) -> bool {
    let input = input.canonicalize().ok().filter(|path| path.is_file());
    input.is_some_and(|input| output.canonicalize().is_ok_and(|output| output == input))
}

/// Runs a task, and shows its progress.
async fn run_task<T: Task + Into<Request>>(
    bench: &mut TaskBench,
    source: Bytes,
    task: T,
    limits: Limits,
    bar: &ProgressBar,
) -> anyhow::Result<T::Output> {
    let size = source.len() as u64;
    bench.write_input(SOURCE_NAME, source).await?;
    let (steps, mut heard) = watch::channel(Steps::default());
    let show = async {
        while heard.changed().await.is_ok() {
            let (done, total) = *heard.borrow_and_update();
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
    };
    tokio::select! {
        made = bench.run_watched(task, limits, size, &steps) => Ok(made?),
        () = show => anyhow::bail!("nothing reports the progress"),
    }
}

/// Moves the output to its place; returns its size.
fn move_output(mut made: impl Read, output: &Path) -> anyhow::Result<u64> {
    let (part, mut file) = PartialFile::create(output)?;
    std::io::copy(&mut made, &mut file)?;
    part.complete_file(&file)
}

/// Reads a language tag. Text recognition would expect English for one that it does not know.
fn parse_language_tag(text: &str) -> Result<String, String> {
    let known = domain::languages::alpha3(text).map(|_| text.to_owned());
    known.ok_or_else(|| "must be a BCP 47 language tag, for example en, fr or pt-BR".to_owned())
}

/// A document has no identifier of its own; the same document always gets the same one.
fn document_task(
    kind: DocumentType,
    source: &[u8],
    language: Option<String>,
    modified: Timestamp,
) -> ConvertDocument {
    let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(source)[..16]);
    ConvertDocument {
        kind,
        title: String::new(),
        language,
        identifier: format!("urn:sha256:{digest}"),
        modified,
    }
}
