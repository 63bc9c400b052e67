//! The folder of the index: generations side by side, one of them live.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tantivy::Index;
use tantivy::directory::MmapDirectory;
use tantivy::schema::Schema;
use tantivy::store::Compressor;
use tantivy::{IndexSettings, TantivyError};

use crate::error::Error;
use crate::listed;
use crate::schema::{SCHEMA_VERSION, build_schema};

const CURRENT_FILE: &str = "current";
const LOCK_FILE: &str = "rebuild.lock";
pub(crate) const SCHEMA_FILE: &str = "schema.json";
/// Exists in a generation that has had all titles of the database once.
const FILLED_FILE: &str = "filled";

/// The versions that a generation was built with.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct GenerationInfo {
    schema: u32,
}

/// The name of the live generation; none before the first.
pub(crate) fn current_generation(dir: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(dir.join(CURRENT_FILE)) {
        Ok(name) => Ok(Some(name.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes a generation the live one, in one atomic step.
pub(crate) fn make_current(dir: &Path, name: &str) -> io::Result<()> {
    let fresh = dir.join(format!("{CURRENT_FILE}.new"));
    fs::write(&fresh, name)?;
    File::open(&fresh)?.sync_all()?;
    fs::rename(&fresh, dir.join(CURRENT_FILE))?;
    File::open(dir)?.sync_all()
}

/// Opens the live generation.
pub(crate) fn open_current(dir: &Path) -> Result<(String, Index), Error> {
    let rebuild = |reason: String| Error::NeedsRebuild(reason);
    let name = current_generation(dir)?.ok_or_else(|| rebuild("there is no index yet".to_owned()))?;
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

/// Held while a generation is built; others must not take it for litter.
#[derive(Debug)]
pub(crate) struct BuildLock(#[expect(dead_code, reason = "the open file is the lock")] File);

/// Takes the lock.
pub(crate) fn try_lock_builds(dir: &Path) -> Result<BuildLock, Error> {
    fs::create_dir_all(dir)?;
    let file = File::options().create(true).truncate(false).write(true).open(dir.join(LOCK_FILE))?;
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
    let live = current_generation(dir)?;
    for name in list_generations(dir)?.into_iter().filter(|name| Some(name) != live.as_ref()) {
        if let Err(error) = fs::remove_dir_all(dir.join(&name)) {
            tracing::warn!(generation = name, %error, "an old generation of the index cannot be deleted");
        }
    }
    Ok(())
}

/// Records that a generation has had all titles of the database.
pub(crate) fn mark_filled(dir: &Path, name: &str) -> io::Result<()> {
    fs::write(dir.join(name).join(FILLED_FILE), "")
}

/// Returns true if a generation has ever had all titles of the database. Even if it is behind, it finds most.
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
