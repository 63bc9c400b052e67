//! The manifest that describes a backup.

use std::path::Path;

use anyhow::{Context as _, bail};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::copying::{TableProof, write_atomically};

const FORMAT_VERSION: u32 = 2;
pub(super) const NAME: &str = "manifest.json";
/// The longest manifest that is read, bytes: a million lost files.
const MAX_MANIFEST_BYTES: u64 = 128 << 20;

/// Description of a backup. A folder without one is not a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of the backup format.
    pub format: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Number of the database's last migration.
    pub schema: i64,
    /// Start of the backup: it contains everything that existed then.
    pub taken: Timestamp,
    /// The database, always a SQLite file.
    pub database: BackupPart,
    /// Rows and hash of each table of it, by name. Empty in backups of format 1.
    #[serde(default)]
    pub tables: Vec<TableProof>,
    /// The list of all files with their sizes and hashes, the database's and the index's among them.
    pub list: BackupPart,
    /// The folder of the search index, if included.
    pub index: Option<String>,
    /// True if converted books are included.
    pub artifacts: bool,
    pub titles: u64,
    pub accounts: u64,
    pub files: u64,
    /// Their total size in bytes.
    pub bytes: u64,
    /// Files that the database names but the file store had already lost.
    pub missing: Vec<String>,
    /// Files damaged in the file store: their content does not match their name.
    pub damaged: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupPart {
    /// Name in the folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// The SHA-256 of its content.
    pub sha256: String,
}

/// The fields that manifests of every version have.
#[derive(Deserialize)]
struct ManifestVersion {
    format: u32,
    program: String,
}

impl Manifest {
    pub(super) fn new(program: &str, taken: Timestamp, database: BackupPart, list: BackupPart) -> Self {
        Self {
            format: FORMAT_VERSION,
            program: program.to_owned(),
            schema: store::backup::own_schema(),
            taken,
            database,
            list,
            ..Self::default()
        }
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub fn find(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(NAME);
        let bytes = match std::fs::metadata(&path) {
            Ok(meta) if meta.len() > MAX_MANIFEST_BYTES => {
                bail!("{} is not a manifest: too long", path.display())
            }
            Ok(_) => std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
        };
        let wrong = || format!("{} is not the manifest of a backup", path.display());
        let version: ManifestVersion = serde_json::from_slice(&bytes).with_context(wrong)?;
        if version.format > FORMAT_VERSION {
            bail!("the backup was made by openshelf {}; this program is too old to read it", version.program);
        }
        let manifest: Self = serde_json::from_slice(&bytes).with_context(wrong)?;
        let names = [&manifest.database.name, &manifest.list.name].into_iter().chain(&manifest.index);
        if names.into_iter().any(|name| !is_plain_name(name)) {
            bail!("{}: it names files outside its folder", wrong());
        }
        Ok(Some(manifest))
    }

    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        Self::find(folder)?.with_context(|| {
            let folder = folder.display();
            format!("{folder} does not contain a complete backup: {NAME}, which is written last, is missing")
        })
    }

    /// Writes the manifest atomically, replacing an older one.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write_atomically(folder, NAME, &serde_json::to_vec_pretty(self)?)
    }
}

/// Returns true if this is the plain name of a file in the same folder.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}
