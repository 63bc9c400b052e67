//! Packages as pages for a browser, and a cache of the most recently opened ones.

use std::sync::Arc;

use quick_cache::sync::Cache;
use web_reader::BookOutline;

use crate::{Key, Result};

const CACHED_OUTLINES: usize = 64;

/// A package as pages: the outline, and the location of its parts.
#[derive(Debug)]
pub struct WebBook {
    pub outline: BookOutline,
    pub(crate) key: Key,
    /// The first byte after the header.
    pub(crate) start: u64,
}

/// Cache of the most recently opened books.
#[derive(Debug)]
pub(crate) struct WebBooks(Cache<Key, Arc<WebBook>>);

impl Default for WebBooks {
    fn default() -> Self {
        Self(Cache::new(CACHED_OUTLINES))
    }
}

impl WebBooks {
    /// The book of a package; `load` reads it if it is not cached.
    pub(crate) async fn get_or_load(
        &self,
        package: &Key,
        load: impl Future<Output = Result<Arc<WebBook>>>,
    ) -> Result<Arc<WebBook>> {
        self.0.get_or_insert_async(package, load).await
    }
}
