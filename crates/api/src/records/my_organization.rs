use domain::Organization;

use super::{AddressRecord, SponsorSummary};
use crate::http::Link;
use crate::{Api, routes};

/// An organization as its sponsors see it (docs/rules/records.md#rule-32).
#[endpoint::record]
pub struct MyOrganizationRecord {
    /// Postal address.
    pub address: AddressRecord,
    /// Members may download what they find themselves.
    pub allow_search_downloads: bool,
    /// PUT for the primary contact.
    pub allows: Option<Vec<&'static str>>,
    /// Premium features.
    pub has_service_plus: bool,
    /// The reading companion.
    pub has_reading_companion: bool,
    /// self, members, sponsors.
    pub links: Vec<Link>,
    /// Name.
    pub organization_name: String,
    /// A name of /v2/organizationTypes.
    pub organization_type: String,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Its primary contact.
    pub primary_contact: Option<SponsorSummary>,
    /// Default for new members: adult titles are hidden.
    pub safe_search: bool,
    /// Web address.
    pub web_site: Option<String>,
}

impl MyOrganizationRecord {
    /// The record; `edits`: the caller may change it.
    pub fn new(api: &Api, organization: Organization, contact: Option<SponsorSummary>, edits: bool) -> Self {
        let link = |rel, path| Link::new(rel, api.absolute_url(path));
        Self {
            address: organization.address.into(),
            allow_search_downloads: organization.allow_search_downloads,
            allows: edits.then(|| vec!["PUT"]),
            has_service_plus: organization.service_plus,
            has_reading_companion: organization.reading_companion,
            links: vec![
                link("self", routes::MY_ORGANIZATION),
                link("members", routes::MY_MEMBERS),
                link("sponsors", routes::MY_SPONSORS),
            ],
            organization_name: organization.name,
            organization_type: organization.kind,
            phone_number: organization.phone_number,
            primary_contact: contact,
            safe_search: organization.safe_search,
            web_site: organization.web_site,
        }
    }
}
