//! The sandbox's reading lists (docs/rules/sandbox.md#rule-6).

use std::collections::BTreeMap;

use domain::{AccountId, MAIN_SITE, OrganizationId, SiteId, TitleId};
use jiff::Timestamp;
use store::Db;
use store::lists::{ListAccess, ReadingList};

use super::organizations::FIRST_ORGANIZATION;

/// Name in `demo.json`, owner, access, name, description, titles.
type ListPlan = (&'static str, &'static str, ListAccess, &'static str, &'static str, [&'static str; 3]);

const LISTS: [ListPlan; 3] = [
    (
        "shared",
        "demo-sponsor",
        ListAccess::Shared,
        "Books with weather in them",
        "For anybody who likes to know which way the wind blows.",
        ["publicDomain", "creativeCommons", "reading-the-tide"],
    ),
    (
        "org",
        "demo-sponsor",
        ListAccess::Org,
        "Grade six, this term",
        "What the class reads until the holidays.",
        ["nimac", "winter-twigs", "the-snail-who-was-expected"],
    ),
    (
        "private",
        "demo-individual",
        ListAccess::Private,
        "By the bed",
        "",
        ["copyright", "mending", "creativeCommons"],
    ),
];

/// Creates missing lists; returns all, by name.
pub async fn create_lists(
    db: &Db,
    titles: &BTreeMap<&'static str, TitleId>,
    now: Timestamp,
) -> anyhow::Result<BTreeMap<&'static str, String>> {
    let mut lists = BTreeMap::new();
    for (key, owner, access, name, description, books) in &LISTS {
        let id = format!("demo-list-{key}");
        if store::lists::get(db, &id).await?.is_none() {
            let owner = AccountId::from(*owner);
            let list = ReadingList {
                id: id.clone(),
                site: SiteId::from(MAIN_SITE),
                owner: owner.clone(),
                organization: (*access == ListAccess::Org)
                    .then(|| OrganizationId::from(FIRST_ORGANIZATION.0)),
                name: (*name).to_owned(),
                description: (*description).to_owned(),
                access: *access,
                updated: now,
            };
            let mut tx = db.begin().await?;
            store::lists::insert(&mut tx, &list).await?;
            for title in books.iter().filter_map(|book| titles.get(book)) {
                store::lists::add_title(&mut tx, &id, *title, &owner, now).await?;
            }
            tx.commit().await?;
        }
        lists.insert(*key, id);
    }
    Ok(lists)
}
