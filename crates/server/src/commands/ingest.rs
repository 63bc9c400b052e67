//! `openshelf ingest`: adds books and suppliers' records to the catalog, and editions to periodicals
//! (docs/ingest.md). A run is a job that can be monitored and canceled. If stopped with Ctrl-C, it finishes
//! the items in progress; a new run continues there, because existing items are skipped.

use std::path::PathBuf;
use std::process::ExitCode;

use ::workers::WorkerContext;
use ::workers::ingest::feed::{self, Feed, FeedProgress, RejectReport};
use ::workers::ingest::watch::{IngestRun, RunEnd};
use ::workers::ingest::{
    self, EditionOverrides, IngestKind, IngestProgress, IngestReport, Overrides, SourceFiles, UnpackProgress,
};
use anyhow::bail;
use clap::Args;
use domain::intake::{DEFAULT_SUPPLIER, MAX_SUPPLIER_BYTES};
use domain::{SeriesId, UsageRestriction};
use indicatif::ProgressBar;
use jiff::civil::Date;
use jobs::ingest_uploads::supplier_key;
use tokio_util::sync::CancellationToken;

use super::{existing_site, parse_date};
use crate::library::job_context;
use crate::serving::stop_on_signal;
use crate::{Config, Library};

/// The message of a run that was stopped.
const STOPPED_MESSAGE: &str = "Stopped; run the same command again to continue.";

/// `openshelf ingest`.
#[derive(Debug, Args)]
pub struct Ingest {
    /// Files and folders
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Site that the titles belong to
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    pub site: String,
    /// Usage restriction by copyright: publicDomain, creativeCommons or copyright
    #[arg(long, default_value = "copyright", value_parser = clap::value_parser!(UsageRestriction))]
    pub rights: UsageRestriction,
    /// The sender of the records: references are unique per supplier
    #[arg(long, value_name = "NAME", default_value = DEFAULT_SUPPLIER, conflicts_with = "periodical")]
    pub supplier: String,
    /// Show titles that have a record but no book yet to readers, as unavailable titles
    #[arg(long, conflicts_with = "periodical")]
    pub listed: bool,
    /// File for the report of rejected records and books, and of what was repaired or left out of books: CSV,
    /// or JSON lines if it ends in .jsonl; by default a file in the data folder
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,
    /// Add the files as editions of this periodical (its identifier)
    #[arg(long, value_name = "SERIES", conflicts_with = "site")]
    pub periodical: Option<String>,
    /// Name of the edition, if there is only one; by default from the file's title
    #[arg(long, value_name = "NAME", requires = "periodical")]
    pub edition: Option<String>,
    /// Publication date of the editions, if the files lack it or have a wrong one
    #[arg(long, value_name = "YYYY-MM-DD", requires = "periodical", value_parser = parse_date)]
    pub published: Option<Date>,
    /// The last day on which readers find the editions; permanent by default
    #[arg(long, value_name = "YYYY-MM-DD", requires = "periodical", value_parser = parse_date)]
    pub expires: Option<Date>,
}

/// Ingests everything; fails if items were refused, or if it was stopped early.
pub async fn run(args: Ingest, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let what = ingest_target(&args, &library).await?;
    let stop = stop_on_signal()?;
    let context = job_context(&library);
    let temporary = library.config.data_dir.join("tmp");
    let sources = find_sources(&context, &args, temporary, &stop).await;
    let watch =
        if sources.is_stopped { None } else { begin(&context, &args, &what, &sources, &stop).await? };
    let complete = if let Some(watch) = watch {
        let taken = ingest_sources(&context, &args, &library, what, sources, &watch).await;
        let end = match &taken {
            Ok(outcome) if outcome.was_stopped() => RunEnd::Stopped,
            Ok(_) => RunEnd::Done,
            Err(error) => RunEnd::Failed(&error.to_string()),
        };
        watch.end(&context, end).await?;
        taken?.print_result()
    } else {
        println!("{STOPPED_MESSAGE}");
        false
    };
    library.db.close().await;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Finds books and records, and unpacks zip files.
async fn find_sources(
    context: &WorkerContext,
    args: &Ingest,
    temporary: PathBuf,
    stop: &CancellationToken,
) -> SourceFiles {
    let bar = ProgressBar::no_length().with_style(super::bytes_style());
    let show = |unpacking: &UnpackProgress<'_>| {
        bar.set_length(unpacking.total as u64);
        bar.set_position(unpacking.done as u64);
        let name = unpacking.path.file_name().unwrap_or_default();
        bar.set_message(format!("unpacking {}", name.to_string_lossy()));
    };
    let sources = ingest::find_sources(context.delivery(), args.paths.clone(), temporary, stop, show).await;
    bar.finish_and_clear();
    sources
}

/// Begins the job. Two runs with records of one supplier would conflict at every title: one waits for the
/// other.
async fn begin(
    context: &WorkerContext,
    args: &Ingest,
    target: &IngestTarget,
    sources: &SourceFiles,
    stop: &CancellationToken,
) -> anyhow::Result<Option<IngestRun>> {
    let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let key = match target {
        IngestTarget::Titles(feed) if !sources.records.is_empty() => {
            Some(supplier_key(&feed.overrides.site, &feed.supplier))
        }
        _ => None,
    };
    let payload = serde_json::json!({ "paths": paths });
    let waiting = || {
        eprintln!(
            "Another run ingests records of this supplier (openshelf jobs list); waiting for it to end."
        );
    };
    Ok(IngestRun::begin(context, payload, key.as_deref(), stop, waiting).await?)
}

/// Result of a run.
struct IngestOutcome {
    rejects: RejectReport,
    records: Option<FeedProgress>,
    books: Option<IngestReport>,
}

