//! Any bytes, read as MarcXml.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(entries) = metadata::read_records(metadata::Kind::MarcXml, bytes) {
        entries.for_each(drop);
    }
});
