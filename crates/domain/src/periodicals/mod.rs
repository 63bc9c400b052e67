//! Periodicals: series, and the editions that come out one after the other (docs/rules/records.md#rule-16,
//! docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-4).

mod edit;

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::dates::start_of;
use crate::normalization::search_text;
use crate::{
    Artifact, Category, EditionId, Format, HistoryAction, SeriesId, SiteId, Territory, TitleFiles,
    UsageRestriction, sorting, utc_date, wire_enum,
};

pub use edit::{EditionEdit, SeriesEdit};

/// The formats that editions come in (docs/rules/values.md#rule-1).
pub const FORMATS: [Format; 5] =
    [Format::Daisy, Format::DaisyAudio, Format::Daisy2Audio, Format::Brf, Format::Epub3];

wire_enum! {
    pub enum SeriesType {
        Newspaper = "newspaper",
        Magazine = "magazine",
        Journal = "journal",
    }
}

/// A periodical. It is seen by the users of its site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Series {
    /// `seriesId`.
    pub id: SeriesId,
    pub site: SiteId,
    pub title: String,
    /// Kind of periodical.
    pub series_type: SeriesType,
    /// ISSN, as printed: `0378-5955`.
    #[serde(default)]
    pub issn: Option<String>,
    /// Plain text; may hold line breaks.
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub publisher: Option<String>,
    /// A category code of an outside scheme.
    #[serde(default)]
    pub external_category_code: Option<String>,
    /// Subjects.
    #[serde(default)]
    pub categories: Vec<Category>,
    /// ISO 639-2 alpha-3 codes.
    #[serde(default)]
    pub languages: Vec<String>,
    /// ISO 3166-1 alpha-2 codes of the countries that its editions may go to; empty is everywhere.
    #[serde(default)]
    pub countries: BTreeSet<String>,
    /// Time at which the record was made.
    pub created: Timestamp,
    pub updated: Timestamp,
}

impl Series {
    /// Sort key in lists: the title without the leading article of its first language.
    pub fn sort_title(&self) -> String {
        let language = self.languages.first().map_or("", String::as_str);
        sorting::sort_key(sorting::title_key(&self.title, language))
    }

    /// The words of the title as a search compares them.
    pub fn search_text(&self) -> String {
        search_text(&self.title, &self.languages)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edition {
    /// `editionId`.
    pub id: EditionId,
    pub series: SeriesId,
    /// For example `18 September 2026`.
    pub name: String,
    /// `publicationDate`.
    pub published: Timestamp,
    /// `expirationDate`: the last day on which readers find it; `None` is permanent.
    #[serde(default)]
    pub expires: Option<Timestamp>,
    /// Time of the withdrawal.
    #[serde(default)]
    pub withdrawn: Option<Timestamp>,
    /// Copyright status.
    pub usage: UsageRestriction,
    /// Its formats, in the order of [`Format`].
    #[serde(default)]
    pub artifacts: Vec<Artifact>,
    /// The source file, as a key of the file store.
    #[serde(default)]
    pub files: TitleFiles,
    /// Time at which the record was made.
    pub created: Timestamp,
    pub updated: Timestamp,
}

impl Edition {
    pub fn sort_name(&self) -> String {
        sorting::sort_key(sorting::name_key(&self.name))
    }

    /// The first moment at which it has expired: `expirationDate` is its last day, in UTC.
    pub fn unavailable_from(&self) -> Option<Timestamp> {
        let day = start_of(utc_date(self.expires?));
        day.checked_add(SignedDuration::from_hours(24)).ok()
    }

    /// Returns true if it is listed and available: neither withdrawn nor expired.
    pub fn is_current(&self, now: Timestamp) -> bool {
        self.withdrawn.is_none() && self.unavailable_from().is_none_or(|end| now < end)
    }
}

/// An edition with its periodical, at one moment: what the access rule is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    pub series: Arc<Series>,
    pub edition: Edition,
    current: bool,
    pub(crate) territory: Territory,
}

impl Issue {
    pub fn new(series: Arc<Series>, edition: Edition, now: Timestamp) -> Self {
        let current = edition.is_current(now);
        let countries = series.countries.clone();
        let territory = Territory { worldwide: countries.is_empty(), countries, ..Territory::default() };
        Self { series, edition, current, territory }
    }

    /// Name outside of its periodical: `The Merrow Weekly, 18 September 2026`.
    pub fn full_name(&self) -> String {
        format!("{}, {}", self.series.title, self.edition.name)
    }

    /// Sort key outside of its periodical: the periodical's, then the day.
    pub fn sort_title(&self) -> String {
        format!("{} {}", self.series.sort_title(), utc_date(self.edition.published))
    }

    /// Returns true if it is listed and available.
    pub fn is_current(&self) -> bool {
        self.current
    }
}

/// An event of a periodical or of one of its editions (docs/rules/periodicals.md#rule-4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodicalEvent {
    pub series: SeriesId,
    /// The edition. `None` for the periodical itself.
    pub edition: Option<EditionId>,
    pub date: Timestamp,
    /// Display name of the user who made the change. `None` for the server itself.
    pub person: Option<String>,
    pub action: HistoryAction,
    pub comment: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{edition, series, with_change};
    use crate::offering::Offering as _;

    fn timestamp(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_edition_is_there_until_its_last_day_is_over() {
        let edition =
            with_change(edition(), |edition| edition.expires = Some(timestamp("2026-11-30T00:00:00Z")));
        assert!(edition.is_current(timestamp("2026-11-30T23:59:59.999Z")));
        assert!(!edition.is_current(timestamp("2026-12-01T00:00:00Z")));
        let by_time =
            with_change(edition, |edition| edition.expires = Some(timestamp("2026-11-30T12:00:00Z")));
        assert_eq!(by_time.unavailable_from(), Some(timestamp("2026-12-01T00:00:00Z")));
    }

    #[test]
    fn stays_until_it_is_withdrawn_if_it_has_no_end() {
        let edition = edition();
        assert!(edition.expires.is_none() && edition.is_current(timestamp("2526-01-01T00:00:00Z")));
        let withdrawn =
            with_change(edition, |edition| edition.withdrawn = Some(timestamp("2026-01-01T00:00:00Z")));
        assert!(!withdrawn.is_current(timestamp("2026-01-01T00:00:00Z")));
    }

    #[test]
    fn accepts_every_date_as_the_end() {
        for date in [Timestamp::MIN, Timestamp::MAX] {
            let edition = with_change(edition(), |edition| edition.expires = Some(date));
            let _ = edition.is_current(timestamp("2026-11-30T00:00:00Z"));
        }
    }

    #[test]
    fn a_periodical_without_countries_goes_everywhere() {
        let now = crate::fixtures::noon();
        let of = |series| Issue::new(Arc::new(series), edition(), now);
        assert!(of(series()).territory().worldwide);
        let restricted = of(with_change(series(), |series| series.countries = BTreeSet::from(["GB".into()])));
        assert!(!restricted.territory().worldwide && restricted.territory().countries.contains("GB"));
    }

    #[test]
    fn names_are_sorted_without_article_and_searched_with_it() {
        let series = with_change(series(), |series| series.title = "The Élan Weekly".into());
        assert_eq!(
            (series.sort_title().as_str(), series.search_text().as_str()),
            ("elan weekly", "the elan weekly")
        );
    }
}
