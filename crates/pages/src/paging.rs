//! Pages of a list. An address names the item before or after the page, so that it stays right when titles
//! come and go, and every page costs the same.

use std::borrow::Borrow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use services::ListPart;
use transport::places::{self, encode_place};
use url::form_urlencoded;

use crate::{Fields, Problem, Result};

pub(crate) const TITLES_PER_PAGE: usize = 20;

/// The page of a list that an address names with `after` or `before`; `before=last` is the last page. A token
/// that cannot be read is 404, because no page has such an address.
pub(crate) fn list_part<K: DeserializeOwned>(fields: &Fields) -> Result<ListPart<K>> {
    places::parse_list_part(fields.get("after"), fields.get("before"), "last", TITLES_PER_PAGE)
        .map_err(|_| Problem::NotFound)
}

/// The place after which a page begins, of a list that only leads onward. `None` for the first page. A token
/// that cannot be read is 404, because no page has such an address.
pub(crate) fn read_place<K: DeserializeOwned>(fields: &Fields) -> Result<Option<K>> {
    parse_place(fields.get("after"))
}

/// The place that a token names. `None` for the first page, which has none.
pub(crate) fn parse_place<K: DeserializeOwned>(token: Option<&str>) -> Result<Option<K>> {
    token.map(|token| places::decode_place(token).ok_or(Problem::NotFound)).transpose()
}

/// The addresses of the other pages. `None` where there is no such page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pager {
    pub(crate) first: Option<String>,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) last: Option<String>,
}

impl Pager {
    /// The pages around one of the list at this path, with or without a query.
    pub(crate) fn new<K: Serialize>(path: &str, previous: Option<&K>, next: Option<&K>) -> Self {
        let with = |name: &str, key: &K| add_parameter(path, name, &encode_place(key));
        Self {
            first: previous.map(|_| path.to_owned()),
            previous: previous.map(|key| with("before", key)),
            next: next.map(|key| with("after", key)),
            last: next.map(|_| add_parameter(path, "before", "last")),
        }
    }

    /// The pages around one of a list that only leads onward: the browser's history has the page before.
    pub(crate) fn new_onward<K: Serialize>(path: &str, is_first: bool, next: Option<&K>) -> Self {
        Self {
            first: (!is_first).then(|| path.to_owned()),
            next: next.map(|key| add_parameter(path, "after", &encode_place(key))),
            ..Self::default()
        }
    }
}

/// Values of the buttons that lead to other pages of a list in a form, and keep what is chosen in it. `None`
/// where there is no such page.
pub(crate) struct FormPager {
    /// True if this is not the first page.
    pub(crate) is_continued: bool,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
}

impl FormPager {
    pub(crate) fn new<K: Serialize>(is_continued: bool, previous: Option<&K>, next: Option<&K>) -> Self {
        Self { is_continued, previous: previous.map(encode_place), next: next.map(encode_place) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.is_continued && self.previous.is_none() && self.next.is_none()
    }
}

/// The path with these fields as its query. Without fields, the path alone.
pub(crate) fn add_query<I, K, V>(path: &str, fields: I) -> String
where
    I: IntoIterator,
    I::Item: Borrow<(K, V)>,
    K: AsRef<str>,
    V: AsRef<str>,
{
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The path, with or without a query, and one more parameter.
pub(crate) fn add_parameter(path: &str, name: &str, value: &str) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    format!("{path}{mark}{name}={value}")
}

#[cfg(test)]
mod tests {
    use services::ListPart;

    use super::{Pager, encode_place, list_part};
    use crate::fields::Fields;
    use crate::problem::Problem;

    fn parse_part(query: &str) -> Result<ListPart<i64>, Problem> {
        list_part(&Fields::parse(query.as_bytes()))
    }

    #[test]
    fn damaged_tokens_are_addresses_of_nothing() {
        for bad in ["after=!", "after=YWJj", "after=MQ&before=MQ", "before=W10"] {
            assert_eq!(parse_part(bad), Err(Problem::NotFound), "{bad}");
        }
        assert_eq!(parse_part(&format!("after={}", "A".repeat(9000))), Err(Problem::NotFound));
        let pager = Pager::new("/search?words=a", None, Some(&7));
        assert_eq!(pager.next.as_deref(), Some("/search?words=a&after=Nw"));
        assert_eq!(parse_part("after=Nw"), Ok(ListPart { place: Some(7), backward: false, limit: 20 }));
        // Not every database can compare a NUL.
        let nul = Fields::parse(format!("after={}", encode_place(&"a\0b")).as_bytes());
        assert_eq!(list_part::<String>(&nul), Err(Problem::NotFound));
    }
}
