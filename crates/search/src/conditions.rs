//! Conditions on the titles that are searched for: words and filters.

use domain::artifacts::BrailleType;
use domain::{ContentType, ContentWarning, Format, NarratorType};
use jiff::Timestamp;
use serde::Serialize;

use crate::AccessFilter;

/// Conditions on titles; all of them hold at the same time. The default has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Conditions {
    /// The words.
    pub criteria: Criteria,
    /// One author's display name, as in [`crate::Facets::authors`]; a name that no author has exactly is
    /// compared without accents and case.
    pub author_filter: Option<String>,
    /// The title of one series, without regard to accents and case.
    pub series: Option<String>,
    /// One contributor's display name in any role, likewise.
    pub contributor: Option<String>,
    /// Names of categories, without regard to case; any of them. Empty: no filter.
    pub categories: Vec<String>,
    /// Beginnings of BISAC descriptions, without regard to case; any of them.
    pub included_bisac_headings: Vec<String>,
    /// Beginnings of BISAC descriptions, none of which may match.
    pub excluded_bisac_headings: Vec<String>,
    /// Beginnings of BISAC codes; any of them.
    pub included_bisac_codes: Vec<String>,
    /// Beginnings of BISAC codes, none of which may match.
    pub excluded_bisac_codes: Vec<String>,
    /// ISO 639-2 alpha-3: any of the title's languages.
    pub language: Option<String>,
    /// ISO 3166-1 alpha-2: where the title was first published.
    pub origin_country: Option<String>,
    /// Formats that can be downloaded; any of them. Empty: no filter.
    pub formats: Vec<Format>,
    /// The title has audio of this kind.
    pub narrator_type: Option<NarratorType>,
    /// The title has braille of this kind.
    pub braille_type: Option<BrailleType>,
    /// The age is in the title's range, in years. A range with one end is open at the other; a title
    /// without either end is left out.
    pub reading_age: Option<i32>,
    /// Any of these warnings. Empty: no filter.
    pub included_warnings: Vec<ContentWarning>,
    /// None of these warnings.
    pub excluded_warnings: Vec<ContentWarning>,
    /// Exact, on any artifact.
    pub external_identifier_code: Option<String>,
    /// Some audio of the title is no longer than this, in seconds.
    pub max_duration: Option<u64>,
    /// Text or music.
    pub content_type: Option<ContentType>,
    /// Requirements of readers with disabilities.
    pub access: AccessFilter,
    /// Last changed then or later, to the second.
    pub updated_from: Option<Timestamp>,
    /// Last changed then or earlier, to the second.
    pub updated_to: Option<Timestamp>,
    /// Went live then or later, to the second.
    pub added_from: Option<Timestamp>,
    /// Copyright year, this or later. A title without one is left out, as with `copyright_to`.
    pub copyright_from: Option<i16>,
    /// Copyright year, this or earlier.
    pub copyright_to: Option<i16>,
}

/// The words of a search. Accents and case do not count, and words match by their stem in the title's
/// language. Blank texts are as if absent; a text of punctuation alone matches nothing. At most
/// [`Criteria::MAX_WORDS_PER_TEXT`] words of a text are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Criteria {
    /// The whole collection.
    #[default]
    None,
    /// Words that must all be somewhere in title, subtitle, series title, contributors' names and ISBNs.
    /// An ISBN-10 or 13 may have dashes or spaces.
    Keyword(String),
    /// Texts that must all match.
    Fields {
        /// Words as in [`Criteria::Keyword`].
        #[serde(skip_serializing_if = "Option::is_none")]
        keyword: Option<String>,
        /// Words in title and subtitle.
        title: Option<String>,
        /// For each text: words that must all appear in the name of one author or co-writer, in any order.
        authors: Vec<String>,
        /// For each text: words that must all appear in the name of one narrator.
        narrators: Vec<String>,
        /// For each text: words that must all appear in the name of one composer.
        composers: Vec<String>,
        /// An ISBN-13, digits only: the title's own or a related one.
        isbn: Option<String>,
    },
}

impl Criteria {
    /// Maximum number of words of one text that are read.
    pub const MAX_WORDS_PER_TEXT: usize = 32;
    /// Maximum number of words of all texts together that are read.
    pub const MAX_WORDS: usize = 64;
    /// Maximum length of one text, in bytes.
    pub const MAX_TEXT_BYTES: usize = 1000;
}
