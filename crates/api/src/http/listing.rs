//! Shared mechanism of lists (docs/rules/requests.md#rule-11): [`PagingParams`] or [`OrderParams`] are the
//! parameters, `open` converts them to the [`Listing`] that queries the store, and its `cut_rows` converts
//! the rows to the page and the link to the next one.

use domain::WireEnum;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use services::{KeyPage, PageRequest, RowPosition, Rows};

use crate::http::{
    Cursors, Direction, Field, FromParams, Limit, Link, ListAddress, OneOf, ParamDescription, ParamReader,
    Result, Start, describe_field,
};

/// Paging parameters of a list: `start` and `limit`, which defaults to `SIZE`.
#[derive(Debug, Clone)]
pub struct PagingParams<const SIZE: usize = 10> {
    /// `next` of the previous page; the beginning of the list by default.
    pub start: Option<Start>,
    /// Effective page size.
    pub limit: usize,
}

/// Paging and order of a list: `start`, `limit`, `sortOrder`, which defaults to `S::default()`, and
/// `direction`. The default is the first page, as in responses to POST and DELETE.
#[derive(Debug, Clone, Default)]
pub struct OrderParams<S> {
    pub page: PagingParams,
    /// Sort order.
    pub sort: S,
    /// Greatest first.
    pub descending: bool,
}

impl<const SIZE: usize> Default for PagingParams<SIZE> {
    fn default() -> Self {
        Self { start: None, limit: SIZE }
    }
}

impl<const SIZE: usize> PagingParams<SIZE> {
    /// Opens the token of a list with a single order. `bound_to` are endpoint and filters; `INVALID_START`
    /// for a token of another list.
    pub fn open<K>(&self, key: &[u8; 32], now: Timestamp, bound_to: &impl Serialize) -> Result<Listing<K>>
    where
        K: DeserializeOwned,
    {
        let cursors = Cursors::new(key, now, bound_to);
        let after = self.start.as_ref().map(|start| cursors.decode(start.as_str())).transpose()?;
        Ok(Listing { cursors, after, limit: self.limit, sort: (), descending: false })
    }
}

impl<S> OrderParams<S> {
    /// The order with its sort key mapped.
    #[must_use]
    pub fn map_sort<T>(self, name: impl FnOnce(S) -> T) -> OrderParams<T> {
        OrderParams { page: self.page, sort: name(self.sort), descending: self.descending }
    }
}

impl<S: Copy + Serialize> OrderParams<S> {
    /// Opens a page of a sortable list: tokens are also bound to the order.
    pub fn open<I>(
        &self,
        key: &[u8; 32],
        now: Timestamp,
        bound_to: &impl Serialize,
    ) -> Result<Listing<RowPosition<I>, S>>
    where
        I: DeserializeOwned,
    {
        let Self { ref page, sort, descending } = *self;
        let Listing { cursors, after, limit, .. } = page.open(key, now, &(bound_to, sort, descending))?;
        Ok(Listing { cursors, after, limit, sort, descending })
    }
}

/// One page of a requested list: `K` is a position in the list to continue after, `S` the sort order.
#[derive(Debug)]
pub struct Listing<K, S = ()> {
    cursors: Cursors,
    after: Option<K>,
    limit: usize,
    sort: S,
    descending: bool,
}

/// One page of a list without its envelope.
#[derive(Debug)]
pub struct CutPage<T> {
    pub items: Vec<T>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

impl<K, S> Listing<K, S> {
    /// One row more than the page holds, to detect another page.
    fn limit_with_lookahead(&self) -> u32 {
        u32::try_from(self.limit + 1).unwrap_or(u32::MAX)
    }

    /// The envelope of a page that an operation returned.
    pub fn to_page<T>(&self, page: Rows<K, T>, address: &ListAddress) -> Result<CutPage<T>>
    where
        K: Serialize,
    {
        let Rows { items, next, total, .. } = page;
        let next = next.map(|place| self.cursors.encode(&place)).transpose()?;
        Ok(CutPage {
            items,
            limit: self.limit,
            links: address.page_links(next.as_deref()),
            next,
            total_results: total,
        })
    }

    /// Cuts the rows that were read for this page, each with its position.
    pub fn cut_rows<T>(&self, mut rows: Vec<(K, T)>, total: u64, address: &ListAddress) -> Result<CutPage<T>>
    where
        K: Serialize,
    {
        let more = rows.len() > self.limit;
        rows.truncate(self.limit);
        let (mut places, items): (Vec<K>, Vec<T>) = rows.into_iter().unzip();
        let next = places.pop().filter(|_| more);
        self.to_page(Rows { items, next, previous: None, total }, address)
    }
}

impl<K: Clone> Listing<K> {
    /// Cuts this page out of all rows, which are sorted by position.
    pub fn select_page<T>(
        &self,
        all: impl ExactSizeIterator<Item = (K, T)>,
        address: &ListAddress,
    ) -> Result<CutPage<T>>
    where
        K: Ord + Serialize,
    {
        let total = all.len() as u64;
        self.cut_rows(self.page().select_from(all), total, address)
    }

