//! A zip container read within limits.

mod names;
mod recovery;

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::civil::DateTime;
use memchr::memmem;
use roxmltree::Document;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::litter::is_litter;
use crate::{Error, Finding, FindingKind, Limits, Reporter, Result, path, xml};
use names::EntryNames;

/// One file of a package, for delivery by itself (docs/rules/records.md#rule-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageFile {
    /// Path inside the package, such as `OEBPS/ch01.xhtml`.
    pub path: String,
    /// Media type, from the package document or else from the name.
    pub media_type: String,
    /// Unpacked size in bytes.
    pub size: u64,
    /// Time of the last change, as the container states it; zip has no time zone.
    pub modified: Option<DateTime>,
}

/// A zip container held in memory; its entries are unpacked when they are asked for, and all that
/// is unpacked counts against the limits.
#[derive(Debug, Clone)]
pub struct Package {
    archive: ZipArchive<Cursor<Bytes>>,
    entries: Vec<PackageEntry>,
    names: EntryNames,
    limits: Limits,
    /// Bytes unpacked so far, by all clones together.
    unpacked_bytes: Arc<AtomicU64>,
    /// XML nodes of all texts that have become part of a book, in the same way.
    counted_nodes: Arc<AtomicU64>,
    /// Addresses from which documents read their references, by path; only those that state one.
    bases: Arc<Mutex<HashMap<String, String>>>,
    /// Files that were unpacked whole although their check sum or size says otherwise.
    wrong_sums: Arc<Mutex<HashSet<String>>>,
    /// The folders of a book in several volumes, in their order, each with a slash at its end; the root is
    /// empty. Empty for all other books.
    volume_folders: Vec<String>,
    reporter: Reporter,
}

#[derive(Debug, Clone)]
struct PackageEntry {
    name: String,
    index: usize,
    size: u64,
    compressed_size: u64,
    modified_at: Option<DateTime>,
    crc: u32,
    /// The bytes of its name, if they may be in an older encoding: a name such as `目录` in GBK is also UTF-8.
    foreign_name: Option<Vec<u8>>,
}

/// Bytes of a document that are searched for an element `base`.
const MAX_BASE_BYTES: usize = 8_192;
/// The file that makes a container an EPUB.
const CONTAINER: &str = "META-INF/container.xml";
/// The message of the error at the end of a file whose check sum is wrong.
const WRONG_SUM_MESSAGE: &str = "Invalid checksum";
/// Bytes of the longest reference that is read in other ways than the one that is written.
const MAX_REFERENCE_BYTES: usize = 2048;

impl Package {
    /// Reads the directory of a container and checks it against the limits. What is repaired or left out is
    /// reported to nobody.
    pub fn open(bytes: Bytes, limits: Limits) -> Result<Self> {
        Self::open_reporting(bytes, limits, Reporter::default())
    }

    /// Reads the directory of a container and checks it against the limits.
    pub fn open_reporting(bytes: Bytes, limits: Limits, reporter: Reporter) -> Result<Self> {
        let not_a_zip = |error: ZipError| Error::NotAZip { reason: error.to_string() };
        // The directory is read as a whole before anything can be asked of it, so the signs with which its
        // entries begin are counted first. Containers in the container have them too.
        let listed = memmem::find_iter(&bytes, recovery::CENTRAL_SIGNATURE).count();
        if listed > limits.entries.saturating_mul(2) {
            return Err(Error::TooManyEntries { found: listed, limit: limits.entries });
        }
        let (mut archive, bytes) = recovery::open_zip(bytes, limits.entries, &reporter)?;
        if archive.len() > limits.entries {
            return Err(Error::TooManyEntries { found: archive.len(), limit: limits.entries });
        }
        if archive.has_duplicate_names() {
            report_duplicates(archive.central_directory_start(), &bytes, &reporter)?;
        }
        if archive.has_overlapping_files().map_err(not_a_zip)? {
            return Err(Error::OverlappingEntries);
        }
        let mut package = Self {
            entries: Vec::with_capacity(archive.len()),
            names: EntryNames::default(),
            unpacked_bytes: Arc::default(),
            counted_nodes: Arc::default(),
            bases: Arc::default(),
            wrong_sums: Arc::default(),
            volume_folders: Vec::new(),
            reporter,
            archive: archive.clone(),
            limits,
        };
        let mut total = 0_u64;
        for index in 0..archive.len() {
            let file = archive.by_index_raw(index).map_err(not_a_zip)?;
            let name = file.name().map_err(not_a_zip)?.into_owned();
            if file.encrypted() {
                return Err(Error::Encrypted { entry: name, scheme: "zip".into() });
            }
            if file.is_dir() || name.ends_with('\\') {
                continue;
            }
            let Some(path) = path::from_entry_name(&name).filter(|_| !file.is_symlink()) else {
                package.reporter.report(FindingKind::UnsafeName, "", &name);
                continue;
            };
            let raw_name = file.name_raw();
            let entry = PackageEntry {
                index,
                foreign_name: (!raw_name.is_ascii()).then(|| raw_name.to_owned()),
                size: file.size(),
                compressed_size: file.compressed_size(),
                modified_at: file.last_modified().and_then(to_civil),
                crc: file.crc32(),
                name: path,
            };
            package.check_size(&entry, entry.size)?;
            total = total.saturating_add(entry.size);
            package.entries.push(entry);
        }
        if total > limits.total_size {
            return Err(Error::PackageTooLarge { limit: limits.total_size });
        }
        package.strip_common_folder();
        package.index_names()?;
        Ok(package)
    }

