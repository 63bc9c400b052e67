//! Builds a whole new index next to the live one.

use std::path::{Path, PathBuf};
use std::thread;

use domain::Title;
use tantivy::IndexWriter;
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};

use crate::Error;
use crate::document::build_document;
use crate::generations::{self, BuildLock};
use crate::schema::{SchemaFields, build_schema};
use crate::snapshot::CommitPayload;

/// Memory for titles that are not on disk yet, in bytes, shared by all threads.
const MEMORY_BYTES: usize = 320 << 20;
/// More threads do not make it faster: the titles come from one database.
const MAX_THREADS: usize = 8;

/// A new index in progress. The live one serves until [`finish`](Self::finish) replaces it. If the rebuild is
/// dropped before that, or crashes, nothing changes.
pub struct IndexRebuild {
    dir: PathBuf,
    generation: String,
    fields: SchemaFields,
    writer: IndexWriter,
    threads: usize,
    lock: BuildLock,
}

impl IndexRebuild {
    /// Begins a new index in `dir`, next to the existing one, if any. [`Error::Locked`] while another rebuild
    /// runs.
    pub fn start(dir: &Path) -> Result<Self, Error> {
        let lock = generations::lock_builds_after_sweeps(dir)?;
        generations::sweep_generations(dir, &lock)?;
        let (generation, index) = generations::create_generation(dir)?;
        let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(threads)
            .memory_budget_per_thread(MEMORY_BYTES / threads)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter = index.writer_with_options(options)?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let fields = build_schema().1;
        Ok(Self { dir: dir.to_owned(), generation, fields, writer, threads, lock })
    }

    /// Adds titles, each of them once; users' own documents are skipped. Batches of some thousands are
    /// best.
    pub fn add_titles(&mut self, titles: &[Title]) -> Result<(), Error> {
        let (writer, fields) = (&self.writer, &self.fields);
        let add = |titles: &[Title]| -> Result<(), Error> {
            for title in titles.iter().filter(|title| title.owner.is_none()) {
                writer.add_document(build_document(title, fields))?;
            }
            Ok(())
        };
        let share = titles.len().div_ceil(self.threads).max(1);
        thread::scope(|scope| {
            let shares: Vec<_> = titles.chunks(share).map(|share| scope.spawn(move || add(share))).collect();
            shares
                .into_iter()
                .try_for_each(|share| share.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    /// Replaces the live index by the new one. `position` is the end of the change log as it was
    /// before the first title was read: what changed in the meantime is applied again from there.
    pub fn finish(mut self, position: i64) -> Result<(), Error> {
        let payload = serde_json::to_string(&CommitPayload { position }).map_err(std::io::Error::from)?;
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        let segments = self.writer.index().searchable_segment_ids()?;
        if segments.len() > 1 {
            self.writer.merge(&segments).wait()?;
        }
        self.writer.wait_merging_threads()?;
        generations::mark_filled(&self.dir, &self.generation)?;
        generations::make_current(&self.dir, &self.generation)?;
        drop(self.lock);
        Ok(())
    }
}

impl std::fmt::Debug for IndexRebuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rebuild")
            .field("dir", &self.dir)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}
