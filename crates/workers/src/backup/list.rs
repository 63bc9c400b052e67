//! The list of a backup's files with their sizes and hashes, in the form of `sha256sum`. The size of a file
//! is in a comment before its line; lists of backups of format 1 have none.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use delivery::keys::{Hash, Hasher, Key};

use super::manifest::BackupPart;
use crate::referenced_files::KeyPart;

/// The file store's folder in a backup, as the list writes it.
const FILES_PREFIX: &str = "files/";
/// The first character of a line with a size.
const COMMENT_SIGN: char = '#';
const MAX_LINE_BYTES: u64 = 1024;
const BYTES_PER_READ: usize = 256 << 10;

/// The subject of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BackupEntry {
    File(Key),
    /// Another file: its path in the folder of the backup.
    Other(PathBuf),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BackupFile {
    pub(super) entry: BackupEntry,
    pub(super) hash: Hash,
    /// Bytes. `None` if the list does not have sizes.
    pub(super) bytes: Option<u64>,
}

impl BackupFile {
    /// Returns true if a file of this size and content is the one that the list names.
    pub(super) fn matches(&self, bytes: u64, hash: Hash) -> bool {
        self.hash == hash && self.bytes.is_none_or(|expected| expected == bytes)
    }
}

/// A list in progress. Its length and hash are in the manifest, so a partial list is never used.
pub(super) struct ListWriter {
    file: BufWriter<File>,
    hasher: Hasher,
    bytes: u64,
    name: String,
}

impl ListWriter {
    pub(super) fn begin(folder: &Path, name: &str) -> anyhow::Result<Self> {
        let file = File::create(folder.join(name)).with_context(|| format!("writing {name}"))?;
        let file = BufWriter::new(file);
        let hasher = Hasher::default();
        Ok(Self { file, hasher, bytes: 0, name: name.to_owned() })
    }

    /// Adds a file of the file store.
    pub(super) fn write_file(&mut self, key: &Key, bytes: u64, hash: Hash) -> anyhow::Result<()> {
        self.write_line(&format!("{FILES_PREFIX}{key}"), bytes, hash)
    }

    /// Adds another file by its path in the folder.
    pub(super) fn write_line(&mut self, path: &str, bytes: u64, hash: Hash) -> anyhow::Result<()> {
        // `sha256sum` skips comments.
        let line = format!("{COMMENT_SIGN} {bytes}\n{hash}  {path}\n");
        self.hasher.update(line.as_bytes());
        self.bytes += line.len() as u64;
        self.file.write_all(line.as_bytes()).with_context(|| format!("writing {}", self.name))
    }

    /// Flushes the list to disk.
    pub(super) fn finish(self) -> anyhow::Result<BackupPart> {
        let file = self.file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all().with_context(|| format!("writing {}", self.name))?;
        Ok(BackupPart { name: self.name, bytes: self.bytes, sha256: self.hasher.finish().to_string() })
    }
}

/// Reads a list file by file. The list itself must have been checked with [`is_intact`].
pub(super) fn read_list(
    path: &Path,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<BackupFile>> + Send + use<>> {
    let file = File::open(path).with_context(|| format!("reading {}", path.display()))?;
    let mut lines = BufReader::new(file);
    let path = path.to_owned();
    Ok(std::iter::from_fn(move || {
        let mut size = None;
        loop {
            let mut line = String::new();
            let read = (&mut lines).take(MAX_LINE_BYTES).read_line(&mut line);
            let parsed = match read {
                Ok(0) => return None,
                Ok(_) => parse_line(&line).with_context(|| format!("{}: {line:?}", path.display())),
                Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
            };
            match parsed {
                Ok(ListLine::Size(bytes)) => size = Some(bytes),
                Ok(ListLine::File(entry, hash)) => return Some(Ok(BackupFile { entry, hash, bytes: size })),
                Err(error) => return Some(Err(error)),
            }
        }
    }))
}

/// The hashes that lists give for the files of a part.
pub(super) fn read_hashes(lists: &[PathBuf], key_part: KeyPart) -> anyhow::Result<BTreeMap<Key, Hash>> {
    let mut hashes = BTreeMap::new();
    for list in lists {
        for file in read_list(list)? {
            if let BackupFile { entry: BackupEntry::File(key), hash, .. } = file?
                && key_part.contains(&key)
            {
                hashes.insert(key, hash);
            }
        }
    }
    Ok(hashes)
}

#[derive(Debug, PartialEq, Eq)]
enum ListLine {
    /// The size of the file of the next line.
    Size(u64),
    File(BackupEntry, Hash),
}

fn parse_line(line: &str) -> anyhow::Result<ListLine> {
    if let Some(size) = line.strip_prefix(COMMENT_SIGN) {
        return Ok(ListLine::Size(size.trim().parse().context("no size")?));
    }
    let parts = line.strip_suffix('\n').and_then(|line| line.split_once("  "));
    let Some((hash, path)) = parts else { bail!("not a line of a list of files") };
    let hash = Hash::parse(hash).context("no hash")?;
    let entry = match path.strip_prefix(FILES_PREFIX) {
        Some(key) => BackupEntry::File(Key::parse(key)?),
        None if is_inside(path) => BackupEntry::Other(path.into()),
        None => bail!("the path is outside the backup"),
    };
    Ok(ListLine::File(entry, hash))
}

/// Returns true if a path stays inside its folder.
fn is_inside(path: &str) -> bool {
    let segment = |s: &str| {
        !matches!(s, "" | "." | "..")
            && s.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
    };
    path.split('/').all(segment)
}

/// Returns true if a file has this size and hash.
pub(super) fn is_intact(folder: &Path, part: &BackupPart) -> anyhow::Result<bool> {
    match hash_file(&folder.join(&part.name)) {
        Ok((bytes, hash)) => Ok(bytes == part.bytes && hash.to_string() == part.sha256),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("reading {}", part.name)),
    }
}

