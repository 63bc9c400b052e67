//! Packages as pages for a browser, and a cache of the most recently opened ones.

use std::sync::Arc;

use quick_cache::sync::Cache;
use web_reader::BookOutline;

use crate::Key;

/// Outlines that are held in memory.
pub(crate) const CACHED_OUTLINES: usize = 64;

/// A package as pages: the outline, and the location of its parts.
#[derive(Debug)]
pub struct WebBook {
    pub outline: BookOutline,
    pub(crate) key: Key,
    /// The first byte after the header.
    pub(crate) start: u64,
}

/// The most recently opened books.
pub(crate) type WebBooks = Cache<Key, Arc<WebBook>>;
