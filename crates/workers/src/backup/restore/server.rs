//! Restores into an empty database of a server: rows are copied in batches, and compared at the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use store::moves::{self, MoveMark, MoveRole, MoveStage, RowSource};
use store::{Backend, Db};

use super::super::database::connect_copy;
use super::super::rows::describe_differences;
use super::super::{BackupProgress, BackupStep};
use super::{Restoration, RestoreMarker, RestoreReport, ignore_missing, remove_dir, with_suffix};
use crate::copying::{
    DEFAULT_BATCH, TargetState, check_values, clear_mark, compare_sequences, compare_tables, connect_durably,
    copy_sequences, copy_tables, inspect_target, prepare_target, read_counters,
};

const CONNECTIONS_PER_DATABASE: u32 = 4;

impl Restoration<'_> {
    /// A restore that is interrupted is continued by the same call: the server has a mark with the identity
    /// of the backup, and the last row of each batch.
    pub(super) async fn restore_to_server(
        self,
        url: &str,
        name: &str,
        scratch: &Path,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<Option<RestoreReport>> {
        let mark = self.mark();
        match inspect_target(url, MoveRole::Restored).await? {
            TargetState::Empty => self.check_files().await?,
            TargetState::Marked(present) if present.id == mark.id => {}
            TargetState::Marked(present) => {
                bail!("{name} is the unfinished copy of {}: name an empty database", present.other)
            }
            TargetState::InUse => bail!("{name} is not empty: name an empty database"),
        }
        if let Some(folder) = scratch.parent() {
            fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        }
        let _marker = RestoreMarker::set(&with_suffix(scratch, ".lock"))?;
        let scratch = ScratchFile(scratch.to_owned());
        on_progress(BackupProgress {
            step: BackupStep::Database,
            done: 0,
            total: self.manifest.database.bytes,
        });
        self.copy_database_file(&scratch.0).await?;
        let source = open_scratch(&scratch.0).await.context("opening the backup's database")?;
        let target = connect_durably(url, CONNECTIONS_PER_DATABASE).await.context("opening the target")?;
        let done = self.fill_server(&source, &target, mark, on_progress).await;
        target.close().await;
        source.close().await;
        Ok(done?.then_some(RestoreReport { manifest: self.manifest, previous_database: None }))
    }

    /// Restores files and rows. Returns false if it was stopped.
    async fn fill_server(
        &self,
        source: &Db,
        target: &Db,
        mark: MoveMark,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<bool> {
        let tables = moves::list_tables(source).await?;
        check_values(source, &tables, Backend::Postgres).await?;
        prepare_target(target, mark, &tables, || {}).await?;
        let index = with_suffix(&self.target.index, ".restoring");
        if !self.restore_files(&index, on_progress).await? {
            return Ok(false);
        }
        let rows = RowSource::from_db(source);
        let progress = |done, total| on_progress(BackupProgress { step: BackupStep::CopyRows, done, total });
        if !copy_tables(&rows, target, &tables, DEFAULT_BATCH, self.stop, progress).await? {
            return Ok(false);
        }
        copy_sequences(source, target).await?;
        let progress =
            |done, total| on_progress(BackupProgress { step: BackupStep::CompareRows, done, total });
        let copied = RowSource::from_db(target);
        let compared = compare_tables(&rows, &copied, &tables, DEFAULT_BATCH, self.stop, progress).await?;
        let Some(proofs) = compared else { return Ok(false) };
        compare_sequences(source, target).await?;
        read_counters(target).await?;
        // A migration may have changed rows of a backup of an older version.
        if self.manifest.schema == store::backup::own_schema() && !self.manifest.tables.is_empty() {
            let differences = describe_differences(&proofs, &self.manifest.tables);
            if !differences.is_empty() {
                bail!("the backup's database differs from its manifest: {}", differences.join("; "));
            }
        }
        remove_dir(&self.target.index)?;
        self.install_index(&index)?;
        clear_mark(target).await?;
        Ok(true)
    }

    /// The mark of the server's database while this backup is restored into it by this program.
    fn mark(&self) -> MoveMark {
        MoveMark {
            id: format!("{} {}", self.manifest.database.sha256, store::backup::own_schema()),
            role: MoveRole::Restored,
            stage: MoveStage::Preparing,
            other: format!("the backup in {}", self.backup.display()),
            started: self.now,
        }
    }
}

/// Opens the copy of the backup's database, with the tables of this version.
async fn open_scratch(file: &Path) -> anyhow::Result<Db> {
    let db = connect_copy(file).await?;
    db.migrate().await.context("bringing its tables up to date")?;
    Ok(db)
}

/// A file of SQLite that is removed in the end.
struct ScratchFile(PathBuf);

impl Drop for ScratchFile {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
            // The next restore replaces the rest.
            let _ = ignore_missing(fs::remove_file(with_suffix(&self.0, suffix)));
        }
    }
}
