//! `openshelf-bench conversions`: converts a book with `openshelf convert`, and with other programs for
//! comparison: pandoc for Word, `WeasyPrint` for PDF, `lou_translate` for braille, eSpeak NG with ffmpeg for
//! audio.
//!
//! Every figure is the time of whole processes, from file to file, except what a worker process costs.

mod marks;
pub mod novel;
mod others;
mod timing;
mod warm;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;
use books::Format;
use bytes::Bytes;
use clap::Args;

use self::marks::PreparedFile;
use crate::latency::format_ms;
use crate::report::{BenchReport, format_grouped, format_ratio, print_progress};
use crate::{machine, program};
use others::OtherPrograms;
use timing::{median_time, time_command};
use warm::ConversionPlaces;

const NOVEL_WORDS: usize = 100_000;
const AUDIO_WORDS: usize = 10_000;

/// Compares conversions with those of other programs.
#[derive(Debug, Clone, Args)]
pub struct CompareConversions {
    /// The EPUB to convert; by default a novel of 100,000 words and for audio a tale of 10,000, made from the
    /// demo's books
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Runs of each short conversion; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// The program to measure; by default `openshelf` next to this one
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Write the figures into docs/benchmarks.md
    #[arg(long)]
    write: bool,
}

impl CompareConversions {
    /// Measures and prints.
    pub fn run(&self) -> anyhow::Result<()> {
        let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
        let report = self.measure_all(temporary.path())?;
        if self.write {
            report.write()?;
        }
        Ok(())
    }

    fn measure_all(&self, dir: &Path) -> anyhow::Result<BenchReport> {
        let (text, spoken) = match &self.book {
            Some(book) => (book.clone(), book.clone()),
            None => (
                novel::write_novel(dir, "novel", NOVEL_WORDS)?,
                novel::write_novel(dir, "tale", AUDIO_WORDS)?,
            ),
        };
        let (text, spoken) = (SourceBook::read(&text)?, SourceBook::read(&spoken)?);
        let openshelf = program::find_program(self.program.clone())?;
        let conditions = format!(
            "{}; the book: {} words in {} KiB; the book that is spoken: {} words. The median of {} runs; audio once. \
             {}",
            machine::describe_machine(),
            format_grouped(text.words as u64),
            text.bytes.len() >> 10,
            format_grouped(spoken.words as u64),
            self.runs,
            OtherPrograms::list_versions(),
        );
        println!("{conditions}\n");
        let mut bench = ConversionBench {
            report: BenchReport::new("Conversions".into(), conditions),
            openshelf,
            dir,
            runs: self.runs,
        };
        bench.measure_text(&text)?;
        bench.measure_processes(&text)?;
        bench.measure_audio(&spoken)?;
        bench.measure_copies(&[
            Format::Epub3,
            Format::Daisy,
            Format::Brf,
            Format::Docx,
            Format::Pdf,
            Format::DaisyAudio,
        ])?;
        Ok(bench.report)
    }
}

struct SourceBook {
    path: PathBuf,
    bytes: Vec<u8>,
    words: usize,
    /// The text of each section.
    parts: Vec<String>,
}

impl SourceBook {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let book = books::read_book(bytes.clone().into(), &books::Limits::default(), &mut ())?;
        let parts: Vec<String> = book
            .sections
            .iter()
            .map(|section| {
                let lines: Vec<String> = section.blocks.iter().map(books::model::Block::plain_text).collect();
                lines.join("\n\n")
            })
            .filter(|text| !text.trim().is_empty())
            .collect();
        let words = parts.iter().map(|text| text.split_whitespace().count()).sum();
        Ok(Self { path: path.to_owned(), bytes, words, parts })
    }
}

struct ConversionBench<'a> {
    report: BenchReport,
    openshelf: PathBuf,
    dir: &'a Path,
    runs: u32,
}

