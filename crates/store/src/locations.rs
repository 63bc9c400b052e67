//! Storage of locations in titles: the given values unchanged, and their digest as a key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A key for locations, which are too long for an index. It includes their lengths, to separate them.
pub(crate) fn digest_locations(locations: &[&str]) -> String {
    let mut hash = Sha256::new();
    for location in locations {
        hash.update((location.len() as u64).to_be_bytes());
        hash.update(location);
    }
    URL_SAFE_NO_PAD.encode(hash.finalize())
}
