//! Any text, read as a drawing (SVG): cleaned, and drawn within bounds. What is clean stays the same.

#![no_main]

use books::testkit::{clean_drawing, draw};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(clean) = clean_drawing(text) {
        let again = clean_drawing(&clean).expect("what was written can be read");
        for word in ["<script", "<foreignobject", "javascript:"] {
            assert!(!again.to_ascii_lowercase().contains(word) || text == clean, "{again}");
        }
    }
    let _ = draw(text);
});
