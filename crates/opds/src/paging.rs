//! Pages of feeds. An address names the page after or before an item, so that it stays right when titles come
//! and go, and every page costs the same.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use services::{ListPart, Rows};
use transport::places::{self, InvalidPlace, encode_place};

use crate::{Problem, Result, percent_encode};

pub(crate) const PUBLICATIONS_PER_PAGE: usize = 50;
/// What `before` is in the address of the last page.
const LAST_PAGE: &str = "";

/// The page of a feed that an address names.
#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct PageQuery {
    /// The page after this item.
    pub(crate) after: Option<String>,
    /// The page before this item; empty: the last page.
    pub(crate) before: Option<String>,
}

/// The pages of a feed, as paths.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageLinks {
    /// The exact number of items of all pages.
    pub(crate) total: u64,
    pub(crate) per_page: usize,
    pub(crate) first: Option<String>,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) last: Option<String>,
}

impl PageLinks {
    /// A feed with all its items on one page, which has this path.
    pub(crate) fn single_page(path: &str, items: usize) -> Self {
        Self {
            total: items as u64,
            per_page: items.max(PUBLICATIONS_PER_PAGE),
            first: Some(path.to_owned()),
            last: Some(path.to_owned()),
            ..Self::default()
        }
    }

    /// The existing pages, each by its relation to this one.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("first", &self.first),
            ("previous", &self.previous),
            ("next", &self.next),
            ("last", &self.last),
        ];
        all.into_iter().filter_map(|(rel, path)| Some((rel, path.as_deref()?)))
    }
}

impl PageQuery {
    /// The part of a list that the tokens name: 400 for one that cannot be read, and for two.
    pub(crate) fn parse_part<K: DeserializeOwned>(&self) -> Result<ListPart<K>> {
        let (after, before) = (self.after.as_deref(), self.before.as_deref());
        places::parse_list_part(after, before, LAST_PAGE, PUBLICATIONS_PER_PAGE).map_err(|invalid| {
            Problem::bad_request(match invalid {
                InvalidPlace::TwoTokens => "problem-two-pages",
                InvalidPlace::DamagedToken => "problem-page",
            })
        })
    }

    /// The path of the page itself, in a feed whose first page has this path.
    pub(crate) fn page_path(&self, first: &str) -> String {
        let join = if first.contains('?') { '&' } else { '?' };
        match (&self.after, &self.before) {
            (Some(token), _) => format!("{first}{join}after={}", percent_encode(token)),
            (None, Some(token)) => format!("{first}{join}before={}", percent_encode(token)),
            (None, None) => first.to_owned(),
        }
    }
}

/// The pages around one, whose first page has this path.
pub(crate) fn page_links<K: Serialize>(
    first: &str,
    total: u64,
    previous: Option<&K>,
    next: Option<&K>,
) -> PageLinks {
    let join = if first.contains('?') { '&' } else { '?' };
    let page = |name: &str, token: String| format!("{first}{join}{name}={token}");
    let several = total > PUBLICATIONS_PER_PAGE as u64;
    PageLinks {
        total,
        per_page: PUBLICATIONS_PER_PAGE,
        first: Some(first.to_owned()),
        previous: previous.map(|place| page("before", encode_place(place))),
        next: next.map(|place| page("after", encode_place(place))),
        last: Some(if several { page("before", LAST_PAGE.to_owned()) } else { first.to_owned() }),
    }
}

/// The pages around one with these rows, whose first page has this path.
pub(crate) fn links_around<K: Serialize, T>(first: &str, rows: &Rows<K, T>) -> PageLinks {
    page_links(first, rows.total, rows.previous.as_ref(), rows.next.as_ref())
}

#[cfg(test)]
mod tests {
    use services::ListPart;

    use super::{PageQuery, page_links};

    #[test]
    fn a_place_survives_its_way_through_an_app() {
        let paging = page_links("/all?language=fra", 120, Some(&("a b/ü", 7)), Some(&("z", 9)));
        assert_eq!(paging.first.as_deref(), Some("/all?language=fra"));
        assert_eq!(paging.last.as_deref(), Some("/all?language=fra&before="));
        let token = paging.previous.unwrap().strip_prefix("/all?language=fra&before=").unwrap().to_owned();
        assert!(token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
        let query = PageQuery { before: Some(token), after: None };
        let part = query.parse_part::<(String, i64)>().ok().unwrap();
        assert_eq!(part, ListPart { place: Some(("a b/ü".to_owned(), 7)), backward: true, limit: 50 });
    }

    #[test]
    fn an_invalid_token_is_refused() {
        let after =
            |text: &str| PageQuery { after: Some(text.into()), before: None }.parse_part::<i64>().is_err();
        assert!(["", "?", "bnVsbA", "e30"].into_iter().all(after));
        assert!(after(&"x".repeat(9_000)));
        let nul = super::encode_place(&("a\0b", 7));
        assert!(PageQuery { after: Some(nul), before: None }.parse_part::<(String, i64)>().is_err());
        let both = PageQuery { after: Some("MQ".into()), before: Some("MQ".into()) };
        assert!(both.parse_part::<i64>().is_err());
    }
}
