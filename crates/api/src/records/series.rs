use domain::access;
use domain::periodicals::SeriesType;
use services::periodicals::SeriesView;

use super::CategoryRecord;
use crate::http::Link;
use crate::{Api, routes};

/// A periodical (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct SeriesRecord {
    /// PUT for collection assistants of its site; null otherwise.
    pub allows: Option<Vec<&'static str>>,
    /// Identifier.
    pub series_id: String,
    /// Title.
    pub title: String,
    /// ISSN, for example `0378-5955`.
    pub issn: Option<String>,
    /// Plain text; may contain line breaks.
    pub description: Option<String>,
    /// Publisher.
    pub publisher: Option<String>,
    /// newspaper, magazine or journal.
    #[schema(value_type = String)]
    pub series_type: SeriesType,
    /// A category code of an outside scheme.
    pub external_category_code: Option<String>,
    /// Subjects.
    pub categories: Vec<CategoryRecord>,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// ISO 3166 alpha-2 codes of the only countries where its editions may be distributed; empty for
    /// worldwide.
    pub countries: Vec<String>,
    /// Editions that are neither withdrawn nor expired.
    pub edition_count: u64,
    /// The latest of these.
    pub latest_edition: Option<NamedEdition>,
    /// self, editions.
    pub links: Vec<Link>,
}

/// An edition, in short (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct NamedEdition {
    /// Identifier.
    pub edition_id: String,
    /// Name.
    pub edition_name: String,
}

impl SeriesRecord {
    /// The record of one periodical as one caller sees it.
    pub fn new(api: &Api, caller: &access::AccessCaller<'_>, view: &SeriesView) -> Self {
        let series = view.series.clone();
        let latest = view.latest.clone();
        Self {
            allows: access::may_edit_series(&series, caller).then(|| vec!["PUT"]),
            links: vec![
                Link::new("self", api.absolute_url(&routes::periodical_path(&series.id))),
                Link::new("editions", api.absolute_url(&routes::editions_path(&series.id))),
            ],
            series_id: series.id.0,
            title: series.title,
            issn: series.issn,
            description: series.description,
            publisher: series.publisher,
            series_type: series.series_type,
            external_category_code: series.external_category_code,
            categories: series.categories.iter().map(|category| CategoryRecord::new(api, category)).collect(),
            languages: series.languages,
            countries: series.countries.into_iter().collect(),
            edition_count: view.editions,
            latest_edition: latest
                .map(|(edition_id, edition_name)| NamedEdition { edition_id, edition_name }),
        }
    }
}
