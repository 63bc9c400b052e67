//! The files of a book next to its text.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::{Error, Package, Reporter, Result, path};

/// A file of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Path in the package.
    pub path: String,
    /// Media type.
    pub media_type: String,
    /// Unpacked size in bytes, as the container declares it.
    pub size: u64,
}

/// The files of a book: of a package, unpacked when asked for, or held in memory.
#[derive(Debug, Clone)]
pub struct Resources {
    /// `None` if all files are held in memory.
    package: Option<Arc<Package>>,
    list: Vec<Resource>,
    by_path: HashMap<String, usize>,
    /// The contents of the last files of the list, which are not in the package.
    held_files: Vec<Bytes>,
}

impl Resources {
    pub(crate) fn new(package: Arc<Package>, list: Vec<Resource>) -> Self {
        let by_path = list.iter().enumerate().map(|(n, resource)| (resource.path.clone(), n)).collect();
        Self { package: Some(package), list, by_path, held_files: Vec::new() }
    }

    /// Files that were made and not read from a package: path, media type, contents.
    pub fn in_memory(files: impl IntoIterator<Item = (String, String, Bytes)>) -> Self {
        let empty = Self { package: None, list: Vec::new(), by_path: HashMap::new(), held_files: Vec::new() };
        empty.with_added(files)
    }

    /// These files and others that documents of the book contain: path, media type, contents.
    #[must_use]
    pub(crate) fn with_added(mut self, files: impl IntoIterator<Item = (String, String, Bytes)>) -> Self {
        for (path, media_type, bytes) in files {
            self.by_path.insert(path.clone(), self.list.len());
            self.list.push(Resource { path, media_type, size: bytes.len() as u64 });
            self.held_files.push(bytes);
        }
        self
    }

    /// Returns true if a file is not one of the package, but was contained in a document.
    pub fn is_added(&self, path: &str) -> bool {
        self.package.is_some() && self.held_file(path).is_some()
    }

    fn held_file(&self, path: &str) -> Option<&Bytes> {
        let first = self.list.len() - self.held_files.len();
        self.by_path.get(path)?.checked_sub(first).map(|at| &self.held_files[at])
    }

    /// The reporter for faults of the package. Nobody receives those of files in memory.
    pub(crate) fn reporter(&self) -> Reporter {
        self.package.as_ref().map(|package| package.reporter().clone()).unwrap_or_default()
    }

    /// The path and the fragment that a reference of a file leads to.
    pub(crate) fn resolve(&self, from: &str, href: &str) -> Option<(String, Option<String>)> {
        match &self.package {
            Some(package) => package.resolve(from, href),
            None => path::resolve(from, href),
        }
    }

    /// All files, in the order of the package document.
    pub fn list(&self) -> &[Resource] {
        &self.list
    }

    /// The file at a path.
    pub fn get(&self, path: &str) -> Option<&Resource> {
        self.by_path.get(path).map(|n| &self.list[*n])
    }

    /// The contents of a file that another one refers to.
    pub(crate) fn read_near(&self, from: &str, href: &str) -> Option<Vec<u8>> {
        let (path, _) = self.resolve(from, href)?;
        self.read(&self.get(&path)?.path).ok()
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// The file does not exist, or cannot be unpacked within the limits.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        match (self.held_file(path), &self.package) {
            (Some(bytes), _) => Ok(bytes.to_vec()),
            (None, Some(package)) if self.by_path.contains_key(path) => {
                package.read(path, "the package document")
            }
            _ => Err(Error::MissingEntry { entry: path.to_owned(), place: "the book".into() }),
        }
    }

    /// The first bytes of a file, up to `count`. Those of a package do not count against its limits.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_beginning(&self, path: &str, count: usize) -> Result<Vec<u8>> {
        match &self.package {
            Some(package) if !self.is_added(path) => package.read_beginning(path, count),
            _ => {
                let mut bytes = self.read(path)?;
                bytes.truncate(count);
                Ok(bytes)
            }
        }
    }
}
