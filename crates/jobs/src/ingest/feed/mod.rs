//! Files of records (ONIX, MARC, CSV): read on one thread, written by another a batch at a time, so that
//! memory stays small and the database busy. A record is known by its supplier's reference; one that says
//! what it said the last time is passed over, so a run can be stopped anywhere and started again.

mod decide;
mod describe;
mod parse;
mod rejects;
mod write;

use std::path::PathBuf;
use std::sync::Arc;

use store::supplier_records::Supplier;
use tokio::sync::mpsc;

use super::known::Known;
use super::watch::Watch;
use super::{IngestError, Overrides};
use crate::context::Context;
pub(super) use describe::with_book;
use parse::Part;
pub use rejects::Rejects;
use write::Writer;

/// Batches that are read ahead.
const AHEAD: usize = 3;

/// How records are taken.
#[derive(Clone)]
pub struct Feed {
    /// What records do not say.
    pub overrides: Overrides,
    /// Who sends them; references are unique within it.
    pub supplier: String,
    /// Titles without a book are shown to readers at once, as live titles that cannot be had; else they wait,
    /// as sent in by a publisher, for their books.
    pub listed: bool,
}

impl Feed {
    fn supplier(&self) -> Supplier {
        Supplier { site: self.overrides.site.clone(), name: self.supplier.clone() }
    }
}

/// How far a run over files of records is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bytes of all files.
    pub bytes: u64,
    /// Bytes read.
    pub read: u64,
    /// Records read.
    pub records: u64,
    /// New titles.
    pub added: u64,
    /// Titles changed.
    pub updated: u64,
    /// Titles withdrawn.
    pub withdrawn: u64,
    /// Records that said nothing new.
    pub unchanged: u64,
    /// Records that were not taken.
    pub rejected: u64,
    /// Values of records that were left out.
    pub ignored: u64,
    /// Files that could not be read to their ends.
    pub broken: Vec<(PathBuf, String)>,
    /// Stopped before the end.
    pub stopped: bool,
}

impl Counts {
    /// In words.
    pub fn note(&self) -> String {
        format!(
            "{} records: added {}, updated {}, withdrawn {}, unchanged {}, rejected {}",
            self.records, self.added, self.updated, self.withdrawn, self.unchanged, self.rejected
        )
    }
}

/// Takes the records of these files, in order. `progress` is told after each batch.
pub async fn run(
    ctx: &Context,
    files: &[PathBuf],
    feed: &Feed,
    watch: &Watch,
    rejects: &mut Rejects,
    mut progress: impl FnMut(&Counts),
) -> Result<Counts, IngestError> {
    let known = Arc::new(Known::load(ctx.db()).await?);
    let mut writer = Writer::new(ctx.clone(), feed.clone()).await?;
    let (send, mut receive) = mpsc::channel(AHEAD);
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let mut counts = Counts { bytes: files.iter().map(size).sum(), ..Counts::default() };
    progress(&counts);
    let reading = {
        let (files, feed, stop) = (files.to_vec(), feed.clone(), watch.stop().clone());
        tokio::task::spawn_blocking(move || parse::files(&files, &feed, &known, &send, &stop))
    };
    while let Some(part) = receive.recv().await {
        if watch.stop().is_cancelled() {
            counts.stopped = true;
            break;
        }
        match part {
            Part::Batch(batch) => {
                counts.read = batch.read;
                counts.records += batch.count;
                for (place, note) in &batch.notes {
                    counts.ignored += 1;
                    rejects.ignored(place, note)?;
                }
                for (place, reason) in &batch.faults {
                    counts.rejected += 1;
                    rejects.rejected(place, reason)?;
                }
                writer.write(batch.records, &mut counts, rejects).await?;
            }
            Part::Broken(path, reason) => counts.broken.push((path, reason)),
        }
        watch.tell(counts.read, counts.bytes, counts.note());
        progress(&counts);
    }
    receive.close();
    drop(receive);
    // It ends with its channel; a panic of a parser ends the run.
    reading.await.map_err(|_| IngestError::Book("reading the records ended abnormally".into()))?;
    counts.stopped |= watch.stop().is_cancelled();
    rejects.finish()?;
    Ok(counts)
}

#[cfg(test)]
mod tests;
