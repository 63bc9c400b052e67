//! Keyset paging.

/// The rows after a key, up to `limit`. Request one more than you need to know whether another page
/// follows (docs/rules/requests.md#rule-11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPage<K> {
    /// Key of the last row that was seen; `None` starts from the beginning.
    pub after: Option<K>,
    pub limit: u32,
}

impl<K> KeyPage<K> {
    pub fn first_page(limit: u32) -> Self {
        Self { after: None, limit }
    }

    /// The rows of this page among all rows, which are sorted by key.
    pub fn select_from<T>(&self, all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, T)>
    where
        K: Ord,
    {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let beyond = all.into_iter().filter(|(key, _)| self.after.as_ref().is_none_or(|last| key > last));
        beyond.take(most).collect()
    }
}
