//! Keys by which apps of KOReader's kind recognize copies of titles, because they synchronize positions by
//! file: the MD5 of parts of the file, or of the file's name.

use std::fmt;
use std::ops::Range;

use md5::{Digest, Md5};

use crate::Format;

/// Bytes of one sample.
const SAMPLE: u64 = 1024;

/// Offsets of the samples of a file, however long the file is. The app computes `1024 << 2 * i` for `i`
/// from -1 to 10, in which shifting 32 bits by -2 leaves 0.
const OFFSETS: [u64; 12] = {
    let mut offsets = [0; 12];
    let mut i = 1;
    while i < offsets.len() {
        offsets[i] = SAMPLE << (2 * (i - 1));
        i += 1;
    }
    offsets
};

/// Longest name that an app gives a file by author and title, bytes, without the extension.
const NAME: usize = 240;

/// Identifies a copy, or a file of some name: 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CopyKey(String);

impl CopyKey {
    /// The key of a file's samples, in their order ([`sample_ranges`]).
    pub fn from_samples<B: AsRef<[u8]>>(samples: impl IntoIterator<Item = B>) -> Self {
        let mut hash = Md5::new();
        for sample in samples {
            hash.update(sample);
        }
        Self::finish(hash)
    }

    /// The key of a file in memory.
    pub fn from_file(content: &[u8]) -> Self {
        let mut sampler = Sampler::default();
        sampler.update(content);
        sampler.finish()
    }

