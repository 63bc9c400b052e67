//! Keeps the index up with the change log.

use domain::{Title, TitleId};
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexWriter, TantivyError, Term};

use crate::document::build_document;
use crate::snapshot::CommitPayload;
use crate::{Error, Index, generations, leftovers};

/// Memory for titles that are not committed yet, in bytes.
const MEMORY_BYTES: usize = 64 << 20;

const NO_TITLE_ID: i64 = i64::MIN;

/// A row of the change log with the current title.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedTitle {
    /// The row's position in the log; later rows have higher ones.
    pub position: i64,
    /// The title.
    pub id: TitleId,
    /// Its record. `None` if it no longer exists.
    pub title: Option<Title>,
}

/// The only writer of an index.
pub struct Writer {
    index: Index,
    open: Option<OpenWriter>,
}

struct OpenWriter {
    generation: String,
    writer: IndexWriter,
    applied_position: i64,
    /// Something is applied that is not committed.
    has_uncommitted: bool,
}

impl Index {
    /// The writer. [`Error::Locked`] if there is one already, here or in another process.
    pub fn open_writer(&self) -> Result<Writer, Error> {
        let mut writer = Writer { index: self.clone(), open: None };
        writer.follow_live()?;
        Ok(writer)
    }
}

impl Writer {
    /// Returns the position up to which the change log is applied: the next reading starts after it. It
    /// must be called before each reading of the log, because a rebuild that replaced the index may be at
    /// another position.
    pub fn next_position(&mut self) -> Result<i64, Error> {
        Ok(self.follow_live()?.applied_position)
    }

    /// Applies changes in their order. They are found after [`commit`](Self::commit). Applying a change again
    /// does no harm. Users' own documents and titles without a record are taken out.
    pub fn apply_changes(&mut self, changes: &[ChangedTitle]) -> Result<(), Error> {
        let fields = self.index.fields().clone();
        let open = self.ensure_open()?;
        for change in changes {
            open.writer.delete_term(Term::from_field_i64(fields.id, change.id.0));
            if let Some(title) = change.title.as_ref().filter(|title| title.owner.is_none()) {
                open.writer.add_document(build_document(title, &fields))?;
            }
            open.applied_position = open.applied_position.max(change.position);
            open.has_uncommitted = true;
        }
        Ok(())
    }

    /// Makes what was applied permanent, together with the position, and lets searches of this process see
    /// it. After a crash before this, the position is that of the commit before.
    pub fn commit(&mut self) -> Result<(), Error> {
        let generation = self.ensure_open()?.generation.clone();
        if let Err(error) = self.try_commit() {
            self.open = None;
            // A rebuild took this generation's place and its files are gone: nothing was lost, because the
            // position is now that of the new one.
            if generations::current_generation(self.index.folder())?.is_none_or(|live| live == generation) {
                return Err(error);
            }
            self.follow_live()?;
        }
        self.index.refresh()?;
        Ok(())
    }

    fn try_commit(&mut self) -> Result<(), Error> {
        let open = self.ensure_open()?;
        if !open.has_uncommitted {
            return Ok(());
        }
        let payload = CommitPayload { position: open.applied_position };
        let mut commit = open.writer.prepare_commit()?;
        commit.set_payload(&serde_json::to_string(&payload).map_err(std::io::Error::from)?);
        commit.commit()?;
        open.has_uncommitted = false;
        Ok(())
    }

    fn ensure_open(&mut self) -> Result<&mut OpenWriter, Error> {
        if self.open.is_none() {
            self.follow_live()?;
        }
        Ok(self.open.as_mut().expect("it was just opened"))
    }

    /// Moves to the live generation, if another one is open.
    fn follow_live(&mut self) -> Result<&mut OpenWriter, Error> {
        let live = generations::current_generation(self.index.folder())?;
        if self.open.as_ref().is_none_or(|open| live.is_some_and(|live| live != open.generation)) {
            self.open = None;
            self.index.refresh()?;
            self.open = Some(self.open_live()?);
            if let Ok(lock) = generations::try_lock_builds(self.index.folder()) {
                generations::sweep_generations(self.index.folder(), &lock)?;
            }
        }
        Ok(self.open.as_mut().expect("it was just opened"))
    }

    fn open_live(&self) -> Result<OpenWriter, Error> {
        let snapshot = self.index.snapshot();
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(MEMORY_BYTES)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter =
            snapshot.index.writer_with_options(options).map_err(|error| match error {
                TantivyError::LockFailure(..) => Error::Locked,
                error => error.into(),
            })?;
        writer.set_merge_policy(Box::new(merge_policy()));
        // The engine gives the first operation the number of the last commit. A merge of that commit's
        // segments would apply it to some of them alone and then take all of them to have it, so that a title
        // stays there twice. This one deletes nothing.
        writer.delete_term(Term::from_field_i64(self.index.fields().id, NO_TITLE_ID));
        let folder = self.index.folder().join(&snapshot.generation);
        let cleared = leftovers::delete_leftovers(&folder, &snapshot.index)?;
        if cleared > 0 {
            tracing::info!(cleared, "files of a writer that was killed are deleted from the index");
        }
        let applied = CommitPayload::read_last_commit(&snapshot.index)?.position;
        Ok(OpenWriter {
            generation: snapshot.generation.clone(),
            writer,
            applied_position: applied,
            has_uncommitted: false,
        })
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
        let applied = self.open.as_ref().map(|open| open.applied_position);
        f.debug_struct("Writer").field("index", &self.index).field("applied", &applied).finish()
    }
}

#[cfg(test)]
mod tests {
    use domain::fixtures::{title, with_change};
    use tantivy::merge_policy::NoMergePolicy;
    use tempfile::TempDir;

    use super::*;

    fn change_of(position: i64, id: i64) -> ChangedTitle {
        let title = with_change(title(), |title| title.id = TitleId(id));
        ChangedTitle { position, id: TitleId(id), title: Some(title) }
    }

    fn apply_and_commit(writer: &mut Writer, changes: &[ChangedTitle]) {
        writer.apply_changes(changes).unwrap();
        writer.commit().unwrap();
    }

    /// The first commit of a writer merges segments that the one before, which was killed, left unmerged. It
    /// must not lose what this commit deletes in one of them whose last deletion was in the last commit.
    #[test]
    fn the_first_change_of_a_writer_is_not_lost_in_a_merge() {
        let dir = TempDir::new().unwrap();
        let (index, _) = Index::open_or_empty(dir.path()).unwrap();
        let mut writer = index.open_writer().unwrap();
        writer.ensure_open().unwrap().writer.set_merge_policy(Box::new(NoMergePolicy));
        // The smallest segment comes last in a merge.
        for (segment, size) in [(0, 3), (10, 4), (20, 4), (30, 4)] {
            let titles: Vec<_> = (segment + 1..=segment + size).map(|id| change_of(id, id)).collect();
            apply_and_commit(&mut writer, &titles);
        }
        apply_and_commit(&mut writer, &[change_of(40, 1)]);
        drop(writer);

        let mut writer = index.open_writer().unwrap();
        apply_and_commit(&mut writer, &[change_of(41, 2)]);
        writer.open.take().unwrap().writer.wait_merging_threads().unwrap();
        index.refresh().unwrap();
        assert_eq!((index.len(), index.position()), (15, 41), "each title once");
        assert_eq!(index.snapshot().segments.len(), 2, "the others were merged");
    }
}
