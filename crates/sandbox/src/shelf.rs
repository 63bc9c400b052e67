//! The books on the shelf, in the order of their service identifiers.

use crate::epub::{self, Publication};
use crate::{BookFacts, BookMeta, SandboxError, files};

/// Key (docs/rules/sandbox.md#rule-5, `titles`, or the folder's name) and folder of every book.
const BOOK_FOLDERS: &[(&str, &str)] = &[
    ("publicDomain", "the-count-at-anstey-ferry"),
    ("creativeCommons", "small-weather"),
    ("copyright", "between-floors"),
    ("adult", "after-the-harvest"),
    ("nimac", "the-restless-ground"),
    ("countryRestricted", "inspector-amarante-counts-the-chairs"),
    ("withdrawn", "inspector-amarante-and-the-sleeping-porter"),
    ("audio", "notes-for-the-house-sitter"),
    ("music", "five-tunes-for-a-small-room"),
    ("labOnly", "protocol-for-watering"),
    ("labShared", "bread-in-five-mornings"),
    ("reading-the-tide", "reading-the-tide"),
    ("the-thirteenth-digit", "the-thirteenth-digit"),
    ("winter-twigs", "winter-twigs"),
    ("mending", "mending"),
    ("la-banda-de-valdeolivos", "la-banda-de-valdeolivos"),
    ("le-registre-des-neiges", "le-registre-des-neiges"),
    ("the-snail-who-was-expected", "the-snail-who-was-expected"),
];

/// A book of the demo library: catalog metadata and source file.
#[derive(Debug, Clone)]
pub struct SandboxBook {
    /// The name under which `demo.json` lists it (docs/rules/sandbox.md#rule-5, `titles`), or its folder's
    /// name. Unique.
    pub key: &'static str,
    /// Folder name: lower case words joined by hyphens. Unique.
    pub slug: &'static str,
    pub meta: BookMeta,
    pub facts: BookFacts,
    /// A valid EPUB 3, always with the same bytes.
    pub epub: Vec<u8>,
    /// Cover, JPEG, 400 x 600 pixels.
    pub cover_jpeg: &'static [u8],
}

/// Builds every book of the shelf. Pure: no clock, no files, no randomness.
///
/// # Errors
/// Names the book and the fault when a source is broken; the crate's tests build all of them.
pub fn build_books() -> Result<Vec<SandboxBook>, SandboxError> {
    BOOK_FOLDERS.iter().map(|(key, slug)| build_book(key, slug)).collect()
}

fn build_book(key: &'static str, slug: &'static str) -> Result<SandboxBook, SandboxError> {
    let folder = format!("books/{slug}/");
    let meta: BookMeta = crate::read_toml(&format!("{folder}book.toml"))?;
    let cover = format!("{folder}cover.jpg");
    let cover_jpeg = files::file_bytes(&cover).ok_or(SandboxError::Missing(cover))?;
    let (epub, facts) = epub::build_epub(&Publication::from_book(&folder, &meta)?)?;
    Ok(SandboxBook { key, slug, meta, facts, epub, cover_jpeg })
}
