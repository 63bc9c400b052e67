//! The caller's organization, as its sponsors manage it (document 2; spec 4, 1.6).

pub mod get;
pub mod members;
pub mod post;
pub mod primary_contact;
pub mod put;
pub mod roster_tags;
pub mod sponsors;
pub mod title_availabilities;

use domain::accounts::Account;
use domain::clients::Privilege;
use domain::organizations::Organization;
use store::Tx;
use store::rosters::{self, Roster};

use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::{PrimaryContact, SignedIn, Sponsor};
use crate::records::MyOrganizationRecord;
use crate::state::Api;

/// The organization with its primary contact, as a sponsor sees it.
async fn summary(api: &Api, user: &SignedIn, organization: Organization) -> Result<MyOrganizationRecord> {
    let contact = match &organization.primary_contact {
        Some(id) => {
            rosters::find(&api.db, &Roster::sponsors(&organization.id, user.id()), id.as_str()).await?
        }
        None => None,
    };
    let contact = contact.map(|person| sponsors::summary(api, user, &organization, person));
    let edits = organization.is_led_by(&user.reader.account);
    Ok(MyOrganizationRecord::new(api, organization, contact, edits))
}

/// What the sponsor may do with a sponsor of the own organization, with the key it came with (spec 4, 4.9).
fn sponsor_verbs(user: &SignedIn, organization: &Organization, sponsor: &Account) -> Vec<&'static str> {
    if !user.caller.client.may(Privilege::SponsorAdmin) {
        return Vec::new();
    }
    let removes = organization.sponsor_is_removed_by(sponsor, &user.reader.account);
    if removes { vec!["PUT", "DELETE"] } else { vec!["PUT"] }
}

/// The sponsor's organization as it is now, kept so until the transaction ends. Always taken before the people in
/// it, so that nobody waits for another in a circle.
pub(crate) async fn held(tx: &mut Tx, sponsor: &Sponsor) -> Result<Organization> {
    let id = &sponsor.organization()?.id;
    store::organizations::for_update(tx, id).await?.ok_or_else(|| ErrorKey::NotSponsor.into())
}

/// The same for the primary contact, who may have handed the role on a moment ago.
async fn led(tx: &mut Tx, contact: &PrimaryContact) -> Result<Organization> {
    let organization = held(tx, &contact.0).await?;
    let user = &contact.0.0;
    if organization.is_led_by(&user.reader.account) {
        Ok(organization)
    } else {
        Err(ErrorKey::NotPrimaryContact.into())
    }
}

/// A sponsor of the organization, kept as it is until the transaction ends; 404 for everybody else's identifiers
/// (spec 4, 4.8).
pub(crate) async fn colleague(tx: &mut Tx, organization: &Organization, identifier: &str) -> Result<Account> {
    let named = store::accounts::by_identifier(&mut *tx, identifier).await?.ok_or(ErrorKey::UserNotFound)?;
    let account = store::accounts::for_update(tx, &named.id).await?;
    let theirs = account.filter(|account| account.sponsors(&organization.id) && !account.deleted);
    theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
}
