//! One attempt to ingest an upload.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use conversion::MAX_UNPACKED_BYTES;
use delivery::Key;
use domain::Client;
use domain::intake::{IntakeCounts, IntakeDetails, IntakeEdition, IntakeTitle, clean_file_name};
use store::intake_runs::IntakeRun;
use store::jobs::JobProgress;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::ingest::feed::{self, Feed, FeedProgress, RejectReport};
use crate::ingest::{
    BookReplacement, EditionOverrides, IngestActor, IngestError, IngestKind, IngestProgress, Overrides,
    SourceFiles, UnpackProgress, UnpackSpace, find_sources, ingest_sources,
};
use crate::{JobError, WorkerContext};

/// The endpoints with which staff upload files, as the audit names them.
const ENDPOINT: &str = "POST /collection/add";
const EDITIONS_ENDPOINT: &str = "POST /collection/periodicals/{series}";
const REPLACEMENT_ENDPOINT: &str = "POST /collection/titles/{id}/book";
/// The reason why records are refused where only books are expected.
const ONLY_RECORDS: &str = "contains records of titles, not a book";
/// The reason why books are refused if one book is expected.
const SEVERAL_BOOKS: &str = "is one of several books, and the title has only one";
/// The reason why a file without anything to ingest is refused.
const NOTHING_INSIDE: &str = "contains no book and no records";

/// How far an ingest is.
#[derive(Debug, Clone, Default)]
pub(super) struct UploadProgress {
    pub(super) counts: IntakeCounts,
    done: u64,
    total: u64,
    /// The present step: its name in `domain` is a message of the pages.
    step: &'static str,
}

impl UploadProgress {
    pub(super) fn to_job_progress(&self) -> JobProgress {
        let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
        let note = (!self.step.is_empty()).then(|| self.step.to_owned());
        JobProgress { done: number(self.done), total: number(self.total), note }
    }

    fn set_step(&mut self, step: &'static str, done: u64, total: u64) {
        (self.step, self.done, self.total) = (step, done, total);
    }
}

/// The result of an attempt, apart from its counts.
pub(super) struct IngestedUpload {
    pub(super) details: IntakeDetails,
    /// The report. `None` if there is nothing to report.
    pub(super) report: Option<PathBuf>,
    pub(super) is_stopped: bool,
}

pub(super) struct UploadIngest<'a> {
    pub(super) ctx: &'a WorkerContext,
    pub(super) intake: &'a IntakeRun,
    /// A folder for the files; deleted afterward.
    pub(super) scratch: &'a Path,
    pub(super) stop: &'a CancellationToken,
    pub(super) progress: &'a watch::Sender<UploadProgress>,
}

