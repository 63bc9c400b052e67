//! Any bytes, searched for the mark of a copy; and read as a plan for one.

#![no_main]

use books::{Key, Limits};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, ..Limits::default() };
    let _ = books::trace(&bytes::Bytes::copy_from_slice(bytes), &Key::new(b"key"), &limits);
    if let Some(plan) = books::mark::Plan::parse(bytes) {
        let _ = books::mark::Plan::parse(&plan.to_bytes()).expect("what was written can be read");
    }
});
