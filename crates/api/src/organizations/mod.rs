//! Organizations, managed by membership staff (docs/rules/organizations.md#rule-10), and code shared with
//! registration and sponsors.

pub mod create;
mod details;
pub mod get;
pub mod members;
pub mod primary_contact;
pub mod put;

pub use details::{ContactForm, OptionalDetails, OrganizationDetails};

use services::Operation;
use services::organizations::OrganizationView;

use crate::http::Result;
use crate::records::{OrganizationRecord, OrganizationSponsor};
use crate::{Api, endpoints};

endpoints! {
    "Membership: organizations":
        create::create_organization, get::get_organization, put::put_organization,
        primary_contact::put_primary_contact;
    with members;
}

/// The record of an organization with its primary contact.
fn record(api: &Api, op: &Operation, view: OrganizationView) -> Result<OrganizationRecord> {
    let viewer = op.account()?;
    let now = op.now;
    let contact = view.contact.map(|reader| OrganizationSponsor::new(api, &reader, viewer, now));
    Ok(OrganizationRecord::new(api, view.organization, contact))
}
