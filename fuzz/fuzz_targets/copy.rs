//! Any bytes, searched for the mark of a copy; and read as a plan for one.

#![no_main]

use books::Limits;
use marks::{Key, WatermarkPlan};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, ..Limits::default() };
    let _ = marks::trace_copy(&bytes::Bytes::copy_from_slice(bytes), &Key::new(b"key"), &limits);
    if let Some(plan) = WatermarkPlan::parse(bytes) {
        let _ = WatermarkPlan::parse(&plan.to_bytes()).expect("what was written can be read");
    }
});
