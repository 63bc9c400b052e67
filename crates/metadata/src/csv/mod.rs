//! Tables, as CSV and as workbooks: one title per row, with the column names of docs/ingest.md, which are
//! those of the API.

mod cells;
mod entries;
mod row;
mod table;
#[cfg(test)]
mod tests;
mod values;
mod workbook;
mod write;

use domain::ContributorType;

use crate::Scheme;

pub(crate) use cells::{RowCells, cells_of_record};
pub(crate) use entries::REQUIRED_COLUMNS;
pub(crate) use row::override_record;
pub use table::TableReader;
pub use workbook::{WorkbookReader, is_title_workbook};
pub use write::{RowWriter, TableWriter};

const CONTRIBUTOR_COLUMNS: [(&str, ContributorType); 15] = [
    ("authors", ContributorType::Author),
    ("coWriters", ContributorType::CoWriter),
    ("epilogueBys", ContributorType::EpilogueBy),
    ("forewardBys", ContributorType::ForwardBy),
    ("forewordBys", ContributorType::ForwardBy),
    ("introductionBys", ContributorType::IntroductionBy),
    ("editors", ContributorType::Editor),
    ("composers", ContributorType::Composer),
    ("arrangers", ContributorType::Arranger),
    ("lyricists", ContributorType::Lyricist),
    ("translators", ContributorType::Translator),
    ("transcribers", ContributorType::Transcriber),
    ("abridgers", ContributorType::Abridger),
    ("adapters", ContributorType::Adapter),
    ("illustrators", ContributorType::Illustrator),
];

/// All other columns.
pub const OTHER_COLUMNS: [&str; 62] = [
    "reference",
    "action",
    "title",
    "subtitle",
    "synopsis",
    "isbn13",
    "relatedIsbns",
    "languages",
    "categories",
    "bisacCategories",
    "themaCategories",
    "grades",
    "contentWarnings",
    "adultContent",
    "copyrightDate",
    "copyrightHolder",
    "publisher",
    "edition",
    "seriesTitle",
    "seriesSubtitle",
    "seriesNumber",
    "originCountry",
    "externalCategoryCode",
    "productIdentifier",
    "lexileCode",
    "lexileNumber",
    "readingAgeMinimum",
    "readingAgeMaximum",
    "numPages",
    "numImages",
    "notes",
    "usageRestriction",
    "availableWorldwide",
    "countries",
    "states",
    "marrakeshEligible",
    "marrakeshPODException",
    "accessibilitySummary",
    "accessibilityConformances",
    "accessibilityFeatures",
    "accessibilityHazards",
    "accessModes",
    "accessModesSufficient",
    "accessibilityCertifiedBy",
    "accessibilityCertifierCredential",
    "accessibilityCertifierReport",
    "accessibilityCertificationDate",
    "accessibilityExemptions",
    "accessibilityLimitations",
    "accessibilityAddendum",
    "accessibilitySummaryLanguage",
    "accessibilityLimitationsLanguage",
    "accessibilityAddendumLanguage",
    "accessibilityContact",
    "accessibilityContents",
    "accessibilityTechniques",
    "nimacRestricted",
    "titleLanguage",
    "subtitleLanguage",
    "synopsisLanguage",
    "seriesTitleLanguage",
    "notesLanguage",
];

const SUBJECT_COLUMNS: [(&str, Scheme); 3] =
    [("categories", Scheme::Own), ("bisacCategories", Scheme::Bisac), ("themaCategories", Scheme::Thema)];

/// Columns of the territory where a title may be distributed.
const TERRITORY_COLUMNS: [&str; 5] =
    ["availableWorldwide", "countries", "states", "marrakeshEligible", "marrakeshPODException"];
