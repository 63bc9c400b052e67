//! `openshelf doctor`: checks everything that the server needs, and explains how to get what is missing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use domain::{AudioTools, Client, Privilege};

use crate::config::{Config, Variables};
use crate::library::connect;
use crate::network_disk::find_network_file_system;
use crate::privacy::is_open_to_others;

/// The age in days from which the last rehearsal of a restore is reported as too old.
const MAX_REHEARSAL_AGE_DAYS: i64 = 90;
const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

struct CheckFinding {
    what: &'static str,
    result: Result<String, CheckFault>,
}

struct CheckFault {
    reason: String,
    remedy: &'static str,
    /// The server cannot run like this; otherwise an optional part is missing.
    fatal: bool,
}

/// Prints a line for each finding; fails if the server could not run.
pub async fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let database = check_database(config).await;
    let silent = "not known while the database does not respond";
    let (sites, offered) = match &database {
        Err(fault) if fault.fatal => (Err(sites_unavailable(silent.into())), Err(not_offered(silent.into()))),
        _ => (check_sites(config).await, check_offered_formats(config).await),
    };
    let findings = [
        CheckFinding { what: "configuration", result: check_configuration(config) },
        CheckFinding { what: "data folder", result: data_folder(config) },
        CheckFinding { what: "privacy", result: check_privacy(config) },
        CheckFinding { what: "database", result: database },
        CheckFinding { what: "local disk", result: check_disk(config) },
        CheckFinding { what: "copies", result: copies_before_migrations(config) },
        CheckFinding { what: "rehearsal", result: last_rehearsal(config).await },
        CheckFinding { what: "workers", result: jobs_for_later_programs(config).await },
        CheckFinding { what: "sites", result: sites },
        CheckFinding { what: "client keys", result: client_keys(config).await },
        CheckFinding { what: "search index", result: check_index(config) },
        CheckFinding { what: "file store", result: check_files(config).await },
        CheckFinding { what: "public address", result: check_address(config) },
        CheckFinding { what: "mail", result: check_mail(config).await },
        CheckFinding { what: "rosters", result: check_rosters(config).await },
        CheckFinding { what: "environment", result: check_environment() },
        CheckFinding { what: "user", result: check_user() },
        CheckFinding { what: "worker processes", result: check_confinement() },
        CheckFinding { what: "private data", result: private_data(config) },
        CheckFinding { what: "ffmpeg", result: check_ffmpeg().await },
        CheckFinding { what: "speech", result: check_speech(config).await },
        CheckFinding { what: "offered", result: offered },
        CheckFinding { what: "documents", result: check_documents() },
        CheckFinding { what: "fonts", result: check_fonts() },
        CheckFinding { what: "braille", result: check_braille() },
    ];
    let mut fatal = false;
    for finding in &findings {
        match &finding.result {
            Ok(detail) => println!("ok      {:<16} {detail}", finding.what),
            Err(fault) => {
                fatal |= fault.fatal;
                let word = if fault.fatal { "FAILED" } else { "missing" };
                println!(
                    "{word:<7} {:<16} {}\n        {:<16} {}",
                    finding.what, fault.reason, "", fault.remedy
                );
            }
        }
    }
    Ok(if fatal { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn fatal_fault(reason: impl std::fmt::Display, remedy: &'static str) -> CheckFault {
    CheckFault { reason: reason.to_string(), remedy, fatal: true }
}

/// Faults that `serve` refuses.
fn check_configuration(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Correct the key; docs/configuration.md lists the allowed values.";
    config.check().map_err(|error| fatal_fault(format!("{error:#}"), remedy))?;
    Ok("all keys are valid".to_owned())
}

fn data_folder(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Set data_dir (or --data-dir) to a folder that this user may write to.";
    let probe = config.data_dir.join(".doctor");
    std::fs::create_dir_all(&config.data_dir)
        .and_then(|()| std::fs::write(&probe, b"x"))
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|error| fatal_fault(format!("{}: {error}", config.data_dir.display()), remedy))?;
    Ok(config.data_dir.display().to_string())
}

/// Folders with readers' data that other users of the machine can enter.
fn check_privacy(config: &Config) -> Result<String, CheckFault> {
    let files = PathBuf::from(config.files_location());
    let folders = [Some(&config.data_dir), config.mail.folder.as_ref(), Some(&files)];
    let open = folders.into_iter().flatten().filter(|folder| is_open_to_others(folder));
    // The content of a closed folder is closed.
    let open =
        open.filter(|folder| **folder == config.data_dir || !is_inside_closed(folder, &config.data_dir));
    let open: Vec<String> = open.map(|folder| folder.display().to_string()).collect();
    if open.is_empty() {
        return Ok("only this user can read the data".to_owned());
    }
    Err(CheckFault {
        reason: format!("other users of this machine can enter {}", open.join(" and ")),
        remedy: "Close them: chmod -R go= FOLDER; UMask=0077 and StateDirectoryMode=0700 in the unit keep them closed.",
        fatal: false,
    })
}

fn is_inside_closed(folder: &Path, data_dir: &Path) -> bool {
    folder.starts_with(data_dir) && !is_open_to_others(data_dir)
}

async fn check_database(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Check database_url (or --database-url), that the database server runs, and that it accepts the credentials.";
    let db = connect(config).await.map_err(|error| fatal_fault(format!("{error:#}"), remedy))?;
    let state = store::SchemaState::read(&db).await.map_err(|error| fatal_fault(error, remedy));
    let backend = db.backend();
    db.close().await;
    let state = state?;
    crate::schema::refuse_too_new(&state)
        .map_err(|error| fatal_fault(error, "docs/upgrading.md explains how to go back."))?;
    if state.pending.is_empty() {
        return Ok(format!("{backend}, schema {}, up to date", state.applied));
    }
    let reason = format!("{backend}: {} migrations are missing", state.pending.len());
    let serves = state.is_new() || config.migrates_by_itself();
    Err(if serves {
        CheckFault { reason, remedy: "Run `openshelf migrate`; `serve` does it, too.", fatal: false }
    } else {
        fatal_fault(reason, "Run `openshelf migrate`: `serve` does not start before (docs/upgrading.md).")
    })
}

/// The disk of the embedded database, whose locks and shared memory need a local one.
fn check_disk(config: &Config) -> Result<String, CheckFault> {
    let fault = |reason: String| CheckFault {
        reason,
        remedy: "Keep data_dir on a local disk, or use PostgreSQL (docs/moving.md).",
        fatal: false,
    };
    let file =
        store::backup::database_path(&config.database_url()).map_err(|error| fault(error.to_string()))?;
    let Some(file) = file else { return Ok("not needed by PostgreSQL".to_owned()) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match find_network_file_system(folder) {
        None => Ok("not on a network file system".to_owned()),
        Some(kind) => Err(fault(format!("{} is on {kind}: SQLite can be damaged there", folder.display()))),
    }
}

/// Copies of the embedded database from before migrations, which take space until the operator deletes them.
fn copies_before_migrations(config: &Config) -> Result<String, CheckFault> {
    let unknown = |reason: String| CheckFault { reason, remedy: "Check the data folder.", fatal: false };
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

/// The last rehearsal of a restore that succeeded (docs/backup.md#rehearsing).
async fn last_rehearsal(config: &Config) -> Result<String, CheckFault> {
    let fault = |reason: String| CheckFault {
        reason,
        remedy: "Run `openshelf restore --rehearse DIR` with a recent backup: one that was never restored is not proven to work.",
        fatal: false,
    };
    let db = connect(config).await.map_err(|error| fault(format!("{error:#}")))?;
    let last = ::workers::rehearsal::find_last_success(&db).await;
    db.close().await;
    // A database without tables has no backup either; another finding reports that.
    let Ok(last) = last else { return Ok("not known before the tables are there".to_owned()) };
    let last = last.ok_or_else(|| fault("no backup of this library has been rehearsed".into()))?;
    let days = crate::library::current_time().duration_since(last).as_secs() / SECONDS_PER_DAY;
    let text = format!("the last that succeeded was {}", domain::dates::format_timestamp(last));
    if days > MAX_REHEARSAL_AGE_DAYS { Err(fault(format!("{text}, {days} days ago"))) } else { Ok(text) }
}

/// Jobs that wait because a later program enqueued them.
async fn jobs_for_later_programs(config: &Config) -> Result<String, CheckFault> {
    let fault = |reason: String| CheckFault {
        reason,
        remedy: "Upgrade the machines that run workers, too (docs/upgrading.md).",
        fatal: false,
    };
    let db = connect(config).await.map_err(|error| fault(format!("{error:#}")))?;
    let waiting = store::jobs::count_for_later_programs(&db).await;
    db.close().await;
    match waiting {
        Ok(0) => Ok("no job waits for a later program".to_owned()),
        Ok(waiting) => Err(fault(format!("{waiting} jobs wait for a later version of openshelf"))),
        Err(_) => Ok("not known before the tables are there".to_owned()),
    }
}

fn sites_unavailable(reason: String) -> CheckFault {
    let remedy = "Create one: openshelf admin sites create service --name \"Our library\" --country US";
    CheckFault { reason, remedy, fatal: false }
}

async fn check_sites(config: &Config) -> Result<String, CheckFault> {
    let db = connect(config).await.map_err(|error| sites_unavailable(format!("{error:#}")))?;
    let sites = store::sites::list(&db).await;
    db.close().await;
    match sites {
        Ok(sites) if !sites.is_empty() => {
            Ok(sites.iter().map(|site| site.id.as_str()).collect::<Vec<_>>().join(", "))
        }
        Ok(_) => Err(sites_unavailable("there is none yet".into())),
        // A database without tables has no sites either; the finding above reports that.
        Err(_) => Err(sites_unavailable("not known before the tables are there".into())),
    }
}

/// Finds keys whose privileges anybody can use: a key with a redirect address is in the address bar of
/// everybody who signs in with it.
async fn client_keys(config: &Config) -> Result<String, CheckFault> {
    let remedy =
        "Give privileges to a key of their own, without redirect addresses, which only one server knows.";
    let unknown = |reason: String| CheckFault { reason, remedy, fatal: false };
    let db = connect(config).await.map_err(|error| unknown(format!("{error:#}")))?;
    let clients = store::clients::list(&db).await;
    db.close().await;
    // A database without tables has no keys either; an earlier finding reports that.
    let Ok(clients) = clients else { return Ok("none yet".to_owned()) };
    let exposed: Vec<_> = clients
        .iter()
        .filter(|client| !client.disabled && !client.redirect_uris.is_empty() && has_open_privilege(client))
        .map(|client| client.id.as_str())
        .collect();
    if exposed.is_empty() {
        return Ok(format!("{}, none with privileges and redirect addresses", clients.len()));
    }
    // Only this machine's users can use them, as in the sandbox, whose passwords are public, too.
    if is_only_local(config) {
        return Ok(format!("{}, with privileges that browsers on this machine show", clients.len()));
    }
    let reason =
        format!("anybody can use the privileges of {}, because browsers show these keys", exposed.join(", "));
    Err(CheckFault { reason, remedy, fatal: false })
}

/// Returns true if the key alone gives a privilege. The password grant is not one: the token server asks for
/// the secret.
fn has_open_privilege(client: &Client) -> bool {
    client.privileges.iter().any(|privilege| *privilege != Privilege::PasswordGrant)
}

fn check_index(config: &Config) -> Result<String, CheckFault> {
    let dir = config.index_dir();
    let remedy = "A running server fills it from the database; `openshelf reindex` builds it immediately.";
    match search::Index::open(&dir) {
        Ok(index) => Ok(format!("{} titles", index.len())),
        Err(error) => Err(CheckFault { reason: format!("{}: {error}", dir.display()), remedy, fatal: false }),
    }
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
        Err(CheckFault { reason, remedy, fatal: false })
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
    let missing = |reason: String, remedy| CheckFault { reason, remedy, fatal: false };
    let mailer = config.to_mailer().map_err(|error| {
        fatal_fault(format!("{error:#}"), "Correct [mail]: host or folder, from, and user with password.")
    })?;
    if !mailer.is_configured() {
        let reason = "not configured: emails become dead letters";
        let remedy = "Set [mail] (docs/mail.md): without it nobody can get a link to a new password.";
        return Err(missing(reason.into(), remedy));
    }
    let remedy = "Check [mail] (docs/mail.md); meanwhile emails wait and are retried for hours.";
    mailer.check_delivery().await.map_err(|error| missing(error.to_string(), remedy))
}

/// The folder for files of members, which schools' systems fill (docs/rosters.md#from-a-folder).
async fn check_rosters(config: &Config) -> Result<String, CheckFault> {
    let Some(root) = config.rosters.folder.clone() else { return Ok("no folder is configured".to_owned()) };
    let fault = |reason: String| CheckFault {
        reason,
        remedy: "Check rosters.folder, whose directories are named by organizations and writable (docs/operations.md#files-from-schools-systems), and the jobs take_rosters.",
        fatal: false,
    };
    let db = connect(config).await.map_err(|error| fault(format!("{error:#}")))?;
    let checked = crate::rosters::check_folder(root, &db, crate::library::current_time()).await;
    db.close().await;
    let directories = checked.map_err(|error| fault(format!("{error:#}")))?;
    Ok(format!("directories of {directories} organizations"))
}

fn check_environment() -> Result<String, CheckFault> {
    let remedy = "Check for typing errors: the keys are in openshelf.example.toml.";
    let variables = Variables::read().map_err(|error| fatal_fault(format!("{error:#}"), remedy))?;
    let mut others = variables.unknown;
    if others.is_empty() {
        return Ok(format!("{} variables of ours are set", variables.values.len()));
    }
    others.sort();
    Err(CheckFault {
        reason: format!("{} are not keys and are ignored", others.join(", ")),
        remedy,
        fatal: false,
    })
}

/// Confinement of worker processes by the kernel.
fn check_confinement() -> Result<String, CheckFault> {
    let isolation::Confinement { files, calls, signals } = isolation::test_confinement();
    let missing: Vec<&str> = [
        ("files (Landlock, Linux 5.13)", files),
        ("network and system calls (seccomp)", calls),
        ("signals (Landlock, Linux 6.12)", signals),
    ]
    .iter()
    .filter(|(_, is)| !is)
    .map(|(what, _)| *what)
    .collect();
    if missing.is_empty() {
        return Ok("confined: own folder, no network, no signals to others".to_owned());
    }
    Err(CheckFault {
        reason: format!("this kernel does not confine {}", missing.join(", ")),
        remedy: "Memory, time and size are limited anyway; a newer kernel with Landlock and seccomp confines, too.",
        fatal: false,
    })
}

/// Data and configuration in folders that worker processes read.
fn private_data(config: &Config) -> Result<String, CheckFault> {
    let exposures = crate::workshop::list_exposures(config);
    if exposures.is_empty() {
        return Ok("not in folders that worker processes may read".to_owned());
    }
    let names = exposures
        .iter()
        .map(|exposure| format!("{} is in {}", exposure.private.display(), exposure.folder.display()));
    Err(CheckFault {
        reason: format!("worker processes may read programs, and {}", names.collect::<Vec<_>>().join(", ")),
        remedy: "It is left out where the kernel confines files; better keep it elsewhere, such as in /var/lib.",
        fatal: false,
    })
}

/// The user that runs this program.
fn check_user() -> Result<String, CheckFault> {
    if !rustix::process::geteuid().is_root() {
        return Ok("not root".to_owned());
    }
    Err(CheckFault {
        reason:
            "root: a fault of the server would give away the machine, and workers have no limit of processes"
                .into(),
        remedy: "Run the server, and doctor, as a user of its own (docs/operations.md#one-machine).",
        fatal: false,
    })
}

async fn check_ffmpeg() -> Result<String, CheckFault> {
    let checked =
        tokio::task::spawn_blocking(delivery::Speed::check_program).await.map_err(|error| error.to_string());
    let version = checked.and_then(|checked| checked.map_err(|error| error.to_string()));
    version.map_err(|reason| CheckFault {
        reason,
        remedy: "Needed for audio editions, which are offered only of books recorded as MP3 without, and to play MP3 files at another speed: apt-get install ffmpeg",
        fatal: false,
    })
}

/// The speech engine: it has to speak.
async fn check_speech(config: &Config) -> Result<String, CheckFault> {
    let remedy = "Needed for the formats DAISY_AUDIO and DAISY_2_AUDIO, which are offered only of recorded books without: \
                  apt-get install espeak-ng, or \
                  set [speech] to another engine (docs/formats.md)";
    let missing = |reason: String| CheckFault { reason, remedy, fatal: false };
    let engine = config.speech.to_engine().map_err(|error| {
        fatal_fault(format!("{error:#}"), "Correct [speech]: command, and voices as LANGUAGE=VOICE.")
    })?;
    let checked = tokio::task::spawn_blocking(move || engine.check()).await;
    checked.map_err(|error| missing(error.to_string()))?.map_err(|error| missing(error.to_string()))
}

fn not_offered(reason: String) -> CheckFault {
    let remedy =
        "Each process with workers reports what it can make: start `openshelf serve` or `openshelf worker`.";
    CheckFault { reason, remedy, fatal: false }
}

/// Formats that the running processes can make together: only these are offered.
async fn check_offered_formats(config: &Config) -> Result<String, CheckFault> {
    let db = connect(config).await.map_err(|error| not_offered(format!("{error:#}")))?;
    let offered = store::makers::combined_capabilities(&db, crate::library::current_time()).await;
    db.close().await;
    let offered = offered.map_err(|_| not_offered("not known before the tables are there".into()))?;
    let can = offered.ok_or_else(|| not_offered("no process that makes formats is running".into()))?;
    let audio = match can.audio {
        AudioTools::Speech => "audio of every book",
        AudioTools::Encoder => "audio of recorded books",
        AudioTools::None => "audio of books recorded as MP3",
    };
    Ok(format!("{audio}, {}braille", if can.braille { "" } else { "no " }))
}

fn check_fonts() -> Result<String, CheckFault> {
    let report = typeset::report_fonts();
    if report.installed_packages.is_empty() {
        return Err(CheckFault {
            reason: "only those that come with the program, which have serifs".to_owned(),
            remedy: "Wanted for PDF: apt-get install fonts-dejavu-core; fonts-noto-core for the scripts of the world, \
                     fonts-noto-cjk for Chinese, Japanese and Korean, fonts-hanazono for rare \
                     Chinese letters",
            fatal: false,
        });
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
        return Ok(tools.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", "));
    }
    Err(CheckFault {
        reason: format!("{} not found", missing.join(", ")),
        remedy: "Needed only for PDF and pictures of readers: apt-get install poppler-utils qpdf tesseract-ocr \
                 tesseract-ocr-eng libheif-examples, and tesseract-ocr-XXX for each language of your readers",
        fatal: false,
    })
}

fn check_braille() -> Result<String, CheckFault> {
    books::brf::check_tables().map(|tables| format!("{tables} tables")).map_err(|error| CheckFault {
        reason: error.to_string(),
        remedy: "Needed only for braille, which is not offered without: apt-get install liblouis-data",
        fatal: false,
    })
}