pub(super) fn hash_file(path: &Path) -> std::io::Result<(u64, Hash)> {
    copy_into(path, &mut std::io::sink())
}

/// Copies a file and flushes it to disk; returns its size and hash.
pub(super) fn copy_durably(from: &Path, to: &Path) -> std::io::Result<(u64, Hash)> {
    let mut file = File::create(to)?;
    let copied = copy_into(from, &mut file)?;
    file.sync_all()?;
    Ok(copied)
}

/// Copies a file; returns its size and hash.
pub(super) fn copy(from: &Path, to: &Path) -> std::io::Result<(u64, Hash)> {
    copy_into(from, &mut File::create(to)?)
}

fn copy_into(from: &Path, to: &mut impl std::io::Write) -> std::io::Result<(u64, Hash)> {
    let (mut file, mut hasher, mut bytes) = (File::open(from)?, Hasher::default(), 0);
    let mut piece = vec![0; BYTES_PER_READ];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok((bytes, hasher.finish()));
        }
        hasher.update(&piece[..read]);
        to.write_all(&piece[..read])?;
        bytes += read as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip_and_others_are_refused() {
        let hash = Hash::of_bytes(b"x");
        let line = format!("{hash}  files/sources/a.epub\n");
        let key = Key::parse("sources/a.epub").unwrap();
        assert_eq!(parse_line(&line).unwrap(), ListLine::File(BackupEntry::File(key), hash));
        let line = format!("{hash}  index-1/g00000001/.managed.json\n");
        assert_eq!(
            parse_line(&line).unwrap(),
            ListLine::File(BackupEntry::Other("index-1/g00000001/.managed.json".into()), hash)
        );
        for path in ["../x", "/etc/passwd", "a//b", "a/./b", "files/../../x", "files/.x", "", "a b", "a\\b"] {
            assert!(parse_line(&format!("{hash}  {path}\n")).is_err(), "{path}");
        }
        assert_eq!(parse_line("# 12\n").unwrap(), ListLine::Size(12));
        for line in [
            "#\n",
            "# -1\n",
            "# x\n",
            "",
            "\n",
            "  x\n",
            &format!("{hash} x\n"),
            &format!("{hash}  x"),
            "zz  x\n",
        ] {
            assert!(parse_line(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn lists_with_and_without_sizes_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (hash, key) = (Hash::of_bytes(b"x"), Key::parse("sources/a.epub").unwrap());
        let mut list = ListWriter::begin(folder.path(), "new").unwrap();
        list.write_file(&key, 1, hash).unwrap();
        list.finish().unwrap();
        std::fs::write(folder.path().join("old"), format!("{hash}  files/{key}\n")).unwrap();
        for (name, bytes) in [("new", Some(1)), ("old", None)] {
            let files: Vec<BackupFile> =
                read_list(&folder.path().join(name)).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(files, [BackupFile { entry: BackupEntry::File(key.clone()), hash, bytes }]);
        }
    }
}
