//! Titles: the records of the catalog (docs/rules/records.md#rule-9, docs/rules/records.md#rule-10,
//! docs/rules/records.md#rule-11).

mod copies;
mod edit;
mod new_book;
mod other_script;
mod series;
mod stated_languages;
mod states;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::accessibility::{AccessibilityFacts, Inspection, Statements};
use crate::sites::Sharing;
use crate::thema::ThemaCode;
use crate::{
    AccountId, Artifact, Category, Contributor, ContributorType, Format, FormatStatus, SiteId, TitleId,
    sorting, wire_enum,
};

pub use edit::{FieldsEdit, MetadataEdit, MusicEdit, TerritoryEdit, TitleEdit};
pub use other_script::OtherScript;
pub use stated_languages::StatedLanguages;

wire_enum! {
    /// The state of a title (docs/rules/titles.md#rule-2).
    pub enum TitleStatus {
        /// In the collection.
        Live = "live",
        /// Taken out; readable, not downloadable.
        Withdrawn = "withdrawn",
        /// Just made.
        New = "new",
        BeingEdited = "beingEdited",
        /// A proofread scan was accepted.
        ProofreadValid = "proofreadValid",
        /// A proofread scan was refused.
        ProofreadRejected = "proofreadRejected",
        /// Converted, ready to publish.
        Converted = "converted",
        /// Being made again.
        Reprocess = "reprocess",
        /// Checked.
        Validated = "validated",
        UserSubmitted = "userSubmitted",
        PublisherSubmitted = "publisherSubmitted",
        /// Removed permanently.
        Removed = "removed",
    }
}

impl TitleStatus {
    /// Returns true if the title has been in the collection: its metadata stays readable
    /// (docs/rules/access.md, last paragraph). `reprocess` is a live title being made again.
    pub fn was_live(self) -> bool {
        matches!(self, Self::Live | Self::Withdrawn | Self::Reprocess)
    }
}

wire_enum! {
    pub enum ContentType {
        Text = "text",
        MusicScore = "musicScore",
    }
}

wire_enum! {
    /// Usage that copyright allows.
    pub enum UsageRestriction {
        /// In copyright: for qualified readers only.
        Copyright = "copyright",
        /// Free to all.
        PublicDomain = "publicDomain",
        /// Free to all under a license.
        CreativeCommons = "creativeCommons",
    }
}

impl UsageRestriction {
    /// Returns true if rules 7 to 14 of docs/rules/access.md are skipped and guests may download.
    pub fn is_free(self) -> bool {
        !matches!(self, Self::Copyright)
    }

    /// The display name that clients compare (docs/rules/records.md#rule-10).
    pub fn name(self) -> &'static str {
        match self {
            Self::Copyright => "Copyright",
            Self::PublicDomain => "Public Domain",
            Self::CreativeCommons => "Creative Commons",
        }
    }

    /// `usageRestrictionId` (docs/rules/records.md#rule-10).
    pub fn id(self) -> &'static str {
        match self {
            Self::Copyright => "1",
            Self::PublicDomain => "2",
            Self::CreativeCommons => "3",
        }
    }
}

wire_enum! {
    pub enum ContentWarning {
        /// Something, unspecified.
        ContentWarning = "contentWarning",
        Sex = "sex",
        Violence = "violence",
        Drugs = "drugs",
        /// Strong language.
        Language = "language",
        Intolerance = "intolerance",
        Adult = "adult",
        /// Not rated.
        Unrated = "unrated",
    }
}

wire_enum! {
    pub enum MusicScoreType {
        FullScore = "fullScore",
        OpenScore = "openScore",
        SingleLine = "singleLine",
    }
}

wire_enum! {
    /// The prefix of a Lexile measure (docs/rules/values.md#rule-10).
    pub enum LexileCode {
        AdultDirected = "AD",
        NonConforming = "NC",
        HighLow = "HL",
        IllustratedGuide = "IG",
        GraphicNovel = "GN",
        BeginningReader = "BR",
        NonProse = "NP",
    }
}

wire_enum! {
    pub enum Quality {
        /// From the publisher's files.
        Publisher = "publisher",
        Excellent = "excellent",
        Good = "good",
        Fair = "fair",
    }
}

/// A title: one book, score or document with everything known about it. The whole record is one JSON
/// document in the database; the values that SQL filters by are in separate columns (docs/database.md).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Title {
    /// `serviceId`.
    pub id: TitleId,
    pub site: SiteId,
    #[serde(default)]
    pub sharing: Sharing,
    pub status: TitleStatus,
    /// A user's own document: seen by its owner alone.
    #[serde(default)]
    pub owner: Option<AccountId>,
    /// Text or music.
    pub content_type: ContentType,
    pub usage: UsageRestriction,
    #[serde(default)]
    pub territory: Territory,
    #[serde(flatten)]
    pub metadata: Metadata,
    /// Its formats, in the order of [`Format`].
    #[serde(default)]
    pub artifacts: Vec<Artifact>,
    /// The source file and its images, as keys of the file store.
    #[serde(default)]
    pub files: TitleFiles,
    /// Findings of our own reading of its book; not shown to readers. `None` if no book was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspection: Option<Inspection>,
    #[serde(flatten)]
    pub dates: Dates,
}

