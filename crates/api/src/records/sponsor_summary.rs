use domain::Account;
use services::organizations::sponsors::SponsorView;

use super::{NameRecord, RosterTagRecord};
use crate::http::Link;
use crate::{Api, routes};

/// A sponsor of an organization (docs/rules/records.md#rule-33).
#[endpoint::record]
pub struct SponsorSummary {
    /// PUT and DELETE, if the caller may change or remove the sponsor.
    pub allows: Option<Vec<&'static str>>,
    /// Email address, also the user name.
    pub email_address: Option<String>,
    /// self.
    pub links: Vec<Link>,
    /// Name.
    pub name: NameRecord,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// District and school.
    pub roster_tag: Option<RosterTagRecord>,
    /// Position, for example `Teacher`.
    pub title: Option<String>,
    /// Account identifier.
    pub user_account_id: String,
}

impl SponsorSummary {
    pub fn from_sponsor(api: &Api, view: SponsorView) -> Self {
        let tag = view.person.tag.as_ref().map(|tag| RosterTagRecord::new(api, tag));
        let verbs = [("PUT", view.edits), ("DELETE", view.removes)];
        let allows = verbs.into_iter().filter(|(_, allowed)| *allowed).map(|(verb, _)| verb).collect();
        Self::new(api, view.person.account, tag, allows)
    }

    /// The record of one sponsor with the verbs that the caller may use; null if none.
    pub fn new(
        api: &Api,
        account: Account,
        roster_tag: Option<RosterTagRecord>,
        allows: Vec<&'static str>,
    ) -> Self {
        Self {
            allows: (!allows.is_empty()).then_some(allows),
            email_address: account.email,
            links: vec![Link::new("self", api.absolute_url(&routes::my_sponsor(&account.id)))],
            name: account.name.into(),
            phone_number: account.phone_number,
            roster_tag,
            title: account.membership.and_then(|membership| membership.title),
            user_account_id: account.id.to_string(),
        }
    }
}