impl IngestOutcome {
    fn was_stopped(&self) -> bool {
        self.records.as_ref().is_some_and(|counts| counts.is_stopped)
            || self.books.as_ref().is_some_and(|report| report.is_stopped)
    }

    /// Prints the result; returns whether everything succeeded.
    fn print_result(self) -> bool {
        let mut well = !self.was_stopped();
        if let Some(counts) = &self.records {
            for (path, reason) in &counts.broken {
                eprintln!("{}: {reason}", path.display());
            }
            println!(
                "Records {}: added {}, updated {}, withdrawn {}, unchanged {}, rejected {}.",
                counts.records,
                counts.added,
                counts.updated,
                counts.withdrawn,
                counts.unchanged,
                counts.rejected
            );
            well &= counts.rejected == 0 && counts.broken.is_empty();
        }
        if let Some(report) = &self.books {
            for (path, reason) in &report.failed {
                eprintln!("{}: {reason}", path.display());
            }
            println!(
                "Added {}, already there {}, failed {}.",
                report.added,
                report.skipped,
                report.failed.len()
            );
            well &= report.failed.is_empty();
        }
        if let Some(path) = self.rejects.written_path() {
            println!("What was rejected, repaired or left out: {}", path.display());
        }
        if self.was_stopped() {
            println!("{STOPPED_MESSAGE}");
        }
        well
    }
}

/// Records first, so that books find theirs.
async fn ingest_sources(
    context: &WorkerContext,
    args: &Ingest,
    library: &Library,
    target: IngestTarget,
    mut sources: SourceFiles,
    watch: &IngestRun,
) -> anyhow::Result<IngestOutcome> {
    let bar = ProgressBar::no_length().with_style(super::progress_style("books"));
    let show = |progress: &IngestProgress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        let name = progress.current.as_deref().and_then(|path| path.file_name());
        bar.set_message(name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default());
        let note = format!("books: added {}, failed {}", progress.added, progress.failed);
        watch.set_progress(progress.done as u64, progress.total as u64, note);
    };
    let path = args.rejects.clone().unwrap_or_else(|| {
        library.config.data_dir.join("ingest").join(format!("{}-rejected.csv", watch.id()))
    });
    let rejects = RejectReport::new(&path);
    let rejects = if args.rejects.is_some() { rejects.even_if_empty() } else { rejects };
    let mut outcome = IngestOutcome { rejects, records: None, books: None };
    match target {
        IngestTarget::Titles(feed) => {
            let overrides = feed.overrides.clone();
            let only_records = sources.books.is_empty() && sources.failed.is_empty();
            if !sources.records.is_empty() {
                outcome.records =
                    Some(ingest_records(context, &sources, &feed, watch, &mut outcome.rejects).await?);
            }
            if outcome.records.is_none() || !only_records && !outcome.was_stopped() {
                let kind = IngestKind::Titles(&overrides);
                let rejects = &mut outcome.rejects;
                let report = ingest::ingest_sources(context, &sources, kind, watch.stop(), rejects, show);
                outcome.books = Some(report.await?);
            }
        }
        IngestTarget::Editions(overrides) => {
            let records = std::mem::take(&mut sources.records);
            let reason = "records cannot be editions";
            sources.failed.extend(records.into_iter().map(|path| (path, reason.to_owned())));
            let rejects = &mut outcome.rejects;
            let kind = IngestKind::Editions(&overrides);
            let report = ingest::ingest_sources(context, &sources, kind, watch.stop(), rejects, show);
            outcome.books = Some(report.await?);
        }
    }
    bar.finish_and_clear();
    Ok(outcome)
}

async fn ingest_records(
    context: &WorkerContext,
    sources: &SourceFiles,
    feed: &Feed,
    watch: &IngestRun,
    rejects: &mut RejectReport,
) -> anyhow::Result<FeedProgress> {
    let bar = ProgressBar::no_length().with_style(super::bytes_style());
    let show = |counts: &FeedProgress| {
        bar.set_length(counts.bytes);
        bar.set_position(counts.read.min(counts.bytes));
        bar.set_message(counts.note_text());
        watch.set_progress(counts.read, counts.bytes, counts.note_text());
    };
    let counts = Box::pin(feed::run(context, &sources.records, feed, watch.stop(), rejects, show)).await?;
    bar.finish_and_clear();
    Ok(counts)
}

/// The kind of the ingested files.
enum IngestTarget {
    Titles(Feed),
    Editions(EditionOverrides),
}

async fn ingest_target(args: &Ingest, library: &Library) -> anyhow::Result<IngestTarget> {
    let Some(series) = &args.periodical else {
        let site = existing_site(library, &args.site).await?.id;
        let supplier = args.supplier.trim().to_owned();
        if supplier.is_empty() || supplier.len() > MAX_SUPPLIER_BYTES {
            bail!("--supplier must have a name of at most {MAX_SUPPLIER_BYTES} bytes");
        }
        let overrides = Overrides::new(site, args.rights);
        return Ok(IngestTarget::Titles(Feed { overrides, supplier, is_listed: args.listed }));
    };
    let series = SeriesId::from(series.as_str());
    if store::periodicals::get(&library.db, &series).await?.is_none() {
        bail!("there is no periodical {series}; create it with `openshelf admin periodicals create TITLE`");
    }
    if args.edition.is_some() && (args.paths.len() != 1 || args.paths[0].is_dir()) {
        bail!("--edition names one edition: use it with one file");
    }
    Ok(IngestTarget::Editions(EditionOverrides {
        series,
        usage: args.rights,
        name: args.edition.clone(),
        published: args.published,
        expires: args.expires,
        actor: None,
    }))
}
