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
    data: ResourceData,
    list: Vec<Resource>,
    by_path: HashMap<String, usize>,
    /// The contents of the last files of the list, which are in neither of both.
    added_files: Vec<Bytes>,
}

#[derive(Debug, Clone)]
enum ResourceData {
    Package(Arc<Package>),
    Memory(Vec<Bytes>),
}

impl Resources {
    pub(crate) fn new(package: Arc<Package>, list: Vec<Resource>) -> Self {
        Self::from_data(ResourceData::Package(package), list)
    }

    /// Files that were made and not read from a package: path, media type, contents.
    pub fn in_memory(files: impl IntoIterator<Item = (String, String, Bytes)>) -> Self {
        let (list, bytes) = files
            .into_iter()
            .map(|(path, media_type, bytes)| (Resource { path, media_type, size: bytes.len() as u64 }, bytes))
            .unzip();
        Self::from_data(ResourceData::Memory(bytes), list)
    }

    fn from_data(data: ResourceData, list: Vec<Resource>) -> Self {
        let by_path = list.iter().enumerate().map(|(n, resource)| (resource.path.clone(), n)).collect();
        Self { data, list, by_path, added_files: Vec::new() }
    }

    /// These files and others that documents of the book contain: path, media type, contents.
    #[must_use]
    pub(crate) fn with_added(mut self, files: impl IntoIterator<Item = (String, String, Bytes)>) -> Self {
        for (path, media_type, bytes) in files {
            self.by_path.insert(path.clone(), self.list.len());
            self.list.push(Resource { path, media_type, size: bytes.len() as u64 });
            self.added_files.push(bytes);
        }
        self
    }

    /// Returns true if a file is not one of the package, but was contained in a document.
    pub fn is_added(&self, path: &str) -> bool {
        let first = self.list.len() - self.added_files.len();
        self.by_path.get(path).is_some_and(|at| *at >= first)
    }

    /// The reporter for faults of the package. Nobody receives those of files in memory.
    pub(crate) fn reporter(&self) -> Reporter {
        match &self.data {
            ResourceData::Package(package) => package.reporter().clone(),
            ResourceData::Memory(_) => Reporter::default(),
        }
    }

    /// The path and the fragment that a reference of a file leads to.
    pub(crate) fn resolve(&self, from: &str, href: &str) -> Option<(String, Option<String>)> {
        match &self.data {
            ResourceData::Package(package) => package.resolve(from, href),
            ResourceData::Memory(_) => path::resolve(from, href),
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
        let Some(at) = self.by_path.get(path) else {
            return Err(Error::MissingEntry { entry: path.to_owned(), place: "the book".into() });
        };
        if let Some(bytes) =
            at.checked_sub(self.list.len() - self.added_files.len()).map(|at| &self.added_files[at])
        {
            return Ok(bytes.to_vec());
        }
        match &self.data {
            ResourceData::Package(package) => package.read(path, "the package document"),
            ResourceData::Memory(files) => Ok(files[*at].to_vec()),
        }
    }

    /// The first bytes of a file, up to `count`. Those of a package do not count against its limits.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_beginning(&self, path: &str, count: usize) -> Result<Vec<u8>> {
        match &self.data {
            ResourceData::Package(package) if !self.is_added(path) => package.read_beginning(path, count),
            _ => {
                let mut bytes = self.read(path)?;
                bytes.truncate(count);
                Ok(bytes)
            }
        }
    }
}
