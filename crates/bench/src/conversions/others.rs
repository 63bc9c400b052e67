//! Other programs for comparison.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::SourceBook;
use super::timing::{time_closure, time_command};
use crate::load::run_on_threads;

/// The braille table that `openshelf convert` uses for English.
const BRAILLE_TABLE: &str = "en-ueb-g2.ctb";

pub struct OtherPrograms {
    epub: PathBuf,
    html: PathBuf,
    text: PathBuf,
    folder: PathBuf,
}

impl OtherPrograms {
    /// Makes the inputs. The time is not counted.
    pub fn prepare(folder: &Path, book: &SourceBook) -> anyhow::Result<Self> {
        let folder = folder.join("others");
        std::fs::create_dir_all(&folder)?;
        let (html, text) = (folder.join("book.html"), folder.join("book.txt"));
        std::fs::write(&text, book.parts.join("\n\n"))?;
        let mut pandoc = Command::new("pandoc");
        pandoc.arg("--standalone").arg("--extract-media").arg(&folder);
        time_command(pandoc.args(["--from", "epub"]).arg(&book.path).arg("--output").arg(&html))?;
        Ok(Self { epub: book.path.clone(), html, text, folder })
    }

    /// The command that converts EPUB to Word.
    pub fn pandoc_command(&self) -> Command {
        let mut command = Command::new("pandoc");
        command.args(["--from", "epub"]).arg(&self.epub).arg("--output").arg(self.folder.join("book.docx"));
        command
    }

    /// The command that converts HTML to PDF.
    pub fn weasyprint_command(&self) -> Command {
        let mut command = Command::new("weasyprint");
        command.arg(&self.html).arg(self.folder.join("book.pdf"));
        command
    }

    /// The command that translates plain text to braille.
    pub fn lou_translate_command(&self) -> anyhow::Result<Command> {
        let mut command = Command::new("lou_translate");
        command.args(["--forward", BRAILLE_TABLE]).stdin(File::open(&self.text)?);
        Ok(command)
    }

    /// The first line of each program's version output.
    pub fn list_versions() -> String {
        let first = |program: &str, flag: &str| {
            let said = Command::new(program).arg(flag).output().ok()?;
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            Some(said.lines().next()?.split(" Copyright").next()?.trim().to_owned())
        };
        let programs = [
            ("pandoc", "--version"),
            ("weasyprint", "--version"),
            ("lou_translate", "--version"),
            ("espeak-ng", "--version"),
            ("ffmpeg", "-version"),
        ];
        let known: Vec<String> = programs.iter().filter_map(|(program, flag)| first(program, flag)).collect();
        known.join("; ")
    }
}

/// Speaks each part with eSpeak NG and ffmpeg, concurrently on all cores, with our speed and bit rate.
pub fn speak_parts(folder: &Path, parts: &[String]) -> anyhow::Result<Duration> {
    const SPEAK_SCRIPT: &str = "espeak-ng -b 1 -s 165 -v en-us -f \"$1\" --stdout | \
        ffmpeg -nostdin -loglevel error -y -i pipe:0 -codec:a libmp3lame -b:a 32k -threads 1 \"$2\"";
    let folder = folder.join("spoken");
    std::fs::create_dir_all(&folder)?;
    for (n, part) in parts.iter().enumerate() {
        std::fs::write(folder.join(format!("{n}.txt")), part)?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<()> {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= parts.len() {
                return Ok(());
            }
            let (text, sound) = (folder.join(format!("{n}.txt")), folder.join(format!("{n}.mp3")));
            let status = Command::new("sh").args(["-c", SPEAK_SCRIPT, "sh"]).arg(text).arg(sound).status();
            ensure!(status.context("sh")?.success(), "espeak-ng and ffmpeg failed");
        }
    };
    time_closure(|| run_on_threads(cores, |_| work()).map(drop))
}
