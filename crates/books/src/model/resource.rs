//! The files of a book beside its text.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::package::Package;

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

/// The files of a package; they are unpacked when asked for.
#[derive(Debug, Clone)]
pub struct Resources {
    package: Arc<Package>,
    list: Vec<Resource>,
    by_path: HashMap<String, usize>,
}

impl Resources {
    pub(crate) fn new(package: Arc<Package>, list: Vec<Resource>) -> Self {
        let by_path = list.iter().enumerate().map(|(n, resource)| (resource.path.clone(), n)).collect();
        Self { package, list, by_path }
    }

    /// All files, in the order of the package document.
    pub fn list(&self) -> &[Resource] {
        &self.list
    }

    /// The file at a path.
    pub fn get(&self, path: &str) -> Option<&Resource> {
        self.by_path.get(path).map(|n| &self.list[*n])
    }

    /// Unpacks a file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        if self.get(path).is_none() {
            return Err(Error::MissingEntry { entry: path.to_owned(), place: "the book".into() });
        }
        self.package.read(path, "the package document")
    }
}
