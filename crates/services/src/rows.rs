//! One page of a list, as operations return it.

pub use store::{KeyPage, PageRequest, RowPosition};

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
    pub fn map_items<U>(self, item: impl FnMut(T) -> U) -> Rows<K, U> {
        let Self { items, next, previous, total } = self;
        Rows { items: items.into_iter().map(item).collect(), next, previous, total }
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
        page_request: &PageRequest<'_, S, I>,
        total: u64,
    ) -> Self {
        let size = usize::try_from(page_request.limit).unwrap_or(usize::MAX).saturating_sub(1);
        let (more, begun) = (rows.len() > size, page_request.after.is_some());
        rows.truncate(size);
        if page_request.backward {
            rows.reverse();
        }
        let (before, after) = if page_request.backward { (more, begun) } else { (begun, more) };
        let previous = rows.first().filter(|_| before).map(|(place, _)| place.clone());
        let next = rows.last().filter(|_| after).map(|(place, _)| place.clone());
        Self { items: rows.into_iter().map(|(_, item)| item).collect(), next, previous, total }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPart<K> {
    /// The item that the part begins after or, if it is read `backward`, ends before. `None` for the first
    /// part, or the last.
    pub place: Option<K>,
    pub backward: bool,
    pub limit: usize,
}

impl<K> ListPart<K> {
    pub fn first_part(limit: usize) -> Self {
        Self { place: None, backward: false, limit }
    }
}

impl<I> ListPart<RowPosition<I>> {
    /// The rows to read of a list in this order: one more than the part holds says that the list continues.
    pub fn to_request<S>(&self, sort: S, descending: bool) -> PageRequest<'_, S, I> {
        let limit = u32::try_from(self.limit).unwrap_or(u32::MAX).saturating_add(1);
        PageRequest { sort, descending, after: self.place.as_ref(), backward: self.backward, limit }
    }
}

impl<K: PartialEq> ListPart<K> {
    /// The items of the part. A place that is not on the list any more leads to the first part, or the last.
    pub(crate) fn select<T: Clone>(&self, items: &[T], key: impl Fn(&T) -> K) -> Rows<K, T> {
        let at = self.place.as_ref().and_then(|place| items.iter().position(|item| key(item) == *place));
        let (from, to) = if self.backward {
            let to = at.unwrap_or(items.len());
            (to.saturating_sub(self.limit), to)
        } else {
            let from = at.map_or(0, |at| at + 1);
            (from, from.saturating_add(self.limit).min(items.len()))
        };
        let part = &items[from..to];
        let previous = part.first().filter(|_| from > 0).map(&key);
        let next = part.last().filter(|_| to < items.len()).map(&key);
        Rows { items: part.to_vec(), next, previous, total: items.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::{ListPart, PageRequest, RowPosition, Rows};

    #[test]
    fn parts_of_a_list_cover_it_in_both_directions() {
        let items: Vec<i64> = (0..120).map(|n| 1000 - n).collect();
        let select = |place, backward| ListPart { place, backward, limit: 50 }.select(&items, |item| *item);
        let ends = |rows: &Rows<i64, i64>| (rows.items.first().copied(), rows.items.last().copied());
        let first = select(None, false);
        assert_eq!((ends(&first), first.total), ((Some(1000), Some(951)), 120));
        assert_eq!((first.previous, first.next), (None, Some(951)));
        let second = select(first.next, false);
        assert_eq!(ends(&second), (Some(950), Some(901)));
        let last = select(None, true);
        assert_eq!(ends(&last), (Some(930), Some(881)));
        assert_eq!((last.previous, last.next), (Some(930), None));
        assert_eq!(select(second.previous, true).items, first.items);
        assert_eq!(select(Some(5), false).items, first.items, "an item that is gone");
        assert_eq!(select(Some(5), true).items, last.items, "an item that is gone");
        assert!(select(Some(881), false).items.is_empty());
        let none = ListPart { place: Some(5), backward: false, limit: 50 }.select(&[], |item: &i64| *item);
        assert_eq!((none.items.len(), none.previous, none.next, none.total), (0, None, None, 0));
    }

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
