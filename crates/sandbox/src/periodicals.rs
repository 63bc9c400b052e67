//! The two periodical series of the demo library and their editions.

use crate::epub::{self, Publication};
use crate::{BookFacts, EditionMeta, SandboxError, SeriesMeta};

/// Folders of the series and of their editions, oldest edition first.
const SERIES_FOLDERS: &[(&str, &[&str])] = &[
    ("the-merrow-weekly", &["2026-09-04", "2026-09-11", "2026-09-18"]),
    ("slow-knowledge", &["2026-07", "2026-08", "2026-09"]),
];

/// One periodical (docs/rules/records.md#rule-16).
#[derive(Debug, Clone)]
pub struct SandboxSeries {
    /// Folder name. Unique.
    pub slug: &'static str,
    /// Catalog metadata.
    pub meta: SeriesMeta,
    /// Editions, oldest first.
    pub editions: Vec<SandboxEdition>,
}

/// One edition and its source file.
#[derive(Debug, Clone)]
pub struct SandboxEdition {
    /// Folder name: the date.
    pub slug: &'static str,
    pub meta: EditionMeta,
    /// Facts about the content.
    pub facts: BookFacts,
    /// A valid EPUB 3, always with the same bytes.
    pub epub: Vec<u8>,
}

/// Builds every edition of every series. Pure: no clock, no files, no randomness.
///
/// # Errors
/// Names the edition and the fault when a source is broken; the crate's tests build all of them.
pub fn build_periodicals() -> Result<Vec<SandboxSeries>, SandboxError> {
    SERIES_FOLDERS.iter().map(|(slug, editions)| build_series(slug, editions)).collect()
}

fn build_series(slug: &'static str, editions: &[&'static str]) -> Result<SandboxSeries, SandboxError> {
    let folder = format!("periodicals/{slug}/");
    let meta: SeriesMeta = crate::read_toml(&format!("{folder}series.toml"))?;
    let editions =
        editions.iter().map(|edition| self::build_edition(slug, edition, &meta)).collect::<Result<_, _>>()?;
    Ok(SandboxSeries { slug, meta, editions })
}

fn build_edition(series: &str, slug: &'static str, of: &SeriesMeta) -> Result<SandboxEdition, SandboxError> {
    let folder = format!("periodicals/{series}/{slug}/");
    let meta: EditionMeta = crate::read_toml(&format!("{folder}edition.toml"))?;
    let identifier = format!("tag:openshelf.example,2026:{series}/{slug}");
    let (epub, facts) = epub::build_epub(&Publication::from_edition(&folder, identifier, of, &meta))?;
    Ok(SandboxEdition { slug, meta, facts, epub })
}
