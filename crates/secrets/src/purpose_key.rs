//! Values that the server hands out, stores nothing for, and recognizes when they return; and keyed hashes.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::Sha256;

/// Bytes of the seal of a short note. Guessing one takes 2^63 requests on average.
const SHORT_SEAL_BYTES: usize = 8;

/// An HMAC-SHA256 key for one purpose. A value that was sealed for another purpose, or with the key of
/// another installation, is refused.
///
/// A note is JSON, and readable by its holder. It is written in one of two forms, both base64url without
/// padding:
///
/// - [`PurposeKey::seal_note`]: `<note>.<seal>`, with the whole seal of 32 bytes;
/// - [`PurposeKey::seal_short_note`]: the note and the first 8 bytes of its seal as one word, for addresses
///   that people see.
///
/// The forms are contract: what an installation hands out before an upgrade is still accepted after it, and
/// programs of two versions accept each other's.
#[derive(Clone)]
pub struct PurposeKey(Hmac<Sha256>);

impl PurposeKey {
    /// The key for a purpose. The purpose precedes every sealed text, so it must not be the beginning of
    /// another purpose of the same key: end it with a character that no other one has in that position, for
    /// example NUL.
    pub fn new(key: &[u8], purpose: &[u8]) -> Self {
        let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        Self(mac.chain_update(purpose))
    }

    /// The keyed hash of a text, base64url without padding: 43 characters. The text cannot be computed from
    /// it.
    pub fn hash(&self, text: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.compute_seal(text.as_bytes()))
    }

    /// Returns true if the text has this keyed hash, compared in constant time.
    pub fn matches_hash(&self, text: &str, hash: &str) -> bool {
        crate::equals_in_constant_time(&self.hash(text), hash)
    }

    /// Seals a note.
    ///
    /// # Errors
    /// An error if the value cannot be JSON, for example a map whose keys are not strings.
    pub fn seal_note(&self, note: &impl Serialize) -> serde_json::Result<String> {
        let json = serde_json::to_vec(note)?;
        let seal = self.compute_seal(&json);
        Ok([&json[..], &seal].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part)).join("."))
    }

    /// Opens a note. `None` if this key did not seal it, or the type does not fit. A note with members
    /// at its top level that the type does not have comes from a newer program and is refused, because they
    /// may restrict it.
    pub fn open_note<T: Serialize + DeserializeOwned>(&self, text: &str) -> Option<T> {
        let (json, seal) = text.split_once('.')?;
        let json = BASE64_URL_SAFE_NO_PAD.decode(json).ok()?;
        let seal = BASE64_URL_SAFE_NO_PAD.decode(seal).ok()?;
        self.0.clone().chain_update(&json).verify_slice(&seal).ok()?;
        let note: T = serde_json::from_slice(&json).ok()?;
        has_no_other_members(&json, &note).then_some(note)
    }

    /// Seals a note in the short form.
    ///
    /// # Errors
    /// An error if the value cannot be JSON.
    pub fn seal_short_note(&self, note: &impl Serialize) -> serde_json::Result<String> {
        let mut bytes = serde_json::to_vec(note)?;
        let seal = self.compute_seal(&bytes);
        bytes.extend_from_slice(&seal[..SHORT_SEAL_BYTES]);
        Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens a note in the short form. `None` if this key did not seal it, or the type does not fit. A type
    /// that must refuse the members of newer programs denies unknown ones itself.
    pub fn open_short_note<T: DeserializeOwned>(&self, text: &str) -> Option<T> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (json, seal) = bytes.split_at_checked(bytes.len().checked_sub(SHORT_SEAL_BYTES)?)?;
        self.0.clone().chain_update(json).verify_truncated_left(seal).ok()?;
        serde_json::from_slice(json).ok()
    }

    /// Reads a note in the short form without checking its seal: what it claims, not what is true.
    pub fn read_unverified_short_note<T: DeserializeOwned>(text: &str) -> Option<T> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (json, _) = bytes.split_at_checked(bytes.len().checked_sub(SHORT_SEAL_BYTES)?)?;
        serde_json::from_slice(json).ok()
    }

    fn compute_seal(&self, text: &[u8]) -> [u8; 32] {
        self.0.clone().chain_update(text).finalize().into_bytes().into()
    }
}

impl std::fmt::Debug for PurposeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PurposeKey(..)")
    }
}

