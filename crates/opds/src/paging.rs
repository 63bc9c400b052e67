//! Pages of feeds. An address names the page after or before an item, so that it stays right when titles come
//! and go, and every page costs the same.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use transport::places::{self, token};

use crate::base::encoded;
use crate::problem::{Problem, Result};

/// Publications of a page.
pub(crate) const PER_PAGE: usize = 50;

/// Which page of a feed is asked for.
#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct PageQuery {
    /// The page after this item.
    pub(crate) after: Option<String>,
    /// The page before this item; empty: the last page.
    pub(crate) before: Option<String>,
}

/// Where a page begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Start<K> {
    /// It is the first page, or begins after an item.
    After(Option<K>),
    /// It is the last page, or ends before an item.
    Before(Option<K>),
}

/// Where the pages of a feed are, as paths.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paging {
    /// The exact number of items of all pages.
    pub(crate) total: u64,
    /// Most items of a page.
    pub(crate) per_page: usize,
    /// The first page.
    pub(crate) first: Option<String>,
    /// The page before.
    pub(crate) previous: Option<String>,
    /// The page after.
    pub(crate) next: Option<String>,
    /// The last page.
    pub(crate) last: Option<String>,
}

impl Paging {
    /// A feed with all its items on one page, which has this path.
    pub(crate) fn whole(path: &str, items: usize) -> Self {
        Self {
            total: items as u64,
            per_page: items.max(PER_PAGE),
            first: Some(path.to_owned()),
            last: Some(path.to_owned()),
            ..Self::default()
        }
    }

    /// The pages that there are, each by its relation to this one.
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

/// What a list is asked with: one row more than a page has says whether the list continues.
pub(crate) fn limit() -> u32 {
    u32::try_from(PER_PAGE).unwrap_or(u32::MAX - 1) + 1
}

impl<K> Start<K> {
    /// The place, and whether the page ends there.
    pub(crate) fn parts(&self) -> (Option<&K>, bool) {
        match self {
            Self::After(place) => (place.as_ref(), false),
            Self::Before(place) => (place.as_ref(), true),
        }
    }
}

impl PageQuery {
    /// Reads the tokens: 400 for one that cannot be read, and for two.
    pub(crate) fn start<K: DeserializeOwned>(&self) -> Result<Start<K>> {
        match (self.after.as_deref(), self.before.as_deref()) {
            (None, None) => Ok(Start::After(None)),
            (Some(token), None) => Ok(Start::After(Some(read(token)?))),
            (None, Some("")) => Ok(Start::Before(None)),
            (None, Some(token)) => Ok(Start::Before(Some(read(token)?))),
            (Some(_), Some(_)) => Err(Problem::bad("problem-two-pages")),
        }
    }
}

impl PageQuery {
    /// The path of the page itself, in a feed whose first page has this path.
    pub(crate) fn own(&self, first: &str) -> String {
        let join = if first.contains('?') { '&' } else { '?' };
        match (&self.after, &self.before) {
            (Some(token), _) => format!("{first}{join}after={}", encoded(token)),
            (None, Some(token)) => format!("{first}{join}before={}", encoded(token)),
            (None, None) => first.to_owned(),
        }
    }
}

fn read<K: DeserializeOwned>(token: &str) -> Result<K> {
    let bad = || Problem::bad("problem-page");
    places::read(token).ok_or_else(bad)
}

/// The pages around one, whose first page has this path.
pub(crate) fn pages<K: Serialize>(first: &str, total: u64, previous: Option<&K>, next: Option<&K>) -> Paging {
    let join = if first.contains('?') { '&' } else { '?' };
    let page = |name: &str, token: String| format!("{first}{join}{name}={token}");
    let several = total > PER_PAGE as u64;
    Paging {
        total,
        per_page: PER_PAGE,
        first: Some(first.to_owned()),
        previous: previous.map(|place| page("before", token(place))),
        next: next.map(|place| page("after", token(place))),
        last: Some(if several { page("before", String::new()) } else { first.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::{PageQuery, Start, pages};

    #[test]
    fn a_place_survives_its_way_through_an_app() {
        let paging = pages("/all?language=fra", 120, Some(&("a b/ü", 7)), Some(&("z", 9)));
        assert_eq!(paging.first.as_deref(), Some("/all?language=fra"));
        assert_eq!(paging.last.as_deref(), Some("/all?language=fra&before="));
        let token = paging.previous.unwrap().strip_prefix("/all?language=fra&before=").unwrap().to_owned();
        assert!(token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
        let query = PageQuery { before: Some(token), after: None };
        let start = query.start::<(String, i64)>().ok().unwrap();
        assert_eq!(start, Start::Before(Some(("a b/ü".to_owned(), 7))));
    }

    #[test]
    fn a_token_that_is_none_is_refused() {
        let after = |text: &str| PageQuery { after: Some(text.into()), before: None }.start::<i64>().is_err();
        assert!(["", "?", "bnVsbA", "e30"].into_iter().all(after));
        assert!(after(&"x".repeat(9_000)));
        let nul = super::token(&("a\0b", 7));
        assert!(PageQuery { after: Some(nul), before: None }.start::<(String, i64)>().is_err());
        let both = PageQuery { after: Some("MQ".into()), before: Some("MQ".into()) };
        assert!(both.start::<i64>().is_err());
    }
}
