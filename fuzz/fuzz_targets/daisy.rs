//! Any bytes, read as a DAISY book in a container, or as one of its files.

#![no_main]

use books::Limits;
use books::testkit::{daisy202_book, talking_book, unzip, zip_files};

const FILES: [(bool, &str); 5] = [
    (true, "disc/ncc.html"),
    (true, "disc/one.smil"),
    (true, "disc/text.html"),
    (false, "disc/book.ncx"),
    (false, "disc/book.opf"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, xml_nodes: 200_000, ..Limits::default() };
    if bytes.starts_with(b"PK") {
        let _ = books::read_book(bytes.to_vec().into(), &limits, &mut ());
        return;
    }
    let Some((which, bytes)) = bytes.split_first() else { return };
    let (old, name) = FILES[usize::from(*which) % FILES.len()];
    let book = if old { daisy202_book("Tides", true) } else { talking_book("Tides", b"sound") };
    let files = unzip(&book).into_iter().map(|(path, own)| {
        let bytes = if path == name { bytes.to_vec() } else { own };
        (path, bytes)
    });
    let _ = books::read_book(zip_files(files).into(), &limits, &mut ());
});
