//! Taking a backup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use delivery::keys::{ARTIFACTS, COVERS, Hash, Key, PACKAGES, SOURCES};
use delivery::{Error, Files};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use jiff::Timestamp;
use store::{Db, DbOptions, artifacts};
use tokio_util::sync::CancellationToken;

use super::folder::Folder;
use super::list::{self, Writing};
use super::manifest::{Manifest, Part};
use super::{Progress, Step};
use crate::named::{KeyPart, Named};

/// Files copied at once.
const AT_ONCE: usize = 4;
/// Copies of the database that are taken while files are deleted in between.
const ROUNDS: usize = 10;
/// How often the growing copy of the database is looked at.
const LOOK: Duration = Duration::from_millis(200);
/// Rows read at once.
const BATCH: u32 = 1000;

/// The library that a backup is taken of.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The database's file.
    pub database: &'a Path,
    /// The file store.
    pub files: &'a Files,
    /// The folder of the search index, when it is to be in the backup.
    pub index: Option<&'a Path>,
    /// Whether converted books are to be in it; they can be made again.
    pub artifacts: bool,
    /// The version of this program.
    pub program: &'a str,
}

/// Takes a backup of a library into a folder, while the library is in use; none when it was stopped. What was there
/// from an earlier backup is not copied again, and stays a whole backup until this one is.
pub async fn take(
    source: Source<'_>,
    folder: &Path,
    now: Timestamp,
    stop: &CancellationToken,
    mut tell: impl FnMut(Progress),
) -> anyhow::Result<Option<Manifest>> {
    let folder = Folder::open(folder)?;
    let stamp = folder.stamp(now);
    let database = format!("library-{stamp}.db");
    let index = format!("index-{stamp}");
    // Before the database: an index that is behind it catches up, one that is ahead of it would be wrong.
    if let Some(from) = source.index {
        tell(Progress { step: Step::Index, done: 0, total: 1 });
        let (from, to) = (from.to_owned(), folder.path.join(&index));
        let copied = tokio::task::spawn_blocking(move || search::copy(&from, &to)).await?;
        copied.context("copying the search index (a backup without it is complete, too)")?;
    }
    let mut taking = Taking { source, folder: &folder, have: BTreeMap::new(), lost: BTreeSet::new() };
    let path = folder.path.join(&database);
    let Some((titles, accounts)) = taking.rounds(&path, stop, &mut tell).await? else { return Ok(None) };
    let Taking { have, lost, .. } = taking;

    let packages = format!("{PACKAGES}/");
    let artifacts = format!("{ARTIFACTS}/");
    let left_out = [packages.as_str(), &artifacts];
    store::backup::settle(&path, if source.artifacts { &left_out[..1] } else { &left_out }).await?;
    let mut list = Writing::begin(&folder.path, &format!("files-{stamp}.sha256"))?;
    let (root, index) = (folder.path.clone(), source.index.map(|_| index));
    let listed = move || -> anyhow::Result<_> {
        let (bytes, hash) = list::hash_of(&root.join(&database))?;
        list.line(&database, hash)?;
        if let Some(index) = &index {
            list_folder(&mut list, &root, index)?;
        }
        Ok((list, Part { name: database, bytes, sha256: hash.to_string() }, index))
    };
    let (mut list, database, index) = tokio::task::spawn_blocking(listed).await??;
    for (key, kept) in &have {
        list.file(key, kept.hash)?;
    }
    let named = |key: &Key, hash: Hash| key.content() == Some(hash.to_string().as_str());
    let is_content =
        |key: &Key| key.folder() == SOURCES || key.folder() == COVERS && !key.stem().ends_with("-thumb");
    let manifest = Manifest {
        index,
        artifacts: source.artifacts,
        titles,
        accounts,
        files: have.len() as u64,
        bytes: have.values().map(|kept| kept.bytes).sum(),
        missing: lost.iter().map(Key::to_string).collect(),
        damaged: have
            .iter()
            .filter(|(key, kept)| is_content(key) && !named(key, kept.hash))
            .map(|(key, _)| key.to_string())
            .collect(),
        ..Manifest::new(source.program, now, database, list.finish()?)
    };
    manifest.write(&folder.path)?;
    folder.clear(Some(&manifest))?;
    let keep = have.into_iter().map(|(key, kept)| (key, kept.hash)).collect();
    folder.clear_files(&keep, Timestamp::MAX).await?;
    Ok(Some(manifest))
}

/// A file of the backup.
#[derive(Debug, Clone, Copy)]
struct Kept {
    hash: Hash,
    bytes: u64,
}

struct Taking<'a> {
    source: Source<'a>,
    folder: &'a Folder,
    /// What the backup has.
    have: BTreeMap<Key, Kept>,
    /// What the copy of the database names and the file store had not.
    lost: BTreeSet<Key>,
}

/// What a copy of the database names and counts.
struct Contents {
    needed: BTreeSet<Key>,
    /// Files that can be made again.
    artifacts: BTreeSet<Key>,
    titles: u64,
    accounts: u64,
}

