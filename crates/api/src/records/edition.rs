use domain::offering::Offering as _;
use services::views::EditionView;

use super::{AlertRecord, FormatRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// An edition of a periodical (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct EditionRecord {
    /// GET if it is available; PUT and DELETE for collection assistants; null otherwise.
    pub allows: Option<Vec<&'static str>>,
    /// Identifier.
    pub edition_id: String,
    /// Name, for example `18 September 2026`.
    pub edition_name: String,
    /// Identifier of the periodical.
    pub series_id: String,
    /// When it was published.
    pub publication_date: String,
    /// Its last day; null for permanent.
    pub expiration_date: Option<String>,
    /// Formats that can be downloaded.
    pub formats: Vec<FormatRecord>,
    /// The caller can get at least one format.
    pub available: bool,
    /// Why it is not available, and other information.
    pub title_access_alerts: Vec<AlertRecord>,
    /// self; download with `{format}` when available.
    pub links: Vec<Link>,
}

impl EditionRecord {
    /// The record of one edition as one caller sees it.
    pub fn new(api: &Api, view: &EditionView) -> Self {
        let edition = &view.item.edition;
        let decision = &view.decision;
        let path = routes::item_path(&view.item.address());
        let mut links = vec![Link::new("self", api.absolute_url(&path))];
        if decision.available {
            let download = routes::download_template(&path, decision.sponsor);
            links.push(Link::new("download", api.absolute_url(&download)));
        }
        Self {
            allows: decision.verb_names(),
            edition_id: edition.id.to_string(),
            edition_name: edition.name.clone(),
            series_id: edition.series.to_string(),
            publication_date: format_timestamp(edition.published),
            expiration_date: edition.expires.map(format_timestamp),
            formats: view.formats().map(FormatRecord::from).collect(),
            available: decision.available,
            title_access_alerts: decision.alerts.iter().map(AlertRecord::from).collect(),
            links,
        }
    }
}
