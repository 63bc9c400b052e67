//! A school with many members, all of them on one long list, and many lists.

use domain::lists::ListAccess;
use domain::{
    Account, AccountId, Address, MAIN_SITE, Membership, Name, Organization, OrganizationId, ReadingList,
    Role, TitleId,
};
use jiff::civil::date;
use jiff::{SignedDuration, Span};
use store::Db;

use crate::people;

/// Members of the school, and titles on its long list.
pub const SCHOOL_MEMBERS: u32 = 10_000;
pub const SPONSOR_LISTS: u32 = 1_000;
/// The list that every member and [`SCHOOL_MEMBERS`] titles are on.
pub const LONG_LIST_ID: &str = "bench-list-0";

const SCHOOL_ID: &str = "bench-school";
const SPONSOR_NAME: &str = "bench-sponsor";
const PEOPLE_PER_TRANSACTION: usize = 500;

/// Creates the school unless it exists; returns the token of its sponsor. `titles` are available for the
/// list, by number.
pub async fn make_school(db: &Db, titles: &[TitleId]) -> anyhow::Result<String> {
    let id = OrganizationId::from(SCHOOL_ID);
    let token = people::token_of(SPONSOR_NAME);
    if store::organizations::get(db, &id).await?.is_some() {
        return Ok(token);
    }
    let sponsor = new_sponsor();
    let mut tx = db.begin().await?;
    store::organizations::insert(&mut tx, &new_school(id)).await?;
    store::accounts::insert(&mut tx, &sponsor, None).await?;
    people::store_token(&mut tx, &sponsor).await?;
    for number in 0..SPONSOR_LISTS {
        store::lists::insert(&mut tx, &new_list(number, &sponsor)).await?;
    }
    for title in titles {
        store::lists::add_title(&mut tx, LONG_LIST_ID, *title, &sponsor.id, sponsor.created).await?;
    }
    tx.commit().await?;
    let members: Vec<Account> = (0..SCHOOL_MEMBERS).map(new_member).collect();
    for batch in members.chunks(PEOPLE_PER_TRANSACTION) {
        let mut tx = db.begin().await?;
        for member in batch {
            store::accounts::insert(&mut tx, member, None).await?;
        }
        let ids: Vec<AccountId> = batch.iter().map(|member| member.id.clone()).collect();
        store::lists::add_members(&mut tx, LONG_LIST_ID, &ids, &sponsor.id, sponsor.created).await?;
        tx.commit().await?;
    }
    Ok(token)
}

fn new_school(id: OrganizationId) -> Organization {
    let address = Address { country: Some("US".into()), ..Address::default() };
    let mut school = Organization::new(id, MAIN_SITE.into(), "Bench School".into(), "school".into(), address);
    school.agreement_signed = true;
    school
}

fn new_sponsor() -> Account {
    let mut sponsor = people::minimal_account(SPONSOR_NAME, Role::OrganizationSponsor);
    sponsor.membership = Some(Membership::new(SCHOOL_ID.into()));
    sponsor
}

/// A member with one of a few common names, as in a real school.
fn new_member(number: u32) -> Account {
    let mut member = people::minimal_account(&format!("bench-member-{number}"), Role::OrganizationMember);
    member.name = Name::new(format!("First {}", number % 97), format!("Last {}", number % 1009));
    member.date_of_birth = Some(date(2008, 1, 1).saturating_add(Span::new().days(number % 3650)));
    let grade = Some((1 + number % 12).to_string());
    member.membership = Some(Membership { grade, ..Membership::new(SCHOOL_ID.into()) });
    member
}

fn new_list(number: u32, sponsor: &Account) -> ReadingList {
    ReadingList {
        id: format!("bench-list-{number}"),
        site: MAIN_SITE.into(),
        owner: sponsor.id.clone(),
        organization: Some(SCHOOL_ID.into()),
        name: format!("List {}", number % 199),
        description: "Made to be measured".into(),
        access: ListAccess::Org,
        updated: sponsor.created + SignedDuration::from_secs(number.into()),
    }
}
