//! Organizations: schools, libraries and others that get books for their members.

use serde::{Deserialize, Serialize};

use crate::accounts::Address;
use crate::ids::{AccountId, OrganizationId, SiteId};

/// An organization (document 3, "Organization"; spec 4, 4.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organization {
    /// Identifier.
    pub id: OrganizationId,
    /// The site it belongs to.
    pub site: SiteId,
    /// Name.
    pub name: String,
    /// A name of the organization types' list, for example `school`.
    pub kind: String,
    /// Postal address; its country and state count for its sponsors and members (spec 4, 4.13).
    pub address: Address,
    /// Telephone.
    pub phone_number: Option<String>,
    /// Web address.
    pub web_site: Option<String>,
    /// The sponsor who speaks for it.
    pub primary_contact: Option<AccountId>,
    /// A current organizational agreement is on file.
    pub agreement_signed: bool,
    /// A rider to the agreement is on file.
    pub rider_signed: bool,
    /// Members may get titles from the national source for pupils.
    pub can_download_nimac: bool,
    /// Sponsors may add members and vouch for their disability.
    pub can_create_users: bool,
    /// All its downloads are stopped.
    pub suspended: bool,
    /// Left out of reports.
    pub unreported: bool,
    /// Books per 30 days, shared by all; none is unlimited (spec 4, 4.5).
    pub books_allowed: Option<u32>,
    /// Name of its subscription type.
    pub subscription_type: Option<String>,
    /// Premium features.
    pub service_plus: bool,
    /// The reading companion.
    pub reading_companion: bool,
    /// Default for new members: adult titles are left out.
    pub safe_search: bool,
    /// Members may download what they find themselves.
    pub allow_search_downloads: bool,
    /// The staff's notes.
    pub notes: Option<String>,
}
