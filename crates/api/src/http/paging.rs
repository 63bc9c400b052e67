//! The `next` tokens of lists: a keyset cursor, opaque to clients, bound to the endpoint and its filters
//! (docs/rules/requests.md#rule-12).

use jiff::{SignedDuration, Timestamp};
use secrets::PurposeKey;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::http::{ErrorKey, HttpError, Result};

/// Lifetime of a `next` token (docs/rules/requests.md#rule-12).
const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// No purpose: the key is for these tokens alone.
const KEY_PURPOSE: &[u8] = b"";

/// Writes and reads the `next` tokens of one list.
#[derive(Debug, Clone)]
pub struct Cursors {
    key: PurposeKey,
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
        Self { key: PurposeKey::new(key, KEY_PURPOSE), binding, now }
    }

    pub fn encode<P: Serialize>(&self, position: &P) -> Result<String> {
        let token = PageToken { binding: self.binding, issued: self.now.as_second(), position };
        Ok(self.key.seal_short_note(&token).map_err(|_| ErrorKey::InternalError)?)
    }

    /// The position in a token; `INVALID_START` if it is damaged, too old, or of another list.
    pub fn decode<P: DeserializeOwned>(&self, start: &str) -> Result<P> {
        let token: PageToken<P> = self.key.open_short_note(start).ok_or(HttpError::InvalidStart)?;
        let age = self.now.as_second() - token.issued;
        if token.binding != self.binding || age > TOKEN_LIFETIME.as_secs() {
            return Err(HttpError::InvalidStart.into());
        }
        Ok(token.position)
    }
}

/// Returns true if a text has the form of a token, of any list.
pub fn is_token(text: &str) -> bool {
    PurposeKey::read_unverified_short_note::<PageToken<IgnoredAny>>(text).is_some()
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
    fn a_token_of_an_earlier_version_is_accepted() {
        let cursors = Cursors::new(&KEY, at_second(0), &"titles");
        let token =
            "eyJiIjpbMTg5LDE3MywxOCwyMSwxNzAsMTIzLDE2NiwxNTldLCJ0IjowLCJwIjpbIm1vYnkgZGljayIsN119ZC4cYM_ztUY";
        assert_eq!(cursors.decode::<(String, i64)>(token).unwrap(), ("moby dick".into(), 7));
        assert_eq!(cursors.encode(&("moby dick", 7)).unwrap(), token);
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
    }
}
