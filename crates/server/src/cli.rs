//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use ::jobs::export::Output;
use clap::{Args, Parser, Subcommand};
use domain::artifacts::BrailleGrade;
use domain::formats::Format;
use domain::preferences::{BrailleConflict, BrailleFormat, Preferences};
use domain::titles::UsageRestriction;
use domain::wire::WireEnum as _;
use jiff::civil::Date;

use crate::commands::{admin, jobs};
use crate::config::{AdminListen, socket};

/// A library server for people who cannot read standard print.
#[derive(Debug, Parser)]
#[command(name = "openshelf", version, about, disable_help_subcommand = true)]
pub struct Cli {
    /// Settings that every command takes.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Settings that every command takes; they win over the environment and the configuration file.
#[derive(Debug, Args)]
pub struct Common {
    /// Configuration file; `openshelf.toml` in this folder when there is one
    #[arg(long, short, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// `sqlite:PATH` or `postgres://...`
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Folder of the embedded database, the index and local files
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the interface, with workers for background jobs
    Serve(Serve),
    /// Run background jobs only
    Worker(Worker),
    /// Make a sandbox library and serve it
    Demo(Demo),
    /// Bring the database's tables up to date
    Migrate,
    /// Sites, clients, users and titles: create, list, disable
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Take books and records of books into the catalog: EPUB, ONIX, MARC and CSV files, or folders of them
    Ingest(Ingest),
    /// Write the catalog as records for others: ONIX, MARCXML or CSV
    Export(Export),
    /// Background jobs: list, retry, cancel
    #[command(subcommand)]
    Jobs(jobs::Jobs),
    /// Build the search index anew from the database
    Reindex,
    /// Copy the library into a folder while it runs (SQLite)
    Backup(Backup),
    /// Put a backup back, as a library of its own or in the place of one
    Restore(Restore),
    /// Convert one book on the command line
    Convert(Convert),
    /// Read the fingerprint of a leaked copy and name the download
    Trace {
        /// The copy, or a file taken out of it
        file: PathBuf,
    },
    /// Say what is missing on this machine or in this configuration, and how to get it
    Doctor,
    /// Print the description of the interface
    Openapi,
}

/// `openshelf serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port of the interface
    #[arg(long, value_name = "HOST:PORT", value_parser = socket)]
    pub listen: Option<SocketAddr>,
    /// Address and port of metrics and health; `off` for nowhere
    #[arg(long, value_name = "HOST:PORT")]
    pub admin_listen: Option<AdminListen>,
    /// Public address
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Workers of background jobs; 0 for none
    #[arg(long)]
    pub workers: Option<usize>,
}

/// `openshelf worker`.
#[derive(Debug, Args)]
pub struct Worker {
    /// Workers in this process
    #[arg(long)]
    pub workers: Option<usize>,
    /// Address and port of metrics and health; none without it, because a server may use the configured one
    #[arg(long, value_name = "HOST:PORT")]
    pub admin_listen: Option<AdminListen>,
}

/// `openshelf demo` (spec 5).
#[derive(Debug, Args)]
pub struct Demo {
    /// Address and port
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "HOST:PORT", value_parser = socket)]
    pub listen: SocketAddr,
    /// Allow an address other machines can reach; the sandbox's passwords are public
    #[arg(long)]
    pub allow_remote: bool,
}

