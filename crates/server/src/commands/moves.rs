//! `openshelf move`: moves the library to another database, another file store, or both
//! (docs/moving.md).

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::workers::moves::{
    self, IndexOutcome, LibraryAddress, LibraryPlace, MoveOutcome, MovePlan, MoveReport, MoveStep,
};
use anyhow::{Context as _, ensure};
use clap::Args;
use url::Url;

use super::{StepBar, progress_style};
use crate::config::{CommonOptions, Config};
use crate::folders::folder_parser;
use crate::library::{current_time, database_file, new_rng, open_files};
use crate::privacy;
use crate::serving::stop_on_signal;

/// Limit of printed names of damaged files; the report has more.
const MAX_PRINTED_FILES: usize = 20;

/// `openshelf move`.
#[derive(Debug, Args)]
pub struct Move {
    /// Database of the moved library: `sqlite:PATH` or `postgres://...`, without a password; by default that
    /// of --to-config, or the same
    #[arg(long, value_name = "URL")]
    pub to: Option<String>,
    /// File store of the moved library: a folder, or `s3://bucket/path`; by default that of --to-config, or
    /// the same
    #[arg(long, value_name = "LOCATION")]
    pub files: Option<String>,
    /// Configuration file of the moved library
    #[arg(long, value_name = "FILE")]
    pub to_config: Option<PathBuf>,
    /// Folder of the report; by default the data folder of the moved library
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub report: Option<PathBuf>,
    /// Open the library again that was the source of a finished or abandoned move
    #[arg(long, conflicts_with_all = ["to", "files", "to_config", "report"])]
    pub reopen: bool,
}