    /// The store's query for a list with a single order.
    pub fn page(&self) -> KeyPage<K> {
        KeyPage { after: self.after.clone(), limit: self.limit_with_lookahead() }
    }
}

impl<I, S: Copy> Listing<RowPosition<I>, S> {
    /// The store's query for a sortable list.
    pub fn page_request(&self) -> PageRequest<'_, S, I> {
        PageRequest {
            sort: self.sort,
            descending: self.descending,
            after: self.after.as_ref(),
            backward: false,
            limit: self.limit_with_lookahead(),
        }
    }
}

impl<const SIZE: usize> FromParams for PagingParams<SIZE> {
    const IS_GROUP: bool = true;

    fn find(reader: &mut ParamReader<'_>, _: Option<Field>) -> Option<Self> {
        let start = reader.read_field(Field::Start);
        let limit = reader.read_field::<Option<Limit>>(Field::Limit);
        Some(Self { start: start?, limit: limit?.map_or(SIZE, |limit| limit.0) })
    }

    fn describe(_: String, _: String) -> Vec<ParamDescription> {
        let size = format!("Page size, 1 to 100; {SIZE} when absent.");
        let mut all = describe_field::<Option<Start>>(Field::Start, "`next` of the previous page.");
        all.extend(describe_field::<Option<Limit>>(Field::Limit, size));
        all
    }
}

impl<S: WireEnum + Default> FromParams for OrderParams<S> {
    const IS_GROUP: bool = true;

    fn find(reader: &mut ParamReader<'_>, _: Option<Field>) -> Option<Self> {
        let page = FromParams::find(reader, None);
        let sort = reader.read_field::<Option<OneOf<S>>>(Field::SortOrder);
        let direction = reader.read_field::<Option<OneOf<Direction>>>(Field::Direction);
        Some(Self {
            page: page?,
            sort: sort?.map_or_else(S::default, |sort| sort.0),
            descending: direction?.is_some_and(|direction| direction.0 == Direction::Desc),
        })
    }

    fn describe(name: String, text: String) -> Vec<ParamDescription> {
        let sort = format!("{} when absent.", S::default().as_str());
        let mut all = <PagingParams as FromParams>::describe(name, text);
        all.extend(describe_field::<Option<OneOf<S>>>(Field::SortOrder, sort));
        all.extend(describe_field::<Option<OneOf<Direction>>>(Field::Direction, "Ascending when absent."));
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::Timestamp;
    use proptest::prelude::*;
    use services::RowPosition;

    use super::{Listing, OrderParams, PagingParams};
    use crate::http::errors::Result;
    use crate::http::links::ListAddress;
    use crate::http::values::{Start, Value as _};

    const KEY: [u8; 32] = [7; 32];

    proptest! {
        #[test]
        fn every_item_is_on_one_page(all in prop::collection::btree_set(0i64..1000, 0..60), limit in 1usize..20) {
            let mut paging = PagingParams::<10> { start: None, limit };
            let mut seen = Vec::new();
            loop {
                let list: Listing<i64> = paging.open(&KEY, Timestamp::UNIX_EPOCH, &"numbers").unwrap();
                let rows = all.iter().map(|number| (*number, *number));
                let page = list.select_page(rows, &ListAddress::for_test("/numbers")).unwrap();
                prop_assert_eq!((page.limit, page.total_results), (limit, all.len() as u64));
                prop_assert_eq!(page.links.len(), 1 + usize::from(page.next.is_some()));
                let whole = page.items.len() == limit;
                seen.extend(page.items);
                let Some(next) = page.next else { break };
                prop_assert!(whole);
                paging.start = Some(Start::parse(&next).unwrap());
            }
            prop_assert_eq!(seen.len(), all.len());
            prop_assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), all);
        }
    }

    fn open(order: &OrderParams<&'static str>) -> Result<Listing<RowPosition<i64>, &'static str>> {
        order.open(&KEY, Timestamp::UNIX_EPOCH, &"titles")
    }

    #[test]
    fn a_token_is_bound_to_the_order() {
        let first =
            OrderParams { page: PagingParams { start: None, limit: 1 }, sort: "name", descending: false };
        let rows = vec![((Some("a".into()), 1), ()), ((Some("b".into()), 2), ())];
        let page = open(&first).unwrap().cut_rows(rows, 2, &ListAddress::for_test("/titles")).unwrap();
        let start = Some(Start::parse(&page.next.unwrap()).unwrap());
        let second = OrderParams { page: PagingParams { start, limit: 5 }, ..first };
        assert_eq!(open(&second).unwrap().page_request().after, Some(&(Some("a".into()), 1)));
        for other in [
            OrderParams { sort: "owner", ..second.clone() },
            OrderParams { descending: true, ..second.clone() },
        ] {
            assert_eq!(open(&other).unwrap_err().key(), "INVALID_START");
        }
    }
}
