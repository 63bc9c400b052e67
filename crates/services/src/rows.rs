//! One page of a list, as operations return it.

pub use store::{KeyPage, PageRequest, RowPosition};

use crate::error::Result;

/// The items of a page, and where the next page begins.
#[derive(Debug, Clone)]
pub struct Rows<K, T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// The position of the page's last item, which the next page begins after. `None` if this is the last
    /// page.
    pub next: Option<K>,
    /// The position of the page's first item, which the previous page ends before. `None` if this is the
    /// first page, or if the list is only read forward.
    pub previous: Option<K>,
    /// The exact number of items in the whole list.
    pub total: u64,
}

impl<K, T> Rows<K, T> {
    /// The page of these rows, each with its position. `limit` is what the rows were read with: one more than
    /// the page holds, so that the extra row says whether the list continues.
    pub(crate) fn from_forward_rows(mut rows: Vec<(K, T)>, limit: u32, total: u64) -> Self {
        let size = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(1);
        let more = rows.len() > size;
        rows.truncate(size);
        let mut next = None;
        let items = rows.into_iter().map(|(place, item)| {
            next = Some(place);
            item
        });
        let items = items.collect();
        Self { items, next: next.filter(|_| more), previous: None, total }
    }

    /// Turns each item of the page into another.
    pub(crate) fn map_items<U>(self, item: impl FnMut(T) -> U) -> Rows<K, U> {
        let Self { items, next, previous, total } = self;
        Rows { items: items.into_iter().map(item).collect(), next, previous, total }
    }

    /// Turns each item of the page into another, or fails with the first error.
    pub(crate) fn try_map_items<U>(self, item: impl FnMut(T) -> Result<U>) -> Result<Rows<K, U>> {
        let Self { items, next, previous, total } = self;
        Ok(Rows { items: items.into_iter().map(item).collect::<Result<Vec<U>>>()?, next, previous, total })
    }

    /// Replaces the items of the page.
    pub(crate) fn with_items<U>(self, items: Vec<U>) -> Rows<K, U> {
        Rows { items, next: self.next, previous: self.previous, total: self.total }
    }
}

impl<I: Clone, T> Rows<RowPosition<I>, T> {
    /// The page of the rows that a part of a list has, in the list's order whichever way it was read.
    pub(crate) fn from_part_rows<S>(
        mut rows: Vec<(RowPosition<I>, T)>,
        part: &PageRequest<'_, S, I>,
        total: u64,
    ) -> Self {
        let size = usize::try_from(part.limit).unwrap_or(usize::MAX).saturating_sub(1);
        let (more, begun) = (rows.len() > size, part.after.is_some());
        rows.truncate(size);
        if part.backward {
            rows.reverse();
        }
        let (before, after) = if part.backward { (more, begun) } else { (begun, more) };
        let previous = rows.first().filter(|_| before).map(|(place, _)| place.clone());
        let next = rows.last().filter(|_| after).map(|(place, _)| place.clone());
        Self { items: rows.into_iter().map(|(_, item)| item).collect(), next, previous, total }
    }
}

#[cfg(test)]
mod tests {
    use super::{PageRequest, RowPosition, Rows};

    #[test]
    fn the_extra_row_says_whether_the_list_continues() {
        let rows = |count: u32| (0..count).map(|n| (n, n * 10)).collect();
        let page = Rows::from_forward_rows(rows(3), 3, 7);
        assert_eq!((page.items, page.next, page.total), (vec![0, 10], Some(1), 7));
        let last = Rows::from_forward_rows(rows(2), 3, 2);
        assert_eq!((last.items, last.next), (vec![0, 10], None));
        let empty: Rows<u32, u32> = Rows::from_forward_rows(Vec::new(), 3, 0);
        assert_eq!((empty.items, empty.next), (vec![], None));
    }

    #[test]
    fn a_part_that_was_read_backward_is_in_the_order_of_the_list() {
        let row = |n: i64| ((Some(n.to_string()), n), n);
        let part = |after, backward| PageRequest { sort: (), descending: false, after, backward, limit: 3 };
        let place: RowPosition<i64> = (Some("7".into()), 7);
        let page = Rows::from_part_rows(vec![row(6), row(5), row(4)], &part(Some(&place), true), 9);
        assert_eq!(page.items, [5, 6]);
        assert_eq!(page.previous, Some((Some("5".into()), 5)));
        assert_eq!(page.next, Some((Some("6".into()), 6)));
        let last = Rows::from_part_rows(vec![row(9), row(8)], &part(None, true), 9);
        assert_eq!((last.items, last.next, last.previous), (vec![8, 9], None, None));
        let forward = Rows::from_part_rows(vec![row(8), row(9)], &part(Some(&place), false), 9);
        assert_eq!((forward.next, forward.previous), (None, Some((Some("8".into()), 8))));
    }
}
