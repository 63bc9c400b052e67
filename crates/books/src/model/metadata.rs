//! A package's metadata about its book.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::block::Direction;

/// The metadata of a book. Texts are as the source has them, white space collapsed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// The main title.
    pub title: String,
    /// The title by which it is sorted (`file-as`).
    pub title_sort: Option<String>,
    /// The stated language of the title (BCP 47).
    pub title_language: Option<String>,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The stated language of the subtitle (BCP 47).
    pub subtitle_language: Option<String>,
    /// Authors, translators, narrators and all others, in the order of the source.
    pub contributors: Vec<Contributor>,
    /// Languages (BCP 47), the main one first.
    pub languages: Vec<String>,
    /// All identifiers, the package's own first.
    pub identifiers: Vec<Identifier>,
    /// ISBN-13 of this book, from its identifiers.
    pub isbns: Vec<String>,
    /// ISBN-13 of the sources it was made from (usually the print edition).
    pub source_isbns: Vec<String>,
    /// The publisher.
    pub publisher: Option<String>,
    /// Date of publication, as written: a year, a date or a timestamp.
    pub published: Option<String>,
    /// Date of the package's last change, as written.
    pub modified: Option<String>,
    /// A description of the content; may hold markup as text.
    pub description: Option<String>,
    /// The stated language of the description (BCP 47).
    pub description_language: Option<String>,
    /// Subjects and genres.
    pub subjects: Vec<Subject>,
    /// Statements of rights.
    pub rights: Vec<String>,
    /// Series and sets that it belongs to.
    pub series: Vec<Series>,
    /// The works that it was made from: `dc:source`.
    pub sources: Vec<String>,
    /// The publisher's statements of accessibility.
    pub accessibility: Accessibility,
    /// The length of the narration.
    pub duration: Option<Duration>,
    /// Names of the narrators.
    pub narrators: Vec<String>,
    /// True if nothing but headings and pages is text: the book itself is heard.
    pub heard_only: bool,
    /// The number of words that the publisher states.
    pub word_count: Option<u64>,
    /// Path of the cover image in the package.
    pub cover: Option<String>,
    /// True if every page has a fixed layout.
    pub pre_paginated: bool,
    /// The direction in which pages follow one another.
    pub direction: Option<Direction>,
    /// The version of the EPUB that it was read from: 2 or 3; 0 when it was none.
    pub epub_version: u8,
    /// Metadata that only scores have.
    pub music: Option<Box<Music>>,
}

/// Metadata of scores (docs/rules/values.md#rule-6: title metadata of music).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Music {
    /// True if it names a title; where it does not, the book is called by its first part.
    pub titled: bool,
    /// The instruments, as the parts are named; without the voices of a choir.
    pub instruments: Vec<String>,
    /// The voices of a choir: letters of soprano, alto, tenor and bass.
    pub vocal_parts: Option<String>,
    /// The key that it begins in: `D minor`.
    pub key: Option<String>,
    /// The number of the movement in its work.
    pub movement_number: Option<String>,
    /// The title of the movement in a work that has a title of its own.
    pub movement_title: Option<String>,
    /// The number of the work: `Op. 64`.
    pub opus: Option<String>,
    /// True if chords are named by symbols.
    pub chord_symbols: bool,
    /// True if it is one line: one note after the other, of one part.
    pub single_line: bool,
}

impl Metadata {
    /// The package's own identifier; empty when it has none.
    pub fn identifier(&self) -> &str {
        self.identifiers.first().map_or("", |identifier| identifier.value.as_str())
    }

    /// The main language; `und` when none is stated.
    pub fn language(&self) -> &str {
        self.languages.first().map_or("und", String::as_str)
    }

    /// Names of the contributors with this MARC relator code, such as `aut` or `trl`. A creator
    /// without any role counts as author.
    pub fn names(&self, role: &str) -> Vec<&str> {
        self.contributors
            .iter()
            .filter(|person| {
                person.roles.iter().any(|r| r == role)
                    || (role == "aut" && person.creator && person.roles.is_empty())
            })
            .map(|person| person.name.as_str())
            .collect()
    }
}

/// Someone who had a part in the book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Contributor {
    /// The name as displayed.
    pub name: String,
    /// The name by which it is sorted: `Austen, Jane`.
    pub file_as: Option<String>,
    /// MARC relator codes: `aut`, `trl`, `ill`, `nrt`.
    pub roles: Vec<String>,
    /// True if the source names it as creator and not merely as contributor.
    pub creator: bool,
}

/// An identifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identifier {
    /// Its value.
    pub value: String,
    /// Its scheme, when stated: `ISBN`, `DOI`.
    pub scheme: Option<String>,
}

/// A subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// The list that it is taken from: `BISAC`, `LCSH`.
    pub authority: Option<String>,
    /// Its code in that list.
    pub code: Option<String>,
}

/// A series or set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// The stated language of the name (BCP 47).
    pub language: Option<String>,
    /// The place in it, as written: `3`, `2.1`.
    pub position: Option<String>,
    /// `series`, `set`, or what the source says.
    pub kind: Option<String>,
}

/// Statements of accessibility, in the words of the schema.org vocabulary (docs/rules/records.md#rule-12,
/// Accessibility Metadata).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Accessibility {
    /// Senses that the contents use: `textual`, `visual`.
    pub access_modes: Vec<String>,
    /// Sets of senses that suffice to use the book, each joined by commas.
    pub access_modes_sufficient: Vec<String>,
    /// Features: `alternativeText`, `tableOfContents`.
    pub features: Vec<String>,
    /// Hazards: `none`, `flashing`, `unknown`.
    pub hazards: Vec<String>,
    /// A summary for people.
    pub summary: Option<String>,
    /// The language of the summary as a BCP 47 tag, if the book states it.
    pub summary_language: Option<String>,
    /// Standards that it conforms to, as names or addresses.
    pub conforms_to: Vec<String>,
    /// Certifications of these statements.
    pub certifications: Vec<Certification>,
    /// Exemptions from laws: `eaa-microenterprise`.
    pub exemptions: Vec<String>,
}

/// A certification of conformance.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Certification {
    /// Name of the certifier.
    pub certified_by: String,
    /// By what right.
    pub credential: Option<String>,
    /// Address of the report.
    pub report: Option<String>,
    /// When.
    pub date: Option<String>,
}
