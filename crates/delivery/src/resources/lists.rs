//! The lists of packages' files that were asked for last.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::Resource;
use crate::keys::Key;

/// How many lists are remembered; one has some hundred entries.
const REMEMBERED: usize = 128;

/// The lists asked for last. Clients page through a list and then fetch file by file, so the same list is
/// needed again and again for a short time.
#[derive(Debug, Default)]
pub(crate) struct Lists(Mutex<VecDeque<(Key, Arc<Vec<Resource>>)>>);

impl Lists {
    pub(crate) fn get(&self, key: &Key) -> Option<Arc<Vec<Resource>>> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = lists.iter().position(|(k, _)| k == key)?;
        let entry = lists.remove(at)?;
        let list = Arc::clone(&entry.1);
        lists.push_back(entry);
        Some(list)
    }

    pub(crate) fn put(&self, key: Key, list: Arc<Vec<Resource>>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= REMEMBERED {
            lists.pop_front();
        }
        lists.push_back((key, list));
    }
}
