//! Any bytes, read as a score (MusicXML).

#![no_main]

use books::Limits;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    if books::detect_kind(&bytes, &Limits::default()) == Some(books::SourceKind::Score) {
        let limits = Limits { xml_nodes: 200_000, ..Limits::default() };
        let _ = books::read_book(bytes, &limits, &mut ());
    }
});
