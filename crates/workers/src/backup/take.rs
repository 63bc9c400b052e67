//! Takes a backup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ::jobs::Job as _;
use ::jobs::rehearse_restore::RehearseRestore;
use ::jobs::take_backup::TakeBackup;
use anyhow::{Context as _, bail};
use delivery::keys::{ARTIFACTS, Hash, Key, PACKAGES};
use delivery::{Error, Files};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use jiff::Timestamp;
use store::{Db, artifacts};
use tokio_util::sync::CancellationToken;

use super::database::{copy_database, open_copy};
use super::folder::BackupFolder;
use super::list::{self, ListWriter};
use super::manifest::{BackupPart, Manifest};
use super::rows::hash_database;
use super::{BackupProgress, BackupStep};
use crate::LibraryDatabase;
use crate::referenced_files::{KeyPart, ReferencedFiles};

/// Files copied concurrently.
const CONCURRENT_COPIES: usize = 4;
/// Attempts to copy the database if files are deleted in between.
const MAX_ROUNDS: usize = 10;
const ROWS_PER_READ: u32 = 1000;

/// The library to back up.
#[derive(Debug, Clone, Copy)]
pub struct BackupSource<'a> {
    pub database: &'a LibraryDatabase,
    pub files: &'a Files,
    /// The folder of the search index, if the backup is to include it.
    pub index: Option<&'a Path>,
    /// True to include converted books, which can be made again.
    pub with_artifacts: bool,
    pub program: &'a str,
}

/// Backs up a library into a folder while the library is in use; `None` if it was stopped. Files of an
/// earlier backup are not copied again, and that backup stays complete until this one is. Files are processed
/// one part of the key space at a time, so memory does not grow with the library.
pub async fn take(
    source: BackupSource<'_>,
    folder: &Path,
    now: Timestamp,
    stop: &CancellationToken,
    on_progress: impl FnMut(BackupProgress),
) -> anyhow::Result<Option<Manifest>> {
    take_in_parts(source, folder, |titles| KeyPart::all_parts(titles).collect(), now, stop, on_progress).await
}

/// [`take`] with the parts that `parts` makes for this number of titles.
pub(super) async fn take_in_parts(
    source: BackupSource<'_>,
    folder: &Path,
    parts: impl Fn(u64) -> Vec<KeyPart>,
    now: Timestamp,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(BackupProgress),
) -> anyhow::Result<Option<Manifest>> {
    let folder = BackupFolder::open_or_create(folder)?;
    let stamp = folder.unused_name(now);
    let database = format!("library-{stamp}.db");
    let index = format!("index-{stamp}");
    // Before the database: an index that is behind the database catches up, one that is ahead would be wrong.
    if let Some(from) = source.index {
        on_progress(BackupProgress { step: BackupStep::Index, done: 0, total: 1 });
        let (from, to) = (from.to_owned(), folder.path.join(&index));
        let copied = tokio::task::spawn_blocking(move || search::copy_index(&from, &to)).await?;
        copied.context("copying the search index (a backup is complete without it, too)")?;
    }
    let path = folder.path.join(&database);
    let taking = BackupRun {
        source,
        folder: &folder,
        list: format!("files-{stamp}.sha256"),
        hash_lists: folder.previous_list.iter().cloned().collect(),
        lost_keys: BTreeSet::new(),
    };
    let Some((mut list, taken)) = taking.run_rounds(&path, parts, stop, &mut on_progress).await? else {
        return Ok(None);
    };

    for kind in [TakeBackup::KIND, RehearseRestore::KIND] {
        store::backup::delete_jobs(&path, kind).await?;
    }
    let packages = format!("{PACKAGES}/");
    let artifacts = format!("{ARTIFACTS}/");
    let left_out = [packages.as_str(), &artifacts];
    store::backup::finish_copy(&path, if source.with_artifacts { &left_out[..1] } else { &left_out }).await?;
    let Some(tables) = hash_database(&path, stop, &mut on_progress).await? else { return Ok(None) };
    let root = folder.path.clone();
    let index = source.index.map(|_| index);
    let listed = move || -> anyhow::Result<_> {
        let (bytes, hash) = list::hash_file(&root.join(&database))?;
        list.write_line(&database, bytes, hash)?;
        if let Some(index) = &index {
            list_folder(&mut list, &root, index)?;
        }
        let database = BackupPart { name: database, bytes, sha256: hash.to_string() };
        Ok((list.finish()?, database, index))
    };
    let (list, database, index) = tokio::task::spawn_blocking(listed).await??;
    let manifest = Manifest {
        tables,
        index,
        artifacts: source.with_artifacts,
        titles: taken.titles,
        accounts: taken.accounts,
        files: taken.files,
        bytes: taken.bytes,
        missing: taken.missing_keys.iter().map(Key::to_string).collect(),
        damaged: taken.damaged,
        ..Manifest::new(source.program, now, database, list)
    };
    manifest.write(&folder.path)?;
    folder.remove_old_parts(Some(&manifest))?;
    folder.clear_files(&manifest.list, &taken.parts, Timestamp::MAX).await?;
    Ok(Some(manifest))
}

