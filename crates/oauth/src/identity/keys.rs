//! The partner's public keys.

use std::sync::Arc;

use jsonwebtoken::jwk::Jwk;
use serde::Deserialize;
use serde_json::Value;

/// The public keys of a partner. A clone shares them.
#[derive(Debug, Clone)]
pub struct KeySet(Arc<[Jwk]>);

/// A text that is not a JSON Web Key Set.
#[derive(Debug, thiserror::Error)]
#[error("it is not a JSON Web Key Set: {0}")]
pub struct BadKeySet(#[from] serde_json::Error);

impl KeySet {
    /// Reads a JSON Web Key Set (RFC 7517). Keys that cannot be read are skipped: the others are still
    /// valid.
    pub fn parse(text: &[u8]) -> Result<Self, BadKeySet> {
        let set: JwkSet = serde_json::from_slice(text)?;
        Ok(Self(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect()))
    }

    pub(super) fn all_keys(&self) -> std::slice::Iter<'_, Jwk> {
        self.0.iter()
    }
}

#[derive(Deserialize)]
struct JwkSet {
    keys: Vec<Value>,
}

#[cfg(test)]
mod tests {
    use super::KeySet;

    #[test]
    fn keys_that_cannot_be_read_are_skipped() {
        let set = br#"{"keys": [
            {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "kid": "known"},
            {"kty": "RSA", "kid": 7, "n": "AA", "e": "AA"}, "text"
        ]}"#;
        let keys = KeySet::parse(set).unwrap();
        let ids: Vec<_> = keys.all_keys().map(|key| key.common.key_id.as_deref()).collect();
        assert_eq!(ids, [Some("known")]);
    }

    #[test]
    fn rejects_texts_that_are_not_key_sets() {
        for text in ["", "{}", "[]", r#"{"keys": 1}"#] {
            assert!(KeySet::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
