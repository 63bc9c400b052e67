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
