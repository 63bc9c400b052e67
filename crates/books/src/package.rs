//! A zip container read within limits.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use jiff::civil::DateTime;
use roxmltree::Document;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::path;
use crate::report::Reporter;

/// One file of a package, for delivery by itself (docs/rules/records.md#rule-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageFile {
    /// Path inside the package, such as `OEBPS/ch01.xhtml`.
    pub path: String,
    /// Media type, from the package document or else from the name.
    pub media_type: String,
    /// Unpacked size in bytes.
    pub size: u64,
    /// When it was last changed, as the container says; zip knows no time zone.
    pub modified: Option<DateTime>,
}

/// A zip container held in memory; its entries are unpacked when they are asked for, and all that
/// is unpacked counts against the limits.
#[derive(Debug, Clone)]
pub struct Package {
    archive: ZipArchive<Cursor<Bytes>>,
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
    limits: Limits,
    /// Bytes unpacked so far, by all clones together.
    unpacked: Arc<AtomicU64>,
    /// XML nodes of all texts that have become part of a book, in the same way.
    kept: Arc<AtomicU64>,
    /// Where repairs and omissions are reported.
    reporter: Reporter,
}

#[derive(Debug, Clone)]
struct Entry {
    name: String,
    index: usize,
    size: u64,
    compressed: u64,
    modified: Option<DateTime>,
}

impl Package {
    /// Reads the directory of a container and checks it against the limits. What is repaired or left out is
    /// reported to nobody.
    pub fn open(bytes: Bytes, limits: Limits) -> Result<Self> {
        Self::open_reporting(bytes, limits, Reporter::default())
    }

