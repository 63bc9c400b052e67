//! Relations between readers and titles.

use std::collections::HashMap;

use domain::access::Relation;
use domain::fixtures::{days_ago, individual, member, noon, school, site, sponsor};
use domain::{OrganizationId, Role, TitleId};
use store::downloads::QuotaCharge;
use store::lists::{ListAccess, ReadingList};
use store::titles::{self, TitleUsage};
use store::{Db, assignments, db_test, lists, relations};

use crate::readers::record_fetch;
use crate::world;

fn list_with_access(id: &str, access: ListAccess) -> ReadingList {
    ReadingList {
        id: id.into(),
        site: site(),
        owner: "tess".into(),
        organization: Some("school".into()),
        name: "Autumn".into(),
        description: String::new(),
        access,
        updated: days_ago(5),
    }
}

async fn add_to_list(db: &Db, list: &ReadingList, title: TitleId) {
    lists::insert(db, list).await.unwrap();
    assert!(committed!(db, tx => lists::add_title(&mut tx, &list.id, title, &list.owner, noon())));
}

db_test! {
    async fn every_relation_is_seen_for_its_own_title(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 7).await;
        let school = school();
        let (mia, tess) = (member("mia", &school), sponsor("tess", &school));
        for reader in [&mia, &tess] {
            world::settle(&db, reader).await;
        }
        let (mia_id, tess_id) = (&mia.account.id, &tess.account.id);
        assignments::assign(&db, mia_id, titles[0], Some(tess_id), noon()).await.unwrap();

        add_to_list(&db, &list_with_access("members", ListAccess::Private), titles[1]).await;
        let mut tx = db.begin().await.unwrap();
        assert!(lists::add_members(&mut tx, "members", std::slice::from_ref(mia_id), tess_id, noon()).await.unwrap());
        tx.commit().await.unwrap();
        add_to_list(&db, &list_with_access("subscribed", ListAccess::Org), titles[2]).await;
        assert!(lists::set_subscribed(&db, "subscribed", mia_id, true, noon()).await.unwrap());
        add_to_list(&db, &list_with_access("not-subscribed", ListAccess::Org), titles[3]).await;
        add_to_list(&db, &list_with_access("shared", ListAccess::Shared), titles[4]).await;
        assert!(lists::set_subscribed(&db, "shared", mia_id, true, noon()).await.unwrap());

        let charge = || QuotaCharge::Organization(OrganizationId::from("school"));
        record_fetch(&db, "mia", titles[5], charge(), days_ago(31)).await;
        record_fetch(&db, "mia", titles[6], charge(), days_ago(29)).await;

        let none = Relation::default();
        let before = Relation { downloaded_before: true, ..none };
        let expected = HashMap::from([
            (titles[0], Relation { assigned: true, ..none }),
            (titles[1], Relation { on_list: true, ..none }),
            (titles[2], Relation { on_list: true, ..none }),
            (titles[3], none),
            (titles[4], none),
            (titles[5], before),
            (titles[6], Relation { counted_for_organization: true, ..before }),
            (TitleId(9), none),
        ]);
        let asked: Vec<TitleId> = expected.keys().copied().collect();
        let statements = db.statement_count();
        assert_eq!(relations::for_titles(&db, &mia, &asked, noon()).await.unwrap(), expected);
        assert_eq!(db.statement_count() - statements, 1);
        let others = relations::for_titles(&db, &tess, &asked, noon()).await.unwrap();
        assert!(others.values().all(|relation| *relation == none));
        assert!(relations::for_titles(&db, &mia, &[], noon()).await.unwrap().is_empty());

        let roster = [mia.clone(), tess.clone()];
        for title in titles {
            let statements = db.statement_count();
            let found = relations::for_readers(&db, &roster, title, noon()).await.unwrap();
            assert_eq!(db.statement_count() - statements, 1);
            assert_eq!((found[mia_id], found[tess_id]), (expected[&title], none), "{title}");
        }
        assert!(relations::for_readers(&db, &[], TitleId(1001), noon()).await.unwrap().is_empty());
        let statements = db.statement_count();
        let found = relations::for_pairs(&db, &roster, &asked, noon()).await.unwrap();
        assert_eq!(db.statement_count() - statements, 1);
        assert_eq!(found.len(), 2 * asked.len());
        let statements = db.statement_count();
        let usage = titles::count_usage(&db, &asked, days_ago(30)).await.unwrap();
        assert_eq!(db.statement_count() - statements, 1);
        assert_eq!(usage, TitleUsage { assigned: 1, lists: 4, fetched: 1, reading: 0, preparing: 0 });
        assert_eq!(titles::count_usage(&db, &[], noon()).await.unwrap(), TitleUsage::default());
        for title in asked {
            let pairs = [mia_id, tess_id].map(|id| found[&(id.clone(), title)]);
            assert_eq!(pairs, [expected[&title], none], "{title}");
        }
    }

    async fn another_organizations_list_does_not_count(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 1).await;
        world::settle(&db, &sponsor("tess", &school())).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        assert!(ada.account.has_role(Role::Individual));
        add_to_list(&db, &list_with_access("org", ListAccess::Org), titles[0]).await;
        assert!(lists::set_subscribed(&db, "org", &ada.account.id, true, noon()).await.unwrap());
        let found = relations::for_titles(&db, &ada, &titles, noon()).await.unwrap();
        assert_eq!(found[&titles[0]], Relation::default());
    }
}
