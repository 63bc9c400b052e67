//! Any bytes, read as a DTBook.

#![no_main]

use books::Limits;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { xml_nodes: 200_000, ..Limits::default() };
    let _ = books::daisy::read(bytes.to_vec().into(), &limits, &mut ());
});
