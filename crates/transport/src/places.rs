//! Places in lists, as addresses name them: a page begins after an item or ends before one, so that it stays
//! right when items come and go, and every page costs the same.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use services::ListPart;

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

/// Why an address names no part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidPlace {
    /// It names a place to begin after, and one to end before.
    TwoTokens,
    /// The token is of no place.
    DamagedToken,
}

/// The part of a list that an address names: the items after a place or before one, by its token. Without
/// either it is the first part; the last part is `before` this text.
pub fn parse_list_part<K: DeserializeOwned>(
    after: Option<&str>,
    before: Option<&str>,
    last: &str,
    limit: usize,
) -> Result<ListPart<K>, InvalidPlace> {
    let (token, backward) = match (after, before) {
        (Some(_), Some(_)) => return Err(InvalidPlace::TwoTokens),
        (after, None) => (after, false),
        (None, Some(before)) => (Some(before).filter(|token| *token != last), true),
    };
    let place = token.map(|token| decode_place(token).ok_or(InvalidPlace::DamagedToken)).transpose()?;
    Ok(ListPart { place, backward, limit })
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.contains('\0'),
        Value::Array(all) => all.iter().all(is_plain),
        Value::Object(all) => all.values().all(is_plain),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use services::ListPart;

    use super::{InvalidPlace, MAX_TOKEN_BYTES, decode_place, encode_place, parse_list_part};

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

    #[test]
    fn an_address_names_one_part_of_a_list() {
        let part = |after, before| parse_list_part::<i64>(after, before, "last", 20);
        let read = |place: Option<i64>, backward| ListPart { place, backward, limit: 20 };
        assert_eq!(part(None, None), Ok(read(None, false)));
        assert_eq!(part(Some("Nw"), None), Ok(read(Some(7), false)));
        assert_eq!(part(None, Some("Nw")), Ok(read(Some(7), true)));
        assert_eq!(part(None, Some("last")), Ok(read(None, true)));
        assert_eq!(part(Some("last"), None), Err(InvalidPlace::DamagedToken));
        assert_eq!(part(None, Some("")), Err(InvalidPlace::DamagedToken));
        assert_eq!(part(Some("Nw"), Some("last")), Err(InvalidPlace::TwoTokens));
    }
}
