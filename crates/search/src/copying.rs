//! A copy of the index as of its last commit, while it is written to by this process or another.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tantivy::directory::{Directory as _, META_LOCK};
use tantivy::index::SegmentComponent;
use tantivy::{Index, IndexMeta, TantivyError};

use crate::snapshot::CommitPayload;
use crate::{Error, generations};

/// The files of a segment, apart from its deletions.
const COPIED_COMPONENTS: [SegmentComponent; 6] = [
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Store,
];
/// Maximum number of attempts, because a rebuild may replace the live generation during one.
const MAX_COPY_ATTEMPTS: usize = 5;
/// The engine's list of its files.
const MANAGED_FILE: &str = ".managed.json";
/// The engine's description of its last commit.
const META_FILE: &str = "meta.json";

/// Copies the index in `dir` into the folder `to`, which is made, and returns the position in the change log
/// that the copy has reached. [`Error::NeedsRebuild`] if there is none that can be used.
pub fn copy_index(dir: &Path, to: &Path) -> Result<i64, Error> {
    for _ in 1..MAX_COPY_ATTEMPTS {
        if let Some(position) = copy_live(dir, to)? {
            return Ok(position);
        }
    }
    Err(Error::Locked)
}

/// `None` if the generation was replaced before all of its files were open.
fn copy_live(dir: &Path, to: &Path) -> Result<Option<i64>, Error> {
    let (name, index) = generations::open_current(dir)?;
    let (meta, files) = open_files(&index, &dir.join(&name))?;
    // Only generations that are not live are swept.
    if generations::current_generation(dir)?.as_ref() != Some(&name) {
        return Ok(None);
    }
    let folder = to.join(&name);
    fs::create_dir_all(&folder)?;
    let mut managed: BTreeSet<PathBuf> = BTreeSet::from([META_FILE.into()]);
    for (path, mut file) in files {
        let mut copy = File::create(folder.join(&path))?;
        io::copy(&mut file, &mut copy)?;
        copy.sync_all()?;
        managed.insert(path);
    }
    write_synced(&folder.join(MANAGED_FILE), &serde_json::to_vec(&managed).map_err(io::Error::from)?)?;
    write_synced(&folder.join(META_FILE), &serde_json::to_vec_pretty(&meta).map_err(io::Error::from)?)?;
    write_synced(
        &folder.join(generations::SCHEMA_FILE),
        &fs::read(dir.join(&name).join(generations::SCHEMA_FILE))?,
    )?;
    File::open(&folder)?.sync_all()?;
    generations::make_current(to, &name)?;
    let payload = meta.payload.and_then(|text| serde_json::from_str::<CommitPayload>(&text).ok());
    Ok(Some(payload.unwrap_or_default().position))
}

/// The last commit, and its files, open: an open file can be read to its end, even if it is deleted. The lock
/// keeps the writer from deleting any before all are open.
fn open_files(index: &Index, folder: &Path) -> Result<(IndexMeta, Vec<(PathBuf, File)>), Error> {
    let _lock = index.directory().acquire_lock(&META_LOCK).map_err(TantivyError::from)?;
    let meta = index.load_metas()?;
    let mut files = Vec::new();
    for segment in &meta.segments {
        let deletions = segment.delete_opstamp().map(|_| SegmentComponent::Delete);
        for component in COPIED_COMPONENTS.into_iter().chain(deletions) {
            let path = segment.relative_path(component);
            match File::open(folder.join(&path)) {
                Ok(file) => files.push((path, file)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok((meta, files))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)?;
    File::open(path)?.sync_all()
}
