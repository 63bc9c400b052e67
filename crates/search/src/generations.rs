//! The folder of the index: generations side by side, one of them live for each schema version.
//!
//! Programs of different versions have different live generations. So the new version can fill its own while
//! the old version still searches, and after a downgrade the old one still exists. A generation that no
//! program has written to for a week is deleted.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use tantivy::Index;
use tantivy::directory::MmapDirectory;
use tantivy::schema::Schema;
use tantivy::store::Compressor;
use tantivy::{IndexSettings, TantivyError};

use crate::schema::{SCHEMA_VERSION, build_schema};
use crate::{Error, listed};

/// With the schema version appended: names the live generation of that version.
const CURRENT_FILE_PREFIX: &str = "current-";
const REBUILD_LOCK_FILE: &str = "rebuild.lock";
pub(crate) const SCHEMA_FILE: &str = "schema.json";
/// Marker file of a generation that has contained all titles of the database.
const FILLED_FILE: &str = "filled";

/// Age difference to our live generation after which the live generation of another version is deleted, by
/// the time of the last write.
const UNUSED_VERSION_AGE: Duration = Duration::from_hours(7 * 24);

/// The versions that a generation was built with.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct GenerationInfo {
    schema: u32,
}

/// The file that names the live generation of this program's version.
fn current_file() -> String {
    format!("{CURRENT_FILE_PREFIX}{SCHEMA_VERSION}")
}

/// The name of the live generation of this program's version. `None` if there is none yet.
pub(crate) fn current_generation(dir: &Path) -> io::Result<Option<String>> {
    read_current(&dir.join(current_file()))
}

