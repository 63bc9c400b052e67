//! Files of the file store that the database names, one part of all keys at a time, so that a library of any
//! size fits into the memory of one part.

use std::collections::HashSet;

use delivery::{Key, artifacts, keys};
use domain::{EditionId, TitleFiles, TitleId};
use store::periodicals::editions;
use store::{Db, documents, titles};

const TITLES_PER_READ: u32 = 500;

/// Approximate number of titles whose files make a part.
const TITLES_PER_PART: u64 = 100_000;
/// Parts are distinguished by the first two hexadecimal digits of a name.
const MAX_PARTS: u64 = 256;

/// A part of all keys. A source, its cover's thumbnail and the files made from the source share the name
/// after the folder, and so the part. Names are hashes or random, so parts have about the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyPart {
    number: u64,
    count: u64,
}

impl KeyPart {
    /// The parts of a library with this number of titles.
    pub(crate) fn all_parts(titles: u64) -> impl Iterator<Item = Self> {
        let of = titles.div_ceil(TITLES_PER_PART).clamp(1, MAX_PARTS);
        (0..of).map(move |number| Self { number, count: of })
    }

    /// Returns true if a key belongs to the part. Each key belongs to exactly one part.
    pub(crate) fn contains(self, key: &Key) -> bool {
        let name = key.as_str().split('/').nth(1).unwrap_or_default();
        // Our names contain only digits; other names must only belong to any part.
        let digit = |b: u8| u64::from(char::from(b).to_digit(16).unwrap_or(u32::from(b % 16)));
        let first = name.bytes().chain([0; 2]).take(2).fold(0, |first, b| first * 16 + digit(b));
        first * self.count / MAX_PARTS == self.number
    }
}

/// Files referenced by titles, documents and editions.
#[derive(Debug)]
pub(crate) struct ReferencedFiles {
    part: KeyPart,
    /// Sources, documents and covers: files that cannot be made again.
    pub(crate) original_keys: HashSet<Key>,
    /// The contents of sources, which are part of the names of derived files.
    contents: HashSet<String>,
}

impl ReferencedFiles {
    pub(crate) async fn read_part(db: &Db, key_part: KeyPart) -> store::Result<Self> {
        let mut referenced = Self { part: key_part, original_keys: HashSet::new(), contents: HashSet::new() };
        let mut after = TitleId(0);
        loop {
            let batch = titles::list_after(db, after, TITLES_PER_READ).await?;
            let Some(last) = batch.last() else { break };
            after = last.id;
            for title in &batch {
                referenced.add_files(&title.files);
            }
        }
        let mut after = TitleId(0);
        loop {
            let batch = documents::list_after(db, after, TITLES_PER_READ).await?;
            let Some(last) = batch.last() else { break };
            after = last.title;
            let files = batch.iter().filter_map(|document| Key::parse(&document.file).ok());
            referenced.original_keys.extend(files.filter(|key| key_part.contains(key)));
        }
        let mut after = EditionId::from("");
        loop {
            let batch = editions::list_after(db, &after, TITLES_PER_READ).await?;
            let Some(last) = batch.last() else { return Ok(referenced) };
            after = last.id.clone();
            for edition in &batch {
                referenced.add_files(&edition.files);
            }
        }
    }

    /// Returns true if a file is referenced, or was made by the current converter from one that is.
    pub(crate) fn contains(&self, key: &Key) -> bool {
        let made_of = |content| self.contents.contains(content) && artifacts::is_current(key);
        self.original_keys.contains(key)
            || key.top_folder() == keys::ARTIFACTS && key.content_hash().is_some_and(made_of)
    }

    fn add_files(&mut self, files: &TitleFiles) {
        let part = self.part;
        let parsed = |key: &str| Key::parse(key).ok().filter(|key| part.contains(key));
        for source in files.sources().filter_map(parsed) {
            self.contents.extend(source.content_hash().map(str::to_owned));
            self.original_keys.insert(source);
        }
        if let Some(cover) = files.cover.as_deref().and_then(parsed) {
            self.original_keys.insert(cover.thumbnail());
            self.original_keys.insert(cover);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_belongs_to_one_part_which_is_that_of_its_source() {
        assert_eq!(KeyPart::all_parts(0).count(), 1);
        assert_eq!(KeyPart::all_parts(TITLES_PER_PART).count(), 1);
        assert_eq!(KeyPart::all_parts(TITLES_PER_PART + 1).count(), 2);
        assert_eq!(KeyPart::all_parts(u64::MAX).count() as u64, MAX_PARTS);
        for titles in [0, 3 * TITLES_PER_PART, 7 * TITLES_PER_PART, u64::MAX] {
            let part = |key: &str| {
                let key = Key::parse(key).unwrap();
                let parts: Vec<_> = KeyPart::all_parts(titles).filter(|part| part.contains(&key)).collect();
                assert_eq!(parts.len(), 1, "{key} of {titles}");
                parts[0]
            };
            for first in 0..=255_u8 {
                let name = format!("{first:02x}{}", "5".repeat(62));
                let source = part(&format!("sources/{name}.epub"));
                assert_eq!(part(&format!("artifacts/{name}/DAISY-1.zip")), source);
                assert_eq!(part(&format!("covers/{name}-thumb.jpg")), source);
            }
            part("sources/x");
            part("sources/unnamed.epub");
        }
    }
}
