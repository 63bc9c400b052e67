//! Reading the fingerprint of a copy that was found somewhere.

use std::collections::HashMap;

use books::{Error, Limits, Package};
use bytes::Bytes;

use crate::fingerprint::{Key, find_records};

/// The record that a copy's fingerprints contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    /// The number of the download record.
    pub record: u64,
    /// Number of fingerprints that contain it.
    pub places_found: usize,
}

/// Reads the fingerprint of a whole package, or of a single text taken from one. Returns the record found
/// in most places, or `None` if there is no fingerprint that this key signed.
///
/// # Errors
/// A package breaks the limits. One that is damaged is searched as far as it can be read.
pub fn trace_copy(bytes: &Bytes, key: &Key, limits: &Limits) -> Result<Option<Trace>, Error> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let mut search = |text: &[u8]| {
        for record in find_records(key, text) {
            *counts.entry(record).or_default() += 1;
        }
    };
    if bytes.starts_with(b"PK") {
        search(read_container_comment(bytes));
        match Package::open(bytes.clone(), *limits) {
            Ok(package) => {
                for name in package.names().filter(|name| may_hold_text(name)) {
                    match package.read(name, "the container") {
                        Ok(text) => search(&text),
                        Err(error @ Error::PackageTooLarge { .. }) => return Err(error),
                        Err(_) => {}
                    }
                }
            }
            Err(Error::NotAZip { .. }) => search(bytes),
            Err(error) => return Err(error),
        }
    } else {
        search(bytes);
    }
    // The lowest number wins a tie, so that the answer does not depend on chance.
    let best = counts.into_iter().max_by_key(|(record, places)| (*places, std::cmp::Reverse(*record)));
    Ok(best.map(|(record, places_found)| Trace { record, places_found }))
}

/// The comment of a container, which is at its end.
fn read_container_comment(container: &[u8]) -> &[u8] {
    const DIRECTORY_ENDS: &[u8; 4] = b"PK\x05\x06";
    const MAX_END_RECORD_BYTES: usize = (1 << 16) + 22;
    let tail = &container[container.len().saturating_sub(MAX_END_RECORD_BYTES)..];
    let end = tail.windows(4).rposition(|bytes| bytes == DIRECTORY_ENDS);
    end.and_then(|at| tail.get(at + 22..)).unwrap_or_default()
}

fn may_hold_text(name: &str) -> bool {
    const MEDIA_EXTENSIONS: [&str; 14] = [
        "jpg", "jpeg", "png", "gif", "webp", "mp3", "mp4", "m4a", "ogg", "wav", "ttf", "otf", "woff", "woff2",
    ];
    !MEDIA_EXTENSIONS.contains(&books::path::extension(name).as_str())
}