#[derive(Debug, Clone, Copy)]
struct CopiedFile {
    hash: Hash,
    bytes: u64,
}

struct BackupRun<'a> {
    source: BackupSource<'a>,
    folder: &'a BackupFolder,
    /// Name of the list of files.
    list: String,
    /// Lists with the hashes of files already in the folder.
    hash_lists: Vec<PathBuf>,
    /// Files that the previous copy of the database named and the file store lacked.
    lost_keys: BTreeSet<Key>,
}

/// Result of copying the database and the files that it names.
#[derive(Debug, Default)]
struct CopiedLibrary {
    parts: Vec<KeyPart>,
    titles: u64,
    accounts: u64,
    files: u64,
    bytes: u64,
    /// Required files that the file store lacks.
    missing_keys: BTreeSet<Key>,
    /// Files whose content does not match their name.
    damaged: Vec<String>,
}

/// Files that a copy of the database names, for one part of all keys.
struct NamedFileKeys {
    required_keys: BTreeSet<Key>,
    /// Files that can be made again.
    artifacts: BTreeSet<Key>,
}

impl BackupRun<'_> {
    /// Copies the database and then the files that it names. If a document and its file are removed in the
    /// meantime, both are copied again, except for files that the backup already has. A file is lost if the
    /// database names it and it was already missing before the copy. Returns the list of files, still open;
    /// `None` if it was stopped.
    async fn run_rounds(
        mut self,
        database: &Path,
        parts: impl Fn(u64) -> Vec<KeyPart>,
        stop: &CancellationToken,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<Option<(ListWriter, CopiedLibrary)>> {
        for _ in 0..MAX_ROUNDS {
            let copied = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                copied = copy_database(self.source.database, database, stop, on_progress) => copied,
            };
            if !copied.context("copying the database")? {
                return Ok(None);
            }
            let db = open_copy(database).await?;
            let mut list = ListWriter::begin(&self.folder.path, &self.list)?;
            let taken = self.copy_round(&db, &parts, &mut list, stop, on_progress).await?;
            db.close().await;
            let Some(taken) = taken else { return Ok(None) };
            if taken.missing_keys.is_subset(&self.lost_keys) {
                return Ok(Some((list, taken)));
            }
            self.lost_keys = taken.missing_keys;
            // The next round does not read files again that this one has copied.
            list.finish()?;
            let before = self.folder.path.join(format!("{}.before", self.list));
            fs::rename(self.folder.path.join(&self.list), &before)?;
            self.hash_lists.retain(|list| *list != before);
            self.hash_lists.push(before);
        }
        bail!("files kept being deleted while they were copied; try again later")
    }

    /// Copies and lists the files that a copy of the database names, part by part. `None` if it was stopped.
    async fn copy_round(
        &self,
        db: &Db,
        parts: impl Fn(u64) -> Vec<KeyPart>,
        list: &mut ListWriter,
        stop: &CancellationToken,
        on_progress: &mut impl FnMut(BackupProgress),
    ) -> anyhow::Result<Option<CopiedLibrary>> {
        let (titles, accounts) = (store::titles::count(db).await?, store::accounts::count(db, None).await?);
        let mut taken = CopiedLibrary { parts: parts(titles), titles, accounts, ..CopiedLibrary::default() };
        let (mut done, mut named) = (0, 0);
        for (n, part) in (1..).zip(taken.parts.clone()) {
            let contents = list_named_files(db, part, self.source.with_artifacts).await?;
            let lists = self.hash_lists.clone();
            let known = tokio::task::spawn_blocking(move || list::read_hashes(&lists, part)).await??;
            named += (contents.required_keys.len() + contents.artifacts.len()) as u64;
            // Parts have about the same size.
            let total = named * taken.parts.len() as u64 / n;
            let add_progress = |files: u64| {
                done += files;
                on_progress(BackupProgress { step: BackupStep::Files, done, total });
            };
            let copied = self.copy_files(&contents, &known, stop, add_progress).await?;
            let Some((have, gone)) = copied else { return Ok(None) };
            taken.missing_keys.extend(gone);
            for (key, kept) in &have {
                list.write_file(key, kept.bytes, kept.hash)?;
                taken.files += 1;
                taken.bytes += kept.bytes;
                if key.is_named_by_content() && key.content_hash() != Some(kept.hash.to_string().as_str()) {
                    taken.damaged.push(key.to_string());
                }
            }
        }
        Ok(Some(taken))
    }

    /// Copies missing files. Returns the files in the backup, and the required files that the file store
    /// lacks. `add_progress` is called with the number of files done. `None` if it was stopped.
    async fn copy_files(
        &self,
        contents: &NamedFileKeys,
        known_hashes: &BTreeMap<Key, Hash>,
        stop: &CancellationToken,
        mut add_progress: impl FnMut(u64),
    ) -> anyhow::Result<Option<(BTreeMap<Key, CopiedFile>, BTreeSet<Key>)>> {
        let (source, folder) = (self.source, self.folder);
        let work = contents.required_keys.union(&contents.artifacts).cloned().map(|key| async move {
            let stored = back_up_file(source.files, folder, known_hashes.get(&key), &key);
            let stored = stored.await.with_context(|| format!("copying {key}"))?;
            anyhow::Ok((key, stored))
        });
        let mut running = std::pin::pin!(stream::iter(work).buffer_unordered(CONCURRENT_COPIES));
        let (mut have, mut gone) = (BTreeMap::new(), BTreeSet::new());
        add_progress(0);
        loop {
            let copied = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                copied = running.try_next() => copied?,
            };
            match copied {
                None => return Ok(Some((have, gone))),
                Some((key, Some(stored))) => {
                    have.insert(key, stored);
                }
                Some((key, None)) => gone.extend(contents.required_keys.get(&key).cloned()),
            }
            add_progress(1);
        }
    }
}