impl Taking<'_> {
    /// Copies the database and then what it names. Who removes a document meanwhile removes its file, too: then both
    /// are copied anew, and what is there already is not. A file that was not there before the database was copied
    /// and is named by it is lost. The numbers of titles and accounts; none when it was stopped.
    async fn rounds(
        &mut self,
        database: &Path,
        stop: &CancellationToken,
        tell: &mut impl FnMut(Progress),
    ) -> anyhow::Result<Option<(u64, u64)>> {
        for _ in 0..ROUNDS {
            let copied = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                copied = copy_database(self.source.database, database, tell) => copied,
            };
            copied.context("copying the database")?;
            let contents = contents(database, self.source.artifacts).await?;
            let named = |key: &Key| contents.needed.contains(key) || contents.artifacts.contains(key);
            self.have.retain(|key, _| named(key));
            let Some(gone) = self.copy_files(&contents, stop, tell).await? else { return Ok(None) };
            let all_lost = gone.is_subset(&self.lost);
            self.lost = gone;
            if all_lost {
                return Ok(Some((contents.titles, contents.accounts)));
            }
        }
        bail!("files were deleted again and again while they were copied; try again later")
    }

    /// Copies what is not there; needed files that the file store has not. None when it was stopped.
    async fn copy_files(
        &mut self,
        contents: &Contents,
        stop: &CancellationToken,
        tell: &mut impl FnMut(Progress),
    ) -> anyhow::Result<Option<BTreeSet<Key>>> {
        let total = (contents.needed.len() + contents.artifacts.len()) as u64;
        let mut done = self.have.len() as u64;
        let keys: Vec<Key> = contents.needed.union(&contents.artifacts).cloned().collect();
        let wanted: Vec<Key> = keys.into_iter().filter(|key| !self.have.contains_key(key)).collect();
        let (source, folder) = (self.source, self.folder);
        let work = wanted.into_iter().map(|key| async move {
            let kept = keep(source.files, folder, &key).await.with_context(|| format!("copying {key}"))?;
            anyhow::Ok((key, kept))
        });
        let mut running = stream::iter(work).buffer_unordered(AT_ONCE);
        let mut gone = BTreeSet::new();
        tell(Progress { step: Step::Files, done, total });
        loop {
            let copied = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                copied = running.try_next() => copied?,
            };
            match copied {
                None => return Ok(Some(gone)),
                Some((key, Some(kept))) => {
                    self.have.insert(key, kept);
                }
                Some((key, None)) => gone.extend(contents.needed.get(&key).cloned()),
            }
            done += 1;
            tell(Progress { step: Step::Files, done, total });
        }
    }
}

/// Keeps a file in the backup; none when the file store has it not, and neither has an earlier backup.
async fn keep(from: &Files, folder: &Folder, key: &Key) -> anyhow::Result<Option<Kept>> {
    let there = folder.files.head(key).await?;
    let meta = from.head(key).await?;
    if let Some(there) = &there
        && meta.as_ref().is_none_or(|meta| meta.size == there.size)
    {
        let hash = match folder.known.get(key) {
            Some(hash) => *hash,
            // Left by a backup that was broken off: whole, like every file.
            None => folder.files.hash(key).await?,
        };
        return Ok(Some(Kept { hash, bytes: there.size }));
    }
    match folder.files.copy_from(from, key, None).await {
        Ok((bytes, hash)) => Ok(Some(Kept { hash, bytes })),
        Err(Error::Missing(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Copies the database, in the place of an earlier copy.
async fn copy_database(from: &Path, to: &Path, tell: &mut impl FnMut(Progress)) -> anyhow::Result<()> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let total = store::backup::size(from).await?;
    let mut copying = std::pin::pin!(store::backup::copy(from, to));
    loop {
        tokio::select! {
            copied = &mut copying => return Ok(copied?),
            () = tokio::time::sleep(LOOK) => {}
        }
        let done = tokio::fs::metadata(to).await.map_or(0, |meta| meta.len());
        tell(Progress { step: Step::Database, done: done.min(total), total });
    }
}

/// What a copy of the database names.
async fn contents(database: &Path, with_artifacts: bool) -> anyhow::Result<Contents> {
    let options = DbOptions { max_connections: 1, ..DbOptions::new(store::backup::url(database)) };
    let db = Db::connect(&options).await?;
    let (schema, known) = (store::backup::schema(&db).await?, store::backup::newest_schema());
    if schema != known {
        bail!(
            "the database has migration {schema}, and this program {known}: take the backup with the program that \
             serves the library, or run `openshelf migrate` before"
        );
    }
    let needed = Named::read(&db, KeyPart::WHOLE).await?.keys().iter().cloned().collect();
    let mut artifacts = BTreeSet::new();
    let mut after = with_artifacts.then(String::new);
    while let Some(key) = &after {
        let rows = artifacts::after(&db, key, BATCH).await?;
        after = rows.last().map(|(last, _)| last.clone());
        let files = rows.iter().filter_map(|(_, file)| Key::parse(file).ok());
        artifacts.extend(files.flat_map(|key| [key.plan(), key]));
    }
    let (titles, accounts) = (store::titles::count(&db).await?, store::accounts::count(&db, None).await?);
    db.close().await;
    Ok(Contents { needed, artifacts, titles, accounts })
}

/// Lists the files of a folder of the backup.
fn list_folder(list: &mut Writing, root: &Path, folder: &str) -> anyhow::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(root.join(folder))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list_folder(list, root, &path)?;
        } else {
            list.line(&path, list::hash_of(&entry.path())?.1)?;
        }
    }
    Ok(())
}
