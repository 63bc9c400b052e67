//! The `next` tokens of lists: a keyset cursor, opaque to clients, bound to the endpoint and its filters
//! (docs/rules/requests.md#rule-12).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::http::errors::{ErrorKey, Result};

/// Lifetime of a `next` token (docs/rules/requests.md#rule-12).
const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// Bytes of the keyed checksum at the token's end.
const CHECKSUM_BYTES: usize = 8;

/// Writes and reads the `next` tokens of one list.
#[derive(Debug, Clone)]
pub struct Cursors {
    key: [u8; 32],
    binding: [u8; 8],
    now: Timestamp,
}

/// Content of a token.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageToken<P> {
    /// Endpoint, order and filters, hashed.
    #[serde(rename = "b")]
    binding: [u8; 8],
    /// When it was made, unix seconds.
    #[serde(rename = "t")]
    issued: i64,
    /// The position: the last item's sort values and identifier.
    #[serde(rename = "p")]
    position: P,
}

impl Cursors {
    /// Cursors of the list whose endpoint, order and filters are contained in `bound_to`: values that
    /// serialize to equal JSON name the same list.
    pub fn new(key: &[u8; 32], now: Timestamp, bound_to: &impl Serialize) -> Self {
        let digest = Sha256::digest(serde_json::to_vec(bound_to).expect("filters are plain values"));
        let mut binding = [0; 8];
        binding.copy_from_slice(&digest[..8]);
        Self { key: *key, binding, now }
    }

    /// The token for a position.
    pub fn encode<P: Serialize>(&self, position: &P) -> Result<String> {
        let token = PageToken { binding: self.binding, issued: self.now.as_second(), position };
        let mut bytes = serde_json::to_vec(&token).map_err(|_| ErrorKey::InternalError)?;
        let tag = self.start_mac(&bytes).finalize().into_bytes();
        bytes.extend_from_slice(&tag[..CHECKSUM_BYTES]);
        Ok(BASE64.encode(bytes))
    }

    /// The position in a token; `INVALID_START` if it is damaged, too old, or of another list.
    pub fn decode<P: DeserializeOwned>(&self, start: &str) -> Result<P> {
        let bytes = BASE64.decode(start).map_err(|_| ErrorKey::InvalidStart)?;
        let split = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(ErrorKey::InvalidStart)?;
        let (json, tag) = bytes.split_at(split);
        self.start_mac(json).verify_truncated_left(tag).map_err(|_| ErrorKey::InvalidStart)?;
        let token: PageToken<P> = serde_json::from_slice(json).map_err(|_| ErrorKey::InvalidStart)?;
        let age = self.now.as_second() - token.issued;
        if token.binding != self.binding || age > TOKEN_LIFETIME.as_secs() {
            return Err(ErrorKey::InvalidStart.into());
        }
        Ok(token.position)
    }

    fn start_mac(&self, bytes: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.update(bytes);
        mac
    }
}

/// Returns true if a text has the form of a token, of any list.
pub fn is_token(text: &str) -> bool {
    let Ok(bytes) = BASE64.decode(text) else { return false };
    let Some(split) = bytes.len().checked_sub(CHECKSUM_BYTES) else { return false };
    serde_json::from_slice::<PageToken<IgnoredAny>>(&bytes[..split]).is_ok()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::{Cursors, is_token};

    const KEY: [u8; 32] = [7; 32];

    fn at_second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_token_is_bound_to_its_list_and_a_day() {
        let cursors = Cursors::new(&KEY, at_second(0), &("titles", "title", false));
        let token = cursors.encode(&("moby dick", 7)).unwrap();
        assert_eq!(cursors.decode::<(String, i64)>(&token).unwrap(), ("moby dick".into(), 7));
        let later = Cursors::new(&KEY, at_second(86_400), &("titles", "title", false));
        assert!(later.decode::<(String, i64)>(&token).is_ok());
        let too_late = Cursors::new(&KEY, at_second(86_401), &("titles", "title", false));
        assert_eq!(too_late.decode::<(String, i64)>(&token).unwrap_err().key(), "INVALID_START");
        let other = Cursors::new(&KEY, at_second(0), &("titles", "title", true));
        assert_eq!(other.decode::<(String, i64)>(&token).unwrap_err().key(), "INVALID_START");
    }

    #[test]
    fn a_token_is_recognized_by_its_form() {
        let cursors = Cursors::new(&KEY, at_second(0), &"titles");
        assert!(is_token(&cursors.encode(&("moby dick", 7)).unwrap()));
        assert!(is_token(&cursors.encode(&()).unwrap()));
        for text in ["", "x", "zz", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAA", "e30AAAAAAAAA"] {
            assert!(!is_token(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in ".{0,200}") {
            let cursors = Cursors::new(&KEY, at_second(0), &"titles");
            prop_assert!(cursors.decode::<(String, i64)>(&text).is_err());
        }

        #[test]
        fn any_damage_is_detected(position in ".{0,40}", at_byte in 0usize..60, flip in 1u8..=255) {
            use base64::Engine;
            let cursors = Cursors::new(&KEY, at_second(0), &"titles");
            let token = cursors.encode(&position).unwrap();
            let mut bytes = super::BASE64.decode(&token).unwrap();
            let index = at_byte % bytes.len();
            bytes[index] ^= flip;
            prop_assert!(cursors.decode::<String>(&super::BASE64.encode(bytes)).is_err());
        }
    }
}
