//! Organizations and roster tags.

use domain::fixtures::{days_ago, lab, now, school, site, with};
use domain::ids::OrganizationId;
use domain::organizations::Organization;
use store::{Page, db_test, organizations};

use crate::world;

fn named(id: &str) -> Organization {
    with(school().organization, |o| o.id = id.into())
}

db_test! {
    async fn an_organization_comes_back_whole_and_changes(db: Db) {
        world::found(&db).await;
        let mut school = school().organization;
        assert_eq!(organizations::get(&db, &school.id).await.unwrap(), Some(school.clone()));
        school.books_allowed = Some(100);
        school.suspended = true;
        assert!(organizations::update(&db, &school).await.unwrap());
        let mut tx = db.begin().await.unwrap();
        assert_eq!(organizations::for_update(&mut tx, &school.id).await.unwrap(), Some(school.clone()));
        tx.rollback().await.unwrap();
        assert!(!organizations::update(&db, &named("unknown")).await.unwrap());
        let error = organizations::insert(&db, &school).await.unwrap_err();
        assert!(error.conflicts_with("organizations_pkey"), "{error}");
    }

    async fn organizations_are_listed_by_site_and_page(db: Db) {
        world::found(&db).await;
        organizations::insert(&db, &named("academy")).await.unwrap();
        organizations::insert(&db, &with(named("library"), |o| o.site = lab())).await.unwrap();
        let ids = |found: Vec<Organization>| found.into_iter().map(|o| o.id.0).collect::<Vec<_>>();
        let all = organizations::list(&db, None, &Page::first(2)).await.unwrap();
        assert_eq!(ids(all), ["academy", "library"]);
        let rest = organizations::list(&db, Some(&site()), &Page::after("academy".into(), 9)).await.unwrap();
        assert_eq!(ids(rest), ["school"]);
    }

    async fn roster_tags_are_listed_newest_first_and_never_twice(db: Db) {
        world::found(&db).await;
        let school = OrganizationId::from("school");
        let add = async |district, name, at| {
            organizations::add_roster_tag(&db, &school, district, name, at).await
        };
        let old = add(Some("North"), None, days_ago(2)).await.unwrap();
        let new = add(Some("North"), Some("Harbor"), now()).await.unwrap();
        assert!(add(Some("North"), None, now()).await.unwrap_err().conflicts_with("roster_tags_names"));
        assert_eq!(organizations::roster_tags(&db, &school).await.unwrap(), [new, old]);
    }
}
