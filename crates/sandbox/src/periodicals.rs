//! The two periodical series of the demo library and their editions.

use serde::Deserialize;

use crate::epub::{self, Publication};
use crate::error::SandboxError;
use crate::meta::{BookFacts, Chapter, Contributor};

/// Folders of the series and of their editions, oldest edition first.
const SERIES: &[(&str, &[&str])] = &[
    ("the-merrow-weekly", &["2026-09-04", "2026-09-11", "2026-09-18"]),
    ("slow-knowledge", &["2026-07", "2026-08", "2026-09"]),
];

/// One periodical (spec 3, periodical series summary).
#[derive(Debug, Clone)]
pub struct SandboxSeries {
    /// Folder name. Unique.
    pub slug: &'static str,
    /// What the catalog says of it.
    pub meta: SeriesMeta,
    /// Editions, oldest first.
    pub editions: Vec<SandboxEdition>,
}

/// What a `series.toml` says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesMeta {
    /// Title of the series.
    pub title: String,
    /// A few sentences, plain text.
    pub description: String,
    /// Invented publisher.
    pub publisher: String,
    /// `newspaper`, `magazine` or `journal`.
    pub series_type: String,
    /// A number with a check digit that fits; as with the books, invented.
    pub issn: Option<String>,
    /// BCP 47 tag of the text.
    pub lang: String,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// Names of service categories.
    pub categories: Vec<String>,
    /// ISO 3166 alpha-2 codes of the countries it may go to; empty means worldwide.
    #[serde(default)]
    pub countries: Vec<String>,
}

/// One edition and its source file.
#[derive(Debug, Clone)]
pub struct SandboxEdition {
    /// Folder name: the date.
    pub slug: &'static str,
    /// What the catalog says of it.
    pub meta: EditionMeta,
    /// What the content tells of itself.
    pub facts: BookFacts,
    /// A valid EPUB 3, the same bytes at every call.
    pub epub: Vec<u8>,
}

/// What an `edition.toml` says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionMeta {
    /// Name of the edition, for example `18 September 2026`.
    pub edition_name: String,
    /// Date of publication, `YYYY-MM-DD`.
    pub publication_date: String,
    /// Editors and authors.
    #[serde(default)]
    pub contributors: Vec<Contributor>,
    /// The `dcterms:modified` of the EPUB.
    pub modified: String,
    /// The articles in reading order.
    pub chapters: Vec<Chapter>,
}

/// Builds every edition of every series. Pure: no clock, no files, no randomness.
///
/// # Errors
/// Names the edition and the fault when a source is broken; the crate's tests build all of them.
pub fn periodicals() -> Result<Vec<SandboxSeries>, SandboxError> {
    SERIES.iter().map(|(slug, editions)| series(slug, editions)).collect()
}

fn series(slug: &'static str, editions: &[&'static str]) -> Result<SandboxSeries, SandboxError> {
    let folder = format!("periodicals/{slug}/");
    let meta: SeriesMeta = crate::read_toml(&format!("{folder}series.toml"))?;
    let editions =
        editions.iter().map(|edition| self::edition(slug, edition, &meta)).collect::<Result<_, _>>()?;
    Ok(SandboxSeries { slug, meta, editions })
}

fn edition(series: &str, slug: &'static str, of: &SeriesMeta) -> Result<SandboxEdition, SandboxError> {
    let folder = format!("periodicals/{series}/{slug}/");
    let meta: EditionMeta = crate::read_toml(&format!("{folder}edition.toml"))?;
    let identifier = format!("tag:openshelf.example,2026:{series}/{slug}");
    let (epub, facts) = epub::build(&Publication::of_edition(&folder, identifier, of, &meta))?;
    Ok(SandboxEdition { slug, meta, facts, epub })
}
