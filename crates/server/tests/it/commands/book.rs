//! Small books for the tests of commands.

use books::testkit::EpubBuilder;

/// A short book whose title has a word of its own.
pub fn book(title: &str) -> Vec<u8> {
    EpubBuilder::new(title)
        .author("Ada Harbor")
        .chapter("One", &"<p>The tide came in at six and went out at noon.</p>".repeat(8))
        .chapter("Two", &"<p>Nobody had counted the boats that evening.</p>".repeat(8))
        .build()
}