impl UploadIngest<'_> {
    /// Ingests the files as what they were uploaded for.
    pub(super) async fn run(&self) -> Result<IngestedUpload, JobError> {
        let paths = self.fetch_files().await?;
        let mut rejects = RejectReport::new(&self.scratch.join("report.csv")).with_names_below(self.scratch);
        let sources = self.search(paths.clone()).await;
        let options = &self.intake.options;
        let is_stopped = sources.is_stopped
            || match (&options.edition, &options.title) {
                (Some(edition), _) => self.ingest_editions(edition, &sources, &paths, &mut rejects).await?,
                (None, Some(title)) => self.replace_book(title, &sources, &paths, &mut rejects).await?,
                (None, None) => self.ingest_titles(&sources, &paths, &mut rejects).await?,
            };
        let report = rejects.written_path().map(Path::to_owned);
        Ok(IngestedUpload { details: rejects.into_details(), report, is_stopped })
    }

    /// Copies the uploaded files from the file store; all into one folder, because a book finds its record by
    /// the name of the file next to it.
    async fn fetch_files(&self) -> Result<Vec<PathBuf>, JobError> {
        let folder = self.scratch.join("files").join("sent");
        tokio::fs::create_dir_all(&folder).await.map_err(JobError::temporary)?;
        let (mut names, mut paths) = (HashSet::new(), Vec::new());
        for file in &self.intake.files {
            let name = choose_file_name(&clean_file_name(&file.name), &mut names);
            let path = folder.join(&name);
            match self.ctx.delivery().files().copy_to_local(&Key::parse(&file.key)?, &path).await {
                Ok(()) => paths.push(path),
                Err(delivery::Error::Missing(_)) => {
                    return Err(JobError::Fail(anyhow::anyhow!(
                        "{name} is no longer stored: upload it again"
                    )));
                }
                Err(error) => return Err(error.into()),
            }
        }
        // A package document is read with the book next to it.
        if paths.len() > 1 {
            paths.retain(|path| path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("opf")));
        }
        Ok(paths)
    }

    async fn search(&self, paths: Vec<PathBuf>) -> SourceFiles {
        let show = |unpacking: &UnpackProgress<'_>| {
            let (done, total) = (unpacking.done as u64, unpacking.total as u64);
            self.progress.send_modify(|progress| progress.set_step("unpacking", done, total));
        };
        let space = UnpackSpace::from(self.scratch.join("unpacked")).with_max_bytes(MAX_UNPACKED_BYTES);
        find_sources(self.ctx.delivery(), paths, space, self.stop, show).await
    }

    /// Ingests records first, so that books find theirs. Returns whether the run was stopped.
    async fn ingest_titles(
        &self,
        sources: &SourceFiles,
        paths: &[PathBuf],
        rejects: &mut RejectReport,
    ) -> Result<bool, JobError> {
        let has_books = !sources.books.is_empty() || !sources.failed.is_empty();
        if sources.records.is_empty() && !has_books {
            self.refuse_all(paths, NOTHING_INSIDE, rejects).map_err(to_job_error)?;
            return Ok(false);
        }
        let is_stopped = !sources.records.is_empty() && self.ingest_records(sources, rejects).await?;
        let overrides = self.overrides();
        let kind = IngestKind::Titles(&overrides);
        Ok(is_stopped || (has_books && self.ingest_books(sources, kind, 0, rejects).await?))
    }

    /// Returns whether the run was stopped.
    async fn ingest_records(
        &self,
        sources: &SourceFiles,
        rejects: &mut RejectReport,
    ) -> Result<bool, JobError> {
        let feed = Feed {
            overrides: self.overrides(),
            supplier: self.intake.options.supplier.clone(),
            is_listed: self.intake.options.listed,
        };
        let show = |counts: &FeedProgress| {
            self.progress.send_modify(|progress| {
                progress.set_step("records", counts.read.min(counts.bytes), counts.bytes);
                progress.counts.records_added = counts.added;
                progress.counts.records_updated = counts.updated;
                progress.counts.records_withdrawn = counts.withdrawn;
                progress.counts.records_unchanged = counts.unchanged;
                progress.counts.records_refused = counts.rejected + counts.broken.len() as u64;
            });
        };
        let run = feed::run(self.ctx, &sources.records, &feed, self.stop, rejects, show);
        Ok(Box::pin(run).await.map_err(to_job_error)?.is_stopped)
    }

    /// Ingests the books, of which `refused` other files were refused before. Returns whether the run was
    /// stopped.
    async fn ingest_books(
        &self,
        sources: &SourceFiles,
        kind: IngestKind<'_>,
        refused: u64,
        rejects: &mut RejectReport,
    ) -> Result<bool, JobError> {
        let show = |books: &IngestProgress| self.show_books(books, refused);
        let run = ingest_sources(self.ctx, sources, kind, self.stop, rejects, show);
        Ok(Box::pin(run).await.map_err(to_job_error)?.is_stopped)
    }

    /// Ingests books as editions of a periodical, and refuses records. Returns whether the run was stopped.
    async fn ingest_editions(
        &self,
        edition: &IntakeEdition,
        sources: &SourceFiles,
        paths: &[PathBuf],
        rejects: &mut RejectReport,
    ) -> Result<bool, JobError> {
        let refused = self.refuse_records(sources, paths, rejects).map_err(to_job_error)?;
        let is_only_one = sources.books.len() == 1;
        let overrides = EditionOverrides {
            usage: self.intake.options.usage,
            name: edition.name.clone().filter(|_| is_only_one),
            published: edition.published.filter(|_| is_only_one),
            expires: edition.expires,
            actor: self.actor(EDITIONS_ENDPOINT),
            ..EditionOverrides::new(edition.series.clone())
        };
        self.ingest_books(sources, IngestKind::Editions(&overrides), refused, rejects).await
    }

    /// Ingests the only book as the new book of a title. Returns whether the run was stopped.
    async fn replace_book(
        &self,
        title: &IntakeTitle,
        sources: &SourceFiles,
        paths: &[PathBuf],
        rejects: &mut RejectReport,
    ) -> Result<bool, JobError> {
        if sources.books.len() > 1 {
            self.refuse_all(&sources.books, SEVERAL_BOOKS, rejects).map_err(to_job_error)?;
            return Ok(false);
        }
        let refused = self.refuse_records(sources, paths, rejects).map_err(to_job_error)?;
        let overrides = Overrides {
            actor: self.actor(REPLACEMENT_ENDPOINT),
            ..Overrides::new(self.intake.site.clone(), self.intake.options.usage)
        };
        let replacement = BookReplacement { title: title.id, person: self.intake.made_by.as_deref() };
        let kind = IngestKind::Replacement(replacement, &overrides);
        self.ingest_books(sources, kind, refused, rejects).await
    }

    /// Refuses what is not a book. Returns the number of these files.
    fn refuse_records(
        &self,
        sources: &SourceFiles,
        paths: &[PathBuf],
        rejects: &mut RejectReport,
    ) -> Result<u64, IngestError> {
        if !sources.records.is_empty() {
            self.refuse_all(&sources.records, ONLY_RECORDS, rejects)?;
            return Ok(sources.records.len() as u64);
        }
        if !sources.books.is_empty() || !sources.failed.is_empty() {
            return Ok(0);
        }
        self.refuse_all(paths, NOTHING_INSIDE, rejects)?;
        Ok(paths.len() as u64)
    }

    /// Shows how many books are done; `refused` files were refused before.
    fn show_books(&self, books: &IngestProgress, refused: u64) {
        self.progress.send_modify(|progress| {
            progress.set_step("books", books.done as u64, books.total as u64);
            progress.counts.books_added = books.added as u64;
            progress.counts.books_present = books.skipped as u64;
            progress.counts.books_refused = refused + books.failed as u64;
        });
    }

    /// Reports files of which the person who uploaded them expected something else.
    fn refuse_all(
        &self,
        paths: &[PathBuf],
        reason: &str,
        rejects: &mut RejectReport,
    ) -> Result<(), IngestError> {
        for path in paths {
            rejects.refused_file(path, reason)?;
        }
        self.progress.send_modify(|progress| progress.counts.books_refused = paths.len() as u64);
        rejects.flush()
    }

    /// The person who uploaded the files. `None` if the account is closed.
    fn actor(&self, endpoint: &'static str) -> Option<IngestActor> {
        let client = Client::pages(&self.intake.site).id;
        self.intake.account.clone().map(|account| IngestActor { account, client, endpoint })
    }

    fn overrides(&self) -> Overrides {
        let actor = self.actor(ENDPOINT);
        Overrides { actor, ..Overrides::new(self.intake.site.clone(), self.intake.options.usage) }
    }
}

/// The name, after a number if one of the other files has it. `taken` has their names in lower case.
pub(super) fn choose_file_name(name: &str, taken: &mut HashSet<String>) -> String {
    let mut choice = name.to_owned();
    let mut number = 2;
    while !taken.insert(choice.to_lowercase()) {
        choice = format!("{number}-{name}");
        number += 1;
    }
    choice
}

/// Faults of single files are reported; these end the run.
fn to_job_error(error: IngestError) -> JobError {
    match error {
        IngestError::Files(error) => error.into(),
        IngestError::Store(error) => error.into(),
        fault @ (IngestError::Book(_) | IngestError::Refused { .. }) => JobError::permanent(fault),
    }
}
