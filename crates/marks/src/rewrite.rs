//! Reading a container of which few files are changed, and rewriting it.

use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};

use books::{Archive, Error, Limits, Result, xml};
use zip::ZipArchive;

use crate::changes::PackageChanges;
use crate::form::TemplateFiller;

/// A finished package that is rewritten into a copy.
pub(crate) struct PackageRewriter<R> {
    archive: ZipArchive<R>,
}

impl<R: Read + Seek> PackageRewriter<R> {
    pub(crate) fn open(package: R) -> Result<Self> {
        let archive =
            ZipArchive::new(package).map_err(|error| Error::NotAZip { reason: error.to_string() })?;
        Ok(Self { archive })
    }

    pub(crate) fn file_names(&self) -> impl Iterator<Item = String> {
        self.archive.file_names().filter_map(|name| name.ok().map(std::borrow::Cow::into_owned))
    }

    pub(crate) fn comment(&self) -> String {
        String::from_utf8_lossy(self.archive.comment()).into_owned()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// The unpacked size of a file.
    pub(crate) fn uncompressed_size(&mut self, name: &str) -> Option<u64> {
        self.archive.by_name(name).ok().map(|file| file.size())
    }

    /// Reads an XML document. Named HTML entities become characters.
    pub(crate) fn read_xml(&mut self, name: &str) -> Result<String> {
        xml::decode_text(name, self.read_bytes(name)?)
    }

    /// Reads a text that is not XML, verbatim: in braille ASCII, `&LT;` is four characters.
    pub(crate) fn read_text(&mut self, name: &str) -> Result<String> {
        let encoding = "UTF-8".to_owned();
        String::from_utf8(self.read_bytes(name)?)
            .map_err(|_| Error::Encoding { entry: name.to_owned(), encoding })
    }

    fn read_bytes(&mut self, name: &str) -> Result<Vec<u8>> {
        let limit = Limits::default().entry_size;
        let damaged = |reason: String| Error::DamagedEntry { entry: name.to_owned(), reason };
        let file = self.archive.by_name(name).map_err(|error| damaged(error.to_string()))?;
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        if bytes.len() as u64 > limit {
            return Err(Error::EntryTooLarge { entry: name.to_owned(), limit });
        }
        Ok(bytes)
    }

    pub(crate) fn into_inner(self) -> R {
        self.archive.into_inner()
    }

    /// Writes a copy: `mimetype` first and verbatim, changed files compressed again, all others without
    /// recompression.
    pub(crate) fn write_copy<W: Write + Seek>(
        mut self,
        out: W,
        changes: PackageChanges,
        filling: &mut TemplateFiller<'_>,
    ) -> Result<W> {
        let mut files = BTreeMap::new();
        for (name, text) in changes.files {
            files.insert(name, text.fill_in(filling)?);
        }
        let new = changes.new.map(|new| Ok::<_, Error>((filling.fill(&new.form)?, new))).transpose()?;
        let first = new.as_ref().map(|(_, new)| &new.follows).or(files.keys().next());
        let modified =
            first.and_then(|name| self.archive.by_name(name).ok().and_then(|file| file.last_modified()));
        let mut archive = Archive::with_modified_time(out, modified.unwrap_or_default());
        for index in 0..self.archive.len() {
            let Some(Ok(name)) =
                self.archive.name_for_index(index).map(|name| name.map(std::borrow::Cow::into_owned))
            else {
                continue;
            };
            match files.get(&name) {
                Some(text) => archive.add(&name, text.as_bytes())?,
                None => archive.copy(&mut self.archive, index)?,
            }
            if let Some((text, new)) = new.as_ref().filter(|(_, new)| new.follows == name) {
                archive.add(&new.name, text.as_bytes())?;
            }
        }
        if let Some(comment) = &changes.comment {
            archive.set_comment(&filling.fill(comment)?)?;
        }
        archive.finish()
    }
}
