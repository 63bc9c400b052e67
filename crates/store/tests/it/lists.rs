//! Reading lists: orders, scopes, counts, members; also what is assigned, in its orders.

use std::time::Duration;

use domain::fixtures::{
    account, days_ago, individual, lab, linked_account, member, noon, school, site, sponsor, with_change,
};
use domain::{AccountId, Reader, TitleId, TitleStatus};
use futures_util::future::join_all;
use store::assignments::{self, AssignmentSort};
use store::lists::{self, ListAccess, ListScope, ListSort, ReadingList, TitleSort};
use store::{Backend, Db, PageRequest, RowPosition, accounts, db_test, titles};

use crate::world;

fn list_with_access(id: &str, owner: &str, access: ListAccess, name: &str) -> ReadingList {
    ReadingList {
        id: id.into(),
        site: site(),
        owner: owner.into(),
        organization: (access == ListAccess::Org).then(|| "school".into()),
        name: name.into(),
        description: format!("About {name}, 100% of it"),
        access,
        updated: days_ago(5),
    }
}

fn first_page<S, I>(
    sort: S,
    descending: bool,
    after: Option<&RowPosition<I>>,
    limit: u32,
) -> PageRequest<'_, S, I> {
    PageRequest { sort, descending, after, backward: false, limit }
}

/// Walks a list in pages of two.
macro_rules! walk {
    ($after:ident => $page:expr) => {{
        let mut all = Vec::new();
        let mut last = None;
        loop {
            let $after = last.as_ref();
            let rows = $page;
            assert!(rows.len() <= 2);
            let Some((place, _)) = rows.last() else { break };
            last = Some(place.clone());
            all.extend(rows.into_iter().map(|(_, row)| row));
        }
        all
    }};
}

struct ListWorld {
    tess: Reader,
    mia: Reader,
    ada: Reader,
    titles: Vec<TitleId>,
}

async fn create_world(db: &Db) -> ListWorld {
    world::create_sites(db).await;
    let school = school();
    let (tess, mia, ada) = (sponsor("tess", &school), member("mia", &school), individual("ada"));
    for reader in [&tess, &mia, &ada] {
        world::settle(db, reader).await;
    }
    ListWorld { tess, mia, ada, titles: world::insert_titles(db, 5).await }
}

async fn change_title(db: &Db, id: TitleId, change: impl FnOnce(&mut domain::titles::Title)) {
    let mut tx = db.begin().await.unwrap();
    let title = titles::get_for_update(&mut tx, id).await.unwrap().unwrap();
    titles::update(&mut tx, &with_change(title, change)).await.unwrap();
    tx.commit().await.unwrap();
}

