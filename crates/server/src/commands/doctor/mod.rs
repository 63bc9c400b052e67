//! `openshelf doctor`: checks everything that the server needs, and explains how to get what is missing.

mod database;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::config::{Config, Variables};
use crate::disk_space::{self, SpaceNeed};
use crate::folders::{find_folder, require_folder};
use crate::library::connect;
use crate::network_disk::find_network_file_system;
use crate::privacy::is_open_to_others;

/// What was checked, and what was found.
type CheckFinding = (&'static str, Result<String, CheckFault>);

struct CheckFault {
    reason: String,
    remedy: &'static str,
    /// The server cannot run like this; otherwise an optional part is missing.
    is_fatal: bool,
}

/// Prints a line for each finding; fails if the server could not run.
pub async fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let mut findings = vec![
        ("configuration", check_configuration(config)),
        ("data folder", check_data_folder(config)),
        ("privacy", check_privacy(config)),
    ];
    findings.extend(check_database(config).await);
    findings.extend([
        ("local disk", check_local_disk(config)),
        ("free space", check_free_space(config)),
        ("copies", check_copies_before_migrations(config)),
        ("search index", check_index(config)),
        ("file store", check_files(config).await),
        ("backup folder", check_backup_folder(config)),
        ("public address", check_address(config)),
        ("mail", check_mail(config).await),
        ("environment", check_environment()),
        ("user", check_user()),
        ("worker processes", check_confinement()),
        ("private data", check_private_data(config)),
        ("ffmpeg", check_ffmpeg().await),
        ("speech", check_speech(config).await),
        ("documents", check_documents()),
        ("fonts", check_fonts()),
        ("braille", check_braille()),
    ]);
    let mut has_fatal = false;
    for (what, result) in &findings {
        match result {
            Ok(detail) => println!("ok      {what:<16} {detail}"),
            Err(fault) => {
                has_fatal |= fault.is_fatal;
                let word = if fault.is_fatal { "FAILED" } else { "missing" };
                println!("{word:<7} {what:<16} {}\n        {:<16} {}", fault.reason, "", fault.remedy);
            }
        }
    }
    Ok(if has_fatal { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Checks the database, and everything that only the database knows, through one connection: each attempt to
/// connect to a silent one takes seconds.
async fn check_database(config: &Config) -> Vec<CheckFinding> {
    let db = match connect(config).await {
        Ok(db) => db,
        Err(error) => {
            let names =
                ["clock", "backup", "rehearsal", "workers", "sites", "client keys", "rosters", "offered"];
            let silent = ("database", Err(database::silent_database(format!("{error:#}"))));
            let fault = optional_fault("Correct the database first.");
            let unknown = |what| (what, Err(fault("not known while the database does not respond")));
            return std::iter::once(silent).chain(names.map(unknown)).collect();
        }
    };
    let findings = vec![
        ("database", database::check_schema(&db, config).await),
        ("clock", database::check_clock(&db).await),
        ("backup", database::check_last_backup(&db).await),
        ("rehearsal", database::check_last_rehearsal(&db).await),
        ("workers", database::check_jobs_for_later_programs(&db).await),
        ("sites", database::check_sites(&db).await),
        ("client keys", database::check_client_keys(&db, config).await),
        ("rosters", database::check_rosters(&db, config).await),
        ("offered", database::check_offered_formats(&db).await),
    ];
    db.close().await;
    findings
}

fn fatal_fault(reason: impl std::fmt::Display, remedy: &'static str) -> CheckFault {
    CheckFault { reason: reason.to_string(), remedy, is_fatal: true }
}

/// Describes why an optional part is missing.
fn optional_fault<E: std::fmt::Display>(remedy: &'static str) -> impl Fn(E) -> CheckFault {
    move |reason: E| CheckFault { reason: reason.to_string(), remedy, is_fatal: false }
}

/// Faults that `serve` refuses.
fn check_configuration(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Correct the key; docs/configuration.md lists the allowed values.";
    config.check().map_err(|error| fatal_fault(format!("{error:#}"), remedy))?;
    Ok("all keys are valid".to_owned())
}

fn check_data_folder(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Set data_dir (or --data-dir) to a folder that this user may write to.";
    std::fs::create_dir_all(&config.data_dir)
        .and_then(|()| try_writing(&config.data_dir))
        .map_err(|error| fatal_fault(format!("{}: {error}", config.data_dir.display()), remedy))?;
    Ok(config.data_dir.display().to_string())
}

/// Writes a file into a folder, and removes it.
fn try_writing(folder: &Path) -> std::io::Result<()> {
    let probe = folder.join(".doctor");
    std::fs::write(&probe, b"x")?;
    std::fs::remove_file(&probe)
}

/// The folder for backups that administrators start (docs/backup.md#from-the-browser).
fn check_backup_folder(config: &Config) -> Result<String, CheckFault> {
    let Some(folder) = &config.backup.folder else { return Ok("none is configured".to_owned()) };
    let remedy = "Set backup.folder to a directory of its own that exists, and that this user may write to \
                  (docs/backup.md).";
    let fault = |reason: String| optional_fault(remedy)(format!("{}: {reason}", folder.display()));
    require_folder(folder).map_err(fault)?;
    let to_absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (path, files) = (to_absolute(folder), to_absolute(Path::new(&config.files_location())));
    if to_absolute(&config.data_dir).starts_with(&path) || files.starts_with(&path) {
        return Err(fault("it contains the library itself".to_owned()));
    }
    if path.starts_with(&files) {
        return Err(fault("it is inside the file store".to_owned()));
    }
    try_writing(folder).map_err(|error| fault(error.to_string()))?;
    Ok(folder.display().to_string())
}

/// Folders with readers' data that other users of the machine can enter.
fn check_privacy(config: &Config) -> Result<String, CheckFault> {
    let files = PathBuf::from(config.files_location());
    let folders = [Some(&config.data_dir), config.mail.folder.as_ref(), Some(&files)];
    let open = folders.into_iter().flatten().filter(|folder| is_open_to_others(folder));
    // Other users cannot reach the content of a closed folder.
    let open =
        open.filter(|folder| **folder == config.data_dir || !is_inside_closed(folder, &config.data_dir));
    let open: Vec<String> = open.map(|folder| folder.display().to_string()).collect();
    if open.is_empty() {
        return Ok("only this user can read the data".to_owned());
    }
    let remedy = "Close them: chmod -R go= FOLDER; UMask=0077 and StateDirectoryMode=0700 in the unit keep them closed.";
    Err(optional_fault(remedy)(format!("other users of this machine can enter {}", open.join(" and "))))
}

fn is_inside_closed(folder: &Path, data_dir: &Path) -> bool {
    folder.starts_with(data_dir) && !is_open_to_others(data_dir)
}

/// The disk of the embedded database, whose locks and shared memory need a local one.
fn check_local_disk(config: &Config) -> Result<String, CheckFault> {
    let fault = optional_fault("Keep data_dir on a local disk, or use PostgreSQL (docs/moving.md).");
    let file =
        store::backup::database_path(&config.database_url()).map_err(|error| fault(error.to_string()))?;
    let Some(file) = file else { return Ok("not needed by PostgreSQL".to_owned()) };
    let folder = find_folder(&file);
    match find_network_file_system(folder) {
        None => Ok("not on a network file system".to_owned()),
        Some(kind) => Err(fault(format!("{} is on {kind}: SQLite can be damaged there", folder.display()))),
    }
}

/// Checks the space for data, files and temporary files. A migration copies an embedded database next to
/// itself.
fn check_free_space(config: &Config) -> Result<String, CheckFault> {
    let database = store::backup::database_path(&config.database_url()).ok().flatten();
    let copied = database.and_then(|file| file.metadata().ok()).map_or(0, |file| file.len());
    let need = |folder: PathBuf, further_bytes| SpaceNeed { folder, further_bytes };
    // An object store has an address, which is not the name of a folder.
    let files = PathBuf::from(config.files_location());
    let needs = [need(config.data_dir.clone(), copied), need(files, 0), need(std::env::temp_dir(), 0)];
    let fault = optional_fault(
        "Make space: nothing is written to a full disk, and readers get 503. A migration copies the database (docs/upgrading.md).",
    );
    disk_space::check_space(&needs).map_err(|low| fault(format!("only {low}")))
}

/// Copies of the embedded database from before migrations, which take space until the operator deletes them.
fn check_copies_before_migrations(config: &Config) -> Result<String, CheckFault> {
    let unknown = optional_fault("Check the data folder.");
    let file =
        store::backup::database_path(&config.database_url()).map_err(|error| unknown(error.to_string()))?;
    let Some(file) = file else { return Ok("not made of PostgreSQL".to_owned()) };
    let copies = crate::schema::list_copies(&file).map_err(|error| unknown(error.to_string()))?;
    if copies.is_empty() {
        return Ok("none from before migrations".to_owned());
    }
    let names: Vec<String> = copies.iter().map(|copy| copy.display().to_string()).collect();
    Ok(format!("from before migrations, to be deleted when everything works: {}", names.join(", ")))
}

fn check_index(config: &Config) -> Result<String, CheckFault> {
    let dir = config.index_dir();
    let remedy = "A running server fills it from the database; `openshelf reindex` builds it immediately.";
    let opened = search::Index::open(&dir).map(|index| format!("{} titles", index.len()));
    opened.map_err(|error| optional_fault(remedy)(format!("{}: {error}", dir.display())))
}

async fn check_files(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Check [files]: the folder must be writable, or the bucket and its credentials right.";
    let location = config.files_location();
    let files = crate::library::open_files(config).map_err(|error| fatal_fault(error, remedy))?;
    let key =
        delivery::keys::Key::parse("resources/doctor.txt").map_err(|error| fatal_fault(error, remedy))?;
    files.put(&key, "x".into()).await.map_err(|error| fatal_fault(error, remedy))?;
    files.delete(&key).await.map_err(|error| fatal_fault(error, remedy))?;
    Ok(location)
}

fn check_address(config: &Config) -> Result<String, CheckFault> {
    let url = config.base_url();
    let remedy = "Set base_url to the https address at which readers reach the server.";
    let parsed = url::Url::parse(&url).map_err(|error| fatal_fault(format!("{url}: {error}"), remedy))?;
    if parsed.scheme() == "https" || is_loopback(&parsed) {
        Ok(url)
    } else {
        let reason = format!("{url} is not protected by TLS: passwords and tokens can be intercepted");
        Err(optional_fault(remedy)(reason))
    }
}

fn is_loopback(url: &url::Url) -> bool {
    url.host_str().is_some_and(|host| host == "localhost" || host.starts_with("127."))
}

/// Returns true if readers reach the server on this machine alone.
fn is_only_local(config: &Config) -> bool {
    url::Url::parse(&config.base_url()).is_ok_and(|url| is_loopback(&url))
}

async fn check_mail(config: &Config) -> Result<String, CheckFault> {
    let mailer = config.to_mailer().map_err(|error| {
        fatal_fault(format!("{error:#}"), "Correct [mail]: host or folder, from, and user with password.")
    })?;
    if !mailer.is_configured() {
        let reason = "not configured: emails become dead letters";
        let remedy = "Set [mail] (docs/mail.md): without it nobody can get a link to a new password.";
        return Err(optional_fault(remedy)(reason));
    }
    let remedy = "Check [mail] (docs/mail.md); meanwhile emails wait and are retried for hours.";
    mailer.check_delivery().await.map_err(optional_fault(remedy))
}

fn check_environment() -> Result<String, CheckFault> {
    let remedy = "Check for typing errors: the keys are in openshelf.example.toml.";
    let variables = Variables::read().map_err(|error| fatal_fault(format!("{error:#}"), remedy))?;
    let mut others = variables.unknown;
    if others.is_empty() {
        return Ok(format!("{} variables of ours are set", variables.values.len()));
    }
    others.sort();
    Err(optional_fault(remedy)(format!("{} are not keys and are ignored", others.join(", "))))
}

/// Confinement of worker processes by the kernel.
fn check_confinement() -> Result<String, CheckFault> {
    let isolation::Confinement { confines_files, filters_calls, confines_signals } =
        isolation::test_confinement();
    let missing: Vec<&str> = [
        ("files (Landlock, Linux 5.13)", confines_files),
        ("network and system calls (seccomp)", filters_calls),
        ("signals (Landlock, Linux 6.12)", confines_signals),
    ]
    .iter()
    .filter(|(_, is)| !is)
    .map(|(what, _)| *what)
    .collect();
    if missing.is_empty() {
        return Ok("confined: own folder, no network, no signals to others".to_owned());
    }
    let remedy =
        "Memory, time and size are limited anyway; a newer kernel with Landlock and seccomp confines, too.";
    Err(optional_fault(remedy)(format!("this kernel does not confine {}", missing.join(", "))))
}

/// Data and configuration in folders that worker processes read.
fn check_private_data(config: &Config) -> Result<String, CheckFault> {
    let exposures = crate::workshop::list_exposures(config);
    if exposures.is_empty() {
        return Ok("not in folders that worker processes may read".to_owned());
    }
    let names: Vec<String> = exposures
        .iter()
        .map(|exposure| format!("{} is in {}", exposure.private.display(), exposure.folder.display()))
        .collect();
    let remedy =
        "It is left out where the kernel confines files; better keep it elsewhere, such as in /var/lib.";
    Err(optional_fault(remedy)(format!("worker processes may read programs, and {}", names.join(", "))))
}

/// The user that runs this program.
fn check_user() -> Result<String, CheckFault> {
    if !rustix::process::geteuid().is_root() {
        return Ok("not root".to_owned());
    }
    let reason =
        "root: a fault of the server would give away the machine, and workers have no limit of processes";
    let remedy = "Run the server, and doctor, as a user of its own (docs/operations.md#one-machine).";
    Err(optional_fault(remedy)(reason))
}

async fn check_ffmpeg() -> Result<String, CheckFault> {
    let checked =
        tokio::task::spawn_blocking(delivery::Speed::check_program).await.map_err(|error| error.to_string());
    let version = checked.and_then(|checked| checked.map_err(|error| error.to_string()));
    version.map_err(optional_fault(
        "Needed for audio editions, which are offered only of books recorded as MP3 without, and to play MP3 files at another speed: apt-get install ffmpeg",
    ))
}

/// The speech engine: it has to speak.
async fn check_speech(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Needed for the formats DAISY_AUDIO and DAISY_2_AUDIO, which are offered only of recorded books without: \
                  apt-get install espeak-ng, or \
                  set [speech] to another engine (docs/formats.md)";
    let missing = optional_fault(remedy);
    let engine = config.speech.to_engine().map_err(|error| {
        fatal_fault(format!("{error:#}"), "Correct [speech]: command, and voices as LANGUAGE=VOICE.")
    })?;
    let checked = tokio::task::spawn_blocking(move || engine.check()).await;
    checked.map_err(|error| missing(error.to_string()))?.map_err(|error| missing(error.to_string()))
}

fn check_fonts() -> Result<String, CheckFault> {
    let report = typeset::report_fonts();
    if report.installed_packages.is_empty() {
        let remedy = "Wanted for PDF: apt-get install fonts-dejavu-core; fonts-noto-core for the scripts of the world, \
                      fonts-noto-cjk for Chinese, Japanese and Korean, fonts-hanazono for rare \
                      Chinese letters";
        return Err(optional_fault(remedy)("only those that come with the program, which have serifs"));
    }
    let missing = match report.missing.as_slice() {
        [] => String::new(),
        missing => format!("; for more scripts: {}", missing.join(", ")),
    };
    Ok(format!("{}, text in {}{missing}", report.installed_packages.join(", "), report.text))
}

/// The programs that read readers' documents.
fn check_documents() -> Result<String, CheckFault> {
    let tools = documents::list_tools();
    let missing: Vec<&str> = tools.iter().filter(|tool| !tool.is_installed).map(|tool| tool.name).collect();
    if missing.is_empty() {
        let found = tools.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
        let more = documents::missing_map_package();
        let more =
            more.map(|name| format!("; {name} not found, which Chinese, Japanese and Korean PDFs need"));
        return Ok(found + &more.unwrap_or_default());
    }
    let remedy = "Needed only for PDF and pictures of readers: apt-get install poppler-utils poppler-data qpdf \
                  tesseract-ocr tesseract-ocr-eng libheif-examples, and tesseract-ocr-XXX for each language of your \
                  readers";
    Err(optional_fault(remedy)(format!("{} not found", missing.join(", "))))
}

fn check_braille() -> Result<String, CheckFault> {
    books::brf::check_tables().map(|tables| format!("{tables} tables")).map_err(optional_fault(
        "Needed only for braille, which is not offered without: apt-get install liblouis-data",
    ))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::check_backup_folder;
    use crate::config::{Config, NamedFolder};

    #[test]
    fn the_backup_folder_exists_and_is_apart_from_the_library() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        let check = |folder: Option<PathBuf>| {
            let backup = NamedFolder { folder };
            check_backup_folder(&Config { data_dir: path("data"), backup, ..Config::default() })
        };
        assert!(check(None).is_ok());
        for folder in ["backup", "data/files/backup"] {
            std::fs::create_dir_all(path(folder)).unwrap();
        }
        assert!(check(Some(path("backup"))).is_ok());
        assert_eq!(std::fs::read_dir(path("backup")).unwrap().count(), 0, "nothing stays in it");
        for wrong in ["", "data", "data/files", "data/files/backup", "missing"] {
            let fault = check(Some(path(wrong))).expect_err(wrong);
            assert!(!fault.is_fatal && fault.remedy.contains("backup.folder"), "{}", fault.reason);
        }
        let fault = check(Some(PathBuf::from("s3://bucket/backups"))).unwrap_err();
        assert!(fault.reason.contains("an address is not a directory"), "{}", fault.reason);
    }
}
