//! A package as pages for a browser, and the ones that were opened last.

use std::sync::Arc;

use quick_cache::sync::Cache;
use web_reader::BookOutline;

use crate::{Key, Result};

const CACHED_OUTLINES: usize = 64;

/// A package as pages: the outline, and where its parts are.
#[derive(Debug)]
pub struct WebBook {
    pub outline: BookOutline,
    pub(crate) key: Key,
    /// The first byte after the header.
    pub(crate) start: u64,
}

/// The books that were opened last.
#[derive(Debug)]
pub(crate) struct WebBooks(Cache<Key, Arc<WebBook>>);

impl Default for WebBooks {
    fn default() -> Self {
        Self(Cache::new(CACHED_OUTLINES))
    }
}

impl WebBooks {
    /// The book of a package; `load` reads it if it is not among those that were opened last.
    pub(crate) async fn get_or_load(
        &self,
        package: &Key,
        load: impl Future<Output = Result<Arc<WebBook>>>,
    ) -> Result<Arc<WebBook>> {
        self.0.get_or_insert_async(package, load).await
    }
}
