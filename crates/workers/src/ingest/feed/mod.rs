//! Files of records (ONIX, MARC, CSV): read in a worker process, written a batch at a time, so that memory
//! stays small and the database busy. A record is identified by its supplier's reference; one that
//! has not changed since the last time is skipped, so a run can be stopped anywhere and started again.

mod batch;
mod decide;
mod describe;
mod rejects;
mod write;

use std::path::PathBuf;
use std::sync::Arc;

use holdings::known::KnownCategories;
use store::supplier_records::RecordSupplier;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{IngestError, Overrides};
use crate::WorkerContext;
use batch::FeedPart;
pub(super) use batch::read_single_record;
pub(super) use describe::with_book;
pub use rejects::RejectReport;
use write::RecordWriter;

const BATCHES_READ_AHEAD: usize = 3;

#[derive(Clone)]
pub struct Feed {
    /// Values that records do not contain.
    pub overrides: Overrides,
    /// The supplier; references are unique per supplier.
    pub supplier: String,
    /// True if titles without a book are shown to readers immediately, as live but unavailable titles;
    /// otherwise they wait for their books like a publisher's submissions.
    pub is_listed: bool,
}

impl Feed {
    fn supplier(&self) -> RecordSupplier {
        RecordSupplier { site: self.overrides.site.clone(), name: self.supplier.clone() }
    }
}

/// Progress of a run over files of records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeedProgress {
    /// Total size of all files, bytes.
    pub bytes: u64,
    /// Bytes read.
    pub read: u64,
    pub records: u64,
    pub added: u64,
    pub updated: u64,
    pub withdrawn: u64,
    pub unchanged: u64,
    pub rejected: u64,
    /// Values of records that were ignored.
    pub ignored: u64,
    /// Files that could not be read completely.
    pub broken: Vec<(PathBuf, String)>,
    pub is_stopped: bool,
}

impl FeedProgress {
    pub fn note_text(&self) -> String {
        format!(
            "{} records: added {}, updated {}, withdrawn {}, unchanged {}, rejected {}",
            self.records, self.added, self.updated, self.withdrawn, self.unchanged, self.rejected
        )
    }
}

/// Ingests the records of these files, in order. `progress` is called after each batch. `stop` ends the run
/// after the batch in progress.
pub async fn run(
    ctx: &WorkerContext,
    files: &[PathBuf],
    feed: &Feed,
    stop: &CancellationToken,
    rejects: &mut RejectReport,
    mut progress: impl FnMut(&FeedProgress),
) -> Result<FeedProgress, IngestError> {
    let known = Arc::new(KnownCategories::load(ctx.db()).await?);
    let mut writer = RecordWriter::new(ctx.clone(), feed.clone()).await?;
    let (send, mut receive) = mpsc::channel(BATCHES_READ_AHEAD);
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let files: Vec<(PathBuf, u64)> = files.iter().map(|path| (path.clone(), size(path))).collect();
    let mut counts =
        FeedProgress { bytes: files.iter().map(|(_, size)| size).sum(), ..FeedProgress::default() };
    progress(&counts);
    // Dropped when this function ends for any reason, which ends the worker process.
    let mut reading = JoinSet::new();
    reading.spawn(batch::read_files(ctx.clone(), files, feed.clone(), known, send));
    loop {
        let part = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            part = receive.recv() => part,
        };
        let Some(part) = part else { break };
        match part {
            FeedPart::Batch(batch) => {
                counts.read = batch.read;
                counts.records += batch.count;
                for (position, note) in &batch.notes {
                    counts.ignored += 1;
                    rejects.report_ignored(position, note)?;
                }
                for (position, reason) in &batch.faults {
                    counts.rejected += 1;
                    rejects.report_rejected(position, reason)?;
                }
                writer.write_records(batch.records, &mut counts, rejects).await?;
            }
            FeedPart::Broken(path, reason) => {
                rejects.refused_file(&path, &reason)?;
                counts.broken.push((path, reason));
            }
        }
        progress(&counts);
    }
    counts.is_stopped = stop.is_cancelled();
    if !counts.is_stopped && reading.join_next().await.is_some_and(|ended| ended.is_err()) {
        return Err(IngestError::Book("reading the records ended abnormally".into()));
    }
    rejects.flush()?;
    Ok(counts)
}

#[cfg(test)]
mod tests;
