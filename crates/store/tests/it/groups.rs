//! Groups of members.

use std::collections::BTreeSet;

use domain::fixtures::{days_ago, member, noon, school, sponsor};
use domain::groups::GroupOrigin;
use domain::{AccountId, OrganizationId};
use store::groups::{self, Group, Memberships, NewGroup};
use store::rosters::{self, RosterFilter, RosterQuery};
use store::{Db, PageRequest, RowPosition, db_test};

use crate::world;

const SCHOOL: &str = "school";

async fn settle_members(db: &Db, members: &[&str]) {
    world::create_sites(db).await;
    world::settle(db, &sponsor("petra", &school())).await;
    for id in members {
        world::settle(db, &member(id, &school())).await;
    }
}

fn new_group(name: &str, source: Option<&str>) -> NewGroup {
    let origin = if source.is_some() { GroupOrigin::ClassId } else { GroupOrigin::ByHand };
    NewGroup { name: name.to_owned(), origin, source: source.map(str::to_owned) }
}

async fn add_group(db: &Db, name: &str, source: Option<&str>) -> Group {
    groups::add(db, &SCHOOL.into(), &new_group(name, source), noon()).await.unwrap()
}

/// The members of a group, as a roster finds them.
async fn find_members(db: &Db, organization: &str, group: i64) -> Vec<String> {
    let (organization, viewer) = (OrganizationId::from(organization), AccountId::from("petra"));
    let filter = RosterFilter { group: Some(group), ..RosterFilter::default() };
    let roster = RosterQuery { filter, ..RosterQuery::for_members(&organization, &viewer) };
    let ids = rosters::list_ids(db, &roster, 100).await.unwrap();
    assert_eq!(rosters::count(db, &roster).await.unwrap(), ids.len() as u64);
    ids.into_iter().map(|id| id.0).collect()
}

/// The names of all groups page by page, from the first or from the last.
async fn walk_pages(db: &Db, backward: bool) -> Vec<(String, u64)> {
    let (mut names, mut last) = (Vec::new(), None::<RowPosition<i64>>);
    loop {
        let part = PageRequest { sort: (), descending: false, after: last.as_ref(), backward, limit: 2 };
        let rows = groups::page(db, &SCHOOL.into(), part).await.unwrap();
        let Some((place, _)) = rows.last() else { return names };
        last = Some(place.clone());
        names.extend(rows.into_iter().map(|(_, (group, members))| (group.name, members)));
    }
}

db_test! {
    async fn members_join_and_leave_groups(db: Db) {
        settle_members(&db, &["mia", "max", "bo"]).await;
        let (class, club) = (add_group(&db, "6a", Some("c1")).await.id, add_group(&db, "Club", None).await.id);
        let ids = ["mia", "max", "bo"].map(AccountId::from);
        let [mia, max, bo] = &ids;
        committed!(db, tx => groups::add_members(&mut tx, &[(class, mia), (class, max), (club, mia)]));
        // Who is in a group already stays in it.
        committed!(db, tx => groups::add_members(&mut tx, &[(class, mia), (club, bo)]));
        assert_eq!(find_members(&db, SCHOOL, class).await, ["max", "mia"]);
        assert_eq!(find_members(&db, "other", class).await, [""; 0]);
        assert_eq!(find_members(&db, SCHOOL, 999).await, [""; 0]);
        let memberships = groups::list_memberships(&db, &SCHOOL.into()).await.unwrap();
        assert_eq!(memberships[mia], BTreeSet::from([class, club]));
        assert_eq!(groups::list_memberships_of(&db, &ids).await.unwrap(), memberships);
        assert_eq!(groups::list_memberships(&db, &"other".into()).await.unwrap().len(), 0);
        committed!(db, tx => groups::remove_members(&mut tx, &[(class, mia), (club, bo), (club, max)]));
        assert_eq!(find_members(&db, SCHOOL, class).await, ["max"]);
        assert_eq!(groups::count_members(&db, club).await.unwrap(), 1);
        assert!(groups::delete(&db, &SCHOOL.into(), class).await.unwrap());
        assert!(!groups::delete(&db, &SCHOOL.into(), class).await.unwrap());
        assert!(!groups::delete(&db, &"other".into(), club).await.unwrap());
        let left = Memberships::from([(mia.clone(), BTreeSet::from([club]))]);
        assert_eq!(groups::list_memberships_of(&db, &ids).await.unwrap(), left);
    }

    async fn an_organization_has_each_name_and_each_class_once(db: Db) {
        settle_members(&db, &[]).await;
        let class = add_group(&db, "6a", Some("c1")).await;
        for taken in [new_group("6A", None), new_group("6b", Some("c1"))] {
            let error = groups::add(&db, &SCHOOL.into(), &taken, noon()).await.unwrap_err();
            assert!(error.is_conflict(), "{error}");
        }
        let club = add_group(&db, "Club", None).await;
        let earlier = groups::delete_empty_classes(&db, &SCHOOL.into(), days_ago(1)).await.unwrap();
        let others = groups::delete_empty_classes(&db, &"other".into(), noon()).await.unwrap();
        assert_eq!((earlier, others), (0, 0));
        assert!(groups::rename(&db, &SCHOOL.into(), club.id, "6A").await.unwrap_err().is_conflict());
        assert!(groups::rename(&db, &SCHOOL.into(), class.id, "6A").await.unwrap());
        assert!(!groups::rename(&db, &"other".into(), class.id, "7a").await.unwrap());
        let renamed = groups::get(&db, &SCHOOL.into(), class.id).await.unwrap().unwrap();
        assert_eq!((renamed.name.as_str(), renamed.source.as_deref()), ("6A", Some("c1")));
        assert_eq!(groups::get(&db, &"other".into(), class.id).await.unwrap(), None);
        assert_eq!(groups::delete_empty_classes(&db, &SCHOOL.into(), noon()).await.unwrap(), 1);
        let left = groups::list(&db, &SCHOOL.into()).await.unwrap();
        assert_eq!(left, [club], "a group that was made by hand stays");
    }

    async fn groups_come_by_name_page_by_page(db: Db) {
        settle_members(&db, &["mia"]).await;
        let new: Vec<NewGroup> =
            ["b", "Äpfel", "6a", "c", "B 2"].iter().map(|name| new_group(name, None)).collect();
        committed!(db, tx => groups::add_many(&mut tx, &SCHOOL.into(), &new, noon()));
        let stored = groups::list(&db, &SCHOOL.into()).await.unwrap();
        let mia = AccountId::from("mia");
        committed!(db, tx => groups::add_members(&mut tx, &[(stored[0].id, &mia)]));
        let expected = [("6a", 1), ("Äpfel", 0), ("b", 0), ("B 2", 0), ("c", 0)];
        let mut expected: Vec<(String, u64)> =
            expected.map(|(name, members)| (name.to_owned(), members)).to_vec();
        assert_eq!(walk_pages(&db, false).await, expected);
        let counted = groups::list_with_counts(&db, &SCHOOL.into()).await.unwrap();
        let counted: Vec<(String, u64)> =
            counted.into_iter().map(|(group, members)| (group.name, members)).collect();
        assert_eq!(counted, expected);
        assert_eq!(groups::count(&db, &SCHOOL.into()).await.unwrap(), 5);
        expected.reverse();
        assert_eq!(walk_pages(&db, true).await, expected);
    }
}
