//! The sandbox's organizations with their rosters.

use std::collections::BTreeSet;

use anyhow::Context;
use domain::{
    Account, AccountId, Address, DisabilityPlan, DisabilityType, MAIN_SITE, Membership, Name, Organization,
    OrganizationId, Role,
};
use jiff::Timestamp;
use jiff::civil::Date;
use store::subscriptions::Holder;
use store::{Db, Tx};

use super::days_before;
use super::subscriptions::new_subscription;

/// Identifier and name of the demo organization.
pub const FIRST_ORGANIZATION: (&str, &str) = ("demo-school", "Astoria Harbor School");

/// A second organization, with other sponsors and members.
const SECOND_ORGANIZATION: (&str, &str) = ("demo-library", "Cedar Hollow Library");

/// Other students on the rosters: organization, first and last name, grade, year of birth.
const ROSTER: [(&str, &str, &str, &str, i16); 9] = [
    (FIRST_ORGANIZATION.0, "Ada", "Brandt", "5", 2015),
    (FIRST_ORGANIZATION.0, "Cyrus", "Delgado", "6", 2014),
    (FIRST_ORGANIZATION.0, "Esme", "Fairchild", "7", 2013),
    (FIRST_ORGANIZATION.0, "Gus", "Haddad", "8", 2012),
    (FIRST_ORGANIZATION.0, "Iris", "Jung", "6", 2014),
    (FIRST_ORGANIZATION.0, "Kofi", "Larsen", "7", 2013),
    (SECOND_ORGANIZATION.0, "Noor", "Pike", "10", 2010),
    (SECOND_ORGANIZATION.0, "Quinn", "Rasmussen", "11", 2009),
    (SECOND_ORGANIZATION.0, "Tova", "Underhill", "12", 2008),
];

/// Creates missing organizations, each with its roster in one transaction.
pub async fn create_organizations(db: &Db, now: Timestamp) -> anyhow::Result<()> {
    for (id, name) in [FIRST_ORGANIZATION, SECOND_ORGANIZATION] {
        let id = OrganizationId::from(id);
        if store::organizations::get(db, &id).await?.is_some() {
            continue;
        }
        let mut tx = db.begin().await?;
        store::organizations::insert(&mut tx, &new_organization(&id, name)).await?;
        let subscription = new_subscription(id.as_str(), "organization", days_before(now, 300));
        store::subscriptions::insert(&mut tx, Holder::Organization(&id), &subscription).await?;
        create_roster(&mut tx, &id, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Returns true if this user of the sandbox is the demo organization's primary contact.
pub fn is_primary_contact(key: &str) -> bool {
    key == "primaryContact"
}

pub async fn set_primary_contact(db: &Db, account: &AccountId) -> anyhow::Result<()> {
    let id = OrganizationId::from(FIRST_ORGANIZATION.0);
    let mut tx = db.begin().await?;
    let mut organization = store::organizations::get_for_update(&mut tx, &id)
        .await?
        .context("the demo organization is missing")?;
    organization.primary_contact = Some(account.clone());
    store::organizations::update(&mut tx, &organization).await?;
    tx.commit().await?;
    Ok(())
}

async fn create_roster(tx: &mut Tx, organization: &OrganizationId, now: Timestamp) -> anyhow::Result<()> {
    let mut tags = Vec::new();
    for school in ["Main building", "Riverside annex"] {
        let tag = store::roster_tags::add(&mut *tx, organization, Some("Clatsop"), Some(school), now).await?;
        tags.push(tag.id);
    }
    let pupils = ROSTER.iter().filter(|(of, ..)| *of == organization.as_str());
    for (tag, (_, first, last, grade, born)) in tags.iter().cycle().zip(pupils) {
        let account = new_pupil(organization, (first, last), grade, *born, *tag, now);
        store::accounts::insert(&mut *tx, &account, None).await?;
        store::members::set_school_disabilities(tx, &account.id, &[DisabilityType::Learning].into(), now)
            .await?;
    }
    Ok(())
}

fn new_pupil(
    organization: &OrganizationId,
    (first, last): (&str, &str),
    grade: &str,
    born: i16,
    tag: i64,
    now: Timestamp,
) -> Account {
    let id = AccountId::from(format!("demo-{}-{}", first.to_lowercase(), last.to_lowercase()));
    let created = days_before(now, 120);
    Account {
        name: Name::new(first, last),
        date_of_birth: Some(Date::constant(born, 3, 14)),
        language: Some("eng".into()),
        safe_search: true,
        needs_new_password: true,
        membership: Some(Membership {
            grade: Some(grade.to_owned()),
            plans: if born % 2 == 0 { [DisabilityPlan::Iep].into() } else { BTreeSet::new() },
            roster_tag: Some(tag),
            ..Membership::new(organization.clone())
        }),
        ..Account::new(id, MAIN_SITE.into(), Role::OrganizationMember, created)
    }
}

pub(super) fn address_in_astoria(street: &str) -> Address {
    Address {
        address1: Some(street.into()),
        city: Some("Astoria".into()),
        state: Some("US-OR".into()),
        country: Some("US".into()),
        postal_code: Some("97103".into()),
        ..Address::default()
    }
}

fn new_organization(id: &OrganizationId, name: &str) -> Organization {
    let school = id.as_str() == FIRST_ORGANIZATION.0;
    let kind = if school { "school" } else { "library" }.to_owned();
    let address = address_in_astoria("1 Pier Road");
    Organization {
        phone_number: Some("+1 503 555 0199".into()),
        web_site: Some("https://school.sandbox.example".into()),
        agreement_signed: true,
        rider_signed: true,
        can_download_nimac: school,
        unreported: true,
        subscription_type: Some("organization".into()),
        service_plus: true,
        ..Organization::new(id.clone(), MAIN_SITE.into(), name.to_owned(), kind, address)
    }
}
