//! Any bytes, read as Csv.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(entries) = metadata::read_records(metadata::Kind::Csv, bytes) {
        entries.for_each(drop);
    }
});
