//! Keeps this node's search index in sync with the database: every node reads the change log from its own
//! last position. The index can be deleted at any time; [`rebuild`] recreates it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::TitleId;
use search::{ChangedTitle, Index, IndexRebuild, Writer};
use store::{changes, titles};
use tokio_util::sync::CancellationToken;

use crate::WorkerContext;

/// Interval between reads of the change log without a signal in this process: other nodes change titles too.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Delay after a fault, and before another request for a writer that another process holds.
const RETRY_DELAY: Duration = Duration::from_secs(1);
const CHANGES_PER_BATCH: u32 = 500;
/// Batches before a commit, while there are more, so that a long ingest becomes visible in searches.
const BATCHES_PER_COMMIT: usize = 8;
const TITLES_PER_READ: u32 = 2_000;

/// Follows the change log until `stop`. While another process of this machine writes the index, follows that
/// process's commits, and takes over when it ends.
pub async fn follow(ctx: WorkerContext, index: Index, stop: CancellationToken) {
    let mut fill = FirstFill { index: index.clone(), end: None };
    while !stop.is_cancelled() {
        let result = match open_writer(&index).await {
            Ok(Some(writer)) => write_until(&ctx, writer, &mut fill, &stop).await,
            Ok(None) => follow_other_writer(&ctx, &mut fill).await,
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            tracing::error!(error = format!("{error:#}"), "the search index cannot follow the database");
        }
        tokio::select! { () = stop.cancelled() => {} () = tokio::time::sleep(RETRY_DELAY) => {} }
    }
}

/// Rebuilds the index in `folder` from the database while searches use the old one, and returns the number of
/// its titles. `progress` is called with the number so far.
pub async fn rebuild(
    ctx: &WorkerContext,
    folder: &Path,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<u64> {
    // Before the first title: later changes are applied again by the follower.
    let position = changes::last_position(ctx.db()).await?;
    let folder: PathBuf = folder.to_owned();
    let mut rebuild = run_blocking(move || IndexRebuild::start(&folder)).await?;
    let mut after = TitleId(0);
    let mut done = 0;
    loop {
        let batch = titles::list_after(ctx.db(), after, TITLES_PER_READ).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        done += batch.len() as u64;
        rebuild = run_blocking(move || rebuild.add_titles(&batch).map(|()| rebuild)).await?;
        progress(done);
    }
    run_blocking(move || rebuild.finish(position)).await?;
    Ok(done)
}

enum AppliedStep {
    /// To the end of the log, at this position.
    All(i64),
    /// To the end of some batches, with more to come.
    More,
}

async fn open_writer(index: &Index) -> anyhow::Result<Option<Writer>> {
    let index = index.clone();
    match tokio::task::spawn_blocking(move || index.open_writer()).await? {
        Ok(writer) => Ok(Some(writer)),
        Err(search::Error::Locked) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn follow_other_writer(ctx: &WorkerContext, fill: &mut FirstFill) -> anyhow::Result<()> {
    let index = fill.index.clone();
    run_blocking(move || index.refresh()).await?;
    fill.finish_at_end(ctx).await
}

/// The first fill of an index, during which searches are refused.
struct FirstFill {
    index: Index,
    /// The end of the change log when the fill began. `None` before it was read.
    end: Option<i64>,
}

impl FirstFill {
    /// Ends it when the index has reached the position that was the end of the change log at the beginning.
    /// During a long ingest, the current end may never be reached.
    async fn finish_at_end(&mut self, ctx: &WorkerContext) -> anyhow::Result<()> {
        if !self.index.is_filling() {
            return Ok(());
        }
        let end = match self.end {
            Some(end) => end,
            None => *self.end.insert(changes::last_position(ctx.db()).await?),
        };
        if self.index.position() >= end {
            let index = self.index.clone();
            run_blocking(move || index.finish_filling()).await?;
        }
        Ok(())
    }
}

/// Writes until `stop` or a fault, after which a new writer starts from the last commit.
async fn write_until(
    ctx: &WorkerContext,
    mut writer: Writer,
    fill: &mut FirstFill,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let mut bell = ctx.db().watch_changes();
    fill.finish_at_end(ctx).await?;
    while !stop.is_cancelled() {
        // Marked as seen before reading the log: a signal during the read causes another read.
        bell.borrow_and_update();
        let applied;
        (writer, applied) = apply_step(ctx, writer).await?;
        fill.finish_at_end(ctx).await?;
        if let AppliedStep::All(position) = applied {
            #[expect(clippy::cast_precision_loss, reason = "a gauge")]
            metrics::gauge!("openshelf_index_position").set(position as f64);
            tokio::select! {
                () = stop.cancelled() => {}
                rung = bell.changed() => if rung.is_err() { tokio::time::sleep(POLL_INTERVAL).await },
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }
    Ok(())
}

/// Applies some batches of the change log and commits them.
async fn apply_step(ctx: &WorkerContext, mut writer: Writer) -> anyhow::Result<(Writer, AppliedStep)> {
    let mut position;
    (writer, position) =
        run_blocking(move || writer.next_position().map(|position| (writer, position))).await?;
    let mut changed = false;
    for _ in 0..BATCHES_PER_COMMIT {
        let rows = changes::list_since(ctx.db(), position, CHANGES_PER_BATCH).await?;
        let Some((last, _)) = rows.last() else { break };
        position = *last;
        let full = rows.len() == CHANGES_PER_BATCH as usize;
        let batch = load_batch(ctx, rows).await?;
        writer = run_blocking(move || writer.apply_changes(&batch).map(|()| writer)).await?;
        changed = true;
        if !full {
            break;
        }
    }
    if changed {
        writer = run_blocking(move || writer.commit().map(|()| writer)).await?;
    }
    let applied = if changed { AppliedStep::More } else { AppliedStep::All(position) };
    Ok((writer, applied))
}

/// The titles that these rows name, each once, in their current state, in the order of their last change.
async fn load_batch(ctx: &WorkerContext, rows: Vec<(i64, TitleId)>) -> anyhow::Result<Vec<ChangedTitle>> {
    let mut last: HashMap<TitleId, i64> = HashMap::with_capacity(rows.len());
    for (position, id) in rows {
        last.insert(id, position);
    }
    let ids: Vec<TitleId> = last.keys().copied().collect();
    // Results must show the words that they were found by.
    titles::forget_cached(ctx.db(), &ids);
    let mut titles: HashMap<TitleId, _> =
        titles::find_by_ids(ctx.db(), &ids).await?.into_iter().map(|title| (title.id, title)).collect();
    let mut changes: Vec<ChangedTitle> = last
        .into_iter()
        .map(|(id, position)| ChangedTitle { position, id, title: titles.remove(&id) })
        .collect();
    changes.sort_by_key(|change| change.position);
    Ok(changes)
}

/// Runs blocking work of the index, which is synchronous.
async fn run_blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> anyhow::Result<T>
where
    T: Send + 'static,
    E: Into<anyhow::Error> + Send + 'static,
{
    tokio::task::spawn_blocking(work).await?.map_err(Into::into)
}

#[cfg(test)]
mod tests;
