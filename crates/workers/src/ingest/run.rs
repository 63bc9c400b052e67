//! Ingest of many files: `openshelf ingest PATH...`.

use std::path::{Path, PathBuf};

use futures_util::{StreamExt as _, stream};
use holdings::known::Known;
use tokio_util::sync::CancellationToken;

use super::edition::{EditionOverrides, ingest_edition};
use super::sources::{Sources, find};
use super::{IngestError, Overrides, ingest_known, sidecar};
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
/// reported and the run continues. `stop` ends it after the books in progress.
pub async fn run_books(
    ctx: &Context,
    sources: &Sources,
    overrides: &Overrides,
    stop: &CancellationToken,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let known = Known::load(ctx.db()).await?;
    Ok(each(ctx, sources, Kind::Titles(overrides, &known), stop, progress).await)
}

/// Ingests files, and folders recursively.
pub async fn run(
    ctx: &Context,
    paths: &[PathBuf],
    overrides: &Overrides,
    stop: &CancellationToken,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let sources = find(ctx.delivery(), paths.to_vec(), std::env::temp_dir(), stop, |_| {}).await;
    run_books(ctx, &sources, overrides, stop, progress).await
}

/// Ingests editions of one periodical.
pub async fn run_editions(
    ctx: &Context,
    sources: &Sources,
    overrides: &EditionOverrides,
    stop: &CancellationToken,
    progress: impl FnMut(&Progress),
) -> Report {
    each(ctx, sources, Kind::Editions(overrides), stop, progress).await
}

/// What files are ingested as.
#[derive(Clone, Copy)]
enum Kind<'a> {
    Titles(&'a Overrides, &'a Known),
    Editions(&'a EditionOverrides),
}

async fn each(
    ctx: &Context,
    sources: &Sources,
    kind: Kind<'_>,
    stop: &CancellationToken,
    mut progress: impl FnMut(&Progress),
) -> Report {
    let files = sources.books.clone();
    let mut report = Report { failed: sources.failed.clone(), ..Report::default() };
    let mut state = Progress {
        total: files.len() + report.failed.len(),
        failed: report.failed.len(),
        ..Progress::default()
    };
    state.done = state.failed;
    progress(&state);
    let mut results = stream::iter(files)
        .take_while(|_| std::future::ready(!stop.is_cancelled()))
        .map(|path| async move { (take(ctx, &path, kind).await, path) })
        .buffer_unordered(AT_ONCE);
    while let Some((result, path)) = results.next().await {
        state.done += 1;
        match result {
            Ok(true) => state.added += 1,
            Ok(false) => state.skipped += 1,
            Err(error) => {
                state.failed += 1;
                report.failed.push((path.clone(), error.to_string()));
            }
        }
        state.current = Some(path);
        progress(&state);
    }
    report.failed.sort();
    Report {
        added: state.added,
        skipped: state.skipped,
        stopped: sources.stopped || state.done < state.total,
        ..report
    }
}

/// Ingests one file; returns whether it was new.
async fn take(ctx: &Context, path: &Path, kind: Kind<'_>) -> Result<bool, IngestError> {
    let unreadable = |error: std::io::Error| IngestError::Book(format!("cannot be read: {error}"));
    let size = tokio::fs::metadata(path).await.map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(IngestError::Book(format!("larger than {LARGEST} bytes")));
    }
    let book = tokio::fs::read(path).await.map_err(unreadable)?.into();
    Ok(match kind {
        Kind::Titles(overrides, known) => {
            let sidecar = sidecar::read(ctx, path).await?;
            ingest_known(ctx, book, overrides, known, sidecar).await?.fresh
        }
        Kind::Editions(overrides) => ingest_edition(ctx, book, overrides).await?.fresh,
    })
}
