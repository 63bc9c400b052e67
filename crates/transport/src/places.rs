//! Places in lists, as addresses name them: a page begins after an item or ends before one, so that it stays
//! right when items come and go, and every page costs the same.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Maximum length of a token, in bytes.
const MAX_TOKEN_BYTES: usize = 8_192;

/// A place in a list as a token. It holds no secret; changing it shows another page.
pub fn encode_place<K: Serialize>(place: &K) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).unwrap_or_default())
}

/// The place of a token. `None` if it is damaged, too long, or has a NUL, which not every database can
/// compare.
pub fn decode_place<K: DeserializeOwned>(token: &str) -> Option<K> {
    let bytes = Some(token).filter(|token| token.len() <= MAX_TOKEN_BYTES)?;
    let place: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(bytes).ok()?).ok()?;
    serde_json::from_value(Some(place).filter(is_plain)?).ok()
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.contains('\0'),
        Value::Array(all) => all.iter().all(is_plain),
        Value::Object(all) => all.values().all(is_plain),
        _ => true,
    }
}

/// A page of a list that is in memory.
#[derive(Debug, PartialEq, Eq)]
pub struct ListPage<'a, T, K> {
    pub items: &'a [T],
    /// The item that the previous page ends before. `None` on the first page.
    pub previous: Option<K>,
    /// The item that the next page begins after. `None` on the last page.
    pub next: Option<K>,
}

/// The page of at most `most` items that begins after an item or, if `backward`, ends before one. Without an
/// item, or with one that is not on the list any more, it is the first page, or the last.
pub fn page_around<'a, T, K: PartialEq>(
    items: &'a [T],
    place: Option<&K>,
    backward: bool,
    most: usize,
    key: impl Fn(&T) -> K,
) -> ListPage<'a, T, K> {
    let at = place.and_then(|place| items.iter().position(|item| key(item) == *place));
    let (from, to) = if backward {
        let to = at.unwrap_or(items.len());
        (to.saturating_sub(most), to)
    } else {
        let from = at.map_or(0, |at| at + 1);
        (from, (from + most).min(items.len()))
    };
    let shown = &items[from..to];
    let previous = shown.first().filter(|_| from > 0).map(&key);
    let next = shown.last().filter(|_| to < items.len()).map(&key);
    ListPage { items: shown, previous, next }
}

#[cfg(test)]
mod tests {
    use super::{MAX_TOKEN_BYTES, decode_place, encode_place};

    #[test]
    fn places_round_trip_and_damaged_ones_are_refused() {
        for place in [(Some("berg/ü".to_owned()), "mia".to_owned()), (None, "max".to_owned())] {
            assert_eq!(decode_place(&encode_place(&place)), Some(place));
        }
        for damaged in
            ["", "x", "!!", "e30", &encode_place(&(None::<String>, "a\0b")), &"A".repeat(MAX_TOKEN_BYTES + 4)]
        {
            assert_eq!(decode_place::<(Option<String>, String)>(damaged), None, "{damaged}");
        }
    }
}
