//! Texts as parts of addresses and of headers.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters but the unreserved characters (RFC 3986, 2.3).
const ENCODED_CHARS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A text as a segment of a path, a value of a query, or a file's name in a header (RFC 8187, 3.2.1).
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED_CHARS).to_string()
}
