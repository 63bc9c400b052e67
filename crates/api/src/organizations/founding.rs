//! A new organization: it, its primary contact, the agreement and the subscription are written together.

use domain::accounts::Account;
use domain::agreements::{Agreement, AgreementType};
use domain::ids::{AgreementId, SiteId, SubscriptionId};
use domain::organizations::Organization;
use domain::subscription_types::{SubscriptionType, for_organization};
use jiff::Timestamp;
use store::subscriptions::Holder;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::values::ShortText;
use crate::my_account::put::taken;
use crate::my_account::subscription::not_offered;
use crate::state::Api;

/// What comes with a new organization.
#[derive(Debug)]
pub struct Founding<'a> {
    /// Its primary contact.
    pub contact: Account,
    /// The hash of the contact's password; without one the contact must choose a password.
    pub password: Option<&'a str>,
    /// What it subscribes to.
    pub subscription: Option<SubscriptionType>,
    /// The contact has signed the organization's agreement.
    pub signed: bool,
}

/// The subscription of a new organization: the one that is named, which must be one of the site's, else what the site
/// gives to organizations of its type (document 3, `subscriptionType`).
pub async fn subscription_type(
    api: &Api,
    site: &SiteId,
    kind: &str,
    name: Option<&ShortText>,
    faults: &mut Faults,
) -> Result<Option<SubscriptionType>> {
    let offered = store::subscription_types::of_site(&api.db, site).await?;
    let Some(ShortText(name)) = name else {
        return Ok(for_organization(&offered, kind).cloned());
    };
    let named = offered.iter().find(|offer| offer.name == *name);
    if named.is_none() {
        faults.push(not_offered("subscriptionType", &offered));
    }
    Ok(named.cloned())
}

/// Writes everything in one transaction, and answers with the organization as it is now: 409 when the organization or
/// the person is there already.
pub async fn found(
    api: &Api,
    organization: Organization,
    founding: Founding<'_>,
    now: Timestamp,
) -> Result<Organization> {
    let Founding { mut contact, password, subscription, signed } = founding;
    contact.needs_new_password = password.is_none();
    let organization = Organization {
        primary_contact: Some(contact.id.clone()),
        agreement_signed: signed,
        subscription_type: subscription.as_ref().map(|kind| kind.name.clone()),
        ..organization
    };
    let id = SubscriptionId(store::random_id(&mut api.rng()));
    let subscription = subscription.and_then(|kind| kind.begin(id, now));
    let mut tx = api.db.begin().await?;
    if !store::organizations::register(&mut tx, &organization).await? {
        return Err(ErrorKey::OrganizationExists.into());
    }
    store::accounts::insert(&mut tx, &contact, password).await.map_err(taken)?;
    if signed {
        store::agreements::insert(&mut tx, &agreement(api, &contact, now)).await?;
    }
    if let Some(subscription) = subscription {
        store::subscriptions::insert(&mut tx, Holder::Organization(&organization.id), &subscription).await?;
    }
    tx.commit().await?;
    Ok(organization)
}

/// The organization's agreement, signed by its primary contact.
fn agreement(api: &Api, contact: &Account, now: Timestamp) -> Agreement {
    Agreement {
        id: AgreementId(store::random_id(&mut api.rng())),
        account: contact.id.clone(),
        kind: AgreementType::TermsOfUse,
        date_signed: now,
        date_expired: None,
        print_name: contact.display_name(),
        recorded_by: Some(contact.id.clone()),
        signed_by_legal_guardian: false,
    }
}
