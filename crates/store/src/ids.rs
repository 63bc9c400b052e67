//! Opaque identifiers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;

/// A new opaque identifier: 128 random bits as 22 URL-safe characters, for accounts, organizations,
/// subscriptions and the like (docs/rules/requests.md#rule-16: URL-safe, at most 80 characters, not a
/// number).
pub fn random_id(rng: &mut impl Rng) -> String {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    // A first bit of zero makes the first character a letter, so no identifier is ever taken for a number.
    bytes[0] &= 0x7f;
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::random_id;

    #[test]
    fn an_identifier_is_url_safe_and_no_number() {
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..1000 {
            let id = random_id(&mut rng);
            assert_eq!(id.len(), 22);
            assert!(id.starts_with(|c: char| c.is_ascii_alphabetic()), "{id}");
            assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{id}");
        }
    }
}
