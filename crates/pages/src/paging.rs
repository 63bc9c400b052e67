//! Pages of a list. An address names the item before or after the page, so that it stays right when titles
//! come and go, and every page costs the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use transport::places::{self, encode_place};

use crate::fields::Fields;
use crate::problem::{Problem, Result};

/// Number of titles on a page.
pub(crate) const TITLES_PER_PAGE: usize = 20;

/// The page of a list that an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageStart<K> {
    /// The first page, or the one after an item.
    After(Option<K>),
    /// The last page, or the one before an item.
    Before(Option<K>),
}

impl<K: DeserializeOwned> PageStart<K> {
    /// Reads `after` and `before`; `before=last` is the last page. A token that cannot be read is 404,
    /// because no page has such an address.
    pub(crate) fn from_fields(fields: &Fields) -> Result<Self> {
        match (fields.get("after"), fields.get("before")) {
            (None, Some("last")) => Ok(Self::Before(None)),
            (None, Some(token)) => Ok(Self::Before(Some(read_token(token)?))),
            (Some(token), None) => Ok(Self::After(Some(read_token(token)?))),
            (None, None) => Ok(Self::After(None)),
            (Some(_), Some(_)) => Err(Problem::NotFound),
        }
    }

    /// The item, and true if the page ends there.
    pub(crate) fn into_parts(self) -> (Option<K>, bool) {
        match self {
            Self::After(key) => (key, false),
            Self::Before(key) => (key, true),
        }
    }
}

fn read_token<K: DeserializeOwned>(token: &str) -> Result<K> {
    places::decode_place(token).ok_or(Problem::NotFound)
}

/// The addresses of the other pages. `None` where there is no such page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pager {
    /// The first page.
    pub(crate) first: Option<String>,
    /// The page before.
    pub(crate) previous: Option<String>,
    /// The page after.
    pub(crate) next: Option<String>,
    /// The last page.
    pub(crate) last: Option<String>,
}

impl Pager {
    /// The pages around one of the list at this path, with or without a query.
    pub(crate) fn new<K: Serialize>(path: &str, previous: Option<&K>, next: Option<&K>) -> Self {
        let mark = if path.contains('?') { '&' } else { '?' };
        let with = |name: &str, key: &K| format!("{path}{mark}{name}={}", encode_place(key));
        Self {
            first: previous.map(|_| path.to_owned()),
            previous: previous.map(|key| with("before", key)),
            next: next.map(|key| with("after", key)),
            last: next.map(|_| format!("{path}{mark}before=last")),
        }
    }
}

/// A page of a list that is in memory, by the numbers of its items.
pub(crate) fn page_of<'a, T>(
    path: &str,
    items: &'a [T],
    start: PageStart<i64>,
    number: impl Fn(&T) -> i64,
) -> (&'a [T], Pager) {
    let (place, backward) = start.into_parts();
    let part = places::page_around(items, place.as_ref(), backward, TITLES_PER_PAGE, number);
    (part.items, Pager::new(path, part.previous.as_ref(), part.next.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::{PageStart, Pager, TITLES_PER_PAGE, encode_place, page_of};
    use crate::fields::Fields;
    use crate::problem::Problem;

    fn parse_start(query: &str) -> Result<PageStart<i64>, Problem> {
        PageStart::from_fields(&Fields::parse(query.as_bytes()))
    }

    #[test]
    fn pages_cover_a_list_in_both_directions() {
        let items: Vec<i64> = (0..50).map(|n| 100 - n).collect();
        let mut seen = Vec::new();
        let mut query = String::new();
        loop {
            let (shown, pager) = page_of("/shelf", &items, parse_start(&query).unwrap(), |item| *item);
            assert!(shown.len() <= TITLES_PER_PAGE);
            assert_eq!(pager.previous.is_some(), !seen.is_empty());
            seen.extend_from_slice(shown);
            let Some(next) = pager.next else { break };
            query = next.split_once('?').unwrap().1.to_owned();
        }
        assert_eq!(seen, items);
        let (last, pager) = page_of("/shelf", &items, parse_start("before=last").unwrap(), |item| *item);
        assert_eq!((last.len(), last.last()), (TITLES_PER_PAGE, items.last()));
        let query = pager.previous.unwrap();
        let (middle, _) =
            page_of("/shelf", &items, parse_start(query.split_once('?').unwrap().1).unwrap(), |item| *item);
        assert_eq!(middle, &items[10..30]);
    }

    #[test]
    fn damaged_tokens_are_addresses_of_nothing() {
        for bad in ["after=!", "after=YWJj", "after=MQ&before=MQ", "before=W10"] {
            assert_eq!(parse_start(bad), Err(Problem::NotFound), "{bad}");
        }
        assert_eq!(parse_start(&format!("after={}", "A".repeat(9000))), Err(Problem::NotFound));
        let pager = Pager::new("/search?words=a", None, Some(&7));
        assert_eq!(pager.next.as_deref(), Some("/search?words=a&after=Nw"));
        assert_eq!(parse_start("after=Nw"), Ok(PageStart::After(Some(7))));
        // Not every database can compare a NUL.
        let nul = Fields::parse(format!("after={}", encode_place(&"a\0b")).as_bytes());
        assert_eq!(PageStart::<String>::from_fields(&nul), Err(Problem::NotFound));
    }
}
