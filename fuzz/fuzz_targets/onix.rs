//! Any bytes, read as Onix.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(entries) = metadata::read_records(metadata::Kind::Onix, bytes) {
        entries.for_each(drop);
    }
});
