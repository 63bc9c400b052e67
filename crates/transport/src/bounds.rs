//! Bounds of addresses and of responses: a request must not cost more than it is long.

use std::io::{self, Write};

use axum::http::Uri;
use percent_encoding::percent_decode_str;

/// Longest path and query of a page, a feed or a list, in bytes. The longest that links lead to, a place in a
/// list next to many filters, is about half as long.
pub const MAX_ADDRESS_BYTES: usize = 16 * 1024;
/// Most values of one name in a query that are not empty.
const MAX_VALUES_PER_NAME: usize = 20;
/// Most values in a query that are not empty.
const MAX_VALUES: usize = 60;
/// Longest response that is composed in memory, in bytes. Files are streamed and have no such bound.
pub const MAX_RESPONSE_BYTES: usize = 32 << 20;

/// Returns true if a page or feed refuses an address: it is longer than any that links lead to, or asks
/// for more than one page can show. Pages repeat conditions in many links, so that what they cost grows
/// with the square of the number of conditions.
pub fn is_excessive(address: &Uri) -> bool {
    let query = address.query().unwrap_or_default();
    address.path().len() + query.len() > MAX_ADDRESS_BYTES || has_too_many_values(query)
}

/// Returns true if there is nothing at a path, because it is not text. A NUL names nothing, and cannot be
/// looked up in every database.
pub fn is_unreadable_path(address: &Uri) -> bool {
    match percent_decode_str(address.path()).decode_utf8() {
        Ok(path) => path.contains('\0'),
        Err(_) => true,
    }
}

fn has_too_many_values(query: &str) -> bool {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let values = pairs.filter(|(_, value)| !value.is_empty());
    let mut names: Vec<Vec<u8>> =
        values.take(MAX_VALUES + 1).map(|(name, _)| percent_decode_str(name).collect()).collect();
    names.sort_unstable();
    names.len() > MAX_VALUES || names.chunk_by(|a, b| a == b).any(|same| same.len() > MAX_VALUES_PER_NAME)
}

/// Bytes in memory, at most [`MAX_RESPONSE_BYTES`]: writing more is an error.
#[derive(Debug, Default)]
pub struct BoundedBytes(Vec<u8>);

impl BoundedBytes {
    /// With room for about this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes.min(MAX_RESPONSE_BYTES)))
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl Write for BoundedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > MAX_RESPONSE_BYTES - self.0.len() {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the response is too long"));
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use axum::http::Uri;

    use super::{BoundedBytes, MAX_ADDRESS_BYTES, MAX_RESPONSE_BYTES, is_excessive, is_unreadable_path};

    fn is_refused(query: &str) -> bool {
        is_excessive(&format!("/search?{query}").parse::<Uri>().unwrap())
    }

    #[test]
    fn refuses_addresses_that_ask_for_too_much() {
        let values = |names: usize, each: usize| {
            let pairs = (0..names).flat_map(|name| (0..each).map(move |n| format!("f{name}={n}")));
            pairs.collect::<Vec<_>>().join("&")
        };
        assert!(!is_refused("") && !is_refused("words=a+b&format=BRF&format=PDF&sort=new"));
        assert!(!is_refused(&values(1, 20)) && is_refused(&values(1, 21)));
        assert!(!is_refused(&values(3, 20)) && is_refused(&values(61, 1)) && is_refused(&values(4, 20)));
        // A form sends all its fields, most of them empty.
        assert!(!is_refused(&"title=&".repeat(100)));
        // Another spelling of the same name.
        assert!(is_refused(&format!("{}&{}", "f=1&".repeat(20), "%66=1")));
        assert!(is_refused(&format!("words={}", "a".repeat(MAX_ADDRESS_BYTES))));
    }

    #[test]
    fn there_is_nothing_at_a_path_that_is_not_text() {
        for (path, is_unreadable) in [
            ("/lists/%C3%A4", false),
            ("/lists/a?words=%FF%00", false),
            ("/lists/a%00b", true),
            ("/lists/%FF", true),
            ("/%ED%A0%80/a", true),
        ] {
            assert_eq!(is_unreadable_path(&path.parse::<Uri>().unwrap()), is_unreadable, "{path}");
        }
    }

    #[test]
    fn a_response_has_a_longest_length() {
        let mut bytes = BoundedBytes::with_capacity(8);
        bytes.write_all(&vec![b'a'; MAX_RESPONSE_BYTES]).unwrap();
        assert!(bytes.write_all(b"a").is_err());
        assert_eq!(bytes.into_bytes().len(), MAX_RESPONSE_BYTES);
    }
}
