//! The lists of packages' files that were asked for last.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::Resource;
use crate::error::Result;
use crate::keys::Key;

/// How many entries are remembered, of all lists together; one list has some hundred.
const REMEMBERED: u64 = 64_000;
/// How many lists that are, about.
const LISTS: usize = 128;

/// The lists asked for last. Clients page through a list and then fetch file by file, so the same list is
/// needed again and again for a short time.
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
    /// The list of a package. Who comes while it is `read` waits for it.
    pub(crate) async fn get(
        &self,
        package: &Key,
        read: impl Future<Output = Result<Arc<Vec<Resource>>>>,
    ) -> Result<Arc<Vec<Resource>>> {
        self.0.get_or_insert_async(package, read).await
    }
}