    /// Reads the directory of a container and checks it against the limits.
    pub fn open_reporting(bytes: Bytes, limits: Limits, reporter: Reporter) -> Result<Self> {
        let not_a_zip = |error: ZipError| Error::NotAZip { reason: error.to_string() };
        // The directory is read as a whole before anything can be asked of it, so its entries are counted
        // first.
        let listed = listed(&bytes);
        if listed > limits.entries.saturating_mul(2) {
            return Err(Error::TooManyEntries { found: listed, limit: limits.entries });
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(not_a_zip)?;
        if archive.len() > limits.entries {
            return Err(Error::TooManyEntries { found: archive.len(), limit: limits.entries });
        }
        if archive.has_duplicate_names() {
            return Err(Error::DuplicateEntry);
        }
        if archive.has_overlapping_files().map_err(not_a_zip)? {
            return Err(Error::OverlappingEntries);
        }
        let mut package = Self {
            entries: Vec::with_capacity(archive.len()),
            by_name: HashMap::with_capacity(archive.len()),
            unpacked: Arc::default(),
            kept: Arc::default(),
            reporter,
            archive: archive.clone(),
            limits,
        };
        let mut total = 0_u64;
        for index in 0..archive.len() {
            let file = archive.by_index_raw(index).map_err(not_a_zip)?;
            let name = file.name().map_err(not_a_zip)?.into_owned();
            if !path::is_safe(&name) {
                return Err(Error::UnsafePath { path: name, place: "the container".into() });
            }
            if file.encrypted() {
                return Err(Error::Encrypted { entry: name, scheme: "zip".into() });
            }
            if file.is_dir() {
                continue;
            }
            let entry = Entry {
                index,
                size: file.size(),
                compressed: file.compressed_size(),
                modified: file.last_modified().and_then(civil),
                name: name.clone(),
            };
            package.check_size(&entry, entry.size)?;
            total = total.saturating_add(entry.size);
            package.by_name.insert(name, package.entries.len());
            package.entries.push(entry);
        }
        if total > limits.total_size {
            return Err(Error::PackageTooLarge { limit: limits.total_size });
        }
        Ok(package)
    }

    /// Paths of all files, in the order of the container.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Whether the container has this file.
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The unpacked size of a file in bytes, as the container declares it.
    pub fn size(&self, name: &str) -> Option<u64> {
        self.entry(name).map(|entry| entry.size)
    }

    /// Where repairs and omissions are reported.
    pub fn reporter(&self) -> &Reporter {
        &self.reporter
    }

    /// The limits that it is read within.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Unpacks one file. `place` is the file that refers to it, for the error.
    pub fn read(&self, name: &str, place: &str) -> Result<Vec<u8>> {
        let entry = self
            .entry(name)
            .ok_or_else(|| Error::MissingEntry { entry: name.to_owned(), place: place.to_owned() })?;
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        // The archive is shared behind a reference count; a clone is a cursor of its own.
        let mut archive = self.archive.clone();
        let mut file = archive.by_index(entry.index).map_err(|error| match error {
            ZipError::InvalidPassword => Error::Encrypted { entry: name.to_owned(), scheme: "zip".into() },
            other => damaged(other.to_string()),
        })?;
        let left = self.limits.total_size.saturating_sub(self.unpacked.load(Ordering::Relaxed));
        let allowed = self.allowed(entry).min(left);
        let mut out = Vec::with_capacity(usize::try_from(entry.size.min(allowed)).unwrap_or_default());
        file.by_ref()
            .take(allowed.saturating_add(1))
            .read_to_end(&mut out)
            .map_err(|error| damaged(error.to_string()))?;
        let read = out.len() as u64;
        if read > left {
            return Err(Error::PackageTooLarge { limit: self.limits.total_size });
        }
        self.check_size(entry, read)?;
        self.unpacked.fetch_add(read, Ordering::Relaxed);
        Ok(out)
    }

    /// The first bytes of a file, up to `count`.
    pub(crate) fn begin(&self, name: &str, count: usize) -> Result<Vec<u8>> {
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        let entry = self
            .entry(name)
            .ok_or_else(|| Error::MissingEntry { entry: name.to_owned(), place: "the container".into() })?;
        let mut archive = self.archive.clone();
        let file = archive.by_index(entry.index).map_err(|error| damaged(error.to_string()))?;
        let mut out = Vec::with_capacity(count);
        file.take(count as u64).read_to_end(&mut out).map_err(|error| damaged(error.to_string()))?;
        Ok(out)
    }

    /// Counts a document whose contents stay in memory as part of the book. A package may name one of its
    /// files again and again.
    ///
    /// # Errors
    /// [`Error::TooManyNodes`] when all of them together have more than half of the nodes that one document
    /// may have.
    pub(crate) fn keep(&self, entry: &str, document: &Document<'_>) -> Result<()> {
        let nodes = document.root().descendants().count() as u64;
        let limit = self.limits.xml_nodes.div_ceil(2);
        if self.kept.fetch_add(nodes, Ordering::Relaxed).saturating_add(nodes) > u64::from(limit) {
            return Err(Error::TooManyNodes { entry: entry.to_owned(), limit });
        }
        Ok(())
    }

    /// All files with media types by `media_type`, in the order of the container.
    pub(crate) fn files(&self, media_type: impl Fn(&str) -> String) -> Vec<PackageFile> {
        self.entries
            .iter()
            .map(|entry| PackageFile {
                path: entry.name.clone(),
                media_type: media_type(&entry.name),
                size: entry.size,
                modified: entry.modified,
            })
            .collect()
    }

    /// A reader of the container's raw entries, for copying them as they are compressed.
    pub(crate) fn archive(&self) -> ZipArchive<Cursor<Bytes>> {
        self.archive.clone()
    }

    /// The place of a file in [`Package::archive`].
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.entry(name).map(|entry| entry.index)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|at| &self.entries[*at])
    }

    /// How many bytes the entry may unpack to.
    fn allowed(&self, entry: &Entry) -> u64 {
        let by_ratio = entry.compressed.saturating_mul(self.limits.expansion_ratio).max(Limits::RATIO_FREE);
        self.limits.entry_size.min(by_ratio)
    }

    fn check_size(&self, entry: &Entry, size: u64) -> Result<()> {
        if size > self.limits.entry_size {
            return Err(Error::EntryTooLarge { entry: entry.name.clone(), limit: self.limits.entry_size });
        }
        if size > self.allowed(entry) {
            return Err(Error::ExpandsTooMuch {
                entry: entry.name.clone(),
                limit: self.limits.expansion_ratio,
            });
        }
        Ok(())
    }
}

/// No fewer than the entries that a directory can list: the signs with which they begin. Containers in the
/// container have them too.
fn listed(bytes: &[u8]) -> usize {
    let mut found = 0;
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| *byte == b'P') {
        at += next + 1;
        found += usize::from(bytes[at..].starts_with(b"K\x01\x02"));
    }
    found
}

fn civil(time: zip::DateTime) -> Option<DateTime> {
    // Zip times are unsigned fields; jiff refuses invalid dates.
    let part = |value: u8| i8::try_from(value).ok();
    DateTime::new(
        i16::try_from(time.year()).ok()?,
        part(time.month())?,
        part(time.day())?,
        part(time.hour())?,
        part(time.minute())?,
        part(time.second())?,
        0,
    )
    .ok()
}
