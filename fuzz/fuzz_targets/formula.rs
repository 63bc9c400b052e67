//! Any text, read as a formula (MathML).

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    books::testkit::read_formula(text);
});
