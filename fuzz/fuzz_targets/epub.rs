//! Any bytes, read as a container of an EPUB, and as its text.

#![no_main]

use books::testkit::EpubBuilder;
use books::{Format, Limits, Options};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, xml_nodes: 200_000, ..Limits::default() };
    if bytes.starts_with(b"PK") {
        let _ = books::epub::read(bytes.to_vec().into(), &limits, &mut ());
        let _ = books::list_resources(bytes.to_vec().into(), &limits);
        return;
    }
    let book = EpubBuilder::new("Tides").chapter("One", "").raw_file("OEBPS/chapter1.xhtml", bytes).build();
    let Ok(book) = books::epub::read(book.into(), &limits, &mut ()) else { return };
    let options = Options::new(jiff::Timestamp::UNIX_EPOCH);
    for format in [Format::Daisy, Format::Docx] {
        let _ = books::convert_book(format, &book, &options, &mut ());
    }
});
