//! The history in its three orders (spec 4, 2.8 and 3.2).

use domain::contributors::{Contributor, ContributorType};
use domain::fixtures::{days_ago, individual, now, with};
use domain::formats::Format;
use domain::ids::{AccountId, TitleId};
use jiff::SignedDuration;
use store::download_history::{HistorySort, count, page};
use store::downloads::{self, Charge, NewDownload};
use store::{Db, db_test, titles};

use crate::world;

const BOOKS: [(i64, &str, Option<&str>); 4] = [
    (1001, "The Anchor", Some("Zoe Abel")),
    (1002, "Boats", Some("Adam Young")),
    (1003, "An Cable", None),
    (1004, "Boats", Some("Adam Young")),
];

/// Ada asked for the four books one after the other; the third she never fetched, and the second first.
async fn shelf(db: &Db) -> AccountId {
    world::found(db).await;
    for person in ["ada", "bea"] {
        world::settle(db, &individual(person)).await;
    }
    let ada = AccountId::from("ada");
    let mut tx = db.begin().await.unwrap();
    for (id, name, author) in BOOKS {
        let title = with(world::title(id), |title| {
            title.metadata.title = name.into();
            title.metadata.contributors =
                author.map(|name| Contributor::new(ContributorType::Author, name)).into_iter().collect();
        });
        titles::insert(&mut tx, &title, None).await.unwrap();
        let fetched = [Some(3), Some(9), None, Some(1)][usize::try_from(id - 1001).unwrap()];
        let (download, _) = downloads::find_or_create(&mut tx, &of(&ada, id), days_ago(10)).await.unwrap();
        if let Some(days) = fetched {
            let at = days_ago(days);
            downloads::set_packaged(
                &mut tx,
                download.id,
                &format!("p{id}"),
                at - SignedDuration::from_hours(1),
            )
            .await
            .unwrap();
            assert!(downloads::complete_fetch(&mut tx, download.id, at).await.unwrap());
        }
    }
    downloads::find_or_create(&mut tx, &of(&"bea".into(), 1001), now()).await.unwrap();
    tx.commit().await.unwrap();
    ada
}

fn of(account: &AccountId, title: i64) -> NewDownload<'_> {
    NewDownload {
        caller: Some(account),
        recipient: Some(account),
        title: TitleId(title),
        format: Format::Epub3,
        artifact_version: 1,
        charge: Charge::Own,
        day: None,
    }
}

/// The titles of the whole list, read in pages of this size.
async fn walk(db: &Db, account: &AccountId, sort: HistorySort, descending: bool, limit: u32) -> Vec<i64> {
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let found = page(db, account, sort, descending, after.as_ref(), limit).await.unwrap();
        let Some((last, _)) = found.last() else { return seen };
        after = Some(last.clone());
        seen.extend(found.iter().map(|(_, download)| download.title.0));
    }
}

db_test! {
    async fn each_order_is_the_same_in_pages_of_any_size(db: Db) {
        let ada = shelf(&db).await;
        let orders = [
            (HistorySort::Title, false, [1001, 1002, 1004, 1003]),
            (HistorySort::Title, true, [1003, 1002, 1004, 1001]),
            (HistorySort::Author, false, [1001, 1002, 1004, 1003]),
            (HistorySort::Author, true, [1002, 1004, 1001, 1003]),
            (HistorySort::DateDownloaded, false, [1002, 1001, 1004, 1003]),
            (HistorySort::DateDownloaded, true, [1004, 1001, 1002, 1003]),
        ];
        for (sort, descending, expected) in orders {
            for limit in [1, 2, 3, 4, 10] {
                let seen = walk(&db, &ada, sort, descending, limit).await;
                assert_eq!(seen, expected, "{sort} {descending} {limit}");
            }
        }
        assert_eq!(count(&db, &ada).await.unwrap(), 4);
        assert_eq!(count(&db, &"bea".into()).await.unwrap(), 1);
    }

    async fn a_changed_title_is_sorted_anew(db: Db) {
        let ada = shelf(&db).await;
        let mut tx = db.begin().await.unwrap();
        let changed = with(world::title(1001), |title| title.metadata.title = "Zebra".into());
        assert!(titles::update(&mut tx, &changed).await.unwrap());
        tx.commit().await.unwrap();
        let seen = walk(&db, &ada, HistorySort::Title, true, 10).await;
        assert_eq!(seen[0], 1001);
    }
}
