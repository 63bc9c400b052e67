use domain::access::{self, Facts, ForUser, Relation};
use domain::formats::FormatStatus;
use domain::offered::Offered as _;
use domain::periodicals::Issue;
use serde::Serialize;
use utoipa::ToSchema;

use super::{AlertRecord, FormatRecord, timestamp};
use crate::http::caller::Caller;
use crate::http::links::Link;
use crate::routes;
use crate::state::Api;

/// An edition of a periodical (document 3, "Edition"; spec 4, 2.11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditionRecord {
    /// GET when it can be had; PUT and DELETE for collection assistants; null otherwise.
    pub allows: Option<Vec<&'static str>>,
    /// Identifier.
    pub edition_id: String,
    /// Name, for example `18 September 2026`.
    pub edition_name: String,
    /// Identifier of the periodical.
    pub series_id: String,
    /// When it was published.
    pub publication_date: String,
    /// Its last day; null is for good.
    pub expiration_date: Option<String>,
    /// Formats that can be downloaded.
    pub formats: Vec<FormatRecord>,
    /// The caller can get at least one format.
    pub available: bool,
    /// Why it can not be had, and what else to know.
    pub title_access_alerts: Vec<AlertRecord>,
    /// self; download with `{format}` when available.
    pub links: Vec<Link>,
}

impl EditionRecord {
    /// The record of one edition as one caller sees it; `had`: the caller has had it before.
    pub fn new(api: &Api, caller: &Caller, issue: &Issue, had: bool) -> Self {
        let (who, can) = (caller.facts(), api.delivery.capabilities());
        let decision = access::decide(&Facts {
            now: caller.now,
            today: caller.today(),
            title: issue,
            caller: who,
            recipient: ForUser::Nobody,
            relation: Relation { downloaded_before: had, ..Relation::default() },
            can,
        });
        // It is withdrawn once.
        let open = |verb: &access::Verb| *verb != access::Verb::Delete || issue.edition.withdrawn.is_none();
        let allowed = access::allows(issue, &who, &decision).into_iter().filter(open);
        let verbs: Vec<_> = allowed.map(access::Verb::as_str).collect();
        let edition = &issue.edition;
        let path = routes::edition(&issue.series.id, &edition.id);
        let mut links = vec![Link::new("self", api.url(&path))];
        if decision.available {
            let download = routes::download_template(&path, who.is_sponsor());
            links.push(Link::new("download", api.url(&download)));
        }
        let available = |status| status == FormatStatus::Available;
        Self {
            allows: (!verbs.is_empty()).then_some(verbs),
            edition_id: edition.id.to_string(),
            edition_name: edition.name.clone(),
            series_id: edition.series.to_string(),
            publication_date: timestamp(edition.published),
            expiration_date: edition.expires.map(timestamp),
            formats: edition
                .artifacts
                .iter()
                .filter(|artifact| available(issue.format_status(artifact, can)))
                .map(|artifact| artifact.format.into())
                .collect(),
            available: decision.available,
            title_access_alerts: decision.alerts.iter().map(AlertRecord::from).collect(),
            links,
        }
    }
}