    pub(crate) fn with_reporter(&self, reporter: Reporter) -> Self {
        Self { reporter, ..self.clone() }
    }

    /// A book that was packed with the folder that it is in begins in that folder.
    fn strip_common_folder(&mut self) {
        let folder = |name: &str| {
            let (folder, file) = name.split_once('/')?;
            file.eq_ignore_ascii_case(CONTAINER).then(|| format!("{folder}/"))
        };
        let Some(folder) = self.entries.iter().find_map(|entry| folder(&entry.name)) else { return };
        let is_outside = |entry: &&PackageEntry| !entry.name.starts_with(&folder) && !is_litter(&entry.name);
        if self.entries.iter().any(|entry| is_outside(&entry)) {
            return;
        }
        self.reporter.report(FindingKind::InexactName, "", &folder);
        for entry in &mut self.entries {
            if let Some(name) = entry.name.strip_prefix(&folder) {
                entry.name = name.to_owned();
            }
        }
    }

    /// Fills the table of names. Two entries whose names mean the same file must have the same bytes.
    fn index_names(&mut self) -> Result<()> {
        let mut kept: Vec<PackageEntry> = Vec::with_capacity(self.entries.len());
        for entry in std::mem::take(&mut self.entries) {
            match self.names.get_exact(&entry.name).map(|first| &kept[first]) {
                Some(first) if (first.crc, first.size) != (entry.crc, entry.size) => {
                    return Err(Error::DuplicateEntry);
                }
                Some(_) => self.reporter.report(FindingKind::RepeatedFile, "", &entry.name),
                None => {
                    self.names.insert(entry.name.clone(), kept.len());
                    if let Some(name) = &entry.foreign_name {
                        self.names.insert_bytes(name.clone(), kept.len());
                    }
                    kept.push(entry);
                }
            }
        }
        self.entries = kept;
        Ok(())
    }

    /// Paths of all files, in the order of the container.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Returns true if the container has a file of exactly this name.
    pub fn contains(&self, name: &str) -> bool {
        self.names.get_exact(name).is_some()
    }

    /// The name of the file that a path means: the file of this name, or else the only one whose name differs
    /// from it in Unicode form or case alone.
    pub fn find(&self, path: &str) -> Option<&str> {
        let at = self.names.get_exact(path).or_else(|| self.names.find_equivalent(path))?;
        Some(self.entries[at].name.as_str())
    }

    /// The file and the fragment that a reference leads to. If there is no file of the name that is written,
    /// equivalent names and other readings of the reference are tried, and reported; if none of them is there
    /// either, the path is the one that is written. `None` for an absolute address, and for a path that no
    /// file can have.
    pub fn resolve(&self, from: &str, href: &str) -> Option<(String, Option<String>)> {
        self.resolve_reference(from, href).map(|place| self.resolve_volume(place))
    }

    /// Resolves a reference as if the book had one volume.
    fn resolve_reference(&self, from: &str, href: &str) -> Option<(String, Option<String>)> {
        let plain = path::resolve(from, href);
        if let Some((path, _)) = &plain
            && self.contains(path)
        {
            if href.contains("..") && path::climbs_above_root(from, href) {
                self.reporter.report(FindingKind::ClimbingReference, from, href);
            }
            return plain;
        }
        let Some(place) = self.resolve_leniently(plain.as_ref(), from, href) else { return plain };
        self.reporter.report(FindingKind::InexactName, from, href);
        Some(place)
    }

