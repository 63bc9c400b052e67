//! Organizations.

use domain::Organization;
use domain::fixtures::{lab, member, school, site, sponsor, with_change};
use store::{KeyPage, db_test, organizations};

use crate::world;

fn organization_with_id(id: &str) -> Organization {
    with_change(school().organization, |o| o.id = id.into())
}

db_test! {
    async fn an_organization_comes_back_whole_and_changes(db: Db) {
        world::create_sites(&db).await;
        let mut school = school().organization;
        assert_eq!(organizations::get(&db, &school.id).await.unwrap(), Some(school.clone()));
        school.books_allowed = Some(100);
        school.suspended = true;
        assert!(committed!(db, tx => organizations::update(&mut tx, &school)));
        let mut tx = db.begin().await.unwrap();
        assert_eq!(organizations::get_for_update(&mut tx, &school.id).await.unwrap(), Some(school.clone()));
        tx.rollback().await.unwrap();
        assert!(!committed!(db, tx => organizations::update(&mut tx, &organization_with_id("unknown"))));
        let error = organizations::insert(&db, &school).await.unwrap_err();
        assert!(error.conflicts_with("organizations_pkey"), "{error}");
    }

    async fn an_organization_is_found_by_who_sponsors_it(db: Db) {
        world::create_sites(&db).await;
        let school = school();
        for reader in [sponsor("tess", &school), member("mia", &school)] {
            world::settle(&db, &reader).await;
        }
        let mut tx = db.begin().await.unwrap();
        let tess = organizations::get_sponsored_for_update(&mut tx, "tess").await.unwrap();
        assert_eq!(tess, Some(school.organization));
        for other in ["mia", "nobody"] {
            assert_eq!(organizations::get_sponsored_for_update(&mut tx, other).await.unwrap(), None, "{other}");
        }
        tx.rollback().await.unwrap();
    }

    async fn organizations_are_listed_by_site_and_page(db: Db) {
        world::create_sites(&db).await;
        organizations::insert(&db, &organization_with_id("academy")).await.unwrap();
        organizations::insert(&db, &with_change(organization_with_id("library"), |o| o.site = lab())).await.unwrap();
        let ids = |found: Vec<Organization>| found.into_iter().map(|o| o.id.0).collect::<Vec<_>>();
        let all = organizations::list(&db, None, &KeyPage::first_page(2)).await.unwrap();
        assert_eq!(ids(all), ["academy", "library"]);
        let rest = organizations::list(&db, Some(&site()), &KeyPage { after: Some("academy".into()), limit: 9 }).await.unwrap();
        assert_eq!(ids(rest), ["school"]);
    }
}
