//! Organizations, as membership staff manage them (docs/rules/organizations.md#rule-10).

mod change;
mod create;
mod create_with_contact;
mod own;
mod register;
pub mod sponsors;

pub use change::{OrganizationChange, StaffOrganizationChange, Terms, change};
pub(crate) use change::{refuse_erased, send_admission_notice};
pub use create::{OrganizationForm, create};
pub(crate) use create_with_contact::insert_with_contact;
pub use create_with_contact::{
    Contact, NewContact, NewOrganization, OptionalDetails, SubscriptionChoice, create_with_contact,
    subscription_type,
};
pub use own::{OwnOrganization, change_own, hand_over, view_own};
pub use register::{RegisteredOrganization, Registration, register};

use domain::{Account, AccountId, AuditedAct, Organization, OrganizationId, Reader, SiteId};
use store::{KeyPage, Tx};

use crate::{ErrorKey, Operation, Result};

/// An organization with its primary contact.
#[derive(Debug, Clone)]
pub struct OrganizationView {
    pub organization: Organization,
    /// Primary contact, with the standing of an account.
    pub contact: Option<Reader>,
}

/// Organizations of a site, or of all sites that the actor manages, by identifier.
pub async fn list(
    op: &Operation,
    site: Option<&SiteId>,
    page: &KeyPage<OrganizationId>,
) -> Result<Vec<Organization>> {
    let rows = store::organizations::list(op.db(), site, page).await?;
    Ok(rows.into_iter().filter(|organization| op.manages_membership(&organization.site)).collect())
}

/// One organization.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND` if there is none on a site that the actor manages.
pub async fn get(op: &Operation, id: &str) -> Result<OrganizationView> {
    let organization = find_managed(op, id).await?;
    view_organization(op, organization).await
}

/// A new primary contact of an organization.
#[derive(Debug, Clone, Copy)]
pub struct ContactChoice<'a> {
    pub organization: &'a str,
    /// The identifier or user name of the sponsor.
    pub sponsor: &'a str,
}

/// Names the primary contact: a sponsor of the organization, by identifier or user name.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`; `USER_NOT_FOUND` for anyone who is not a sponsor of it.
pub async fn name_contact(op: &Operation, choice: ContactChoice<'_>) -> Result<Reader> {
    let ContactChoice { organization: id, sponsor } = choice;
    let mut tx = op.db().begin().await?;
    let mut organization = lock_managed(op, &mut tx, id).await?;
    let (next, _) = replace_contact(op, &mut tx, &mut organization, sponsor).await?;
    tx.commit().await?;
    let reader = store::readers::find_by_account(op.db(), &next.id, op.now).await?;
    reader.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// Makes a sponsor, by identifier or user name, the primary contact of an organization that the transaction
/// has locked. Returns the sponsor and the contact before.
///
/// # Errors
/// `USER_NOT_FOUND` for anyone who is not a sponsor of it.
pub(crate) async fn replace_contact(
    op: &Operation,
    tx: &mut Tx,
    organization: &mut Organization,
    sponsor: &str,
) -> Result<(Account, Option<AccountId>)> {
    let sponsor = lock_sponsor(tx, organization, sponsor).await?;
    let before = organization.primary_contact.replace(sponsor.id.clone());
    store::organizations::update(tx, organization).await?;
    op.record_change(tx, AuditedAct::ChangePrimaryContact, &organization.id).await?;
    Ok((sponsor, before))
}

/// A sponsor of the organization, locked until the transaction ends; everybody else's identifiers are
/// `USER_NOT_FOUND` (docs/rules/organizations.md#rule-1).
async fn lock_sponsor(tx: &mut Tx, organization: &Organization, identifier: &str) -> Result<Account> {
    let account = store::accounts::lock_by_identifier(tx, identifier).await?;
    let theirs = account.filter(|account| account.is_sponsor_of(&organization.id) && !account.deleted);
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// The organization, to be read: those of other sites do not exist for staff (docs/rules/access.md#rule-24).
pub async fn find_managed(op: &Operation, id: &str) -> Result<Organization> {
    require_managed(op, store::organizations::get(op.db(), &id.into()).await?)
}

pub(crate) async fn find_of_account(op: &Operation, account: &Account) -> Result<Option<Organization>> {
    Ok(match &account.membership {
        Some(place) => store::organizations::get(op.db(), &place.organization).await?,
        None => None,
    })
}

/// Finds an organization as [`find_managed`] does, locked until the transaction ends. Always before the
/// people in it.
pub(crate) async fn lock_managed(op: &Operation, tx: &mut Tx, id: &str) -> Result<Organization> {
    require_managed(op, store::organizations::get_for_update(tx, &id.into()).await?)
}

fn require_managed(op: &Operation, organization: Option<Organization>) -> Result<Organization> {
    let theirs = organization.filter(|organization| op.manages_membership(&organization.site));
    theirs.ok_or_else(|| ErrorKey::OrganizationNotFound.into())
}

async fn view_organization(op: &Operation, organization: Organization) -> Result<OrganizationView> {
    let contact = match &organization.primary_contact {
        Some(id) => store::readers::find_by_account(op.db(), id, op.now).await?,
        None => None,
    };
    Ok(OrganizationView { organization, contact })
}
