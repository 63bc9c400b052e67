//! The sandbox's organizations with their rosters.

use std::collections::BTreeSet;

use anyhow::Context;
use domain::{
    Account, AccountId, Address, DisabilityPlan, DisabilityType, MAIN_SITE, Membership, Name, Organization,
    OrganizationId, Role, SiteId,
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
    Account {
        id: AccountId::from(format!("demo-{}-{}", first.to_lowercase(), last.to_lowercase())),
        site: SiteId::from(MAIN_SITE),
        username: None,
        email: None,
        name: Name::new(first, last),
        guardian: None,
        date_of_birth: Some(Date::constant(born, 3, 14)),
        address: Address::default(),
        phone_number: None,
        language: Some("eng".into()),
        roles: [Role::OrganizationMember].into(),
        allow_adult_content: None,
        safe_search: true,
        show_all_books: false,
        locked: false,
        deleted: false,
        needs_new_password: true,
        membership: Some(Membership {
            organization: organization.clone(),
            title: None,
            grade: Some(grade.to_owned()),
            plans: if born % 2 == 0 { [DisabilityPlan::Iep].into() } else { BTreeSet::new() },
            allow_search_downloads: None,
            roster_tag: Some(tag),
            sourced_id: None,
        }),
        created: days_before(now, 120),
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
    Organization {
        id: id.clone(),
        site: SiteId::from(MAIN_SITE),
        name: name.to_owned(),
        kind: if school { "school" } else { "library" }.into(),
        address: address_in_astoria("1 Pier Road"),
        phone_number: Some("+1 503 555 0199".into()),
        web_site: Some("https://school.sandbox.example".into()),
        primary_contact: None,
        agreement_signed: true,
        rider_signed: true,
        can_download_nimac: school,
        can_create_users: true,
        suspended: false,
        unreported: true,
        books_allowed: None,
        subscription_type: Some("organization".into()),
        service_plus: true,
        reading_companion: false,
        safe_search: false,
        allow_search_downloads: false,
        notes: None,
        reference_org_id: None,
    }
}