    /// States that the book has several volumes, each in the folder of one of these files.
    pub(crate) fn set_volumes<'p>(&mut self, files: impl Iterator<Item = &'p str>) {
        let with_slash = |folder: &str| if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.volume_folders = files.map(|file| with_slash(path::folder(file))).collect();
    }

    /// The place in the volume that has the file: a file that one volume lacks is in another one, and each
    /// volume may have a copy of the text.
    fn resolve_volume(&self, (path, fragment): (String, Option<String>)) -> (String, Option<String>) {
        let inside = |folder: &String| path.strip_prefix(folder.as_str());
        let Some(name) = self.volume_folders.iter().filter_map(inside).min_by_key(|name| name.len()) else {
            return (path, fragment);
        };
        let found = match self.content_key(&path) {
            Some(content) if path::is_html(name) || path::extension(name) == "xml" => {
                let mut copies = self.volume_folders.iter().map(|folder| format!("{folder}{name}"));
                copies.find(|copy| self.content_key(copy) == Some(content))
            }
            Some(_) => None,
            None => self.find_in_volumes(name).map(str::to_owned),
        };
        (found.unwrap_or(path), fragment)
    }

    /// The file of this name in the folder of a volume. `None` if several volumes have different ones.
    fn find_in_volumes(&self, name: &str) -> Option<&str> {
        let mut found = self.volume_folders.iter().filter_map(|folder| self.find(&format!("{folder}{name}")));
        let first = found.next()?;
        let content = self.content_key(first);
        found.all(|other| self.content_key(other) == content).then_some(first)
    }

    /// Checksum and size of a file, which are equal for copies of it.
    pub(crate) fn content_key(&self, name: &str) -> Option<(u32, u64)> {
        self.entry(name).map(|entry| (entry.crc, entry.size))
    }

    fn resolve_leniently(
        &self,
        plain: Option<&(String, Option<String>)>,
        from: &str,
        href: &str,
    ) -> Option<(String, Option<String>)> {
        if href.len() > MAX_REFERENCE_BYTES || plain.is_none() && is_remote(href) {
            return None;
        }
        let found = |(path, fragment): &(String, Option<String>)| {
            self.find(path).map(|name| (name.to_owned(), fragment.clone()))
        };
        let from_base = || {
            let base = self.bases.lock().unwrap_or_else(PoisonError::into_inner).get(from).cloned()?;
            path::resolve(&base, href).as_ref().and_then(found)
        };
        plain
            .and_then(found)
            .or_else(from_base)
            .or_else(|| path::other_readings(from, href).iter().find_map(found))
    }

    /// Notes the address from which a document reads its references (`base`), if it is one in the package.
    fn note_base(&self, path: &str, text: &str) {
        let base = find_base(text).and_then(|href| {
            // References are relative to the folder.
            let file = if href.ends_with('/') { "base" } else { "" };
            path::resolve(path, &format!("{href}{file}"))
        });
        if let Some((base, _)) = base {
            self.bases.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), base);
        }
    }

    /// Gives a file the name by which the package document lists it, so that all that is read and written has
    /// the same name. The former name still leads to it.
    pub(crate) fn rename(&mut self, name: &str, listed: &str) {
        if self.contains(listed) || !path::is_safe(listed) {
            return;
        }
        if let Some(at) = self.names.get_exact(name) {
            listed.clone_into(&mut self.entries[at].name);
            self.names.insert(listed.to_owned(), at);
        }
    }

    /// Reads a document of the package, whatever it is: in any encoding, and repaired where it is not
    /// well-formed; both is reported. `read` learns whether it differs from what the file holds. `place` is
    /// the file that refers to it, for the error.
    pub(crate) fn with_document<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        self.with_document_in_charset(path, place, None, read)
    }

    /// Reads a document whose encoding is stated elsewhere, if it does not state one itself.
    pub(crate) fn with_document_in_charset<T>(
        &self,
        path: &str,
        place: &str,
        charset: Option<&str>,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        let mut decoded =
            xml::DecodedDocument::from_bytes(path, self.read(path, place)?, charset, &self.reporter)?;
        if xml::is_plain_text(path, &decoded.text) {
            let text = xml::plain_text_document(&decoded.text);
            decoded = xml::DecodedDocument { text, is_recoded: true };
        }
        self.note_base(path, &decoded.text);
        xml::with_document(path, &decoded, &self.limits, &self.reporter, read)
    }

    /// The unpacked size of a file in bytes, as the container declares it.
    pub fn size(&self, name: &str) -> Option<u64> {
        self.entry(name).map(|entry| entry.size)
    }

    /// The reporter for repairs and omissions.
    pub fn reporter(&self) -> &Reporter {
        &self.reporter
    }

    /// The limits that it is read within.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Unpacks one file. `place` is the file that refers to it, for the error.
    pub fn read(&self, name: &str, place: &str) -> Result<Vec<u8>> {
        let entry = self.require_entry(name, place)?;
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        // The archive is shared behind a reference count; a clone is a cursor of its own.
        let mut archive = self.archive.clone();
        let mut file = archive.by_index(entry.index).map_err(|error| match error {
            ZipError::InvalidPassword => Error::Encrypted { entry: name.to_owned(), scheme: "zip".into() },
            other => damaged(other.to_string()),
        })?;
        let left = self.limits.total_size.saturating_sub(self.unpacked_bytes.load(Ordering::Relaxed));
        let allowed = self.max_unpacked_size(entry).min(left);
        let mut out = Vec::with_capacity(usize::try_from(entry.size.min(allowed)).unwrap_or_default());
        let unpacked = file.by_ref().take(allowed.saturating_add(1)).read_to_end(&mut out);
        if let Err(error) = unpacked {
            // One wrong character is better than no text.
            let is_whole = out.len() as u64 == entry.size && error.to_string() == WRONG_SUM_MESSAGE;
            if !is_whole {
                out = recovery::unpack_alone(&self.archive, entry.index, allowed)
                    .ok_or_else(|| damaged(error.to_string()))?;
            }
            self.note_wrong_sum(name);
        }
        let read = out.len() as u64;
        if read > left {
            return Err(Error::PackageTooLarge { limit: self.limits.total_size });
        }
        self.check_size(entry, read)?;
        self.unpacked_bytes.fetch_add(read, Ordering::Relaxed);
        Ok(out)
    }

    fn note_wrong_sum(&self, name: &str) {
        let mut names = self.wrong_sums.lock().unwrap_or_else(PoisonError::into_inner);
        if names.insert(name.to_owned()) {
            self.reporter.report(FindingKind::WrongChecksum, name, "");
        }
    }

    pub(crate) fn has_wrong_sum(&self, name: &str) -> bool {
        self.wrong_sums.lock().unwrap_or_else(PoisonError::into_inner).contains(name)
    }

    /// The first bytes of a file, up to `count`.
    pub(crate) fn read_beginning(&self, name: &str, count: usize) -> Result<Vec<u8>> {
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        let entry = self.require_entry(name, "the container")?;
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
    pub(crate) fn count_nodes(&self, entry: &str, document: &Document<'_>) -> Result<()> {
        let nodes = document.root().descendants().count() as u64;
        let limit = self.limits.xml_nodes.div_ceil(2);
        if self.counted_nodes.fetch_add(nodes, Ordering::Relaxed).saturating_add(nodes) > u64::from(limit) {
            return Err(Error::TooManyNodes { entry: entry.to_owned(), limit });
        }
        Ok(())
    }

    /// The value of a part that was read. `None` if its error costs that part only, which is reported.
    pub(crate) fn keep_or_report<T>(&self, path: &str, read: Result<T>) -> Result<Option<T>> {
        match read {
            Err(error) if error.costs_part() => {
                self.report_lost_document(path, &error);
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// Reports a document that is left out, and why.
    pub(crate) fn report_lost_document(&self, path: &str, error: &Error) {
        let kind = match error {
            Error::MissingEntry { .. } => FindingKind::MissingFile,
            Error::DamagedEntry { .. } | Error::ExpandsTooMuch { .. } => FindingKind::DamagedFile,
            _ => FindingKind::UnreadableDocument,
        };
        let finding = Finding::new(kind, path, &error.to_string());
        self.reporter.add(match error {
            Error::BadXml { line, .. } => finding.at_line(*line),
            _ => finding,
        });
    }

    /// The container itself.
    pub(crate) fn bytes(&self) -> Bytes {
        self.archive.clone().into_inner().into_inner()
    }

    /// All files with media types by `media_type`, in the order of the container.
    pub(crate) fn files(&self, media_type: impl Fn(&str) -> String) -> Vec<PackageFile> {
        self.entries
            .iter()
            .map(|entry| PackageFile {
                path: entry.name.clone(),
                media_type: media_type(&entry.name),
                size: entry.size,
                modified: entry.modified_at,
            })
            .collect()
    }

    /// A reader of the container's raw entries, for copying them as they are compressed.
    pub(crate) fn open_archive(&self) -> ZipArchive<Cursor<Bytes>> {
        self.archive.clone()
    }

    /// The place of a file in [`Package::open_archive`].
    pub(crate) fn entry_index(&self, name: &str) -> Option<usize> {
        self.entry(name).map(|entry| entry.index)
    }

    fn entry(&self, name: &str) -> Option<&PackageEntry> {
        self.names.get_exact(name).map(|at| &self.entries[at])
    }

    fn require_entry(&self, name: &str, place: &str) -> Result<&PackageEntry> {
        self.entry(name)
            .ok_or_else(|| Error::MissingEntry { entry: name.to_owned(), place: place.to_owned() })
    }

    /// The maximum unpacked size of an entry, bytes.
    fn max_unpacked_size(&self, entry: &PackageEntry) -> u64 {
        let by_ratio =
            entry.compressed_size.saturating_mul(self.limits.expansion_ratio).max(Limits::RATIO_FREE);
        self.limits.entry_size.min(by_ratio)
    }

    fn check_size(&self, entry: &PackageEntry, size: u64) -> Result<()> {
        if size > self.limits.entry_size {
            return Err(Error::EntryTooLarge { entry: entry.name.clone(), limit: self.limits.entry_size });
        }
        if size > self.max_unpacked_size(entry) {
            return Err(Error::ExpandsTooMuch {
                entry: entry.name.clone(),
                limit: self.limits.expansion_ratio,
            });
        }
        Ok(())
    }
}

/// Returns true if a reference leads to another server, or holds its content.
fn is_remote(href: &str) -> bool {
    let scheme = href.trim_start().split(':').next().unwrap_or_default().to_ascii_lowercase();
    href.trim_start().starts_with("//")
        || ["http", "https", "mailto", "data", "ftp", "file", "tel", "javascript", "urn", "blob", "about"]
            .contains(&scheme.as_str())
}

/// Reports entries of one name, of which the archive shows one.
///
/// # Errors
/// [`Error::DuplicateEntry`] if they have different contents: each reader would see another book.
fn report_duplicates(directory: u64, bytes: &[u8], reporter: &Reporter) -> Result<()> {
    let mut rest = usize::try_from(directory).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    let mut contents: HashMap<&[u8], &[u8]> = HashMap::new();
    while let Some(header) = rest.get(..46).filter(|header| header.starts_with(b"PK\x01\x02")) {
        let length = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let Some(name) = rest.get(46..46 + length(28)) else { break };
        // Check sum and unpacked size.
        let content = [&header[16..20], &header[24..28]];
        let first = *contents.entry(name).or_insert(&rest[16..28]);
        if content != [&first[..4], &first[8..]] {
            return Err(Error::DuplicateEntry);
        }
        if !std::ptr::eq(first, std::ptr::from_ref(&rest[16..28])) {
            reporter.report(FindingKind::RepeatedFile, "", &String::from_utf8_lossy(name));
        }
        let Some(next) = rest.get(46 + length(28) + length(30) + length(32)..) else { break };
        rest = next;
    }
    Ok(())
}

/// The address of the element `base` in the head of a document, or that of the attribute `xml:base`.
fn find_base(text: &str) -> Option<&str> {
    let head = &text[..text.floor_char_boundary(MAX_BASE_BYTES)];
    let is_base = |at: &usize| {
        let name = head.as_bytes().get(at + 1..at + 6);
        name.is_some_and(|name| name[..4].eq_ignore_ascii_case(b"base") && name[4].is_ascii_whitespace())
    };
    let from_element = || {
        let start = head.match_indices('<').map(|(at, _)| at).find(is_base)?;
        let tag = head[start..].split('>').next()?;
        let at = tag.to_ascii_lowercase().find("href")?;
        Some(&tag[at + 4..])
    };
    let from_attribute = || Some(head.split_once("xml:base")?.1);
    let value = from_element().or_else(from_attribute)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let href = value[1..].split(quote).next()?.trim();
    (!href.is_empty()).then_some(href)
}

fn to_civil(time: zip::DateTime) -> Option<DateTime> {
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
