//! The embedded sources of the demo library, by their path under this crate.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The bytes of one embedded file, for example `books/small-weather/cover.jpg`.
pub(crate) fn file_bytes(path: &str) -> Option<&'static [u8]> {
    FILES.binary_search_by(|(name, _)| (*name).cmp(path)).ok().map(|at| FILES[at].1)
}

/// The text of one embedded file; `None` if it is missing or not UTF-8.
pub(crate) fn file_text(path: &str) -> Option<&'static str> {
    file_bytes(path).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// Returns all files whose path begins with `prefix`, in order: (path without the prefix, bytes).
pub(crate) fn files_under(prefix: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(move |(name, bytes)| Some((name.strip_prefix(prefix)?, *bytes)))
}
