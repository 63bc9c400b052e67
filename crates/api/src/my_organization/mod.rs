//! The caller's organization, managed by its sponsors (docs/rules/organizations.md#rule-2).

pub mod create;
pub mod get;
pub mod members;
pub mod primary_contact;
pub mod put;
pub mod roster_tags;
pub mod sponsors;
pub mod title_availabilities;

use services::organizations::OwnOrganization;

use crate::records::{MyOrganizationRecord, SponsorSummary};
use crate::{Api, endpoints};

endpoints! {
    "My organization":
        get::get_my_organization, create::register_organization, put::put_my_organization,
        primary_contact::put_my_primary_contact, title_availabilities::list_my_title_availabilities;
    with members, roster_tags, sponsors;
}

/// The organization with its primary contact, as a sponsor sees it.
fn record(api: &Api, own: OwnOrganization) -> MyOrganizationRecord {
    let contact = own.contact.map(|contact| SponsorSummary::from_sponsor(api, contact));
    MyOrganizationRecord::new(api, own.organization, contact, own.edits)
}
