//! Worker processes for the content of files that somebody sent in: this program, started with a hidden command
//! (docs/security.md#worker-processes).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use conversion::{Speaker, Workshop};
use isolation::Settings;

use crate::config::Config;

/// The hidden command.
pub const COMMAND: &str = "worker-process";
/// Processes that are kept beyond those that are at work: one is returned while the next is asked for.
const SPARE: usize = 2;

/// `openshelf worker-process`: does tasks for the process that started it.
#[derive(Debug, Args)]
pub struct WorkerProcess {
    /// A folder that may be read, besides those of programs and fonts
    #[arg(long, value_name = "FOLDER")]
    read: Vec<PathBuf>,
}

/// Serves until the other process ends. Runs before anything else in `main`.
pub fn serve(args: &WorkerProcess) -> ExitCode {
    match conversion::serve(&args.read) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("openshelf: worker process: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Where the content of files is worked on, as configured.
pub fn open(config: &Config) -> anyhow::Result<Workshop> {
    let speaker = config.speech.speaker().context("configuration of speech")?;
    let mut arguments: Vec<OsString> = vec![COMMAND.into()];
    for folder in readable(&speaker) {
        arguments.extend(["--read".into(), folder.into()]);
    }
    let settings =
        Settings { program: program()?, arguments, keep: config.limits.conversions.max(1) + SPARE };
    Ok(Workshop::processes(settings, speaker))
}

/// This program, even if its file has been replaced since it was started.
fn program() -> anyhow::Result<PathBuf> {
    let this = Path::new("/proc/self/exe");
    if this.exists() {
        return Ok(this.to_owned());
    }
    std::env::current_exe().context("finding this program")
}

/// The folders of files that the configured command of speech names: the program, its voices.
fn readable(speaker: &Speaker) -> Vec<PathBuf> {
    let Speaker::Command { command, voices, .. } = speaker else { return Vec::new() };
    let words = command.iter().chain(voices.values()).map(Path::new);
    let files = words.filter(|path| path.is_absolute() && path.exists());
    let mut folders: Vec<PathBuf> = files
        .filter_map(|path| if path.is_dir() { Some(path) } else { path.parent() })
        .map(Path::to_owned)
        .collect();
    folders.sort();
    folders.dedup();
    folders
}
