//! Cache of the lists of packages' files.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::Resource;
use crate::error::Result;
use crate::keys::Key;

/// Limit of cached entries of all lists together; one list has some hundred.
const REMEMBERED: u64 = 64_000;
/// Approximate number of cached lists.
const LISTS: usize = 128;

/// The recently requested lists. Clients page through a list and then fetch file by file, so the same list is
/// needed many times in a short period.
#[derive(Debug)]
pub(crate) struct Lists(Cache<Key, Arc<Vec<Resource>>, Entries>);

#[derive(Debug, Clone)]
struct Entries;

impl Weighter<Key, Arc<Vec<Resource>>> for Entries {
    fn weight(&self, _: &Key, list: &Arc<Vec<Resource>>) -> u64 {
        list.len().max(1) as u64
    }
}

impl Default for Lists {
    fn default() -> Self {
        Self(Cache::with_weighter(LISTS, REMEMBERED, Entries))
    }
}

impl Lists {
    /// Returns the list of a package. Callers wait while it is being `read`.
    pub(crate) async fn get(
        &self,
        package: &Key,
        read: impl Future<Output = Result<Arc<Vec<Resource>>>>,
    ) -> Result<Arc<Vec<Resource>>> {
        self.0.get_or_insert_async(package, read).await
    }
}
