//! Random tokens, their stored hashes, and comparison.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::CryptoRng;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// A new code, token, key of a link or client secret: its holder gets the text once; only
/// [`OpaqueToken::hash`] is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct OpaqueToken(String);

impl OpaqueToken {
    /// 256 random bits, base64url without padding: 43 characters.
    pub fn generate(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut bytes = [0_u8; 32];
        rng.fill_bytes(&mut bytes);
        Self(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The text that the holder gets.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The stored form, see [`hash_token`].
    pub fn hash(&self) -> String {
        hash_token(&self.0)
    }
}

impl std::fmt::Debug for OpaqueToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OpaqueToken(..)")
    }
}

/// SHA-256 of a code, token or client secret, base64url without padding: 43 characters. A plain digest is
/// enough for texts of 256 random bits, which no one can guess.
pub fn hash_token(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// Returns true if a text has this stored hash (see [`hash_token`]), compared in constant time.
pub fn matches_token_hash(text: &str, hash: &str) -> bool {
    equals_in_constant_time(&hash_token(text), hash)
}

/// Returns true if two texts are equal, in constant time.
pub fn equals_in_constant_time(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::{OpaqueToken, equals_in_constant_time, hash_token, matches_token_hash};

    #[test]
    fn tokens_are_43_url_safe_characters_and_differ() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut seen = HashSet::new();
        for _ in 0..1000 {
            let secret = OpaqueToken::generate(&mut rng);
            assert_eq!(secret.reveal().len(), 43);
            assert!(secret.reveal().bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
            assert!(seen.insert(secret.reveal().to_owned()));
        }
    }

    #[test]
    fn a_token_is_hidden_in_logs() {
        let secret = OpaqueToken::generate(&mut StdRng::seed_from_u64(1));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert!(!secret.hash().contains(secret.reveal()));
    }

    #[test]
    fn hash_is_sha_256() {
        // FIPS 180-2, appendix B.1: SHA-256 of "abc".
        assert_eq!(hash_token("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    }

    proptest! {
        #[test]
        fn constant_time_comparison_agrees_with_equality(a in "\\PC{0,20}", b in "\\PC{0,20}") {
            prop_assert!(equals_in_constant_time(&a, &a));
            prop_assert_eq!(equals_in_constant_time(&a, &b), a == b);
            prop_assert_eq!(matches_token_hash(&a, &hash_token(&b)), a == b);
        }
    }
}
