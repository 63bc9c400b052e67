//! Encryption of stored tokens. They are encrypted with a key outside the database, and bound to their
//! account, so that one reader's tokens cannot be swapped for another's.

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use domain::AccountId;
use rand::Rng;

use super::DriveTokens;

/// First byte of encrypted tokens: the encryption scheme.
const SCHEME_VERSION: u8 = 1;
/// Bytes of the random nonce, long enough that none is ever repeated.
const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts tokens with one key (XChaCha20-Poly1305).
#[derive(Clone)]
pub struct Sealer(XChaCha20Poly1305);

impl Sealer {
    pub fn new(key: &[u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(key.into()))
    }

    /// Encrypts an account's tokens.
    pub fn seal(&self, tokens: &DriveTokens, account: &AccountId, rng: &mut impl Rng) -> Vec<u8> {
        let mut nonce = [0; NONCE_BYTES];
        rng.fill_bytes(&mut nonce);
        let plain = serde_json::to_vec(tokens).expect("tokens serialize to JSON");
        let payload = Payload { msg: &plain, aad: account.as_str().as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).expect("tokens are short");
        [&[SCHEME_VERSION], nonce.as_slice(), &sealed].concat()
    }

    /// Decrypts an account's tokens; `None` if they were encrypted with another key or for another account,
    /// or changed since.
    pub fn open(&self, sealed: &[u8], account: &AccountId) -> Option<DriveTokens> {
        let rest = sealed.strip_prefix(&[SCHEME_VERSION])?;
        let (nonce, text) = rest.split_first_chunk::<NONCE_BYTES>()?;
        let payload = Payload { msg: text, aad: account.as_str().as_bytes() };
        let plain = self.0.decrypt(&XNonce::from(*nonce), payload).ok()?;
        serde_json::from_slice(&plain).ok()
    }
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer")
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::*;

    fn sample_tokens() -> DriveTokens {
        DriveTokens { access: "a".into(), refresh: Some("r".into()), expires: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn sealed_tokens_open_for_their_account_and_key_alone() {
        let (own, other) = (Sealer::new(&[1; 32]), Sealer::new(&[2; 32]));
        let mut rng = StdRng::seed_from_u64(1);
        let (ada, ben) = (AccountId::from("ada"), AccountId::from("ben"));
        let sealed = own.seal(&sample_tokens(), &ada, &mut rng);
        assert_eq!(own.open(&sealed, &ada), Some(sample_tokens()));
        assert_eq!(own.open(&sealed, &ben), None);
        assert_eq!(other.open(&sealed, &ada), None);
        assert_ne!(own.seal(&sample_tokens(), &ada, &mut rng), sealed, "a nonce of its own");
        assert!(!sealed.windows(6).any(|bytes| bytes == b"access"));
    }

    #[test]
    fn any_change_is_detected() {
        let own = Sealer::new(&[1; 32]);
        let ada = AccountId::from("ada");
        let sealed = own.seal(&sample_tokens(), &ada, &mut StdRng::seed_from_u64(1));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(own.open(&changed, &ada), None, "byte {at}");
            assert_eq!(own.open(&sealed[..at], &ada), None, "cut at {at}");
        }
    }
}
