//! Organizations, managed by membership staff (docs/rules/organizations.md#rule-10), and code shared with
//! registration and sponsors.

pub mod create;
mod details;
pub mod get;
pub mod members;
pub mod primary_contact;
pub mod put;

pub use details::{ContactForm, OptionalDetails, OrganizationDetails};

use services::organizations::OrganizationView;

use crate::http::roles::MembershipStaff;
use crate::records::{OrganizationRecord, OrganizationSponsor};
use crate::state::Api;

/// The record of an organization with its primary contact.
fn record(api: &Api, staff: &MembershipStaff, shown: OrganizationView) -> OrganizationRecord {
    let (viewer, now) = (&staff.0.reader.account, staff.0.request_time());
    let contact = shown.contact.map(|reader| OrganizationSponsor::new(api, &reader, viewer, now));
    OrganizationRecord::new(api, shown.organization, contact)
}
