//! Restores a backup.
//!
//! Files are restored first, then the database, in one step. Until then there is no library, or still the
//! previous one; a file whose name ends in `.restoring` is next to its database, and no command opens the
//! library while it exists.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use delivery::Files;
use delivery::keys::{Hash, Key};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::list::{self, BackupEntry};
use super::manifest::Manifest;
use super::{BackupProgress, Step};

/// Files written concurrently.
const AT_ONCE: usize = 4;

/// Target of a restore.
#[derive(Debug)]
pub struct Target {
    /// The database's file.
    pub database: PathBuf,
    /// The file store.
    pub files: Files,
    /// The folder of the search index.
    pub index: PathBuf,
}

/// Result of a restore.
#[derive(Debug)]
pub struct RestoreReport {
    /// The backup.
    pub manifest: Manifest,
    /// The previous database, under another name.
    pub previous_database: Option<PathBuf>,
}

/// The marker file of a restore that is in progress or was interrupted.
pub fn in_the_way(database: &Path) -> Option<PathBuf> {
    Some(with_suffix(database, ".restoring")).filter(|path| path.exists())
}

/// Restores a backup; `None` if it was stopped. An existing library is replaced only with `force`, and its
/// database is kept under another name. When repeated after a failure, it resumes with the existing files.
pub async fn restore(
    backup: &Path,
    target: &Target,
    force: bool,
    now: Timestamp,
    stop: &CancellationToken,
    mut tell: impl FnMut(BackupProgress),
) -> anyhow::Result<Option<RestoreReport>> {
    let manifest = Manifest::read(backup)?;
    let newest = store::backup::own_schema();
    if manifest.schema > newest {
        bail!(
            "the backup was made by openshelf {} with tables that this program does not know (migration {}, here \
             {newest}): restore it with that version or a newer one",
            manifest.program,
            manifest.schema,
        );
    }
    let database = &target.database;
    if database.exists() && !force {
        bail!(
            "{} is already a library's database; restore elsewhere with --to, or replace it with --force",
            database.display()
        );
    }
    let folder = database.parent().context("the database has no folder")?;
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let _marker = Marker::set(database)?;
    let done = replace_library(backup, manifest, target, now, stop, &mut tell).await;
    // Without a previous library the marker stays: the new one is incomplete before the restore has finished.
    if !matches!(done, Ok(Some(_))) && database.exists() {
        ignore_missing(fs::remove_file(with_suffix(database, ".restoring")))
            .context("removing the partial database")?;
    }
    done
}

async fn replace_library(
    backup: &Path,
    manifest: Manifest,
    target: &Target,
    now: Timestamp,
    stop: &CancellationToken,
    tell: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<Option<RestoreReport>> {
    let database = &target.database;
    let there = database.exists();
    if there
        && !store::backup::try_make_single_file(database).await.context("closing the existing library")?
    {
        bail!("a program uses {}: stop the server, workers and commands first", database.display());
    }
    let fresh = with_suffix(database, ".restoring");
    let part = manifest.database.clone();
    tell(BackupProgress { step: Step::Database, done: 0, total: part.bytes });
    let (from, to) = (backup.join(&part.name), fresh.clone());
    let copied = tokio::task::spawn_blocking(move || list::copy_durably(&from, &to)).await?;
    let (bytes, hash) = copied.with_context(|| format!("copying {}", part.name))?;
    if bytes != part.bytes || hash.to_string() != part.sha256 {
        bail!("{} is damaged: it does not match the manifest", part.name);
    }
    if !list::is_intact(backup, &manifest.list)? {
        bail!("{} is damaged or missing: it does not match the manifest", manifest.list.name);
    }
    let index = with_suffix(&target.index, ".restoring");
    remove_dir(&index)?;
    if !restore_files(backup, &manifest, target, &index, stop, tell).await? {
        return Ok(None);
    }

    let before = there.then(|| link_aside(database, now)).transpose()?;
    // An index that follows the older database would be wrong for the restored one; a missing index is
    // rebuilt.
    remove_dir(&target.index)?;
    // A journal of another database would be applied to this one.
    for journal in ["-wal", "-shm", "-journal"] {
        ignore_missing(fs::remove_file(with_suffix(database, journal))).context("removing an old journal")?;
    }
    fs::rename(&fresh, database).context("moving the database into place")?;
    if let Some(folder) = database.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).context("moving the database into place")?;
    }
    if manifest.index.is_some() {
        fs::rename(&index, &target.index).context("moving the index into place")?;
    }
    Ok(Some(RestoreReport { manifest, previous_database: before }))
}

