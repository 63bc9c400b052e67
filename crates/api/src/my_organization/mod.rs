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
use crate::http::roles::{PrimaryContact, SignedIn};
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

/// The primary contact's organization as it is now, kept so until the transaction ends: the contact may have handed the
/// role on a moment ago.
async fn led(tx: &mut Tx, contact: &PrimaryContact) -> Result<Organization> {
    let organization = contact.0.hold_organization(tx).await?;
    let user = &contact.0.0;
    if organization.is_led_by(&user.reader.account) {
        Ok(organization)
    } else {
        Err(ErrorKey::NotPrimaryContact.into())
    }
}
