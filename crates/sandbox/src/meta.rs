//! The content of `book.toml`, `series.toml` and `edition.toml`: the metadata of one title, one series, one
//! edition, with wire names for every enumerated value.

use serde::Deserialize;

/// The metadata of one sandbox book (docs/rules/records.md#rule-9, docs/rules/records.md#rule-10,
/// docs/rules/sandbox.md#rule-5, `titles`).
///
/// Enumerated values (rights, content types, contributor types, warnings) use wire names, so that they parse
/// directly into the domain's types; the crate's tests check them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookMeta {
    pub title: String,
    pub subtitle: Option<String>,
    /// A few sentences about the book, plain text.
    pub synopsis: String,
    /// BCP 47 tag of the main text, for example `en-GB`.
    pub lang: String,
    /// ISO 639-2 alpha-3 codes, main language first.
    pub languages: Vec<String>,
    /// Contributors, in the order of the title page.
    pub contributors: Vec<BookContributor>,
    /// The voice of the recorded narration; only for books with one.
    pub narrator: Option<BookNarrator>,
    /// Invented publisher.
    pub publisher: String,
    /// Edition statement, for example `First edition`.
    pub edition: Option<String>,
    /// Year of copyright, four digits.
    pub copyright_date: u16,
    /// Rights holder; absent for the public domain.
    pub copyright_holder: Option<String>,
    /// `copyright`, `publicDomain` or `creativeCommons`.
    pub usage_restriction: String,
    /// Thirteen digits, beginning with 9799: no agency has that range, so no real book has the number.
    pub isbn13: String,
    /// Series title; `series_number` and `series_subtitle` belong to it.
    pub series_title: Option<String>,
    /// Position in the series, as text.
    pub series_number: Option<String>,
    pub series_subtitle: Option<String>,
    /// Names of service categories; each is defined in `categories.toml`.
    pub categories: Vec<String>,
    /// BISAC codes; each has its heading in `bisac.toml`.
    pub bisac: Vec<String>,
    /// Lowest reading age in years.
    pub reading_age_minimum: Option<u8>,
    /// Highest reading age in years; absent for adults' books.
    pub reading_age_maximum: Option<u8>,
    /// School grades (gradeCode values), for schoolbooks.
    #[serde(default)]
    pub grades: Vec<String>,
    /// `contentWarning`, `sex`, `violence`, `drugs`, `language`, `intolerance`, `adult` or `unrated`.
    #[serde(default)]
    pub content_warnings: Vec<String>,
    /// Adult content: hidden from callers with safe search.
    #[serde(default)]
    pub adult_content: bool,
    /// True if recommendations may name it.
    #[serde(default = "default_true")]
    pub allow_recommend: bool,
    /// From the national K-12 source.
    #[serde(default)]
    pub nimac: bool,
    /// ISO 3166 alpha-2 codes of the countries where it may be distributed; empty means worldwide.
    #[serde(default)]
    pub countries: Vec<String>,
    /// ISO 3166 alpha-2 code of the country of origin.
    pub origin_country: Option<String>,
    /// Site that owns the title: `service` or `lab`.
    #[serde(default = "default_site")]
    pub site: String,
    /// True if the owning site shares it with all others.
    #[serde(default = "default_true")]
    pub shared: bool,
    /// `live` or `withdrawn`.
    #[serde(default = "default_status")]
    pub status: String,
    /// `text` or `musicScore`.
    #[serde(default = "default_content_type")]
    pub title_content_type: String,
    pub music: Option<MusicDetails>,
    pub notes: Option<String>,
    /// Description of the cover.
    pub cover_alt: String,
    /// Additional accessibility information that cannot be derived from the content.
    pub accessibility_note: Option<String>,
    /// The `dcterms:modified` of the EPUB: fixed, so that the same sources give the same bytes.
    pub modified: String,
    /// The chapters in reading order.
    pub chapters: Vec<ChapterMeta>,
}

/// A person and their role.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookContributor {
    pub name: String,
    /// Sort form, last name first.
    pub index_name: String,
    /// A contributor type of docs/rules/values.md#rule-5 (`author`, `coWriter`, `translator`, `illustrator`,
    /// `editor`, `composer`, ...).
    #[serde(rename = "type")]
    pub kind: String,
}

/// The voice of a recorded narration; part of the artifact's metadata, as on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookNarrator {
    /// Name of the voice.
    pub name: String,
    /// `male`, `female` or `otherNonBinary`.
    pub gender: String,
    /// `tts` or `human`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Details of a music score for the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusicDetails {
    /// `fullScore`, `openScore` or `singleLine`.
    pub music_score_type: String,
    /// Instruments, comma separated.
    pub instruments: Option<String>,
    /// Combination of S, A, T, B.
    pub vocal_parts: Option<String>,
    /// Key of the piece, in words.
    pub key: Option<String>,
    pub opus: Option<String>,
    /// True if there are chord symbols above the staff.
    #[serde(default)]
    pub has_chord_symbols: bool,
}

/// One content document of a book or edition.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterMeta {
    /// File name in the book's folder: a well-formed XHTML fragment beginning with its `h1`.
    pub file: String,
    /// Structural kind: `chapter` (default), `foreword`, `introduction`, `afterword`, `appendix`, `glossary`,
    /// `part` or `article`.
    #[serde(default = "default_chapter_kind")]
    pub kind: String,
}

/// Content of `series.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesMeta {
    pub title: String,
    /// A few sentences, plain text.
    pub description: String,
    pub publisher: String,
    /// `newspaper`, `magazine` or `journal`.
    pub series_type: String,
    /// An invented number with a valid check digit.
    pub issn: Option<String>,
    /// BCP 47 tag of the text.
    pub lang: String,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// Names of service categories.
    pub categories: Vec<String>,
    /// ISO 3166 alpha-2 codes of the countries where it may be distributed; empty means worldwide.
    #[serde(default)]
    pub countries: Vec<String>,
}

/// Content of `edition.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionMeta {
    /// Name of the edition, for example `18 September 2026`.
    pub edition_name: String,
    /// Date of publication, `YYYY-MM-DD`.
    pub publication_date: String,
    /// Editors and authors.
    #[serde(default)]
    pub contributors: Vec<BookContributor>,
    /// The `dcterms:modified` of the EPUB.
    pub modified: String,
    /// The articles in reading order.
    pub chapters: Vec<ChapterMeta>,
}

/// One service category of the demo library (`categoryType` Service).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SandboxCategory {
    /// Display name, which is also its identifier in the sandbox.
    pub name: String,
    /// One sentence for librarians who choose among categories.
    pub scope: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BisacHeading {
    /// Nine characters: three letters, six digits.
    pub code: String,
    /// The heading, for example `FICTION / Literary`.
    pub description: String,
}

/// Facts about the content, counted while the EPUB is built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookFacts {
    /// Words of the chapters (excluding title page and imprint).
    pub words: usize,
    /// Images in the text (excluding the cover).
    pub images: u32,
    /// Page breaks of the printed edition; 0 if there is none.
    pub pages: u32,
    /// True if there is mathematics.
    pub math: bool,
    /// Length of the recorded narration in milliseconds; 0 without one.
    pub narration_ms: u64,
}

fn default_true() -> bool {
    true
}
fn default_site() -> String {
    "service".into()
}
fn default_status() -> String {
    "live".into()
}
fn default_content_type() -> String {
    "text".into()
}
fn default_chapter_kind() -> String {
    "chapter".into()
}
