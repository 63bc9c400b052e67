//! Any text, read as a drawing (SVG): cleaned, and drawn within bounds. What is clean stays the same.

#![no_main]

use books::testkit::{clean_drawing, draw};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(clean) = clean_drawing(text) {
        let again = clean_drawing(&clean).expect("what was written can be read");
        let lower = again.to_ascii_lowercase();
        assert!(!lower.contains("javascript:") || text == clean, "{again}");
        for name in ["<script", "<foreignobject"] {
            // The whole name: `foreignObjects` is another element.
            let element = lower
                .match_indices(name)
                .any(|(at, _)| lower[at + name.len()..].starts_with([' ', '>', '/', '\n', '\t', '\r']));
            assert!(!element || text == clean, "{again}");
        }
    }
    let _ = draw(text);
});
