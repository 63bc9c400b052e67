//! Restores into an embedded database: its file is replaced in one step.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use jiff::Timestamp;

use super::super::{BackupProgress, BackupStep, list};
use super::{
    Restoration, RestoreMarker, RestoreReport, find_restore_marker, ignore_missing, remove_dir, with_suffix,
};

impl Restoration<'_> {
    pub(super) async fn restore_file(
        self,
        database: &Path,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<Option<RestoreReport>> {
        if database.exists() && !self.force {
            bail!(
                "{} is already a library's database; restore elsewhere with --to, or replace it with --force",
                database.display()
            );
        }
        if find_restore_marker(database).is_none() {
            self.check_files().await?;
        }
        let folder = database.parent().context("the database has no folder")?;
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let fresh = with_suffix(database, ".restoring");
        let _marker = RestoreMarker::set(&fresh)?;
        let done = self.replace_library(database, &fresh, on_progress).await;
        // Without a previous library the marker stays: the new one is incomplete before the restore has
        // finished.
        if !matches!(done, Ok(Some(_))) && database.exists() {
            ignore_missing(fs::remove_file(&fresh)).context("removing the partial database")?;
        }
        done
    }

    async fn replace_library(
        self,
        database: &Path,
        fresh: &Path,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<Option<RestoreReport>> {
        let there = database.exists();
        if there
            && !store::backup::try_make_single_file(database).await.context("closing the existing library")?
        {
            bail!("a program uses {}: stop the server, workers and commands first", database.display());
        }
        on_progress(BackupProgress {
            step: BackupStep::Database,
            done: 0,
            total: self.manifest.database.bytes,
        });
        self.copy_database_file(fresh).await?;
        let index = with_suffix(&self.target.index, ".restoring");
        if !self.restore_files(&index, on_progress).await? {
            return Ok(None);
        }

        let before = there.then(|| link_previous_database(database, self.now)).transpose()?;
        // An index that follows the older database would be wrong for the restored one; a missing index is
        // rebuilt.
        remove_dir(&self.target.index)?;
        // A journal of another database would be applied to this one.
        for journal in ["-wal", "-shm", "-journal"] {
            ignore_missing(fs::remove_file(with_suffix(database, journal)))
                .context("removing an old journal")?;
        }
        fs::rename(fresh, database).context("moving the database into place")?;
        if let Some(folder) = database.parent() {
            File::open(folder)
                .and_then(|folder| folder.sync_all())
                .context("moving the database into place")?;
        }
        self.install_index(&index)?;
        Ok(Some(RestoreReport { manifest: self.manifest, previous_database: before }))
    }

    /// Copies the backup's database to another file. Refuses a damaged one.
    pub(super) async fn copy_database_file(&self, to: &Path) -> anyhow::Result<()> {
        let part = &self.manifest.database;
        let (from, to) = (self.backup.join(&part.name), to.to_owned());
        let copied = tokio::task::spawn_blocking(move || list::copy_durably(&from, &to)).await?;
        let (bytes, hash) = copied.with_context(|| format!("copying {}", part.name))?;
        if bytes != part.bytes || hash.to_string() != part.sha256 {
            bail!("{} is damaged: it does not match the manifest", part.name);
        }
        Ok(())
    }

    /// Moves the restored index, if the backup contains one, to the index folder of the target, from which
    /// the older one was removed.
    pub(super) fn install_index(&self, restored: &Path) -> anyhow::Result<()> {
        if self.manifest.index.is_some() {
            fs::rename(restored, &self.target.index).context("moving the index into place")?;
        }
        Ok(())
    }
}

/// Links the existing database under a second name in the same folder. The next step replaces the first name.
fn link_previous_database(database: &Path, now: Timestamp) -> anyhow::Result<PathBuf> {
    let stamp = now.strftime("%Y%m%dT%H%M%SZ");
    let mut to = with_suffix(database, &format!(".before-{stamp}"));
    let mut n = 1;
    while to.exists() {
        n += 1;
        to = with_suffix(database, &format!(".before-{stamp}-{n}"));
    }
    fs::hard_link(database, &to)
        .or_else(|_| fs::copy(database, &to).map(drop))
        .context("keeping the old database")?;
    Ok(to)
}
