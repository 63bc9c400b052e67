//! Storage of locations in titles: the given values unchanged, and their digest as a key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::locations::BookPosition;
use sha2::{Digest, Sha256};

use crate::{Result, to_count};

/// A key for locations, which are too long for an index. It includes their lengths, to separate them.
pub(crate) fn digest_locations(locations: &[&str]) -> String {
    let mut hash = Sha256::new();
    for location in locations {
        hash.update((location.len() as u64).to_be_bytes());
        hash.update(location);
    }
    URL_SAFE_NO_PAD.encode(hash.finalize())
}

/// A location from its four columns.
pub(crate) fn place_from_columns(
    location: String,
    position: Option<i64>,
    progression: Option<f64>,
    total_progression: Option<f64>,
) -> Result<BookPosition> {
    Ok(BookPosition {
        location,
        position: position.map(to_count).transpose()?,
        progression,
        total_progression,
    })
}
