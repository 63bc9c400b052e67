//! Cache of the contents of packages: lists of their files, and of the documents in reading order.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{Key, Result};

/// Limit of cached entries of all lists together; one list has some hundred.
const CACHED_ENTRIES: u64 = 64_000;
const CACHED_LISTS: usize = 128;

/// The recently requested lists. Clients page through a list and then fetch file by file, so the same list is
/// needed many times in a short period.
#[derive(Debug)]
pub(crate) struct ListCache<T>(Cache<Key, Arc<Vec<T>>, EntryCount>);

#[derive(Debug, Clone)]
struct EntryCount;

impl<T> Weighter<Key, Arc<Vec<T>>> for EntryCount {
    fn weight(&self, _: &Key, list: &Arc<Vec<T>>) -> u64 {
        list.len().max(1) as u64
    }
}

impl<T> Default for ListCache<T> {
    fn default() -> Self {
        Self(Cache::with_weighter(CACHED_LISTS, CACHED_ENTRIES, EntryCount))
    }
}

impl<T> ListCache<T> {
    /// Returns the list of a package. Callers wait while it is being `read`.
    pub(crate) async fn get_or_read(
        &self,
        package: &Key,
        read: impl Future<Output = Result<Arc<Vec<T>>>>,
    ) -> Result<Arc<Vec<T>>> {
        self.0.get_or_insert_async(package, read).await
    }
}
