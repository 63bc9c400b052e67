//! Organizations, as membership staff manage them (document 3, "Organizations"); what is the same for those who
//! register or lead one is here too.

mod details;
mod founding;
pub mod get;
pub mod members;
pub mod post;
pub mod primary_contact;
pub mod put;

pub use details::{ContactForm, OptionalDetails, OrganizationDetails};
pub use founding::{Founding, found, subscription_type};

use domain::accounts::Account;
use domain::ids::OrganizationId;
use domain::organizations::Organization;
use store::Tx;

use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::MembershipStaff;
use crate::records::{OrganizationRecord, OrganizationSponsor};
use crate::state::Api;

/// The organization that a path names, or 404: those of other sites do not exist for staff (spec 4, 4.9).
async fn named(api: &Api, staff: &MembershipStaff, id: &str) -> Result<Organization> {
    let organization = store::organizations::get(&api.db, &OrganizationId::from(id)).await?;
    theirs(staff, organization)
}

/// The same, kept as it is until the transaction ends. Always taken before the people in it.
async fn held(tx: &mut Tx, staff: &MembershipStaff, id: &str) -> Result<Organization> {
    let organization = store::organizations::for_update(tx, &OrganizationId::from(id)).await?;
    theirs(staff, organization)
}

fn theirs(staff: &MembershipStaff, organization: Option<Organization>) -> Result<Organization> {
    let theirs = organization.filter(|organization| staff.manages(&organization.site));
    theirs.ok_or_else(|| ErrorKey::OrganizationNotFound.into())
}

/// A sponsor of the organization, kept as it is until the transaction ends; 404 for everybody else's identifiers
/// (spec 4, 4.8).
pub(crate) async fn colleague(tx: &mut Tx, organization: &Organization, identifier: &str) -> Result<Account> {
    let account = store::accounts::by_identifier_for_update(tx, identifier).await?;
    let theirs = account.filter(|account| account.sponsors(&organization.id) && !account.deleted);
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// The organization with its primary contact.
async fn record(
    api: &Api,
    staff: &MembershipStaff,
    organization: Organization,
) -> Result<OrganizationRecord> {
    let (viewer, now) = (&staff.0.reader.account, staff.0.now());
    let contact = match &organization.primary_contact {
        Some(id) => store::readers::by_account(&api.db, id, now).await?,
        None => None,
    };
    let contact = contact.map(|reader| OrganizationSponsor::new(api, &reader, viewer, now));
    Ok(OrganizationRecord::new(api, organization, contact))
}
