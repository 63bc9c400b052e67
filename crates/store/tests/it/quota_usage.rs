//! When a used up quota has a place again (docs/rules/quotas.md).

use domain::fixtures::{days_ago, individual, member, now, school};
use domain::formats::Format;
use domain::ids::{AccountId, TitleId};
use domain::quotas::{Quota, WINDOW};
use domain::settings::Settings;
use jiff::Timestamp;
use store::downloads::{Charge, NewDownload};
use store::{Db, db_test, downloads, quota_usage};

use crate::world;

/// Title number 1001 + `title` is taken.
async fn take(db: &Db, reader: &AccountId, title: i64, charge: &Charge, at: Timestamp) {
    let new = NewDownload {
        caller: Some(reader),
        recipient: Some(reader),
        item: TitleId(1001 + title).into(),
        format: Format::Epub3,
        artifact_version: u32::try_from(at.as_second() % 1_000_000_000).unwrap(),
        settings: Settings::None,
        charge: charge.clone(),
        day: None,
    };
    let mut tx = db.begin().await.unwrap();
    let (download, _) = downloads::find_or_create(&mut tx, &new, at).await.unwrap();
    downloads::set_packaged(&mut tx, download.id, "packages/x", at).await.unwrap();
    assert!(downloads::complete_fetch(&mut tx, download.id, at).await.unwrap());
    tx.commit().await.unwrap();
}

fn quota(allowed: u32, taken: u32) -> Quota {
    Quota { allowed: Some(allowed), taken }
}

async fn next(db: &Db, charge: &Charge, reader: &AccountId, quota: Quota) -> Option<Timestamp> {
    quota_usage::next_place(db, charge, reader, quota, now()).await.unwrap()
}

db_test! {
    async fn the_book_that_leaves_the_window_first_makes_place(db: Db) {
        world::found(&db).await;
        world::shelve(&db, 4).await;
        let ada: AccountId = "ada".into();
        world::settle(&db, &individual("ada")).await;
        for (title, days) in [(0, 40), (1, 29), (2, 20), (3, 10), (1, 5)] {
            take(&db, &ada, title, &Charge::Own, days_ago(days)).await;
        }
        // Title 1 was taken again, so title 2 leaves first; three books are in the window.
        let own = |quota| next(&db, &Charge::Own, &ada, quota);
        assert_eq!(own(quota(3, 3)).await, Some(days_ago(20) + WINDOW));
        assert_eq!(own(quota(2, 3)).await, Some(days_ago(10) + WINDOW), "two must leave");
        assert_eq!(own(quota(4, 3)).await, None, "there is a place");
        assert_eq!(own(Quota { allowed: None, taken: 3 }).await, None);
        assert_eq!(next(&db, &Charge::Nobody, &ada, quota(3, 3)).await, None);
    }

    async fn an_organizations_quota_is_shared(db: Db) {
        world::found(&db).await;
        world::shelve(&db, 2).await;
        let school = school();
        let charge = Charge::Organization(school.organization.id.clone());
        let (max, mia): (AccountId, AccountId) = ("max".into(), "mia".into());
        for id in ["max", "mia"] {
            world::settle(&db, &member(id, &school)).await;
        }
        take(&db, &max, 0, &charge, days_ago(12)).await;
        take(&db, &mia, 0, &charge, days_ago(11)).await;
        take(&db, &max, 1, &Charge::Own, days_ago(20)).await;
        assert_eq!(next(&db, &charge, &mia, quota(2, 2)).await, Some(days_ago(12) + WINDOW));
        assert_eq!(next(&db, &Charge::Own, &max, quota(1, 1)).await, Some(days_ago(20) + WINDOW));
    }
}
