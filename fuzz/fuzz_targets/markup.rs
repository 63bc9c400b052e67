//! Any text, read as XML, as the text of a book, and as HTML; what is repaired is well-formed.

#![no_main]

use books::Limits;
use books::testkit::{read_markup, read_xml, repair_markup};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { xml_nodes: 100_000, ..Limits::default() };
    let _ = read_markup(bytes, &limits);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = read_xml(text, &limits);
        if let Ok(repaired) = repair_markup(text, &limits) {
            let read = read_xml(&repaired, &limits);
            assert!(!matches!(read, Err(books::Error::BadXml { .. })), "{read:?}");
        }
    }
});
