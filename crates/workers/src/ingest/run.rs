//! Ingest of many files: `openshelf ingest PATH...`.

use std::path::{Path, PathBuf};

use domain::conversion_reports::Findings;
use futures_util::{StreamExt as _, stream};
use holdings::known::KnownCategories;
use tokio_util::sync::CancellationToken;

use super::edition::{EditionOverrides, TakenEdition, ingest_edition};
use super::feed::Rejects;
use super::sources::{Sources, find};
use super::{IngestError, Ingested, Overrides, ingest_known, sidecar};
use crate::context::Context;

/// Books processed concurrently; each is entirely in memory.
const AT_ONCE: usize = 3;
/// Size limit of a file, bytes.
const LARGEST: u64 = 1 << 30;

/// Progress of a run, reported after each file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files to ingest.
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

/// Result of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// New books.
    pub added: usize,
    /// Books already in the collection.
    pub skipped: usize,
    /// Refused files, each with the reason, by path.
    pub failed: Vec<(PathBuf, String)>,
    /// Stopped before the end.
    pub stopped: bool,
}

/// Ingests books. Existing books are skipped, so a stopped run is simply restarted. A refused file is
/// reported and the run continues. `stop` ends it after the books in progress. `rejects` receives the refused
/// files, and what was repaired or left out of the others.
pub async fn run_books(
    ctx: &Context,
    sources: &Sources,
    overrides: &Overrides,
    stop: &CancellationToken,
    rejects: &mut Rejects,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let known = KnownCategories::load(ctx.db()).await?;
    each(ctx, sources, Kind::Titles(overrides, &known), stop, rejects, progress).await
}

/// Ingests files, and folders recursively.
pub async fn run(
    ctx: &Context,
    paths: &[PathBuf],
    overrides: &Overrides,
    stop: &CancellationToken,
    rejects: &mut Rejects,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let sources = find(ctx.delivery(), paths.to_vec(), std::env::temp_dir(), stop, |_| {}).await;
    run_books(ctx, &sources, overrides, stop, rejects, progress).await
}

/// Ingests editions of one periodical.
pub async fn run_editions(
    ctx: &Context,
    sources: &Sources,
    overrides: &EditionOverrides,
    stop: &CancellationToken,
    rejects: &mut Rejects,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    each(ctx, sources, Kind::Editions(overrides), stop, rejects, progress).await
}

/// What files are ingested as.
#[derive(Clone, Copy)]
enum Kind<'a> {
    Titles(&'a Overrides, &'a KnownCategories),
    Editions(&'a EditionOverrides),
}

async fn each(
    ctx: &Context,
    sources: &Sources,
    kind: Kind<'_>,
    stop: &CancellationToken,
    rejects: &mut Rejects,
    mut progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let files = sources.books.clone();
    let mut report = Report { failed: sources.failed.clone(), ..Report::default() };
    let mut state = Progress {
        total: files.len() + report.failed.len(),
        failed: report.failed.len(),
        ..Progress::default()
    };
    state.done = state.failed;
    for (path, reason) in &report.failed {
        rejects.refused_file(path, reason)?;
    }
    progress(&state);
    let mut results = stream::iter(files)
        .take_while(|_| std::future::ready(!stop.is_cancelled()))
        .map(|path| async move { (take(ctx, &path, kind).await, path) })
        .buffer_unordered(AT_ONCE);
    while let Some((result, path)) = results.next().await {
        state.done += 1;
        match result {
            Ok(Taken { fresh, findings }) => {
                *(if fresh { &mut state.added } else { &mut state.skipped }) += 1;
                rejects.findings(&path, &findings)?;
            }
            Err(error) => {
                state.failed += 1;
                let reason = error.to_string();
                rejects.refused_file(&path, &reason)?;
                if let IngestError::Refused { findings, .. } = &error {
                    rejects.findings(&path, findings)?;
                }
                report.failed.push((path.clone(), reason));
            }
        }
        state.current = Some(path);
        progress(&state);
    }
    rejects.finish()?;
    report.failed.sort();
    Ok(Report {
        added: state.added,
        skipped: state.skipped,
        stopped: sources.stopped || state.done < state.total,
        ..report
    })
}

/// A file that was ingested.
struct Taken {
    /// Whether it was new.
    fresh: bool,
    /// What of it was repaired or left out.
    findings: Findings,
}

/// Ingests one file.
async fn take(ctx: &Context, path: &Path, kind: Kind<'_>) -> Result<Taken, IngestError> {
    let unreadable = |error: std::io::Error| IngestError::Book(format!("cannot be read: {error}"));
    let size = tokio::fs::metadata(path).await.map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(IngestError::Book(format!("larger than {LARGEST} bytes")));
    }
    let book = tokio::fs::read(path).await.map_err(unreadable)?.into();
    Ok(match kind {
        Kind::Titles(overrides, known) => {
            let sidecar = sidecar::read(ctx, path).await?;
            let Ingested { fresh, findings, .. } = ingest_known(ctx, book, overrides, known, sidecar).await?;
            Taken { fresh, findings }
        }
        Kind::Editions(overrides) => {
            let TakenEdition { fresh, findings, .. } = ingest_edition(ctx, book, overrides).await?;
            Taken { fresh, findings }
        }
    })
}
