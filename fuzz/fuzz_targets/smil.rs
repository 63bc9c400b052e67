//! Any bytes, read as the synchronization of a talking book.

#![no_main]

use books::Limits;
use books::testkit::{talking_book, unzip, zip_files};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { xml_nodes: 200_000, ..Limits::default() };
    let files = unzip(&talking_book("Tides", b"sound")).into_iter().map(|(path, own)| {
        let bytes = if path == "disc/one.smil" { bytes.to_vec() } else { own };
        (path, bytes)
    });
    let _ = books::read_book(zip_files(files).into(), &limits, &mut ());
});
