//! Keeps the index up with the change log.

use domain::ids::TitleId;
use domain::titles::Title;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexWriter, TantivyError, Term};

use crate::document::document;
use crate::error::Error;
use crate::generations;
use crate::index::Index;
use crate::leftovers;
use crate::snapshot::Payload;

/// Memory for titles that are not committed yet, in bytes.
const MEMORY: usize = 64 << 20;

/// A row of the change log with the title as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedTitle {
    /// The row's place in the log; later rows have higher ones.
    pub position: i64,
    /// The title.
    pub id: TitleId,
    /// Its record. `None` if it no longer exists.
    pub title: Option<Title>,
}

/// The one writer of an index.
pub struct Writer {
    index: Index,
    open: Option<Open>,
}

/// A writer of one generation.
struct Open {
    generation: String,
    writer: IndexWriter,
    applied: i64,
    /// Something is applied that is not committed.
    dirty: bool,
}

impl Index {
    /// The writer. [`Error::Locked`] if there is one already, here or in another process.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::open(self.clone())
    }
}

impl Writer {
    fn open(index: Index) -> Result<Self, Error> {
        let mut writer = Self { index, open: None };
        writer.follow()?;
        Ok(writer)
    }

    /// How far the change log is applied: read on after it. Ask before each reading of the log, because a
    /// rebuild that replaced the index may be at another position.
    pub fn position(&mut self) -> Result<i64, Error> {
        Ok(self.follow()?.applied)
    }

    /// Applies changes in their order. They are found after [`commit`](Self::commit). Applying a change again
    /// does no harm. Users' own documents and titles without a record are taken out.
    pub fn apply(&mut self, changes: &[ChangedTitle]) -> Result<(), Error> {
        let fields = self.index.fields().clone();
        let open = self.open_now()?;
        for change in changes {
            open.writer.delete_term(Term::from_field_i64(fields.id, change.id.0));
            if let Some(title) = change.title.as_ref().filter(|title| title.owner.is_none()) {
                open.writer.add_document(document(title, &fields))?;
            }
            open.applied = open.applied.max(change.position);
            open.dirty = true;
        }
        Ok(())
    }

    /// Makes what was applied permanent, together with the position, and lets searches of this process see
    /// it. After a crash before this, the position is that of the commit before.
    pub fn commit(&mut self) -> Result<(), Error> {
        let generation = self.open_now()?.generation.clone();
        if let Err(error) = self.try_commit() {
            self.open = None;
            // A rebuild took this generation's place and its files are gone: nothing was lost, because the
            // position is now that of the new one.
            if generations::current(self.index.dir())?.is_none_or(|live| live == generation) {
                return Err(error);
            }
            self.follow()?;
        }
        self.index.refresh()?;
        Ok(())
    }

    fn try_commit(&mut self) -> Result<(), Error> {
        let open = self.open_now()?;
        if !open.dirty {
            return Ok(());
        }
        let payload = Payload { position: open.applied };
        let mut commit = open.writer.prepare_commit()?;
        commit.set_payload(&serde_json::to_string(&payload).map_err(std::io::Error::from)?);
        commit.commit()?;
        open.dirty = false;
        Ok(())
    }

    fn open_now(&mut self) -> Result<&mut Open, Error> {
        if self.open.is_none() {
            self.follow()?;
        }
        Ok(self.open.as_mut().expect("it was just opened"))
    }

    /// Moves to the live generation, if another one is open.
    fn follow(&mut self) -> Result<&mut Open, Error> {
        let live = generations::current(self.index.dir())?;
        if self.open.as_ref().is_none_or(|open| live.is_some_and(|live| live != open.generation)) {
            self.open = None;
            self.index.refresh()?;
            self.open = Some(self.open_live()?);
            if let Ok(lock) = generations::lock(self.index.dir()) {
                generations::sweep(self.index.dir(), &lock)?;
            }
        }
        Ok(self.open.as_mut().expect("it was just opened"))
    }

    fn open_live(&self) -> Result<Open, Error> {
        let snapshot = self.index.snapshot();
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(MEMORY)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter =
            snapshot.index.writer_with_options(options).map_err(|error| match error {
                TantivyError::LockFailure(..) => Error::Locked,
                error => error.into(),
            })?;
        writer.set_merge_policy(Box::new(merge_policy()));
        let folder = self.index.dir().join(&snapshot.generation);
        let cleared = leftovers::clear(&folder, &snapshot.index)?;
        if cleared > 0 {
            tracing::info!(cleared, "files of a writer that was killed are deleted from the index");
        }
        let applied = Payload::of(&snapshot.index)?.position;
        Ok(Open { generation: snapshot.generation.clone(), writer, applied, dirty: false })
    }
}

/// Few segments, because every search visits each: four of like size become one, and those of which a fifth
/// is deleted are rewritten.
fn merge_policy() -> LogMergePolicy {
    let mut policy = LogMergePolicy::default();
    policy.set_min_num_segments(4);
    policy.set_min_layer_size(5_000);
    policy.set_level_log_size(2.0);
    policy.set_del_docs_ratio_before_merge(0.2);
    policy
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let applied = self.open.as_ref().map(|open| open.applied);
        f.debug_struct("Writer").field("index", &self.index).field("applied", &applied).finish()
    }
}