impl ConversionBench<'_> {
    fn measure_text(&mut self, book: &SourceBook) -> anyhow::Result<()> {
        for (format, what) in [(Format::Epub3, "EPUB 3"), (Format::Daisy, "DAISY")] {
            let ours = self.time_conversion(book, format, self.runs)?;
            self.report.add_at_most(&format!("{what} of the book"), ours.as_secs_f64() * 1e3, 100.0, |ms| {
                format!("{ms:.0} ms")
            });
        }
        let others = OtherPrograms::prepare(self.dir, book)?;
        let ours = self.time_conversion(book, Format::Docx, self.runs)?;
        let theirs = median_time(self.runs, || time_command(&mut others.pandoc_command()))?;
        self.report_times_as_fast("Word", "pandoc", ours, theirs);
        let ours = self.time_conversion(book, Format::Pdf, self.runs)?;
        // It is slow, and varies little.
        let theirs = time_command(&mut others.weasyprint_command())?;
        self.report_times_as_fast("PDF", "WeasyPrint", ours, theirs);
        let ours = self.time_conversion(book, Format::Brf, self.runs)?;
        let theirs = median_time(self.runs, || time_command(&mut others.lou_translate_command()?))?;
        self.report_as_long("braille", "lou_translate", ours, theirs, 1.5);
        Ok(())
    }

    /// Measures the cost of converting in a worker process.
    fn measure_processes(&mut self, book: &SourceBook) -> anyhow::Result<()> {
        let places = ConversionPlaces::new(&self.openshelf)?;
        for format in [domain::formats::Format::Epub3, domain::formats::Format::Daisy] {
            print_progress(&format!("{format} in a worker process"));
            let (process, thread) =
                places.compare_medians(&Bytes::from(book.bytes.clone()), format, self.runs)?;
            let times = format!("{}, {}", format_ms(process), format_ms(thread));
            self.report.add_info(&format!("{format}: in a new worker process, on a thread"), times);
            let more = (process.as_secs_f64() - thread.as_secs_f64()) * 1e3;
            let what = format!("{format}: what the worker process costs");
            self.report.add_at_most(&what, more, 10.0, |ms| format!("{ms:.1} ms"));
        }
        Ok(())
    }

    fn measure_audio(&mut self, book: &SourceBook) -> anyhow::Result<()> {
        let ours = self.time_conversion(book, Format::DaisyAudio, 1)?;
        print_progress("eSpeak NG and ffmpeg");
        let theirs = others::speak_parts(self.dir, &book.parts)?;
        self.report_as_long("DAISY audio", "eSpeak NG and ffmpeg, two parts at a time", ours, theirs, 1.1);
        Ok(())
    }

    /// A watermarked copy of the output, made like the server does: with the plan next to the prepared file.
    /// Compared with copying that file, and with watermarking it without a plan.
    fn measure_copies(&mut self, formats: &[Format]) -> anyhow::Result<()> {
        for format in formats {
            print_progress(&format!("marking {format}"));
            let (file, copy) =
                (PreparedFile::new(self.dir, *format, &self.output_path(*format))?, self.dir.join("copy"));
            let copied = median_time(self.runs, || {
                timing::time_closure(|| Ok(std::fs::copy(&file.path, &copy).map(drop)?))
            })?;
            let marked = median_time(self.runs, || timing::time_closure(|| file.mark_copy(&copy)))?;
            let without = median_time(self.runs, || timing::time_closure(|| file.mark_without_plan(&copy)))?;
            let size = format_grouped(file.size >> 10);
            self.report.add_info(
                &format!("marked copy of {format} ({size} KiB, {} more than made)", file.format_overhead()),
                format!(
                    "{}, copied {}, without a plan {}",
                    format_ms(marked),
                    format_ms(copied),
                    format_ms(without)
                ),
            );
            let ratio = marked.div_duration_f64(copied);
            self.report.add_at_most(
                &format!("marked copy of {format} against copying"),
                ratio,
                2.0,
                format_ratio,
            );
        }
        Ok(())
    }

    fn output_path(&self, format: Format) -> PathBuf {
        self.dir.join(format!("made.{format}"))
    }

    /// The time of our program.
    fn time_conversion(&self, book: &SourceBook, format: Format, runs: u32) -> anyhow::Result<Duration> {
        print_progress(&format!("{format}"));
        let made = self.output_path(format);
        median_time(runs, || {
            time_command(
                Command::new(&self.openshelf)
                    .args(["convert", "--format", format.as_str()])
                    .arg(&book.path)
                    .arg(&made),
            )
        })
    }

    fn report_times_as_fast(&mut self, what: &str, other: &str, ours: Duration, theirs: Duration) {
        self.report_comparison(what, other, ours, theirs);
        let times = theirs.div_duration_f64(ours);
        self.report.add_at_least(&format!("{what}: times as fast as {other}"), times, 10.0, |times| {
            format!("{times:.1}")
        });
    }

    fn report_as_long(&mut self, what: &str, other: &str, ours: Duration, theirs: Duration, most: f64) {
        self.report_comparison(what, other, ours, theirs);
        self.report.add_at_most(
            &format!("{what}: against {other}"),
            ours.div_duration_f64(theirs),
            most,
            format_ratio,
        );
    }

    fn report_comparison(&mut self, what: &str, other: &str, ours: Duration, theirs: Duration) {
        let value = format!("{}, {}", format_ms(ours), format_ms(theirs));
        self.report.add_info(&format!("{what}: openshelf convert, {other}"), value);
    }
}