/// Copies the files that the list names. Returns false if it was stopped.
async fn restore_files(
    backup: &Path,
    manifest: &Manifest,
    target: &Target,
    index: &Path,
    stop: &CancellationToken,
    tell: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<bool> {
    let from = Files::local(&backup.join("files"))?;
    let from = &from;
    let lines = stream::iter(list::read_list(&backup.join(&manifest.list.name))?);
    let work = lines.map(|line| async move {
        match line? {
            (BackupEntry::File(key), hash) => {
                put_file(from, &target.files, &key, hash)
                    .await
                    .with_context(|| format!("restoring {key}"))?;
                anyhow::Ok(true)
            }
            (BackupEntry::Other(path), hash) => {
                let inside = manifest.index.as_ref().and_then(|index| path.strip_prefix(index).ok());
                if let Some(inside) = inside {
                    put_index(backup.join(&path), index.join(inside), hash).await?;
                }
                Ok(false)
            }
        }
    });
    let mut running = std::pin::pin!(work.buffer_unordered(AT_ONCE));
    let (mut done, total) = (0, manifest.files);
    tell(BackupProgress { step: Step::Files, done, total });
    loop {
        let copied = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(false),
            copied = running.try_next() => copied?,
        };
        let Some(counts) = copied else { break };
        done += u64::from(counts);
        tell(BackupProgress { step: Step::Files, done, total });
    }
    if done != total {
        bail!("the list names {done} files, and the manifest {total}");
    }
    Ok(true)
}

/// Writes a file into the file store unless an intact copy exists.
async fn put_file(from: &Files, to: &Files, key: &Key, hash: Hash) -> anyhow::Result<()> {
    if to.head(key).await?.is_some() && to.hash_file(key).await? == hash {
        return Ok(());
    }
    to.copy_from(from, key, Some(hash)).await?;
    Ok(())
}

async fn put_index(from: PathBuf, to: PathBuf, expected: Hash) -> anyhow::Result<()> {
    tokio::task::spawn_blocking(move || {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        let (_, hash) =
            list::copy_durably(&from, &to).with_context(|| format!("copying {}", from.display()))?;
        if hash != expected {
            bail!("{} is damaged: its hash does not match", from.display());
        }
        Ok(())
    })
    .await?
}

/// Adds a second name to the existing database in the same folder; it keeps its own until the next step.
fn link_aside(database: &Path, now: Timestamp) -> anyhow::Result<PathBuf> {
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

/// The file that marks a restore in progress; its lock keeps a second restore out.
struct Marker(#[expect(dead_code, reason = "the open file is the lock")] File);

impl Marker {
    fn set(database: &Path) -> anyhow::Result<Self> {
        let path = with_suffix(database, ".restoring");
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.with_context(|| format!("writing {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => bail!("another restore of this library is under way"),
            Err(TryLockError::Error(error)) => Err(error).context("locking the database"),
        }
    }
}

/// The path with a suffix added to its name.
fn with_suffix(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

fn remove_dir(path: &Path) -> anyhow::Result<()> {
    ignore_missing(fs::remove_dir_all(path)).with_context(|| format!("removing {}", path.display()))
}

/// Treats a missing file as removed.
fn ignore_missing(removed: std::io::Result<()>) -> std::io::Result<()> {
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