/// Territory in which a title may be distributed (docs/rules/access.md#rule-4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Territory {
    /// Everywhere.
    pub worldwide: bool,
    /// ISO 3166-1 alpha-2 codes.
    pub countries: BTreeSet<String>,
    /// ISO 3166-2 subdivision codes (`US-CA`); when not empty, R's state must be among them.
    pub states: BTreeSet<String>,
    /// Open to member countries of the Marrakesh treaty.
    pub marrakesh_available: bool,
    /// No proof of disability is asked (docs/rules/access.md#rule-9).
    pub marrakesh_pod_exception: bool,
}

/// The descriptive part of a title; every field but `title` may be absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Metadata {
    pub title: String,
    pub subtitle: Option<String>,
    /// Plain text; may hold line breaks.
    pub synopsis: Option<String>,
    pub contributors: Vec<Contributor>,
    /// ISBN-13, digits only.
    pub isbn13: Option<String>,
    /// Other ISBNs, as ISBN-13, without `isbn13`.
    pub related_isbns: Vec<String>,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// The languages that the record states for its texts.
    #[serde(skip_serializing_if = "StatedLanguages::is_empty")]
    pub stated_languages: StatedLanguages,
    /// Title and people in another script.
    #[serde(skip_serializing_if = "OtherScript::is_empty")]
    pub other_script: OtherScript,
    /// Other titles of the same work or edition, by which readers find it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variant_titles: Vec<String>,
    /// The library's own first, then BISAC.
    pub categories: Vec<Category>,
    /// Thema codes as the publisher gave them, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thema: Vec<ThemaCode>,
    /// Grades (codes; names come from the code list).
    pub grades: Vec<String>,
    pub content_warnings: Vec<ContentWarning>,
    /// Closed to minors by default.
    pub adult_content: bool,
    pub allow_recommend: bool,
    /// From the national source for pupils (docs/rules/access.md#rule-11).
    pub nimac: bool,
    /// Open to trial subscriptions (docs/rules/access.md).
    pub available_to_demo: bool,
    pub has_embedded_image_descriptions: Option<bool>,
    pub copyright_date: Option<i16>,
    pub copyright_holder: Option<String>,
    pub publisher: Option<String>,
    pub edition: Option<String>,
    pub series_title: Option<String>,
    pub series_subtitle: Option<String>,
    /// Number in the series, a text.
    pub series_number: Option<String>,
    /// Country of first publication.
    pub origin_country: Option<String>,
    /// A category code of an outside scheme.
    pub external_category_code: Option<String>,
    /// The library's own product number, unique in the collection.
    pub product_identifier: Option<String>,
    /// Lexile prefix (docs/rules/values.md#rule-10).
    pub lexile_code: Option<String>,
    pub lexile_number: Option<String>,
    /// Youngest reader, in years.
    pub reading_age_minimum: Option<i32>,
    /// Oldest reader, in years.
    pub reading_age_maximum: Option<i32>,
    pub num_images: Option<i32>,
    /// Number of print pages.
    pub num_pages: Option<i32>,
    pub notes: Option<String>,
    pub quality: Option<Quality>,
    pub proofreader: Option<String>,
    pub submitter: Option<String>,
    pub title_source: Option<String>,
    pub replacement: Option<TitleId>,
    /// Fields of scores.
    pub music: Option<Music>,
}

impl Metadata {
    /// The number in its series, if there is one: `2`, `2.5` for one in between, `v. 2`. At most a billion.
    pub fn series_position(&self) -> Option<f64> {
        series::parse_position(self.series_number.as_deref()?)
    }
}

/// Fields that only music titles have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Music {
    pub score_type: Option<MusicScoreType>,
    pub has_chord_symbols: Option<bool>,
    /// Instruments, joined by `, ` on the wire.
    pub instruments: Vec<String>,
    /// A combination of S, A, T, B.
    pub vocal_parts: Option<String>,
    /// Musical key.
    pub key: Option<String>,
    pub movement_number: Option<String>,
    pub movement_title: Option<String>,
    pub opus: Option<String>,
}

/// Vocal parts as written in a form: letters of soprano, alto, tenor and bass, in any case, at most 16 of
/// them. `None` for anything else.
pub fn parse_vocal_parts(text: &str) -> Option<String> {
    let parts = text.trim().to_ascii_uppercase();
    let fits = (1..=16).contains(&parts.len()) && parts.bytes().all(|part| b"SATB".contains(&part));
    fits.then_some(parts)
}

