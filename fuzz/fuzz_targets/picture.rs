//! Any bytes, decoded as a picture.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = books::testkit::decode_picture(bytes);
});
