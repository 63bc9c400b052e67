//! Shared mechanism of lists (docs/rules/requests.md#rule-11): [`Paging`] or [`Order`] are the parameters,
//! `open` converts them to the [`Listing`] that queries the store, and its `cut` converts the rows to the
//! page and the link to the next one.

use domain::wire::WireEnum;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use services::{Page, Part, Place, Rows};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::Schema;

use crate::http::description::{Described, parameters};
use crate::http::errors::Result;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::Cursors;
use crate::http::params::{Field, FromParams, Reader};
use crate::http::values::{Direction, Limit, OneOf, Start, Value};

/// Paging parameters of a list: `start` and `limit`, which defaults to `SIZE`.
#[derive(Debug, Clone)]
pub struct Paging<const SIZE: usize = 10> {
    /// `next` of the previous page; the beginning of the list by default.
    pub start: Option<Start>,
    /// Effective page size.
    pub limit: usize,
}

/// Paging and order of a list: `start`, `limit`, `sortOrder`, which defaults to `S::default()`, and
/// `direction`. The default is the first page, as in responses to POST and DELETE.
#[derive(Debug, Clone, Default)]
pub struct Order<S> {
    /// Page.
    pub page: Paging,
    /// Sort order.
    pub sort: S,
    /// Greatest first.
    pub descending: bool,
}

impl<const SIZE: usize> Default for Paging<SIZE> {
    fn default() -> Self {
        Self { start: None, limit: SIZE }
    }
}

impl<const SIZE: usize> Paging<SIZE> {
    /// Opens the token of a list with a single order. `bound_to` are endpoint and filters; `INVALID_START`
    /// for a token of another list.
    pub fn open<K>(&self, key: &[u8; 32], now: Timestamp, bound_to: &impl Serialize) -> Result<Listing<K>>
    where
        K: DeserializeOwned,
    {
        let cursors = Cursors::new(key, now, bound_to);
        let after = self.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
        Ok(Listing { cursors, after, limit: self.limit, sort: (), descending: false })
    }
}

impl<S> Order<S> {
    /// The same order under another name.
    #[must_use]
    pub fn by<T>(self, name: impl FnOnce(S) -> T) -> Order<T> {
        Order { page: self.page, sort: name(self.sort), descending: self.descending }
    }
}

impl<S: Copy + Serialize> Order<S> {
    /// The same for a sortable list: tokens are also bound to the order.
    pub fn open<I>(
        &self,
        key: &[u8; 32],
        now: Timestamp,
        bound_to: &impl Serialize,
    ) -> Result<Listing<Place<I>, S>>
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

/// One page of a list without its envelope; `N` is the type of the count.
#[derive(Debug)]
pub struct Paged<T, N = u64> {
    /// The page.
    pub items: Vec<T>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: N,
}

impl<K, S> Listing<K, S> {
    /// One row more than the page holds, to detect another page.
    fn one_more(&self) -> u32 {
        u32::try_from(self.limit + 1).unwrap_or(u32::MAX)
    }

    /// The envelope of a page that an operation returned.
    pub fn paged<T>(&self, page: Rows<K, T>, address: &ListAddress) -> Result<Paged<T>>
    where
        K: Serialize,
    {
        let Rows { items, next, total, .. } = page;
        let next = next.map(|place| self.cursors.encode(&place)).transpose()?;
        Ok(Paged {
            items,
            limit: self.limit,
            links: address.links(next.as_deref()),
            next,
            total_results: total,
        })
    }

    /// Cuts the rows that were read for this page, each with its position.
    pub fn cut<T, N>(
        &self,
        mut rows: Vec<(K, T)>,
        total_results: N,
        address: &ListAddress,
    ) -> Result<Paged<T, N>>
    where
        K: Serialize,
    {
        let more = rows.len() > self.limit;
        rows.truncate(self.limit);
        let last = rows.last().filter(|_| more);
        let next = last.map(|(place, _)| self.cursors.encode(place)).transpose()?;
        Ok(Paged {
            items: rows.into_iter().map(|(_, item)| item).collect(),
            limit: self.limit,
            links: address.links(next.as_deref()),
            next,
            total_results,
        })
    }

    /// The rows of this page among all rows, which are sorted by position.
    pub fn among<T>(&self, all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, T)>
    where
        K: Ord + Clone,
    {
        Page { after: self.after.clone(), limit: self.one_more() }.among(all)
    }
}

impl<K: Clone> Listing<K> {
    /// The store's query for a list with a single order.
    pub fn page(&self) -> Page<K> {
        Page { after: self.after.clone(), limit: self.one_more() }
    }
}

impl<I, S: Copy> Listing<Place<I>, S> {
    /// The store's query for a sortable list.
    pub fn part(&self) -> Part<'_, S, I> {
        Part {
            sort: self.sort,
            descending: self.descending,
            after: self.after.as_ref(),
            backward: false,
            limit: self.one_more(),
        }
    }
}

