//! Worker processes for the content of files from outside: this program, started with a hidden command
//! (docs/security.md#worker-processes).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use conversion::{Speaker, Workshop, Writers};
use isolation::{Exposure, Permissions, Settings};

use crate::config::Config;

pub const HIDDEN_COMMAND: &str = "worker-process";
/// Suffixes of the files of an embedded database.
const DATABASE_SUFFIXES: [&str; 4] = ["", "-wal", "-shm", "-journal"];
/// Processes that are started in advance, in addition to one for each concurrent conversion: for books that
/// are read for the catalog, and for covers.
const SPARE_PROCESSES: usize = 2;

/// `openshelf worker-process`: runs tasks for the process that started it.
#[derive(Debug, Args)]
pub struct WorkerProcess {
    /// A readable folder, besides those of programs and fonts
    #[arg(long, value_name = "FOLDER")]
    read: Vec<PathBuf>,
    /// A folder or file that is not readable, even in a readable folder
    #[arg(long, value_name = "PATH")]
    private: Vec<PathBuf>,
    /// May use the network
    #[arg(long)]
    network: bool,
}

/// Serves until the other process ends. Runs before anything else in `main`.
pub fn serve_tasks(args: WorkerProcess) -> ExitCode {
    let permissions =
        Permissions { readable: args.read, private: args.private, may_use_network: args.network };
    match conversion::serve_tasks(&permissions, &book_writers()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("openshelf: worker process: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the configured workshop, which processes the content of files.
pub fn open(config: &Config) -> anyhow::Result<Workshop> {
    let speaker = config.speech.to_speaker().context("configuration of speech")?;
    let private = list_private_paths(config);
    for Exposure { private, folder } in list_exposures(config) {
        tracing::warn!(
            private = %private.display(),
            folder = %folder.display(),
            "data or configuration is in a folder that worker processes may read; it is left out"
        );
    }
    let settings = |permissions: Permissions| {
        let spare = config.limits.conversions.max(1) + SPARE_PROCESSES;
        anyhow::Ok(Settings { program: program_path()?, arguments: process_arguments(permissions), spare })
    };
    let speech = speech_permissions(&speaker)
        .map(|permissions| settings(Permissions { private: private.clone(), ..permissions }));
    let text = settings(Permissions { private, ..Permissions::default() })?;
    Ok(Workshop::in_processes(text, speech.transpose()?, speaker, book_writers()))
}

/// Data and configuration in folders that worker processes may read.
pub fn list_exposures(config: &Config) -> Vec<Exposure> {
    let permissions =
        config.speech.to_speaker().ok().and_then(|speaker| speech_permissions(&speaker)).unwrap_or_default();
    isolation::find_exposures(&Permissions { private: list_private_paths(config), ..permissions })
}

/// The folders and files of the library's data and configuration on this machine.
fn list_private_paths(config: &Config) -> Vec<PathBuf> {
    let database = store::backup::database_path(&config.database_url()).ok().flatten();
    let database = database.into_iter().flat_map(|file| {
        DATABASE_SUFFIXES.map(|suffix| {
            let mut name = file.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        })
    });
    // An object store has an address.
    let files = config.files.location.as_ref().filter(|location| !location.contains("://"));
    let (mail, rosters) = (config.mail.folder.clone(), config.rosters.folder.clone());
    let backup = config.backup.folder.clone();
    let others = [config.file.clone(), files.map(PathBuf::from), mail, rosters, backup];
    let paths = std::iter::once(config.data_dir.clone()).chain(others.into_iter().flatten()).chain(database);
    // Worker processes have another current folder.
    paths.map(|path| std::path::absolute(&path).unwrap_or(path)).collect()
}

/// The typesetter, which only this crate links.
fn book_writers() -> Writers {
    Writers { pdf: Some(Arc::new(typeset::Pdf)), formulas: Some(Arc::new(typeset::Formulas)) }
}

fn process_arguments(permissions: Permissions) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec![HIDDEN_COMMAND.into()];
    arguments.extend(permissions.may_use_network.then(|| "--network".into()));
    for folder in permissions.readable {
        arguments.extend(["--read".into(), folder.into()]);
    }
    for path in permissions.private {
        arguments.extend(["--private".into(), path.into()]);
    }
    arguments
}

/// This program, even if its file has been replaced since it was started.
fn program_path() -> anyhow::Result<PathBuf> {
    let this = Path::new("/proc/self/exe");
    if this.exists() {
        return Ok(this.to_owned());
    }
    std::env::current_exe().context("finding this program")
}

/// Additional permissions of an operator's speech command: the network, because it may call a service, and
/// the folders of the files that it names. `None` for eSpeak NG, which needs none.
fn speech_permissions(speaker: &Speaker) -> Option<Permissions> {
    let Speaker::Command { command, voices, .. } = speaker else { return None };
    // `--model=FILE` names a file, too.
    let words = command.iter().chain(voices.values()).map(|word| word.rsplit('=').next().unwrap_or(word));
    let files = words.map(Path::new).filter(|path| path.is_absolute() && path.exists());
    let mut readable: Vec<PathBuf> = files.filter_map(enclosing_folder).map(Path::to_owned).collect();
    readable.sort();
    readable.dedup();
    Some(Permissions { readable, may_use_network: true, ..Permissions::default() })
}

/// The folder of a file; for a program in `bin`, the parent folder, where its libraries are. Never the root.
fn enclosing_folder(path: &Path) -> Option<&Path> {
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
        let expected =
            Permissions { readable: folders.to_vec(), may_use_network: true, ..Permissions::default() };
        assert_eq!(speech_permissions(&speaker), Some(expected));
        assert_eq!(speech_permissions(&Speaker::Espeak), None);
        assert_eq!(enclosing_folder(Path::new("/bin")), None);
    }

    #[test]
    fn data_and_configuration_are_private() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        let mut config = Config {
            data_dir: path("data"),
            file: Some(path("etc/openshelf.toml")),
            database_url: Some(format!("sqlite:{}", path("db/library.db").display())),
            ..Config::default()
        };
        config.files.location = Some(path("books").display().to_string());
        config.mail.folder = Some(path("mail"));
        config.rosters.folder = Some(path("rosters"));
        config.backup.folder = Some(path("backup"));
        let names = [
            "data", "etc/openshelf.toml", "books", "mail", "rosters", "backup", "db/library.db",
            "db/library.db-wal",
        ];
        assert_eq!(list_private_paths(&config)[..names.len()], names.map(path));
        assert_eq!(list_exposures(&config), []);
        config.files.location = Some("s3://books".into());
        config.data_dir = "/usr/share/openshelf".into();
        let exposed = list_exposures(&config);
        assert_eq!(exposed, [Exposure { private: "/usr/share/openshelf".into(), folder: "/usr".into() }]);
    }
}
