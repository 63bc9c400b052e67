//! Ingest of many files: `openshelf ingest PATH...`.

use std::path::{Path, PathBuf};

use domain::TitleId;
use futures_util::{StreamExt as _, stream};
use holdings::known::KnownCategories;
use tokio_util::sync::CancellationToken;

use super::edition::{EditionOverrides, ingest_edition};
use super::feed::RejectReport;
use super::replacement::{BookReplacement, replace_book};
use super::sources::SourceFiles;
use super::{IngestError, IngestedItem, Overrides, ingest_with_sidecar, sidecar};
use crate::WorkerContext;

/// Books processed concurrently; each is entirely in memory.
const CONCURRENT_BOOKS: usize = 3;
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Progress of a run, reported after each file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IngestProgress {
    pub total: usize,
    /// Files processed.
    pub done: usize,
    /// Of these, new books.
    pub added: usize,
    /// Of these, books already in the collection.
    pub skipped: usize,
    /// Of these, files that are not books or were refused.
    pub failed: usize,
    /// The last processed file.
    pub current: Option<PathBuf>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IngestReport {
    pub added: usize,
    /// Books already in the collection.
    pub skipped: usize,
    /// Refused files, each with the reason, by path.
    pub failed: Vec<(PathBuf, String)>,
    /// Stopped before the end.
    pub is_stopped: bool,
}

/// Kind of books that files are ingested as.
#[derive(Clone, Copy)]
pub enum IngestKind<'a> {
    Titles(&'a Overrides),
    Editions(&'a EditionOverrides),
    /// The only book among the files is the new book of a title.
    Replacement(BookReplacement<'a>, &'a Overrides),
}

/// Ingests books. Existing books are skipped, so a stopped run is simply restarted. A refused file is
/// reported and the run continues. `stop` ends it after the books in progress. `rejects` receives the refused
/// files, and what was repaired or left out of the others.
pub async fn ingest_sources(
    ctx: &WorkerContext,
    sources: &SourceFiles,
    kind: IngestKind<'_>,
    stop: &CancellationToken,
    rejects: &mut RejectReport,
    mut progress: impl FnMut(&IngestProgress),
) -> Result<IngestReport, IngestError> {
    let known = &match kind {
        IngestKind::Titles(_) | IngestKind::Replacement(..) => KnownCategories::load(ctx.db()).await?,
        // An edition has the subjects of its periodical.
        IngestKind::Editions(_) => KnownCategories::default(),
    };
    let files = sources.books.clone();
    let mut report = IngestReport { failed: sources.failed.clone(), ..IngestReport::default() };
    let mut state = IngestProgress {
        total: files.len() + report.failed.len(),
        failed: report.failed.len(),
        ..IngestProgress::default()
    };
    state.done = state.failed;
    for (path, reason) in &report.failed {
        rejects.refused_file(path, reason)?;
    }
    progress(&state);
    let mut results = stream::iter(files)
        .take_while(|_| std::future::ready(!stop.is_cancelled()))
        .map(|path| async move { (ingest_file(ctx, &path, kind, known).await, path) })
        .buffer_unordered(CONCURRENT_BOOKS);
    while let Some((result, path)) = results.next().await {
        state.done += 1;
        match result {
            Ok(IngestedItem { id: title, is_new, findings }) => {
                *(if is_new { &mut state.added } else { &mut state.skipped }) += 1;
                rejects.report_findings(&path, title, &findings)?;
            }
            Err(error) => {
                state.failed += 1;
                let reason = error.to_string();
                rejects.refused_file(&path, &reason)?;
                if let IngestError::Refused { findings, .. } = &error {
                    rejects.report_findings(&path, None, findings)?;
                }
                report.failed.push((path.clone(), reason));
            }
        }
        state.current = Some(path);
        progress(&state);
    }
    rejects.flush()?;
    report.failed.sort();
    Ok(IngestReport {
        added: state.added,
        skipped: state.skipped,
        is_stopped: sources.is_stopped || state.done < state.total,
        ..report
    })
}

/// Ingests a file; returns the title of the book, `None` for an edition.
async fn ingest_file(
    ctx: &WorkerContext,
    path: &Path,
    kind: IngestKind<'_>,
    known: &KnownCategories,
) -> Result<IngestedItem<Option<TitleId>>, IngestError> {
    let unreadable = |error: std::io::Error| IngestError::Book(format!("cannot be read: {error}"));
    let size = tokio::fs::metadata(path).await.map_err(unreadable)?.len();
    if size > MAX_FILE_BYTES {
        return Err(IngestError::Book(format!("larger than {MAX_FILE_BYTES} bytes")));
    }
    let book = tokio::fs::read(path).await.map_err(unreadable)?.into();
    let IngestedItem { id, is_new, findings } = match kind {
        IngestKind::Titles(overrides) => {
            let sidecar = sidecar::read_sidecar(ctx, path).await?;
            ingest_with_sidecar(ctx, book, overrides, known, sidecar).await?
        }
        IngestKind::Editions(overrides) => {
            let IngestedItem { is_new, findings, .. } = ingest_edition(ctx, book, overrides).await?;
            return Ok(IngestedItem { id: None, is_new, findings });
        }
        IngestKind::Replacement(replacement, overrides) => {
            replace_book(ctx, book, replacement, overrides, known).await?
        }
    };
    Ok(IngestedItem { id: Some(id), is_new, findings })
}
