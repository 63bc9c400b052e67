use domain::{Account, Organization, Reader, Role, access};
use jiff::Timestamp;

use super::{AddressRecord, NameRecord};
use crate::http::Link;
use crate::{Api, routes};

/// An organization as membership staff see it (docs/rules/records.md#rule-32).
#[endpoint::record]
pub struct OrganizationRecord {
    /// Name.
    pub organization_name: String,
    /// Identifier.
    pub organization_id: String,
    /// Postal address.
    pub address: AddressRecord,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Web address.
    pub web_site: Option<String>,
    /// A name of /v2/organizationTypes.
    pub organization_type: String,
    /// A name of /v2/subscriptiontypes.
    pub subscription_type: Option<String>,
    /// The site it belongs to.
    pub site: String,
    /// Its primary contact.
    pub primary_contact: Option<OrganizationSponsor>,
    /// A current signed organizational agreement is on file.
    pub has_org_agreement: bool,
    /// Premium features.
    pub has_service_plus: bool,
    /// The reading companion.
    pub has_reading_companion: bool,
    /// Default for new members: adult titles are hidden.
    pub safe_search: bool,
    /// Members may download what they find themselves.
    pub allow_search_downloads: bool,
    /// self, members.
    pub links: Vec<Link>,
    /// PUT.
    pub allows: Option<Vec<&'static str>>,
}

impl OrganizationRecord {
    /// The record for staff of the organization's site.
    pub fn new(api: &Api, organization: Organization, contact: Option<OrganizationSponsor>) -> Self {
        let id = &organization.id;
        let link = |rel, path: String| Link::new(rel, api.absolute_url(&path));
        Self {
            links: vec![
                link("self", routes::organization_path(id)),
                link("members", routes::organization_members(id)),
            ],
            organization_id: organization.id.to_string(),
            organization_name: organization.name,
            address: organization.address.into(),
            phone_number: organization.phone_number,
            web_site: organization.web_site,
            organization_type: organization.kind,
            subscription_type: organization.subscription_type,
            site: organization.site.to_string(),
            primary_contact: contact,
            has_org_agreement: organization.agreement_signed,
            has_service_plus: organization.service_plus,
            has_reading_companion: organization.reading_companion,
            safe_search: organization.safe_search,
            allow_search_downloads: organization.allow_search_downloads,
            allows: Some(vec!["PUT"]),
        }
    }
}

/// A sponsor as membership staff see it (docs/rules/records.md#rule-33).
#[endpoint::record]
pub struct OrganizationSponsor {
    /// Name.
    pub name: NameRecord,
    /// Account identifier.
    pub user_account_id: String,
    /// Position, for example `Teacher`.
    pub title: Option<String>,
    /// Email address, also the user name.
    pub email_address: Option<String>,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// Adult titles are open.
    pub allow_adult_content: bool,
    /// Roles of the account.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
    /// The site it belongs to.
    pub site: String,
    /// A current agreement is signed: the organization's, or the sponsor's own.
    pub has_agreement: bool,
    /// Locked by staff or the operator: nobody signs in with the account.
    pub locked: bool,
    /// Removed; kept for the records.
    pub deleted: bool,
    /// Agreement and subscription are in order and the account is not locked.
    pub can_download: bool,
    /// self.
    pub links: Vec<Link>,
    /// PUT if the caller may change the account.
    pub allows: Option<Vec<&'static str>>,
}

impl OrganizationSponsor {
    pub fn new(api: &Api, reader: &Reader, viewer: &Account, now: Timestamp) -> Self {
        let account = reader.account.clone();
        let organization = reader.organization.as_ref().map(|standing| &standing.organization);
        Self {
            user_account_id: account.id.to_string(),
            title: account.membership.as_ref().and_then(|place| place.title.clone()),
            allow_adult_content: access::adult_content_allowed(&account, domain::dates::utc_date(now)),
            roles: account.roles.iter().copied().collect(),
            site: account.site.to_string(),
            has_agreement: reader.agreement_signed || organization.is_some_and(|o| o.agreement_signed),
            locked: account.locked,
            deleted: account.deleted,
            can_download: access::can_download(reader, now),
            links: vec![Link::new("self", api.absolute_url(&routes::account_path(&account.id)))],
            allows: viewer.may_change_account(&account).then(|| vec!["PUT"]),
            email_address: account.email.or(account.username),
            name: account.name.into(),
            phone_number: account.phone_number,
            language: account.language,
        }
    }
}