/// Returns true if the JSON object has only members that the value has, which was read from it.
fn has_no_other_members(json: &[u8], value: &impl Serialize) -> bool {
    match (serde_json::from_slice(json), serde_json::to_value(value)) {
        (Ok(Value::Object(all)), Ok(Value::Object(read))) => all.keys().all(|name| read.contains_key(name)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;
    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};

    use super::PurposeKey;

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Note {
        user: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        audience: Option<String>,
    }

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct OlderNote {
        user: String,
    }

    fn test_key() -> PurposeKey {
        PurposeKey::new(&[7; 32], b"test\0")
    }

    fn note(user: &str) -> Note {
        Note { user: user.into(), audience: None }
    }

    #[test]
    fn a_hash_is_hmac_sha_256_of_purpose_and_text() {
        // RFC 4231, test case 2, with the text divided between purpose and text.
        let key = PurposeKey::new(b"Jefe", b"what do ya want ");
        let hash = key.hash("for nothing?");
        assert_eq!(hash, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM");
        assert!(key.matches_hash("for nothing?", &hash) && !key.matches_hash("for nothing", &hash));
        assert_eq!(format!("{key:?}"), "PurposeKey(..)");
    }

    #[test]
    fn accepts_notes_of_earlier_versions() {
        let sealed = "eyJ1c2VyIjoiYWRhIn0.ejFs2kemakISA351Bv8m7Nhe0-92qoOI8YcHhn62m3M";
        assert_eq!(test_key().open_note(sealed), Some(note("ada")));
        assert_eq!(test_key().seal_note(&note("ada")).unwrap(), sealed);
        let short = "eyJ1c2VyIjoiYWRhIn16MWzaR6ZqQg";
        assert_eq!(test_key().open_short_note(short), Some(note("ada")));
        assert_eq!(test_key().seal_short_note(&note("ada")).unwrap(), short);
    }

    #[test]
    fn refuses_notes_of_other_keys_and_purposes() {
        let sealed = test_key().seal_note(&note("ada")).unwrap();
        let short = test_key().seal_short_note(&note("ada")).unwrap();
        for other in [PurposeKey::new(&[8; 32], b"test\0"), PurposeKey::new(&[7; 32], b"other\0")] {
            assert_eq!(other.open_note::<Note>(&sealed), None);
            assert_eq!(other.open_short_note::<Note>(&short), None);
        }
        assert_eq!(test_key().open_note::<Note>(&short), None);
        assert_eq!(test_key().open_short_note::<Note>(&sealed), None);
        assert_eq!(PurposeKey::read_unverified_short_note(&short), Some(note("ada")));
    }

    #[test]
    fn refuses_a_note_with_members_of_a_newer_program() {
        let restricted = Note { user: "ada".into(), audience: Some("members".into()) };
        let sealed = test_key().seal_note(&restricted).unwrap();
        assert_eq!(test_key().open_note(&sealed), Some(restricted));
        assert_eq!(test_key().open_note::<OlderNote>(&sealed), None);
        let unrestricted = test_key().seal_note(&note("ada")).unwrap();
        assert_eq!(test_key().open_note(&unrestricted), Some(OlderNote { user: "ada".into() }));
    }

    proptest! {
        #[test]
        fn any_note_opens_and_any_damage_is_detected(user in ".{0,40}", at in 0_usize..100, flip in 1_u8..=255) {
            let sealed = test_key().seal_note(&note(&user)).unwrap();
            prop_assert_eq!(test_key().open_note(&sealed), Some(note(&user)));
            let mut damaged = sealed.clone().into_bytes();
            let index = at % damaged.len();
            damaged[index] = if damaged[index] == b'A' { b'B' } else { b'A' };
            prop_assert_eq!(test_key().open_note::<Note>(&String::from_utf8(damaged).unwrap()), None);

            let short = test_key().seal_short_note(&note(&user)).unwrap();
            prop_assert_eq!(test_key().open_short_note(&short), Some(note(&user)));
            let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(&short).unwrap();
            let index = at % bytes.len();
            bytes[index] ^= flip;
            prop_assert_eq!(test_key().open_short_note::<Note>(&BASE64_URL_SAFE_NO_PAD.encode(bytes)), None);
        }

        #[test]
        fn any_text_is_read(text in ".{0,200}") {
            prop_assert_eq!(test_key().open_note::<Note>(&text), None);
            prop_assert_eq!(test_key().open_short_note::<Note>(&text), None);
        }
    }
}
