//! How a device proves its identity, and what is stored for that.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::devices::normalize;
use hmac::{Hmac, KeyInit as _, Mac as _};
use md5::Md5;
use rand::Rng;
use sha2::{Digest as _, Sha256};
use store::Db;

use crate::error::Result;
use crate::library::Library;

/// The name of the library's secret key.
const SECRET: &str = "devices";

/// What a device sends to prove its identity.
#[derive(Clone, Copy)]
pub enum Proof<'a> {
    /// Its password, in any case, with spaces or hyphens.
    Password(&'a str),
    /// MD5 of its password exactly as it was shown, hexadecimal, as the sync of `KOReader` sends it.
    Md5(&'a str),
}

impl Proof<'_> {
    /// What is stored: HMAC-SHA256 of the hexadecimal MD5, base64url without padding. It checks both kinds. A
    /// slow hash would add nothing: a password is drawn from more than 2^60 (docs/security.md).
    pub(super) fn hash(self, key: &Key) -> String {
        let md5 = match self {
            Self::Password(typed) => hexadecimal(Md5::digest(normalize(typed).unwrap_or_default()).into()),
            Self::Md5(digest) => digest.to_ascii_lowercase(),
        };
        let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).expect("HMAC takes keys of any length");
        mac.update(md5.as_bytes());
        BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

/// A proof is never printed.
impl std::fmt::Debug for Proof<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Proof")
    }
}

/// 32 digits in lower case.
fn hexadecimal(digest: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(digest))
}

/// The library's key for the hashes.
pub(super) struct Key(pub(super) [u8; 32]);

impl Key {
    /// Reads the key; creates it the first time.
    pub(super) async fn read(db: &Db, rng: &mut impl Rng) -> Result<Self> {
        Ok(Self(store::secrets::get_or_create(db, SECRET, rng).await?))
    }

    /// The same, read from the database once for each process.
    pub(super) async fn kept(library: &Library) -> Result<Self> {
        let read = || async { Self::read(&library.db, &mut library.rng()).await.map(|key| key.0) };
        library.device_key.get_or_try_init(read).await.copied().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Proof};

    #[test]
    fn both_kinds_of_proof_have_one_hash() {
        let key = Key([7; 32]);
        let kept = Proof::Password("otter-lamp").hash(&key);
        assert_eq!(kept, "oI2TqB0vIP2aPzisXQwcCYkaKFVdbLUCVbnsN-EOqfI");
        assert_eq!(Proof::Password(" Otter LAMP").hash(&key), kept);
        assert_eq!(Proof::Md5("ddbe094b7389ea42d02a6fd959471b52").hash(&key), kept);
        assert_eq!(Proof::Md5("DDBE094B7389EA42D02A6FD959471B52").hash(&key), kept);
        assert_ne!(Proof::Password("otter-lamb").hash(&key), kept);
        assert_ne!(
            Proof::Password("ddbe094b7389ea42d02a6fd959471b52").hash(&key),
            kept,
            "a digest is no password"
        );
        assert_ne!(Proof::Password("otter-lamp").hash(&Key([8; 32])), kept, "the library's key counts");
    }

    #[test]
    fn an_empty_or_endless_password_is_hashed_like_any_other() {
        let key = Key([7; 32]);
        assert_eq!(Proof::Password("").hash(&key).len(), 43);
        assert_eq!(Proof::Password(&"x".repeat(100_000)).hash(&key).len(), 43);
        assert_eq!(format!("{:?}", Proof::Password("otter-lamp")), "Proof");
    }
}
