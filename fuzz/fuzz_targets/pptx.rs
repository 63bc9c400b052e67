//! Any bytes, read as a presentation, or as one of its slides.

#![no_main]

use documents::{DocumentOptions, Kind, to_epub};
use books::testkit::{two_slides, unzip, zip_files};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = DocumentOptions::new("urn:x", jiff::Timestamp::UNIX_EPOCH);
    let bytes = if bytes.starts_with(b"PK") {
        bytes.to_vec()
    } else {
        zip_files(unzip(&two_slides()).into_iter().map(|(path, own)| {
            let bytes = if path == "ppt/slides/slide1.xml" { bytes.to_vec() } else { own };
            (path, bytes)
        }))
    };
    let _ = to_epub(Kind::Pptx, bytes.into(), &options, &mut ());
});