/// Copies a file into the backup; `None` if neither the file store nor an earlier backup has it.
async fn back_up_file(
    from: &Files,
    folder: &BackupFolder,
    known_hash: Option<&Hash>,
    key: &Key,
) -> anyhow::Result<Option<CopiedFile>> {
    let there = folder.files.head(key).await?;
    let meta = from.head(key).await?;
    if let Some(there) = &there
        && meta.as_ref().is_none_or(|meta| meta.size == there.size)
    {
        let hash = match known_hash {
            Some(hash) => *hash,
            // Left by an interrupted backup: complete, like every file.
            None => folder.files.hash_file(key).await?,
        };
        return Ok(Some(CopiedFile { hash, bytes: there.size }));
    }
    match folder.files.copy_from(from, key, None).await {
        Ok((bytes, hash)) => Ok(Some(CopiedFile { hash, bytes })),
        Err(Error::Missing(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns the files that a copy of the database names, for one part of all keys.
async fn list_named_files(db: &Db, key_part: KeyPart, with_artifacts: bool) -> anyhow::Result<NamedFileKeys> {
    let needed = ReferencedFiles::read_part(db, key_part).await?.original_keys.into_iter().collect();
    let mut artifacts = BTreeSet::new();
    let mut after = with_artifacts.then(String::new);
    while let Some(key) = &after {
        let rows = artifacts::list_after(db, key, ROWS_PER_READ).await?;
        after = rows.last().map(|(last, _)| last.clone());
        let files =
            rows.iter().filter_map(|(_, file)| Key::parse(file).ok()).filter(|key| key_part.contains(key));
        artifacts.extend(files.flat_map(|key| [key.plan(), key.map(), key]));
    }
    Ok(NamedFileKeys { required_keys: needed, artifacts })
}

fn list_folder(list: &mut ListWriter, root: &Path, folder: &str) -> anyhow::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(root.join(folder))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list_folder(list, root, &path)?;
        } else {
            let (bytes, hash) = list::hash_file(&entry.path())?;
            list.write_line(&path, bytes, hash)?;
        }
    }
    Ok(())
}
