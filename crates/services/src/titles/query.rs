//! What titles are searched by.

use domain::access::View;
use domain::artifacts::{BrailleType, NarratorType};
use domain::formats::Format;
use domain::titles::{ContentType, ContentWarning, TitleStatus};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use search::TitleSearch;
use serde::Serialize;

pub use search::{AccessFacets, AccessFilter, Criteria, Cursor, Sort};

/// The most days for which [`days_before`] is of use to a search: ten years.
pub const MOST_DAYS: i16 = 3660;

/// The beginning of the day (UTC) that is this number of days before another. The same for all searches of a
/// day, so that what the index remembers of one serves the next.
pub fn days_before(today: Date, days: i16) -> Timestamp {
    let day = today.saturating_sub(i32::from(days).days());
    day.to_zoned(TimeZone::UTC).map_or(Timestamp::MIN, |start| start.timestamp())
}

/// A search of titles; all of its parts hold at the same time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Query {
    /// The words.
    pub criteria: Criteria,
    /// One author's display name, as in the author facets.
    pub author_filter: Option<String>,
    /// The title of one series, without regard to accents and case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// One contributor's display name in any role, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contributor: Option<String>,
    /// Names of categories, any of which must match. Empty: no filter.
    pub categories: Vec<String>,
    /// Prefixes of BISAC headings, any of which must match.
    pub included_bisac_headings: Vec<String>,
    /// Prefixes of BISAC headings, none of which may match.
    pub excluded_bisac_headings: Vec<String>,
    /// Prefixes of BISAC codes, any of which must match.
    pub included_bisac_codes: Vec<String>,
    /// Prefixes of BISAC codes, none of which may match.
    pub excluded_bisac_codes: Vec<String>,
    /// One of the title's languages, ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// Country of first publication, ISO 3166-1 alpha-2.
    pub origin_country: Option<String>,
    /// Formats, any of which must be available. Empty: no filter.
    pub formats: Vec<Format>,
    /// The title has audio of this kind.
    pub narrator_type: Option<NarratorType>,
    /// The title has braille of this kind.
    pub braille_type: Option<BrailleType>,
    /// The title suits this age, in years.
    pub reading_age: Option<i32>,
    /// Only titles with any of these warnings. Empty: no filter.
    pub included_warnings: Vec<ContentWarning>,
    /// Only titles with none of these warnings.
    pub excluded_warnings: Vec<ContentWarning>,
    /// Exact code of an artifact in an outside catalog.
    pub external_identifier_code: Option<String>,
    /// The title has audio that is no longer than this, in seconds.
    pub max_duration: Option<u64>,
    /// Text or music.
    pub content_type: Option<ContentType>,
    /// What titles offer readers with disabilities.
    pub access: AccessFilter,
    /// Only titles that can be downloaded in the format that the user prefers. A user who has not chosen one
    /// is shown titles of every format.
    pub in_my_format: bool,
    /// Only titles that can be downloaded in every format that the user reads: the preferred one and those
    /// named besides. A user who has named none is shown titles of every format.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_all_my_formats: bool,
    /// Only titles with this status. `None` means live titles in a search, and every status in the catalog.
    pub status: Option<TitleStatus>,
    /// Last changed at this moment or later.
    pub updated_from: Option<Timestamp>,
    /// Last changed at this moment or earlier.
    pub updated_to: Option<Timestamp>,
    /// Went live at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added_from: Option<Timestamp>,
    /// First copyright year; titles without a year are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright_from: Option<i16>,
    /// Last copyright year, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright_to: Option<i16>,
    /// Without the titles that other sites share.
    pub own_site_only: bool,
    /// The order.
    pub sort: Sort,
    /// The reverse order; with [`Sort::Relevance`], the worst match first.
    pub descending: bool,
}

impl Query {
    /// A search by these words in this order, without filters.
    pub fn new(criteria: Criteria, sort: Sort) -> Self {
        Self {
            criteria,
            author_filter: None,
            series: None,
            contributor: None,
            categories: Vec::new(),
            included_bisac_headings: Vec::new(),
            excluded_bisac_headings: Vec::new(),
            included_bisac_codes: Vec::new(),
            excluded_bisac_codes: Vec::new(),
            language: None,
            origin_country: None,
            formats: Vec::new(),
            narrator_type: None,
            braille_type: None,
            reading_age: None,
            included_warnings: Vec::new(),
            excluded_warnings: Vec::new(),
            external_identifier_code: None,
            max_duration: None,
            content_type: None,
            access: AccessFilter::default(),
            in_my_format: false,
            in_all_my_formats: false,
            status: None,
            updated_from: None,
            updated_to: None,
            added_from: None,
            copyright_from: None,
            copyright_to: None,
            own_site_only: false,
            sort,
            descending: false,
        }
    }

    /// The same for the index: among these titles, with facets.
    pub(crate) fn within(self, view: View, statuses: Vec<TitleStatus>) -> TitleSearch {
        TitleSearch {
            criteria: self.criteria,
            author_filter: self.author_filter,
            series: self.series,
            contributor: self.contributor,
            categories: self.categories,
            included_bisac_headings: self.included_bisac_headings,
            excluded_bisac_headings: self.excluded_bisac_headings,
            included_bisac_codes: self.included_bisac_codes,
            excluded_bisac_codes: self.excluded_bisac_codes,
            language: self.language,
            origin_country: self.origin_country,
            formats: self.formats,
            narrator_type: self.narrator_type,
            braille_type: self.braille_type,
            reading_age: self.reading_age,
            included_warnings: self.included_warnings,
            excluded_warnings: self.excluded_warnings,
            external_identifier_code: self.external_identifier_code,
            max_duration: self.max_duration,
            content_type: self.content_type,
            access: self.access,
            updated_from: self.updated_from,
            updated_to: self.updated_to,
            added_from: self.added_from,
            copyright_from: self.copyright_from,
            copyright_to: self.copyright_to,
            sort: self.sort,
            descending: self.descending,
            statuses,
            facets: true,
            ..TitleSearch::new(view)
        }
    }
}
