//! Writing a container anew with few of its files changed.

use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};

use zip::ZipArchive;

use crate::archive::Archive;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::xml;

/// A finished package and the changes to make.
pub(super) struct Rewrite<R> {
    archive: ZipArchive<R>,
    pub(super) changes: BTreeMap<String, String>,
    comment: Option<String>,
}

impl<R: Read + Seek> Rewrite<R> {
    pub(super) fn open(package: R) -> Result<Self> {
        let archive =
            ZipArchive::new(package).map_err(|error| Error::NotAZip { reason: error.to_string() })?;
        Ok(Self { archive, changes: BTreeMap::new(), comment: None })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.archive.file_names().filter_map(|name| name.ok().map(std::borrow::Cow::into_owned))
    }

    /// What is said of the container as a whole.
    pub(super) fn comment(&self) -> String {
        String::from_utf8_lossy(self.archive.comment()).into_owned()
    }

    /// Says it anew.
    pub(super) fn set_comment(&mut self, text: String) {
        self.comment = Some(text);
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some() || self.changes.contains_key(name)
    }

    /// The unpacked size of a file.
    pub(super) fn size(&mut self, name: &str) -> Option<u64> {
        self.archive.by_name(name).ok().map(|file| file.size())
    }

    /// Reads a text.
    pub(super) fn text(&mut self, name: &str) -> Result<String> {
        let limit = Limits::default().entry_size;
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        let file = self.archive.by_name(name).map_err(|error| damaged(error.to_string()))?;
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        if bytes.len() as u64 > limit {
            return Err(Error::EntryTooLarge { entry: name.to_owned(), limit });
        }
        xml::decode(name, bytes)
    }

    /// Writes the package: `mimetype` first and as it is, changed files compressed anew, all others
    /// as they are compressed. A new file stands right behind the package document.
    pub(super) fn write<W: Write + Seek>(mut self, out: W, package_document: &str) -> Result<W> {
        let modified = self.archive.by_name(package_document).ok().and_then(|file| file.last_modified());
        let mut archive = Archive::at(out, modified.unwrap_or_default());
        let new: Vec<String> =
            self.changes.keys().filter(|name| self.archive.index_for_name(name).is_none()).cloned().collect();
        for index in 0..self.archive.len() {
            let Some(Ok(name)) =
                self.archive.name_for_index(index).map(|name| name.map(std::borrow::Cow::into_owned))
            else {
                continue;
            };
            match self.changes.get(&name) {
                Some(text) => archive.add(&name, text.as_bytes())?,
                None => archive.copy(&mut self.archive, index)?,
            }
            if name == package_document {
                for name in &new {
                    archive.add(name, self.changes[name].as_bytes())?;
                }
            }
        }
        if let Some(comment) = &self.comment {
            archive.comment(comment)?;
        }
        archive.finish()
    }
}
