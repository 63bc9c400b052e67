//! Proofs of a device's identity, and the stored values that check them.

use domain::devices::normalize;
use md5::{Digest as _, Md5};
use secrets::PurposeKey;

use crate::{Library, Result};

/// The name of the library's secret key.
const SECRET_NAME: &str = "devices";

/// A proof of identity that a device sends.
#[derive(Clone, Copy)]
pub enum Proof<'a> {
    /// The device's password, in any case, with spaces or hyphens.
    Password(&'a str),
    /// MD5 of its password exactly as it was shown, hexadecimal, as the sync of `KOReader` sends it.
    Md5(&'a str),
}

impl Proof<'_> {
    /// The stored value: HMAC-SHA256 of the hexadecimal MD5, base64url without padding. It checks both
    /// kinds. A slow hash would add nothing, because a password is drawn from more than 2^60
    /// (docs/security.md).
    pub(super) fn keyed_hash(self, key: &DeviceKey) -> String {
        let md5 = match self {
            Self::Password(typed) => hexadecimal(Md5::digest(normalize(typed).unwrap_or_default()).into()),
            Self::Md5(digest) => digest.to_ascii_lowercase(),
        };
        // No purpose: the key is for these hashes alone.
        PurposeKey::new(&key.0, b"").hash(&md5)
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
pub(super) struct DeviceKey(pub(super) [u8; 32]);

impl DeviceKey {
    /// The key, read from the database once for each process, and created the first time.
    pub(super) async fn load_cached(library: &Library) -> Result<Self> {
        let read = || async {
            store::secrets::get_or_create(library.db(), SECRET_NAME, &mut library.request_rng()).await
        };
        Ok(Self(*library.device_key().get_or_try_init(read).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::{DeviceKey, Proof};

    #[test]
    fn both_kinds_of_proof_have_one_hash() {
        let key = DeviceKey([7; 32]);
        let kept = Proof::Password("otter-lamp").keyed_hash(&key);
        assert_eq!(kept, "oI2TqB0vIP2aPzisXQwcCYkaKFVdbLUCVbnsN-EOqfI");
        assert_eq!(Proof::Password(" Otter LAMP").keyed_hash(&key), kept);
        assert_eq!(Proof::Md5("ddbe094b7389ea42d02a6fd959471b52").keyed_hash(&key), kept);
        assert_eq!(Proof::Md5("DDBE094B7389EA42D02A6FD959471B52").keyed_hash(&key), kept);
        assert_ne!(Proof::Password("otter-lamb").keyed_hash(&key), kept);
        assert_ne!(
            Proof::Password("ddbe094b7389ea42d02a6fd959471b52").keyed_hash(&key),
            kept,
            "a digest is no password"
        );
        assert_ne!(
            Proof::Password("otter-lamp").keyed_hash(&DeviceKey([8; 32])),
            kept,
            "the library's key counts"
        );
    }

    #[test]
    fn an_empty_or_endless_password_is_hashed_like_any_other() {
        let key = DeviceKey([7; 32]);
        assert_eq!(Proof::Password("").keyed_hash(&key).len(), 43);
        assert_eq!(Proof::Password(&"x".repeat(100_000)).keyed_hash(&key).len(), 43);
        assert_eq!(format!("{:?}", Proof::Password("otter-lamp")), "Proof");
    }
}
