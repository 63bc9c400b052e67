//! Zip files, unpacked within limits.

use std::io::{Cursor, Read as _};

use memchr::memmem;
use zip::ZipArchive;

use crate::error::{Result, to_damage};
use crate::{ContainerLimits, WorkbookError};

/// The bytes with which an entry of a directory begins.
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";

/// A zip file. All that is unpacked counts against the limits, by what it really is, not by what the zip file
/// states.
pub struct Container<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    names: Vec<String>,
    limits: ContainerLimits,
    unpacked_bytes: u64,
}

impl<'b> Container<'b> {
    /// Opens a zip file and reads its directory.
    ///
    /// # Errors
    /// The file is damaged, has a password, or has too many entries.
    pub fn open(bytes: &'b [u8], limits: ContainerLimits) -> Result<Self> {
        let many = || WorkbookError::Limit(format!("a zip file with more than {} entries", limits.entries));
        // The directory is read as a whole before it can be queried, so the places that look like its
        // entries, which are at least as many, are counted first.
        if memmem::find_iter(bytes, ENTRY_SIGNATURE).count() > limits.entries.saturating_mul(2) {
            return Err(many());
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| to_damage(&error))?;
        if archive.len() > limits.entries {
            return Err(many());
        }
        let mut names = Vec::with_capacity(archive.len());
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(|error| to_damage(&error))?;
            if entry.encrypted() {
                let text = "a zip file with a password: save it without one".to_owned();
                return Err(WorkbookError::UnsupportedKind(text));
            }
            names.push(entry.name().map_err(|error| to_damage(&error))?.replace('\\', "/"));
        }
        Ok(Self { archive, names, limits, unpacked_bytes: 0 })
    }

    /// The names of all entries, by their places.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of the entry with this name, in any case.
    pub fn find_entry(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|entry| entry.eq_ignore_ascii_case(name))
    }

    /// Unpacks the entry at a place.
    ///
    /// # Errors
    /// The entry is damaged, or more is unpacked than the limits allow.
    pub fn unpack_entry(&mut self, index: usize) -> Result<Vec<u8>> {
        let left = self.limits.unpacked_bytes.saturating_sub(self.unpacked_bytes);
        let mut entry = self.archive.by_index(index).map_err(|error| to_damage(&error))?;
        let mut bytes = Vec::new();
        let read = entry.by_ref().take(left.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| to_damage(&error))?;
        self.unpacked_bytes += bytes.len() as u64;
        if self.unpacked_bytes > self.limits.unpacked_bytes {
            let text = format!("a zip file with more than {} bytes in it", self.limits.unpacked_bytes);
            return Err(WorkbookError::Limit(text));
        }
        Ok(bytes)
    }
}