db_test! {
    async fn lists_come_in_every_order_page_by_page(db: Db) {
        let world = create_world(&db).await;
        for (id, owner, name, updated) in [("l1", "ada", "éclairs", 3), ("l2", "tess", "Doors", 4), ("l3", "ada", "Zebras", 1), ("l4", "ada", "Apples", 2), ("l5", "ada", "doors", 9)] {
            let row = with_change(list_with_access(id, owner, ListAccess::Shared, name), |list| list.updated = days_ago(updated));
            lists::insert(&db, &row).await.unwrap();
            lists::set_subscribed(&db, id, &world.ada.account.id, owner == "tess", noon()).await.unwrap();
        }
        let ada = &world.ada.account;
        for (sort, descending, expected) in [
            (ListSort::Name, false, ["l4", "l2", "l5", "l1", "l3"]),
            (ListSort::Name, true, ["l3", "l1", "l2", "l5", "l4"]),
            (ListSort::Owner, false, ["l1", "l3", "l4", "l5", "l2"]),
            (ListSort::DateUpdated, false, ["l5", "l2", "l1", "l4", "l3"]),
            (ListSort::DateUpdated, true, ["l3", "l4", "l1", "l2", "l5"]),
        ] {
            let views = walk!(after => lists::page(&db, ada, ListScope::Mine, first_page(sort, descending, after, 2)).await.unwrap());
            let ids: Vec<_> = views.iter().map(|view| view.list.id.as_str()).collect();
            assert_eq!(ids, expected, "{sort} {descending}");
        }
        assert_eq!(lists::count(&db, ada, ListScope::Mine).await.unwrap(), 5);
        for limit in [1, 100] {
            let before = db.statement_count();
            lists::page(&db, ada, ListScope::Mine, first_page(ListSort::Name, false, None, limit)).await.unwrap();
            assert_eq!(db.statement_count() - before, 1);
        }
    }

    async fn a_scope_has_what_the_rule_shows(db: Db) {
        let world = create_world(&db).await;
        for (id, owner, access) in [
            ("ada-private", "ada", ListAccess::Private), ("ada-shared", "ada", ListAccess::Shared),
            ("tess-private", "tess", ListAccess::Private), ("tess-org", "tess", ListAccess::Org),
            ("tess-shared", "tess", ListAccess::Shared), ("tess-put", "tess", ListAccess::Private),
            ("tess-followed", "tess", ListAccess::Shared), ("tess-closed", "tess", ListAccess::Private),
        ] {
            lists::insert(&db, &list_with_access(id, owner, access, id)).await.unwrap();
        }
        let (mia, tess) = (&world.mia.account, &world.tess.account);
        let mut tx = db.begin().await.unwrap();
        assert!(lists::add_members(&mut tx, "tess-put", std::slice::from_ref(&mia.id), &tess.id, noon()).await.unwrap());
        tx.commit().await.unwrap();
        // A subscription does not open what has been closed since.
        for id in ["tess-followed", "tess-closed"] {
            assert!(lists::set_subscribed(&db, id, &mia.id, true, noon()).await.unwrap());
        }
        let staff = account("ma", domain::accounts::Role::MembershipAssistant);
        let elsewhere = with_change(individual("ned").account, |ned| ned.site = lab());
        let words = |text: &str| vec![vec!["nowhere".to_owned(), text.to_owned()]];
        let (all, tess_words, percent, wild) = (vec![], words("tess"), words("100%"), words("ab_ut"));
        let shared = "ada-shared tess-followed tess-shared";
        // An administrator follows lists of every site; staff of a site see those of their own.
        let ad = account("ad", domain::accounts::Role::Administrator);
        world::settle_account(&db, &ad).await;
        world::settle_account(&db, &elsewhere).await;
        let far = with_change(list_with_access("far", "ned", ListAccess::Shared, "Far"), |list| list.site = lab());
        lists::insert(&db, &far).await.unwrap();
        for id in ["far", "ada-shared"] {
            assert!(lists::set_subscribed(&db, id, &ad.id, true, noon()).await.unwrap());
        }
        for (who, scope, expected) in [
            (mia, ListScope::Mine, "tess-followed tess-org tess-put"),
            (mia, ListScope::Private(&all), "tess-org tess-put"),
            (mia, ListScope::Public(&all), shared),
            (mia, ListScope::Public(&tess_words), "tess-followed tess-shared"),
            (mia, ListScope::Private(&percent), "tess-org tess-put"),
            (mia, ListScope::Public(&percent), shared),
            (mia, ListScope::Public(&wild), ""),
            (&world.ada.account, ListScope::Mine, "ada-private ada-shared"),
            (tess, ListScope::Mine, "tess-closed tess-followed tess-org tess-private tess-put tess-shared"),
            (&ad, ListScope::Mine, "ada-shared far"),
            (&ad, ListScope::MineOnSite, "ada-shared"),
            (tess, ListScope::MineOnSite, "tess-closed tess-followed tess-org tess-private tess-put tess-shared"),
            (&staff, ListScope::Mine, ""),
            (&staff, ListScope::Public(&all), shared),
            (&elsewhere, ListScope::Public(&all), "far"),
            (&linked_account("lin", &school()).account, ListScope::Mine, "tess-org"),
        ] {
            let rows = lists::page(&db, who, scope, first_page(ListSort::Name, false, None, 100)).await.unwrap();
            let ids: Vec<_> = rows.iter().map(|(_, view)| view.list.id.as_str()).collect();
            assert_eq!(ids.join(" "), expected, "{} {scope:?}", who.id);
            assert_eq!(lists::count(&db, who, scope).await.unwrap(), rows.len() as u64);
            if scope == ListScope::Mine {
                assert!(rows.iter().all(|(_, view)| view.list.is_seen_by(who, view.is_member)));
            }
        }
    }

    async fn a_view_has_the_count_and_who_assigned_the_list(db: Db) {
        let world = create_world(&db).await;
        lists::insert(&db, &list_with_access("l", "tess", ListAccess::Org, "Autumn")).await.unwrap();
        let (mia, tess) = (&world.mia.account, &world.tess.account);
        let mut tx = db.begin().await.unwrap();
        for title in &world.titles {
            assert!(lists::add_title(&mut tx, "l", *title, &tess.id, noon()).await.unwrap());
        }
        assert!(lists::add_members(&mut tx, "l", std::slice::from_ref(&mia.id), &tess.id, noon()).await.unwrap());
        assert!(!lists::add_members(&mut tx, "l", std::slice::from_ref(&mia.id), &tess.id, noon()).await.unwrap());
        tx.commit().await.unwrap();
        let view = lists::get_view(&db, "l", mia).await.unwrap().unwrap();
        assert_eq!((view.titles, view.members, view.subscribers), (5, 1, 1));
        assert!(view.subscribed && view.is_member);
        assert_eq!((view.owner.id.as_str(), view.assigned_by.unwrap().id.as_str()), ("tess", "tess"));
        assert_eq!(view.list.updated, noon(), "titles and members move the date");
        let view = lists::get_view(&db, "l", tess).await.unwrap().unwrap();
        assert!(!view.subscribed && !view.is_member && view.assigned_by.is_none());

        change_title(&db, world.titles[0], |title| title.status = TitleStatus::Removed).await;
        change_title(&db, world.titles[1], |title| title.status = TitleStatus::Withdrawn).await;
        assert_eq!(lists::get_view(&db, "l", mia).await.unwrap().unwrap().titles, 4);
        assert_eq!(lists::count_titles(&db, "l").await.unwrap(), 4);

        let mut tx = db.begin().await.unwrap();
        assert!(lists::remove_member(&mut tx, "l", &mia.id, noon()).await.unwrap());
        assert!(!lists::remove_member(&mut tx, "l", &mia.id, noon()).await.unwrap());
        tx.commit().await.unwrap();
        let view = lists::get_view(&db, "l", mia).await.unwrap().unwrap();
        assert_eq!((view.members, view.subscribers), (0, 0));
        assert!(lists::remove(&db, "l").await.unwrap() && !lists::remove(&db, "l").await.unwrap());
        assert_eq!(lists::count_titles(&db, "l").await.unwrap(), 0);
    }

    async fn counts_are_right_when_many_write_concurrently(db: Db) {
        let world = create_world(&db).await;
        lists::insert(&db, &list_with_access("l", "tess", ListAccess::Shared, "Autumn")).await.unwrap();
        let tess = &world.tess.account.id;
        let people: Vec<Reader> = (0..6).map(|n| individual(&format!("reader-{n}"))).collect();
        for reader in &people {
            world::settle(&db, reader).await;
        }
        let writers = (0..30).map(|n: usize| {
            let (db, title) = (&db, world.titles[n % 5]);
            let person = &people[n % 6].account.id;
            async move {
                let mut tx = db.begin().await.unwrap();
                lists::get_for_update(&mut tx, "l").await.unwrap().unwrap();
                if n % 10 == 9 {
                    lists::remove_title(&mut tx, "l", title, noon()).await.unwrap();
                } else {
                    lists::add_title(&mut tx, "l", title, tess, noon()).await.unwrap();
                }
                lists::set_subscribed(&mut tx, "l", person, !n.is_multiple_of(7), noon()).await.unwrap();
                tx.commit().await.unwrap();
            }
        });
        join_all(writers).await;
        let view = lists::get_view(&db, "l", &world.tess.account).await.unwrap().unwrap();
        let rows = lists::titles_page(&db, "l", first_page(TitleSort::Title, false, None, 100)).await.unwrap();
        assert_eq!(view.titles, rows.len() as u64);
        assert!(rows.len() >= 4, "only one title was ever taken off");
        let mut subscribed = 0;
        for reader in &people {
            subscribed += u64::from(lists::get_view(&db, "l", &reader.account).await.unwrap().unwrap().subscribed);
        }
        assert_eq!(view.subscribers, subscribed);
    }

    async fn a_lists_titles_come_in_every_order_page_by_page(db: Db) {
        let world = create_world(&db).await;
        let ids = &world.titles;
        let names = ["The Zebra", "apples", "Doors", "An Éclair", "doors"];
        let authors = [Some("Bo Zorn"), None, Some("Cy Adams"), Some("Al Ábel"), None];
        for ((id, name), author) in ids.iter().zip(names).zip(authors) {
            change_title(&db, *id, |title| {
                title.metadata.title = name.into();
                title.metadata.contributors = author
                    .map(|name| domain::contributors::Contributor::new(domain::contributors::ContributorType::Author, name))
                    .into_iter()
                    .collect();
            }).await;
        }
        lists::insert(&db, &list_with_access("l", "ada", ListAccess::Shared, "Autumn")).await.unwrap();
        let ada = &world.ada.account.id;
        let mut tx = db.begin().await.unwrap();
        for (days, id) in [3, 1, 2, 5, 4].into_iter().zip(ids) {
            lists::add_title(&mut tx, "l", *id, ada, days_ago(days)).await.unwrap();
        }
        tx.commit().await.unwrap();
        for (sort, descending, expected) in [
            (TitleSort::Title, false, [1, 2, 4, 3, 0]),
            (TitleSort::Title, true, [0, 3, 2, 4, 1]),
            (TitleSort::Author, false, [3, 2, 0, 1, 4]),
            (TitleSort::Author, true, [0, 2, 3, 1, 4]),
            (TitleSort::DateAddedToReadingList, false, [3, 4, 0, 2, 1]),
            (TitleSort::DateAddedToReadingList, true, [1, 2, 0, 4, 3]),
        ] {
            let found = walk!(after => lists::titles_page(&db, "l", first_page(sort, descending, after, 2)).await.unwrap());
            assert_eq!(found, expected.map(|n: usize| ids[n]), "{sort} {descending}");
        }
    }

    async fn assigned_titles_come_in_every_order_page_by_page(db: Db) {
        let world = create_world(&db).await;
        let (ids, mia) = (&world.titles, &world.mia.account.id);
        let tim = sponsor("tim", &school());
        world::settle(&db, &tim).await;
        let assigners: [Option<AccountId>; 5] =
            [Some("tim".into()), Some("tess".into()), None, Some("tess".into()), Some("tim".into())];
        for ((id, by), days) in ids.iter().zip(&assigners).zip([2, 5, 1, 3, 4]) {
            assert!(assignments::assign(&db, mia, *id, by.as_ref(), days_ago(days)).await.unwrap());
            assert!(!assignments::assign(&db, mia, *id, None, noon()).await.unwrap());
        }
        for (sort, descending, expected) in [
            (AssignmentSort::AssignedDate, false, [1, 4, 3, 0, 2]),
            (AssignmentSort::AssignedDate, true, [2, 0, 3, 4, 1]),
            (AssignmentSort::Assigner, false, [1, 3, 0, 4, 2]),
            (AssignmentSort::Assigner, true, [0, 4, 1, 3, 2]),
            (AssignmentSort::DownloadDate, false, [0, 1, 2, 3, 4]),
            (AssignmentSort::Title, true, [0, 1, 2, 3, 4]),
            (AssignmentSort::Author, false, [0, 1, 2, 3, 4]),
        ] {
            let found = walk!(after => assignments::page(&db, mia, first_page(sort, descending, after, 2)).await.unwrap());
            let found: Vec<_> = found.into_iter().map(|assignment| assignment.title).collect();
            assert_eq!(found, expected.map(|n: usize| ids[n]), "{sort} {descending}");
        }
        change_title(&db, ids[0], |title| title.status = TitleStatus::Removed).await;
        assert_eq!(assignments::count(&db, mia).await.unwrap(), 4);
    }

    async fn names_find_members_of_the_organization_only(db: Db) {
        let world = create_world(&db).await;
        let names = ["mia", "MIA@example.org", "ada", "tess", "nobody"].map(str::to_owned);
        let before = db.statement_count();
        let organization = "school".into();
        let found = lists::find_members_of_organization(&db, &organization, &names).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        let found: Vec<_> = found.iter().map(|account| account.as_ref().map(|a| a.id.as_str())).collect();
        assert_eq!(found, [Some("mia"), Some("mia"), None, None, None]);
        assert_eq!(world.mia.account.id.as_str(), "mia");
    }

    async fn a_row_locked_for_a_change_may_be_referenced(db: Db) {
        let world = create_world(&db).await;
        lists::insert(&db, &list_with_access("open", "tess", ListAccess::Shared, "Open")).await.unwrap();
        if db.backend() == Backend::Sqlite {
            // The holder is the only writer.
            return;
        }
        let mut holder = db.begin().await.unwrap();
        let school = "school".into();
        store::organizations::get_for_update(&mut holder, &school).await.unwrap().unwrap();
        accounts::get_for_update(&mut holder, &world.mia.account.id).await.unwrap().unwrap();
        lists::get_for_update(&mut holder, "open").await.unwrap().unwrap();
        let others = async {
            lists::set_subscribed(&db, "open", &world.mia.account.id, true, noon()).await.unwrap();
            lists::insert(&db, &list_with_access("mine", "mia", ListAccess::Org, "Mine")).await.unwrap();
        };
        tokio::time::timeout(Duration::from_secs(20), others).await.expect("nobody waits for the holder");
        holder.commit().await.unwrap();
    }
}
