//! When a used up quota has a place again (docs/rules/quotas.md).

use domain::fixtures::{days_ago, individual, member, noon, school};
use domain::quotas::{Quota, WINDOW};
use domain::{AccountId, CopySettings, Format, TitleId};
use jiff::Timestamp;
use store::downloads::{NewDownload, QuotaCharge};
use store::{Db, db_test, downloads, quota_usage};

use crate::world;

/// Title number 1001 + `title` is taken.
async fn use_quota(db: &Db, reader: &AccountId, title: i64, charge: &QuotaCharge, at: Timestamp) {
    let new = NewDownload {
        caller: Some(reader),
        recipient: Some(reader),
        item: TitleId(1001 + title).into(),
        format: Format::Epub3,
        artifact_version: u32::try_from(at.as_second() % 1_000_000_000).unwrap(),
        settings: CopySettings::None,
        charge: charge.clone(),
        day: None,
    };
    let mut tx = db.begin().await.unwrap();
    let (download, _) = downloads::find_or_create(&mut tx, &new, at).await.unwrap();
    downloads::set_packaged(&mut tx, download.id, "packages/x", at).await.unwrap();
    assert!(downloads::complete_fetch(&mut tx, download.id, at).await.unwrap());
    tx.commit().await.unwrap();
}

fn quota_of(allowed: u32, taken: u32) -> Quota {
    Quota { allowed: Some(allowed), taken }
}

async fn next_free_at(db: &Db, charge: &QuotaCharge, reader: &AccountId, quota: Quota) -> Option<Timestamp> {
    quota_usage::next_free_at(db, charge, reader, quota, noon()).await.unwrap()
}

db_test! {
    async fn the_book_that_leaves_the_window_first_makes_place(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 4).await;
        let ada: AccountId = "ada".into();
        world::settle(&db, &individual("ada")).await;
        for (title, days) in [(0, 40), (1, 29), (2, 20), (3, 10), (1, 5)] {
            use_quota(&db, &ada, title, &QuotaCharge::Own, days_ago(days)).await;
        }
        // Title 1 was taken again, so title 2 leaves first; three books are in the window.
        let own = |quota| next_free_at(&db, &QuotaCharge::Own, &ada, quota);
        assert_eq!(own(quota_of(3, 3)).await, Some(days_ago(20) + WINDOW));
        assert_eq!(own(quota_of(2, 3)).await, Some(days_ago(10) + WINDOW), "two must leave");
        assert_eq!(own(quota_of(4, 3)).await, None, "there is a place");
        assert_eq!(own(Quota { allowed: None, taken: 3 }).await, None);
        assert_eq!(next_free_at(&db, &QuotaCharge::Nobody, &ada, quota_of(3, 3)).await, None);
    }

    async fn an_organizations_quota_is_shared(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 2).await;
        let school = school();
        let charge = QuotaCharge::Organization(school.organization.id.clone());
        let (max, mia): (AccountId, AccountId) = ("max".into(), "mia".into());
        for id in ["max", "mia"] {
            world::settle(&db, &member(id, &school)).await;
        }
        use_quota(&db, &max, 0, &charge, days_ago(12)).await;
        use_quota(&db, &mia, 0, &charge, days_ago(11)).await;
        use_quota(&db, &max, 1, &QuotaCharge::Own, days_ago(20)).await;
        assert_eq!(next_free_at(&db, &charge, &mia, quota_of(2, 2)).await, Some(days_ago(12) + WINDOW));
        assert_eq!(next_free_at(&db, &QuotaCharge::Own, &max, quota_of(1, 1)).await, Some(days_ago(20) + WINDOW));
    }
}
