//! Many files: `openshelf ingest PATH...`.

use std::path::{Path, PathBuf};

use futures_util::{StreamExt as _, stream};
use tokio_util::sync::CancellationToken;

use super::edition::{EditionOverrides, ingest_edition};
use super::known::Known;
use super::sources::{Sources, find};
use super::{IngestError, Overrides, beside, blocking, ingest_known};
use crate::context::Context;

/// Books at once; each is in memory as a whole.
const AT_ONCE: usize = 3;
/// A larger file is refused, bytes.
const LARGEST: u64 = 1 << 30;

/// How far a run is, told after each file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files to take.
    pub total: usize,
    /// Files dealt with.
    pub done: usize,
    /// Of these, books that are new in the collection.
    pub added: usize,
    /// Of these, books that were there.
    pub skipped: usize,
    /// Of these, files that are no book, or could not be taken.
    pub failed: usize,
    /// The file dealt with last.
    pub current: Option<PathBuf>,
}

/// How a run went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Books that are new in the collection.
    pub added: usize,
    /// Books that were there.
    pub skipped: usize,
    /// Files that were not taken, each with the reason, by path.
    pub failed: Vec<(PathBuf, String)>,
    /// Stopped before the end.
    pub stopped: bool,
}

/// Takes books. What is in the collection already is skipped, so a run that was stopped is simply started
/// again. A file that cannot be taken is reported and the run goes on. `stop` ends it after the books that
/// are being read.
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

/// The same for files, and what is in folders and the folders within them.
pub async fn run(
    ctx: &Context,
    paths: &[PathBuf],
    overrides: &Overrides,
    stop: &CancellationToken,
    progress: impl FnMut(&Progress),
) -> Result<Report, IngestError> {
    let sources = find(paths.to_vec(), std::env::temp_dir()).await;
    run_books(ctx, &sources, overrides, stop, progress).await
}

/// The same for editions of one periodical.
pub async fn run_editions(
    ctx: &Context,
    sources: &Sources,
    overrides: &EditionOverrides,
    stop: &CancellationToken,
    progress: impl FnMut(&Progress),
) -> Report {
    each(ctx, sources, Kind::Editions(overrides), stop, progress).await
}

/// What files are taken as.
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
    Report { added: state.added, skipped: state.skipped, stopped: state.done < state.total, ..report }
}

/// Takes one file; whether it was new.
async fn take(ctx: &Context, path: &Path, kind: Kind<'_>) -> Result<bool, IngestError> {
    let unreadable = |error: std::io::Error| IngestError::Book(format!("cannot be read: {error}"));
    let size = tokio::fs::metadata(path).await.map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(IngestError::Book(format!("larger than {LARGEST} bytes")));
    }
    let book = tokio::fs::read(path).await.map_err(unreadable)?.into();
    Ok(match kind {
        Kind::Titles(overrides, known) => {
            let file = path.to_owned();
            let beside = blocking(move || beside::of(&file).map_err(IngestError::Book)).await?;
            ingest_known(ctx, book, overrides, known, beside).await?.fresh
        }
        Kind::Editions(overrides) => ingest_edition(ctx, book, overrides).await?.fresh,
    })
}
