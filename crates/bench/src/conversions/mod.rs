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

use anyhow::Context;
use books::Format;
use bytes::Bytes;
use clap::Args;

use self::marks::Prepared;
use crate::latency::ms;
use crate::report::{FILE, Report, grouped, progress};
use crate::{machine, program};
use others::Others;
use timing::{Took, median, run};
use warm::Places;

/// Words of the novel.
const WORDS: usize = 100_000;
/// Words of the audio book.
const SPOKEN: usize = 10_000;

/// Compares conversions with those of other programs.
#[derive(Debug, Clone, Args)]
pub struct Conversions {
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

impl Conversions {
    /// Measures and prints.
    pub fn run(&self) -> anyhow::Result<()> {
        let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
        let report = self.measure(temporary.path())?;
        if self.write {
            report.write(Path::new(FILE))?;
            println!("Written to {FILE}.");
        }
        Ok(())
    }

    fn measure(&self, dir: &Path) -> anyhow::Result<Report> {
        let (text, spoken) = match &self.book {
            Some(book) => (book.clone(), book.clone()),
            None => (novel::write(dir, "novel", WORDS)?, novel::write(dir, "tale", SPOKEN)?),
        };
        let (text, spoken) = (Source::read(&text)?, Source::read(&spoken)?);
        let openshelf = program::built(self.program.clone())?;
        let conditions = format!(
            "{}; the book: {} words in {} KiB; the book that is spoken: {} words. The median of {} runs; audio once. \
             {}",
            machine::describe(),
            grouped(text.words as u64),
            text.bytes.len() >> 10,
            grouped(spoken.words as u64),
            self.runs,
            Others::versions(),
        );
        println!("{conditions}\n");
        let mut bench =
            Bench { report: Report::new("Conversions".into(), conditions), openshelf, dir, runs: self.runs };
        bench.of_text(&text)?;
        bench.of_processes(&text)?;
        bench.of_audio(&spoken)?;
        bench.of_copies(&[
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

/// The book to convert.
struct Source {
    path: PathBuf,
    bytes: Vec<u8>,
    words: usize,
    /// The text of each section.
    parts: Vec<String>,
}

impl Source {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let book = books::read(bytes.clone().into(), &books::Limits::default(), &mut ())?;
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

struct Bench<'a> {
    report: Report,
    openshelf: PathBuf,
    dir: &'a Path,
    runs: u32,
}

impl Bench<'_> {
    fn of_text(&mut self, book: &Source) -> anyhow::Result<()> {
        for (format, what) in [(Format::Epub3, "EPUB 3"), (Format::Daisy, "DAISY")] {
            let ours = self.converted(book, format, self.runs)?;
            self.report.at_most(&format!("{what} of the book"), ours.seconds() * 1e3, 100.0, |ms| {
                format!("{ms:.0} ms")
            });
        }
        let others = Others::prepare(self.dir, book)?;
        let ours = self.converted(book, Format::Docx, self.runs)?;
        let theirs = median(self.runs, || run(&mut others.pandoc()))?;
        self.times_as_fast("Word", "pandoc", &ours, &theirs);
        let ours = self.converted(book, Format::Pdf, self.runs)?;
        // It is slow, and varies little.
        let theirs = run(&mut others.weasyprint())?;
        self.times_as_fast("PDF", "WeasyPrint", &ours, &theirs);
        let ours = self.converted(book, Format::Brf, self.runs)?;
        let theirs = median(self.runs, || run(&mut others.lou_translate()?))?;
        self.as_long("braille", "lou_translate", &ours, &theirs, 1.5);
        Ok(())
    }

    /// What the server pays for converting in a worker process.
    fn of_processes(&mut self, book: &Source) -> anyhow::Result<()> {
        let places = Places::new(&self.openshelf)?;
        for format in [domain::formats::Format::Epub3, domain::formats::Format::Daisy] {
            progress(&format!("{format} in a worker process"));
            let (process, thread) = places.compare(&Bytes::from(book.bytes.clone()), format, self.runs)?;
            let times = format!("{}, {}", ms(process), ms(thread));
            self.report.info(&format!("{format}: in a worker process that is running, on a thread"), times);
            let more = (process.as_secs_f64() - thread.as_secs_f64()) * 1e3;
            let what = format!("{format}: what the worker process costs");
            self.report.at_most(&what, more, 10.0, |ms| format!("{ms:.1} ms"));
        }
        Ok(())
    }

    fn of_audio(&mut self, book: &Source) -> anyhow::Result<()> {
        let ours = self.converted(book, Format::DaisyAudio, 1)?;
        progress("eSpeak NG and ffmpeg");
        let theirs = others::speak(self.dir, &book.parts)?;
        self.as_long("DAISY audio", "eSpeak NG and ffmpeg, two parts at a time", &ours, &theirs, 1.1);
        Ok(())
    }

    /// A watermarked copy of the output, made like the server does: with the plan next to the prepared file.
    /// Compared with copying that file, and with watermarking it without a plan.
    fn of_copies(&mut self, formats: &[Format]) -> anyhow::Result<()> {
        for format in formats {
            progress(&format!("marking {format}"));
            let (file, copy) =
                (Prepared::new(self.dir, *format, &self.made(*format))?, self.dir.join("copy"));
            let copied =
                median(self.runs, || timing::within(|| Ok(std::fs::copy(&file.ready, &copy).map(drop)?)))?;
            let marked = median(self.runs, || timing::within(|| file.mark(&copy)))?;
            let without = median(self.runs, || timing::within(|| file.mark_without(&copy)))?;
            let size = grouped(file.size >> 10);
            self.report.info(
                &format!("marked copy of {format} ({size} KiB, {} more than made)", file.more()),
                format!(
                    "{}, copied {}, without a plan {}",
                    ms(marked.wall),
                    ms(copied.wall),
                    ms(without.wall)
                ),
            );
            let ratio = marked.seconds() / copied.seconds();
            self.report.at_most(&format!("marked copy of {format} against copying"), ratio, 2.0, ratio_of);
        }
        Ok(())
    }

    fn made(&self, format: Format) -> PathBuf {
        self.dir.join(format!("made.{format}"))
    }

    /// The time of our program.
    fn converted(&self, book: &Source, format: Format, runs: u32) -> anyhow::Result<Took> {
        progress(&format!("{format}"));
        let made = self.made(format);
        median(runs, || {
            run(Command::new(&self.openshelf)
                .args(["convert", "--format", format.name()])
                .arg(&book.path)
                .arg(&made))
        })
    }

    fn times_as_fast(&mut self, what: &str, other: &str, ours: &Took, theirs: &Took) {
        self.compare(what, other, ours, theirs);
        let times = theirs.seconds() / ours.seconds();
        self.report.at_least(&format!("{what}: times as fast as {other}"), times, 10.0, |times| {
            format!("{times:.1}")
        });
    }

    fn as_long(&mut self, what: &str, other: &str, ours: &Took, theirs: &Took, most: f64) {
        self.compare(what, other, ours, theirs);
        self.report.at_most(
            &format!("{what}: against {other}"),
            ours.seconds() / theirs.seconds(),
            most,
            ratio_of,
        );
    }

    fn compare(&mut self, what: &str, other: &str, ours: &Took, theirs: &Took) {
        let value = format!("{}, {}", ms(ours.wall), ms(theirs.wall));
        self.report.info(&format!("{what}: openshelf convert, {other}"), value);
    }
}

fn ratio_of(ratio: f64) -> String {
    format!("{ratio:.2}")
}