fn read_current(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(name) => Ok(Some(name.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes a generation the live one, in one atomic step.
pub(crate) fn make_current(dir: &Path, name: &str) -> io::Result<()> {
    let current = current_file();
    let fresh = dir.join(format!("new-{current}"));
    fs::write(&fresh, name)?;
    File::open(&fresh)?.sync_all()?;
    fs::rename(&fresh, dir.join(current))?;
    File::open(dir)?.sync_all()
}

pub(crate) fn open_current(dir: &Path) -> Result<(String, Index), Error> {
    let rebuild = |reason: String| Error::NeedsRebuild(reason);
    let name = current_generation(dir)?
        .ok_or_else(|| rebuild("there is no index of this version yet".to_owned()))?;
    if !is_generation_name(&name) {
        return Err(rebuild("the name of the live generation is damaged".to_owned()));
    }
    let path = dir.join(&name);
    let made = fs::read(path.join(SCHEMA_FILE))
        .ok()
        .and_then(|text| serde_json::from_slice::<GenerationInfo>(&text).ok());
    match made {
        None => return Err(rebuild(format!("{name} is incomplete"))),
        Some(made) if made.schema != SCHEMA_VERSION => {
            return Err(rebuild(format!("it has schema {}, this program {SCHEMA_VERSION}", made.schema)));
        }
        Some(_) => {}
    }
    let index = Index::open_in_dir(&path).map_err(|error| rebuild(format!("{name}: {error}")))?;
    listed::register_tokenizer(&index);
    if index.schema() == build_schema().0 {
        Ok((name, index))
    } else {
        Err(rebuild(format!("{name} has other fields")))
    }
}

/// Makes an empty generation, not live yet.
pub(crate) fn create_generation(dir: &Path) -> Result<(String, Index), Error> {
    fs::create_dir_all(dir)?;
    let newest = list_generations(dir)?
        .iter()
        .filter_map(|name| name[1..].parse::<u64>().ok())
        .max()
        .unwrap_or_default();
    let mut number = newest + 1;
    let (name, path) = loop {
        let name = format!("g{number:08}");
        let path = dir.join(&name);
        match fs::create_dir(&path) {
            Ok(()) => break (name, path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error.into()),
        }
    };
    let index = create_index(&path, build_schema().0)?;
    let made = serde_json::to_vec(&GenerationInfo { schema: SCHEMA_VERSION }).map_err(io::Error::from)?;
    fs::write(path.join(SCHEMA_FILE), made)?;
    File::open(path.join(SCHEMA_FILE))?.sync_all()?;
    File::open(&path)?.sync_all()?;
    Ok((name, index))
}

fn create_index(path: &Path, schema: Schema) -> Result<Index, Error> {
    // Nothing is stored: titles are in the database.
    let settings = IndexSettings { docstore_compression: Compressor::None, ..IndexSettings::default() };
    let directory = MmapDirectory::open(path).map_err(TantivyError::from)?;
    let index = Index::create(directory, schema, settings)?;
    listed::register_tokenizer(&index);
    Ok(index)
}

/// Held while a generation is built, so that other processes do not delete it as abandoned.
#[derive(Debug)]
pub(crate) struct BuildLock(#[expect(dead_code, reason = "the open file is the lock")] File);

pub(crate) fn try_lock_builds(dir: &Path) -> Result<BuildLock, Error> {
    fs::create_dir_all(dir)?;
    let file = File::options().create(true).truncate(false).write(true).open(dir.join(REBUILD_LOCK_FILE))?;
    match file.try_lock() {
        Ok(()) => Ok(BuildLock(file)),
        Err(TryLockError::WouldBlock) => Err(Error::Locked),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Takes the lock, waiting as long as a [`sweep_generations`] may hold it, but not as long as a rebuild does.
pub(crate) fn lock_builds_after_sweeps(dir: &Path) -> Result<BuildLock, Error> {
    for _ in 0..50 {
        match try_lock_builds(dir) {
            Err(Error::Locked) => thread::sleep(Duration::from_millis(20)),
            result => return result,
        }
    }
    try_lock_builds(dir)
}

/// Deletes generations that are neither live nor being built. What cannot be deleted now is deleted later.
pub(crate) fn sweep_generations(dir: &Path, _lock: &BuildLock) -> io::Result<()> {
    forget_unused_versions(dir)?;
    let live = list_live_generations(dir)?;
    for name in list_generations(dir)?.into_iter().filter(|name| !live.values().any(|live| live == name)) {
        if let Err(error) = fs::remove_dir_all(dir.join(&name)) {
            tracing::warn!(generation = name, %error, "an old generation of the index cannot be deleted");
        }
    }
    Ok(())
}

/// The live generations of all versions, by the files that name them.
fn list_live_generations(dir: &Path) -> io::Result<BTreeMap<PathBuf, String>> {
    let mut live = BTreeMap::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(CURRENT_FILE_PREFIX)) {
            live.extend(read_current(&entry.path())?.map(|name| (entry.path(), name)));
        }
    }
    Ok(live)
}

/// Removes the live generations of other versions that were not written to for a week, once ours has
/// contained all titles.
fn forget_unused_versions(dir: &Path) -> io::Result<()> {
    let Some(own) = current_generation(dir)?.filter(|name| is_generation_name(name)) else { return Ok(()) };
    let Some(own_written) = last_written(dir, &own).filter(|_| was_filled(dir, &own)) else { return Ok(()) };
    for (file, name) in list_live_generations(dir)? {
        let is_unused = last_written(dir, &name).is_none_or(|written| {
            own_written.duration_since(written).is_ok_and(|age| age > UNUSED_VERSION_AGE)
        });
        if name != own && is_unused {
            fs::remove_file(file)?;
        }
    }
    Ok(())
}

/// Time of the last commit to a generation. `None` if it cannot be read.
fn last_written(dir: &Path, name: &str) -> Option<SystemTime> {
    fs::metadata(dir.join(name).join("meta.json")).and_then(|meta| meta.modified()).ok()
}

/// Records that a generation contains all titles of the database.
pub(crate) fn mark_filled(dir: &Path, name: &str) -> io::Result<()> {
    fs::write(dir.join(name).join(FILLED_FILE), "")
}

/// Returns true if a generation has ever contained all titles of the database, so that it finds most even if
/// it is behind.
pub(crate) fn was_filled(dir: &Path, name: &str) -> bool {
    dir.join(name).join(FILLED_FILE).exists()
}

fn list_generations(dir: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| is_generation_name(name)));
    }
    Ok(names)
}

fn is_generation_name(name: &str) -> bool {
    name.strip_prefix('g')
        .is_some_and(|number| number.len() == 8 && number.bytes().all(|b| b.is_ascii_digit()))
}
