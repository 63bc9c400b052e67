//! One page of a list, as operations return it.

pub use store::{Page, Part, Place};

/// The items of a page, and where the next page begins.
#[derive(Debug, Clone)]
pub struct Rows<K, T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// The position of the page's last item, which the next page begins after. `None` if this is the last
    /// page.
    pub next: Option<K>,
    /// The exact number of items in the whole list.
    pub total: u64,
}

impl<K, T> Rows<K, T> {
    /// The page of these rows, each with its position. `limit` is what the rows were read with: one more than
    /// the page holds, so that the extra row says whether the list continues.
    pub(crate) fn cut(mut rows: Vec<(K, T)>, limit: u32, total: u64) -> Self {
        let size = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(1);
        let more = rows.len() > size;
        rows.truncate(size);
        let mut next = None;
        let items = rows.into_iter().map(|(place, item)| {
            next = Some(place);
            item
        });
        let items = items.collect();
        Self { items, next: next.filter(|_| more), total }
    }

    /// The same page with each item turned into another.
    pub(crate) fn map<U>(self, item: impl FnMut(T) -> U) -> Rows<K, U> {
        Rows { items: self.items.into_iter().map(item).collect(), next: self.next, total: self.total }
    }

    /// The same page with other items.
    pub(crate) fn with<U>(self, items: Vec<U>) -> Rows<K, U> {
        Rows { items, next: self.next, total: self.total }
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn the_extra_row_says_whether_the_list_continues() {
        let rows = |count: u32| (0..count).map(|n| (n, n * 10)).collect();
        let page = Rows::cut(rows(3), 3, 7);
        assert_eq!((page.items, page.next, page.total), (vec![0, 10], Some(1), 7));
        let last = Rows::cut(rows(2), 3, 2);
        assert_eq!((last.items, last.next), (vec![0, 10], None));
        let empty: Rows<u32, u32> = Rows::cut(Vec::new(), 3, 0);
        assert_eq!((empty.items, empty.next), (vec![], None));
    }
}
