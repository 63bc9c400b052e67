//! The position at which a page ended.

use serde::{Deserialize, Serialize};

use crate::Sort;

/// The position after the last title of a page: its sort value and number. It stays valid when titles are
/// added and removed, fits any page size, and costs the same everywhere (docs/rules/requests.md#rule-12). The
/// caller binds it to the endpoint and its filters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    #[serde(rename = "s")]
    pub(crate) sort: Sort,
    #[serde(rename = "d")]
    pub(crate) descending: bool,
    #[serde(rename = "v")]
    pub(crate) value: SortValue,
    #[serde(rename = "i")]
    pub(crate) id: i64,
    /// The reading of the words, so that the next page reads them the same way.
    #[serde(rename = "r")]
    pub(crate) reading: QueryReading,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum SortValue {
    /// A relevance, a time or a year.
    #[serde(rename = "n")]
    Number(i64),
    /// A title or a name.
    #[serde(rename = "t")]
    Text(String),
    /// Absent: last in both directions (docs/rules/requests.md#rule-13).
    #[serde(rename = "0")]
    Absent,
}

/// A reading of the words of a query, from exact to tolerant. Each next reading is tried only if the one
/// before found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum QueryReading {
    /// As they are written.
    #[serde(rename = "a")]
    Written,
    /// With neighbors as one word, and without signs and words for "and".
    #[serde(rename = "b")]
    Loose,
    /// With one typing error in each longer word.
    #[serde(rename = "c")]
    Mistyped,
    /// With a long word that no title has as two.
    #[serde(rename = "d")]
    Split,
}

#[cfg(test)]
mod tests {
    use super::{Cursor, QueryReading, SortValue};
    use crate::Sort;

    #[test]
    fn a_cursor_survives_its_way_through_a_client() {
        for value in [SortValue::Number(-3), SortValue::Text("hobbit".into()), SortValue::Absent] {
            let cursor = Cursor {
                sort: Sort::Title,
                descending: true,
                value,
                id: 17,
                reading: QueryReading::Mistyped,
            };
            let text = serde_json::to_string(&cursor).unwrap();
            assert_eq!(serde_json::from_str::<Cursor>(&text).unwrap(), cursor);
        }
    }
}
