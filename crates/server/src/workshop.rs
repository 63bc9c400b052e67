//! Worker processes for the content of files from outside: this program, started with a hidden command
//! (docs/security.md#worker-processes).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use conversion::{Speaker, Workshop, Writers};
use isolation::{Freedom, Settings};

use crate::config::Config;

/// The hidden command.
pub const COMMAND: &str = "worker-process";
/// Idle processes kept in addition to busy ones: one is returned while the next is requested.
const SPARE: usize = 2;

/// `openshelf worker-process`: runs tasks for the process that started it.
#[derive(Debug, Args)]
pub struct WorkerProcess {
    /// A readable folder, besides those of programs and fonts
    #[arg(long, value_name = "FOLDER")]
    read: Vec<PathBuf>,
    /// May use the network
    #[arg(long)]
    network: bool,
}

/// Serves until the other process ends. Runs before anything else in `main`.
pub fn serve(args: WorkerProcess) -> ExitCode {
    match conversion::serve(&Freedom { readable: args.read, network: args.network }, &writers()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("openshelf: worker process: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Where the content of files is processed, as configured.
pub fn open(config: &Config) -> anyhow::Result<Workshop> {
    let speaker = config.speech.speaker().context("configuration of speech")?;
    let settings = Settings {
        program: program()?,
        arguments: vec![COMMAND.into()],
        keep: config.limits.conversions.max(1) + SPARE,
    };
    let speech =
        freedom(&speaker).map(|freedom| Settings { arguments: arguments(freedom), ..settings.clone() });
    Ok(Workshop::processes(settings, speech, speaker, writers()))
}

/// The typesetter, which only this crate links.
fn writers() -> Writers {
    Writers { pdf: Some(Arc::new(typeset::Pdf)), formulas: Some(Arc::new(typeset::Formulas)) }
}

/// The arguments of a process with these permissions.
fn arguments(freedom: Freedom) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec![COMMAND.into()];
    arguments.extend(freedom.network.then(|| "--network".into()));
    for folder in freedom.readable {
        arguments.extend(["--read".into(), folder.into()]);
    }
    arguments
}

/// This program, even if its file has been replaced since it was started.
fn program() -> anyhow::Result<PathBuf> {
    let this = Path::new("/proc/self/exe");
    if this.exists() {
        return Ok(this.to_owned());
    }
    std::env::current_exe().context("finding this program")
}

/// Additional permissions of an operator's speech command: the network, because it may call a service, and
/// the folders of the files that it names. `None` for eSpeak NG, which needs none.
fn freedom(speaker: &Speaker) -> Option<Freedom> {
    let Speaker::Command { command, voices, .. } = speaker else { return None };
    // `--model=FILE` names a file, too.
    let words = command.iter().chain(voices.values()).map(|word| word.rsplit('=').next().unwrap_or(word));
    let files = words.map(Path::new).filter(|path| path.is_absolute() && path.exists());
    let mut readable: Vec<PathBuf> = files.filter_map(around).map(Path::to_owned).collect();
    readable.sort();
    readable.dedup();
    Some(Freedom { readable, network: true })
}

/// The folder of a file; for a program in `bin`, the parent folder, where its libraries are. Never the root.
fn around(path: &Path) -> Option<&Path> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let folder = if folder.ends_with("bin") { folder.parent()? } else { folder };
    folder.parent().map(|_| folder)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_command_of_speech_reads_the_folders_that_it_names() {
        let home = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            path.display().to_string()
        };
        let command =
            vec![file("engine/bin/say"), format!("--model={}", file("voices/en.onnx")), "--raw".into()];
        let voices = [("fr".to_owned(), file("more/fr.onnx"))].into();
        let speaker = Speaker::Command { command, name: "Say".into(), voices, time: Duration::from_secs(1) };
        let folders = ["engine", "more", "voices"].map(|name| home.path().join(name));
        assert_eq!(freedom(&speaker), Some(Freedom { readable: folders.to_vec(), network: true }));
        assert_eq!(freedom(&Speaker::Espeak), None);
        assert_eq!(around(Path::new("/bin")), None);
    }
}