/// `openshelf ingest`.
#[derive(Debug, Args)]
pub struct Ingest {
    /// Files and folders
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Site that the titles belong to
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    pub site: String,
    /// What copyright allows: publicDomain, creativeCommons or copyright
    #[arg(long, default_value = "copyright", value_parser = clap::value_parser!(UsageRestriction))]
    pub rights: UsageRestriction,
    /// Who sends the records: their references are unique within it
    #[arg(long, value_name = "NAME", default_value = "default", conflicts_with = "periodical")]
    pub supplier: String,
    /// Show titles that have a record and no book yet to readers, as titles that cannot be had
    #[arg(long, conflicts_with = "periodical")]
    pub listed: bool,
    /// Where records that were not taken are written down: CSV, or JSON lines when it ends in .jsonl; else a file
    /// in the data folder
    #[arg(long, value_name = "FILE", conflicts_with = "periodical")]
    pub rejects: Option<PathBuf>,
    /// Take the files as editions of this periodical (its identifier)
    #[arg(long, value_name = "SERIES", conflicts_with = "site")]
    pub periodical: Option<String>,
    /// What the edition is called, when there is one; otherwise the file's title says it
    #[arg(long, value_name = "NAME", requires = "periodical")]
    pub edition: Option<String>,
    /// When the editions were published, when the files do not say it, or say it wrongly
    #[arg(long, value_name = "YYYY-MM-DD", requires = "periodical", value_parser = date)]
    pub published: Option<Date>,
    /// The last day on which readers find the editions; for good when absent
    #[arg(long, value_name = "YYYY-MM-DD", requires = "periodical", value_parser = date)]
    pub expires: Option<Date>,
}

fn date(text: &str) -> Result<Date, String> {
    domain::dates::parse_date(text).ok_or_else(|| "must be YYYY-MM-DD".to_owned())
}

/// `openshelf backup`.
#[derive(Debug, Args)]
pub struct Backup {
    /// Folder of the backup; when it holds an earlier one, only what is new is copied
    pub folder: PathBuf,
    /// Copy the search index, too; without it a restored library fills its own
    #[arg(long)]
    pub with_index: bool,
    /// Leave out converted books, which are made again when somebody asks for them
    #[arg(long)]
    pub without_artifacts: bool,
    /// Take none, but look whether the one in the folder is as it was written
    #[arg(long, conflicts_with_all = ["with_index", "without_artifacts"])]
    pub check: bool,
}

/// `openshelf restore`.
#[derive(Debug, Args)]
pub struct Restore {
    /// Folder of the backup
    pub folder: PathBuf,
    /// Data folder of the restored library, with everything in it; without it the places of the configuration
    #[arg(long, value_name = "DATA_DIR")]
    pub to: Option<PathBuf>,
    /// Take the place of the library that is there; its database is kept under another name
    #[arg(long)]
    pub force: bool,
}

/// `openshelf export`.
#[derive(Debug, Args)]
pub struct Export {
    /// onix (3.1, reference names), marcxml or csv
    #[arg(long, value_parser = clap::value_parser!(Output))]
    pub format: Output,
    /// Site whose titles are written
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    pub site: String,
    /// Only titles that have changed on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    pub since: Option<Date>,
    /// Only titles that came from records of this supplier, under its own references
    #[arg(long, value_name = "NAME")]
    pub supplier: Option<String>,
    /// Only titles that readers find, and those that they found before they were withdrawn
    #[arg(long)]
    pub published: bool,
    /// The file to write; standard output without it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `openshelf convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Format identifier in any case, for example DAISY
    #[arg(long, value_parser = format)]
    pub format: Format,
    /// Language to expect in a PDF, picture or presentation that does not state it, for example en
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// How braille is laid out and spelled
    #[command(flatten)]
    pub braille: Braille,
    /// The book, score or document to read: EPUB, DAISY, DTBook, MusicXML, PDF, JPEG, PNG, HEIF or PPTX
    pub input: PathBuf,
    /// The file to write
    pub output: PathBuf,
}

/// What readers of braille choose, as their preferences name it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Braille")]
#[expect(clippy::struct_field_names, reason = "options and preferences have these names")]
pub struct Braille {
    /// refreshable (a display: no pages) or embossable (paper: pages of 25 lines)
    #[arg(long, value_name = "FORMAT", default_value_t = BrailleFormat::Refreshable)]
    pub braille_format: BrailleFormat,
    /// Cells of a line: 18, 20, 32, 40, 70, 80 on a display, 28 or 40 on paper
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
    /// The same as preferences; the two of format and width must fit each other.
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

/// Reads a format as the addresses of the interface do.
fn format(word: &str) -> Result<Format, String> {
    let all: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
    Format::from_path(word).ok_or_else(|| format!("none of {}", all.join(", ")))
}
