//! A package with its map.

use std::io::Cursor;

use bytes::Bytes;
use position_maps::PackedMap;

use crate::{Format, Options, convert_with_map, locate_sentences};

/// A source in a format, and where its sentences are, made with it or after it.
///
/// # Panics
/// It cannot be converted.
pub fn convert_and_locate(format: Format, source: &[u8], options: &Options) -> (Vec<u8>, PackedMap) {
    let (source, out) = (Bytes::copy_from_slice(source), Cursor::new(Vec::new()));
    let made = convert_with_map(format, source.clone(), options, out, &mut (), Cursor::into_inner);
    let made = made.expect("a conversion");
    let map = made.map.or_else(|| locate_sentences(source, &options.limits, &mut ()).expect("an EPUB"));
    (made.output, map.expect("a map"))
}