    /// The key of a file's name, without its folder.
    pub fn from_name(name: &str) -> Self {
        Self::finish(Md5::new_with_prefix(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn finish(hash: Md5) -> Self {
        use fmt::Write as _;
        let mut digits = String::with_capacity(32);
        for byte in hash.finalize() {
            // A String takes everything.
            let _ = write!(digits, "{byte:02x}");
        }
        Self(digits)
    }
}

impl fmt::Display for CopyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The ranges of a file of this size that its key is made of, from its beginning to its end.
pub fn sample_ranges(size: u64) -> impl Iterator<Item = Range<u64>> {
    let within = OFFSETS.into_iter().take_while(move |start| *start < size);
    within.map(move |start| start..size.min(start + SAMPLE))
}

/// Computes the key of a file while its bytes pass.
#[derive(Debug, Clone, Default)]
pub struct Sampler {
    hash: Md5,
    /// Number of bytes that have passed.
    position: u64,
}

impl Sampler {
    /// The next bytes of the file.
    pub fn update(&mut self, bytes: &[u8]) {
        let passing = self.position..self.position + bytes.len() as u64;
        for start in OFFSETS {
            let range = start.max(passing.start)..(start + SAMPLE).min(passing.end);
            if !range.is_empty() {
                self.hash.update(&bytes[intersect_range(bytes, &range, passing.start)]);
            }
        }
        self.position = passing.end;
    }

    /// The key of the bytes that have passed.
    pub fn finish(self) -> CopyKey {
        CopyKey::finish(self.hash)
    }
}

/// A range of a file as a range of these bytes of it, which begin at `begins`.
fn intersect_range(bytes: &[u8], range: &Range<u64>, begins: u64) -> Range<usize> {
    let place = |at: u64| usize::try_from(at - begins).map_or(bytes.len(), |at| at.min(bytes.len()));
    place(range.start)..place(range.end)
}

/// The name under which KOReader saves a book of a catalog: `Author - Title.epub`, all authors or the first
/// one alone, with the replacements for file systems that allow few characters. Empty if the title has no
/// author.
pub fn catalog_names(authors: &[&str], title: &str, format: Format) -> Vec<String> {
    let name =
        |author: &str| format!("{}.{}", safe_file_name(&format!("{author} - {title}")), format.extension());
    let mut names: Vec<String> = authors.first().into_iter().map(|first| name(first)).collect();
    if authors.len() > 1 {
        names.push(name(&authors.join(", ")));
    }
    names
}

/// A name without the characters that some file systems forbid, of at most [`NAME`] bytes.
fn safe_file_name(name: &str) -> String {
    let plain = name.replace(['\\', '/', ':', '*', '?', '"', '<', '>', '|'], "_");
    let plain = trim_end_signs(&plain).replace("\r\n", " ").replace(['\n', '\t'], " ");
    trim_end_signs(&plain[..plain.floor_char_boundary(NAME)]).to_owned()
}

/// Without dots and white space at the end.
fn trim_end_signs(name: &str) -> &str {
    name.trim_end_matches(|c: char| c == '.' || c.is_ascii_whitespace() || c == '\u{b}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A file whose samples differ.
    fn sample_file(size: usize) -> Vec<u8> {
        (0..size as u64).map(|i| (i * i / 7 + i).to_le_bytes()[0]).collect()
    }

    fn key_of_stream(content: &[u8], pieces: impl IntoIterator<Item = usize>) -> CopyKey {
        let (mut sampler, mut rest) = (Sampler::default(), content);
        for piece in pieces {
            let (now, later) = rest.split_at(piece.min(rest.len()));
            sampler.update(now);
            rest = later;
        }
        sampler.update(rest);
        sampler.finish()
    }

    fn key_of_samples(content: &[u8]) -> CopyKey {
        let ranges = sample_ranges(content.len() as u64);
        CopyKey::from_samples(ranges.map(|range| &content[intersect_range(content, &range, 0)]))
    }

    #[test]
    fn keys_are_those_of_the_app() {
        // Computed by another program from the description of the algorithm.
        for (size, key) in [
            (0, "d41d8cd98f00b204e9800998ecf8427e"),
            (1, "93b885adfe0da089cdf634904fd59f71"),
            (1_024, "24a900438f567c2a3d6891698f1fb1a6"),
            (1_025, "48d2b67b9c3d2a3039d4b301bca2be0d"),
            (4_097, "9b110f73139b4b540224b5378d96537b"),
            (5_000, "5a055d038cdf9997d9b7e12d6b5c08e1"),
            (70_000, "6dc387ac32d00ebdcf0178e52850f0c0"),
            (1_100_000, "29e2882a3ed8f664b39cfcf50ae25244"),
        ] {
            let content = sample_file(size);
            assert_eq!(key_of_samples(&content).as_str(), key, "{size}");
            assert_eq!(CopyKey::from_file(&content).as_str(), key, "{size}");
        }
    }

    #[test]
    fn the_last_sample_of_the_largest_files_begins_at_one_gibibyte() {
        assert_eq!(sample_ranges(u64::MAX).last(), Some(1 << 30..(1 << 30) + 1024));
        assert_eq!(sample_ranges(1500).collect::<Vec<_>>(), [0..1024, 1024..1500]);
        assert_eq!(sample_ranges(0).next(), None);
    }

    #[test]
    fn names_are_those_under_which_the_app_saves_books() {
        let name = |authors: &[&str], title| catalog_names(authors, title, Format::Epub3);
        assert_eq!(name(&["Jane Austen"], "Emma"), ["Jane Austen - Emma.epub"]);
        assert_eq!(
            name(&["A. One", "B. Two"], "Why? A/B: tests..."),
            ["A. One - Why_ A_B_ tests.epub", "A. One, B. Two - Why_ A_B_ tests.epub"]
        );
        assert_eq!(name(&["A"], "Two\r\nlines "), ["A - Two lines.epub"]);
        assert!(name(&[], "Beowulf").is_empty());
        let long = &name(&["Ä"], &"ö".repeat(300))[0];
        assert_eq!(long.len(), 239 + ".epub".len(), "240 bytes would end within a character");
        assert_eq!(CopyKey::from_name("emma.epub").as_str(), "a9bce9d779d399dc483b63e23911ea82");
    }

    proptest! {
        #[test]
        fn pieces_of_any_size_give_the_key_of_the_whole(
            size in 0usize..300_000,
            pieces in prop::collection::vec(0usize..40_000, 0..40),
        ) {
            let content = sample_file(size);
            prop_assert_eq!(key_of_stream(&content, pieces), key_of_samples(&content));
        }

        #[test]
        fn samples_lie_in_the_file_one_after_the_other(size in 0u64..5_000_000_000) {
            let mut end = 0;
            for range in sample_ranges(size) {
                prop_assert!(range.start >= end && range.start < range.end && range.end <= size);
                prop_assert!(range.end - range.start <= SAMPLE);
                end = range.end;
            }
        }
    }
}