/// Moves the library, or opens it again after a move.
pub async fn run(args: Move, config: Config) -> anyhow::Result<ExitCode> {
    if args.reopen {
        return reopen_library(&config).await;
    }
    let target = make_target_config(&args, &config)?;
    let report_folder = args.report.unwrap_or_else(|| target.data_dir.clone());
    for folder in [&target.data_dir, &report_folder] {
        privacy::make_folder(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    let (from, to) = (library_place(&config)?, library_place(&target)?);
    let plan = MovePlan {
        moves_database: from.address.database != to.address.database,
        moves_files: from.address.files != to.address.files,
        source: from,
        target: to,
        report_folder,
        program: env!("CARGO_PKG_VERSION"),
        batch: moves::DEFAULT_BATCH,
    };
    println!("Moving {}\n    to {}.", plan.source.address, plan.target.address);
    println!("Until the move is over, no other program can open the library.");
    let stop = stop_on_signal()?;
    let mut bar = new_move_bar();
    let id = store::random_id(&mut new_rng());
    let outcome = moves::run(&plan, id, current_time, &stop, |progress| bar.show_progress(progress)).await;
    drop(bar);
    match outcome? {
        MoveOutcome::Moved { report, path, index } => {
            print_report(&plan, &report, &path, &index);
            Ok(ExitCode::SUCCESS)
        }
        MoveOutcome::AlreadyMoved(mark) => {
            println!(
                "This library was moved there already, {}.",
                domain::dates::format_timestamp(mark.started)
            );
            Ok(ExitCode::SUCCESS)
        }
        MoveOutcome::Stopped => {
            println!(
                "Stopped. Run the same command again to continue, or `openshelf move --reopen` to go on \
                 using the library where it is."
            );
            Ok(ExitCode::FAILURE)
        }
    }
}

async fn reopen_library(config: &Config) -> anyhow::Result<ExitCode> {
    let url = config.database_url();
    if let Some(file) = database_file(config)? {
        ensure!(file.exists(), "there is no library: {} does not exist", file.display());
    }
    match moves::reopen(&url).await? {
        Some(mark) => println!(
            "The library is open again. What was copied to {} is not up to date any more.",
            mark.other
        ),
        None => println!("The library is open: it was not moved."),
    }
    Ok(ExitCode::SUCCESS)
}

/// The configuration of the moved library: a file, or the present one, with other places.
fn make_target_config(args: &Move, config: &Config) -> anyhow::Result<Config> {
    let to = CommonOptions { config: None, database_url: args.to.clone(), data_dir: None };
    ensure!(
        to.refuse_passwords().is_ok(),
        "--to contains a password, and every user of this machine can read command lines: put the address \
         into a configuration file, and name that with --to-config"
    );
    let mut target = match &args.to_config {
        Some(file) => Config::load(Some(file.as_path()))?,
        None => config.clone(),
    };
    if args.to.is_some() {
        target.database_url.clone_from(&args.to);
    }
    if args.files.is_some() {
        target.files.location.clone_from(&args.files);
    }
    ensure!(
        config.drive.token_key == target.drive.token_key,
        "drive.token_key differs in {}: readers' connections to their drives are encrypted with it, so it \
         moves, too",
        args.to_config.as_deref().unwrap_or(Path::new("the configuration")).display()
    );
    Ok(target)
}

fn library_place(config: &Config) -> anyhow::Result<LibraryPlace> {
    let database = match database_file(config)? {
        Some(file) => format!("sqlite:{}", absolute_path(&file)?.display()),
        None => without_password(&config.database_url()),
    };
    let location = config.files_location();
    let files_name = match (&config.files.endpoint, location.contains("://")) {
        (Some(endpoint), true) => format!("{location} at {endpoint}"),
        (None, true) => location,
        (_, false) => absolute_path(Path::new(&location))?.display().to_string(),
    };
    Ok(LibraryPlace {
        database_url: config.database_url(),
        files: open_files(config).context("opening the file store")?,
        index: config.index_dir(),
        address: LibraryAddress { database, files: files_name },
    })
}

/// The path without links and relative to no folder, whether the file exists or not.
fn absolute_path(path: &Path) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(path).with_context(|| format!("the path {}", path.display()))?;
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    Ok(match (path.canonicalize(), folder, path.file_name()) {
        (Ok(path), _, _) => path,
        (Err(_), Some(folder), Some(name)) => folder.join(name),
        _ => path,
    })
}

/// The address of a database server without its password.
pub(super) fn without_password(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else { return "PostgreSQL".to_owned() };
    let query: Vec<(String, String)> = parsed
        .query_pairs()
        .filter(|(name, _)| name != "password")
        .map(|(n, v)| (n.into(), v.into()))
        .collect();
    // Neither fails for an address with a host.
    let _ = parsed.set_password(None);
    parsed.set_query(None);
    if !query.is_empty() {
        parsed.query_pairs_mut().extend_pairs(query);
    }
    parsed.to_string()
}

fn print_report(plan: &MovePlan, report: &MoveReport, path: &Path, index: &IndexOutcome) {
    if plan.moves_database {
        let rows: u64 = report.tables.iter().map(|table| table.rows).sum();
        println!("{rows} rows of {} tables are the same in both databases.", report.tables.len());
    }
    if let Some(files) = &report.files {
        let bytes = indicatif::HumanBytes(files.bytes);
        println!("{} files ({bytes}) are the same in both places.", files.count);
        for name in files.damaged.iter().take(MAX_PRINTED_FILES) {
            eprintln!("{name} was damaged before the move");
        }
        if files.damaged.len() > MAX_PRINTED_FILES {
            eprintln!(
                "{} more were damaged before the move; the report names them",
                files.damaged.len() - MAX_PRINTED_FILES
            );
        }
    }
    match index {
        IndexOutcome::Stays => println!("The search index stays valid."),
        IndexOutcome::Copied => println!("The search index was copied."),
        IndexOutcome::Missing(_) => {
            println!(
                "There was no search index to copy: run `openshelf reindex` with the new configuration."
            );
        }
    }
    println!("The report is {}.", path.display());
    if plan.moves_database {
        println!(
            "The library is at its new place; change the configuration before you start it. The old database \
             stays closed, so that nobody uses it by mistake: delete it, or open it again with `openshelf \
             move --reopen`."
        );
    } else {
        println!(
            "The files are in their new location; change the configuration before you start the library."
        );
    }
}

fn new_move_bar() -> StepBar<MoveStep> {
    StepBar::new(|step| match step {
        MoveStep::Seal => (progress_style("steps"), "closing the source"),
        MoveStep::Prepare => (progress_style("steps"), "making the tables"),
        MoveStep::CopyRows => (progress_style("rows"), "copied"),
        MoveStep::CopyFiles => (progress_style("files"), "copied and compared"),
        MoveStep::CompareRows => (progress_style("rows"), "compared"),
        MoveStep::Finish => (progress_style("steps"), "writing the report"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Config, Move, make_target_config, without_password};

    fn move_args(to: Option<&str>, files: Option<&str>) -> Move {
        Move {
            to: to.map(Into::into),
            files: files.map(Into::into),
            to_config: None,
            report: None,
            reopen: false,
        }
    }

    #[test]
    fn a_password_appears_in_no_report() {
        for url in
            ["postgres://ann:hush@db/library?sslmode=require", "postgres://ann@db/library?password=hush"]
        {
            let name = without_password(url);
            assert!(name.starts_with("postgres://ann@db/library") && !name.contains("hush"), "{name}");
        }
    }

    #[test]
    fn files_stay_in_their_store_unless_another_is_given() {
        let config = Config { data_dir: "/srv/library".into(), ..Config::default() };
        let target = make_target_config(&move_args(Some("postgres://db/library"), None), &config).unwrap();
        assert_eq!(target.files_location(), "/srv/library/files");
        assert_eq!(target.database_url(), "postgres://db/library");
        let target = make_target_config(&move_args(None, Some("s3://bucket/books")), &config).unwrap();
        assert_eq!(target.database_url(), config.database_url());
        assert_eq!(target.files_location(), "s3://bucket/books");
        let refused = make_target_config(&move_args(Some("postgres://ann:hush@db/library"), None), &config)
            .unwrap_err();
        assert!(!format!("{refused:#}").contains("hush"));
    }
}