fn described(name: &str, text: impl Into<String>, schema: Schema) -> Described {
    Described { name: name.to_owned(), text: text.into(), required: false, schema }
}

impl<const SIZE: usize> Field for Paging<SIZE> {
    fn find(reader: &mut Reader<'_>, _: &str) -> Option<Self> {
        let start = reader.field("start");
        let limit = reader.field::<Option<Limit>>("limit");
        Some(Self { start: start?, limit: limit?.map_or(SIZE, |limit| limit.0) })
    }

    fn described(_: String, _: String) -> Vec<Described> {
        let size = format!("Page size, 1 to 100; {SIZE} when absent.");
        vec![
            described("start", "`next` of the previous page.", Start::schema()),
            described("limit", size, Limit::schema()),
        ]
    }
}

impl<S: WireEnum + Default> Field for Order<S> {
    fn find(reader: &mut Reader<'_>, name: &str) -> Option<Self> {
        let page = Field::find(reader, name);
        let sort = reader.field::<Option<OneOf<S>>>("sortOrder");
        let direction = reader.field::<Option<OneOf<Direction>>>("direction");
        Some(Self {
            page: page?,
            sort: sort?.map_or_else(S::default, |sort| sort.0),
            descending: direction?.is_some_and(|direction| direction.0 == Direction::Desc),
        })
    }

    fn described(name: String, text: String) -> Vec<Described> {
        let sort = format!("{} when absent.", S::default().as_str());
        let mut all = <Paging as Field>::described(name, text);
        all.push(described("sortOrder", sort, OneOf::<S>::schema()));
        all.push(described("direction", "Ascending when absent.", OneOf::<Direction>::schema()));
        all
    }
}

// For endpoints without other parameters:

impl<const SIZE: usize> FromParams for Paging<SIZE> {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Field::find(reader, "")
    }
}

impl<S: WireEnum + Default> FromParams for Order<S> {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Field::find(reader, "")
    }
}

impl<const SIZE: usize> IntoParams for Paging<SIZE> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters(<Self as Field>::described(String::new(), String::new()), place())
    }
}

impl<S: WireEnum + Default> IntoParams for Order<S> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters(<Self as Field>::described(String::new(), String::new()), place())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::Timestamp;
    use proptest::prelude::*;
    use services::Place;

    use super::{Listing, Order, Paging};
    use crate::http::errors::Result;
    use crate::http::links::ListAddress;
    use crate::http::values::{Start, Value as _};

    const KEY: [u8; 32] = [7; 32];

    proptest! {
        #[test]
        fn every_item_is_on_one_page(all in prop::collection::btree_set(0i64..1000, 0..60), limit in 1usize..20) {
            let mut paging = Paging::<10> { start: None, limit };
            let mut seen = Vec::new();
            loop {
                let list: Listing<i64> = paging.open(&KEY, Timestamp::UNIX_EPOCH, &"numbers").unwrap();
                let rows = list.among(all.iter().map(|number| (*number, *number)));
                let page = list.cut(rows, all.len(), &ListAddress::at("/numbers")).unwrap();
                prop_assert_eq!((page.limit, page.total_results), (limit, all.len()));
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

    fn open(order: &Order<&'static str>) -> Result<Listing<Place<i64>, &'static str>> {
        order.open(&KEY, Timestamp::UNIX_EPOCH, &"titles")
    }

    #[test]
    fn a_token_is_bound_to_the_order() {
        let first = Order { page: Paging { start: None, limit: 1 }, sort: "name", descending: false };
        let rows = vec![((Some("a".into()), 1), ()), ((Some("b".into()), 2), ())];
        let page = open(&first).unwrap().cut(rows, 2, &ListAddress::at("/titles")).unwrap();
        let start = Some(Start::parse(&page.next.unwrap()).unwrap());
        let second = Order { page: Paging { start, limit: 5 }, ..first };
        assert_eq!(open(&second).unwrap().part().after, Some(&(Some("a".into()), 1)));
        for other in [Order { sort: "owner", ..second.clone() }, Order { descending: true, ..second.clone() }]
        {
            assert_eq!(open(&other).unwrap_err().key(), "INVALID_START");
        }
    }
}