/// Keys of a title's files in the file store; `delivery` makes them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TitleFiles {
    /// The source package, for example `sources/1001/3f....epub`.
    pub source: Option<String>,
    /// The format that the source already is.
    pub source_format: Option<Format>,
    /// Additional uploaded files, each the source of one format only.
    pub others: BTreeMap<Format, String>,
    pub cover: Option<String>,
    /// Size of the DAISY text, bytes (`dtbookSize`).
    pub dtbook_size: Option<i64>,
}

impl TitleFiles {
    /// The file that a format is made of.
    pub fn source_of(&self, format: Format) -> Option<&str> {
        self.others.get(&format).or(self.source.as_ref()).map(String::as_str)
    }

    /// Every file that something is made of.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.source.iter().chain(self.others.values()).map(String::as_str)
    }

    /// Returns true if the library has the book, and not only a record of it.
    pub fn has_book(&self) -> bool {
        self.sources().next().is_some()
    }
}

/// Dates that the server keeps; all in UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Dates {
    /// Time at which the record was made.
    pub created: Timestamp,
    /// Time of the last change: `lastUpdated`, never null (docs/rules/search.md#rule-9).
    pub updated: Timestamp,
    /// Time at which it went live here, or the metadata's own date.
    pub published: Option<Timestamp>,
    pub withdrawn: Option<Timestamp>,
}

impl Title {
    pub fn accessibility_facts(&self) -> AccessibilityFacts {
        AccessibilityFacts::from_artifacts(&self.artifacts, self.inspection.as_ref())
    }

    /// The statements about its accessibility that readers see.
    pub fn accessibility_statements(&self) -> Statements {
        Statements::from_artifacts(&self.artifacts, self.inspection.as_ref())
    }

    pub fn contributors(&self, kind: ContributorType) -> impl Iterator<Item = &Contributor> {
        self.metadata.contributors.iter().filter(move |c| c.kind == kind)
    }

    /// Authors and co-writers, in order: used by author searches and the author facet.
    pub fn authors(&self) -> impl Iterator<Item = &Contributor> {
        self.metadata
            .contributors
            .iter()
            .filter(|c| matches!(c.kind, ContributorType::Author | ContributorType::CoWriter))
    }

    /// The sort key of lists by title: without the leading article of its first language
    /// (docs/rules/search.md#rule-3).
    pub fn sort_title(&self) -> String {
        let language = self.metadata.languages.first().map_or("", String::as_str);
        sorting::sort_key(sorting::title_key(&self.metadata.title, language))
    }

    /// The sort key of lists by author: the index name of the first one.
    pub fn sort_author(&self) -> Option<String> {
        self.authors().next().map(|author| sorting::sort_key(sorting::name_key(author.sort_name())))
    }

    pub fn artifact(&self, format: Format) -> Option<&Artifact> {
        self.artifacts.iter().find(|a| a.format == format)
    }

    /// Formats that can be downloaded, by what is recorded. A title being reprocessed shows its formats as
    /// pending (docs/rules/titles.md#rule-2).
    pub fn available_formats(&self) -> impl Iterator<Item = Format> {
        self.artifacts.iter().filter(|a| self.recorded_status(a) == FormatStatus::Available).map(|a| a.format)
    }

    /// The status of one of its artifacts by what is recorded: pending while the title is made again
    /// (docs/rules/titles.md#rule-2). What is shown depends on what can be made, too:
    /// [`Offering::format_status`](crate::offering::Offered::format_status).
    pub fn recorded_status(&self, artifact: &Artifact) -> FormatStatus {
        match (self.status, artifact.status) {
            (TitleStatus::Reprocess, FormatStatus::Available) => FormatStatus::Pending,
            (_, status) => status,
        }
    }

    /// Returns true if it is or was in the collection: its metadata stays readable
    /// (docs/rules/access.md#rule-20). A title that comes back from being made again was live before.
    pub fn was_live(&self) -> bool {
        let made_again = self.status == TitleStatus::Converted && self.dates.published.is_some();
        self.status.was_live() || made_again
    }

    /// Returns true if those who check titles may have this artifact: it is available; or the title is not
    /// published yet, its source exists, and the format only waits to be made
    /// (docs/rules/access.md#rule-16).
    pub fn can_be_checked(&self, artifact: &Artifact) -> bool {
        match artifact.status {
            FormatStatus::Available => true,
            FormatStatus::Pending => {
                let published = matches!(self.status, TitleStatus::Live | TitleStatus::Withdrawn);
                !published && self.files.source.is_some()
            }
            FormatStatus::Unavailable => false,
        }
    }

    /// Returns true if it is in the view of `site`: its own, or shared with it.
    pub fn in_view_of(&self, site: &SiteId) -> bool {
        self.sharing.is_in_view_of(&self.site, site)
    }
}
