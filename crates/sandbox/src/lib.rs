//! The library of `openshelf demo`: real small books and periodicals, written for this project
//! (docs/rules/sandbox.md#rule-1).
//!
//! The sources are next to this crate's code, as plain files that people can read and correct:
//! `books/<slug>/book.toml` with the metadata, XHTML fragments with the chapters, images, recorded narration,
//! scores and a cover; `periodicals/<slug>/<edition>/` likewise. They are embedded in the program, which
//! builds a valid EPUB 3 of each on demand, always with the same bytes.
//!
//! Authors, publishers and book numbers are invented; every book says so in its imprint.

mod epub;
mod error;
mod files;
mod meta;
mod periodicals;
mod shelf;

pub use error::SandboxError;
pub use meta::{
    BisacHeading, BookContributor, BookFacts, BookMeta, BookNarrator, ChapterMeta, EditionMeta, MusicDetails,
    SandboxCategory, SeriesMeta,
};
pub use periodicals::{SandboxEdition, SandboxSeries, build_periodicals};
pub use shelf::{SandboxBook, build_books};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The service categories that the titles use, in the order of their names.
///
/// # Errors
/// When `categories.toml` is broken; the crate's tests read it.
pub fn read_categories() -> Result<Vec<SandboxCategory>, SandboxError> {
    #[derive(Deserialize)]
    struct CategoriesFile {
        categories: Vec<SandboxCategory>,
    }
    read_toml::<CategoriesFile>("categories.toml").map(|file| file.categories)
}

/// The BISAC headings that the titles use, in the order of their codes.
///
/// # Errors
/// When `bisac.toml` is broken; the crate's tests read it.
pub fn read_bisac_headings() -> Result<Vec<BisacHeading>, SandboxError> {
    #[derive(Deserialize)]
    struct HeadingsFile {
        headings: Vec<BisacHeading>,
    }
    read_toml::<HeadingsFile>("bisac.toml").map(|file| file.headings)
}

fn read_toml<T: DeserializeOwned>(path: &str) -> Result<T, SandboxError> {
    let text = files::file_text(path).ok_or_else(|| SandboxError::Missing(path.to_owned()))?;
    toml::from_str(text)
        .map_err(|source| SandboxError::Toml { file: path.to_owned(), source: Box::new(source) })
}
