//! A package with its map.

use std::io::Cursor;

use bytes::Bytes;

use crate::places::Packed;
use crate::{Format, Options, convert_mapped, locate};

/// A source in a format, and where its sentences are, made with it or after it.
///
/// # Panics
/// It cannot be converted.
pub fn mapped(format: Format, source: &[u8], options: &Options) -> (Vec<u8>, Packed) {
    let (source, out) = (Bytes::copy_from_slice(source), Cursor::new(Vec::new()));
    let made = convert_mapped(format, source.clone(), options, out, &mut (), Cursor::into_inner);
    let made = made.expect("a conversion");
    let map = made.map.or_else(|| locate(source, &options.limits, &mut ()).expect("an EPUB"));
    (made.out, map.expect("a map"))
}
