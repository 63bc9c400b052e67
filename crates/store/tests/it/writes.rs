//! Many small concurrent writes: each has its own result, and what was confirmed stays.

use domain::bookmarks::Bookmark;
use domain::fixtures::{individual, noon};
use domain::locations::BookPosition;
use domain::{AccountId, Format, TitleId};
use futures_util::future::join_all;
use store::annotations::{self, AnnotationScope};
use store::{Db, bookmarks, db_test};

use crate::world::{self, insert_titles, settle};

fn bookmark_number(title: TitleId, n: usize) -> Bookmark {
    let location = format!("epubcfi(/6/{}!/4/2)", 2 + 2 * n);
    let place = BookPosition { location, position: None, progression: None, total_progression: None };
    Bookmark { title, format: Format::Epub3, place, text: None, created: noon() }
}

async fn count_bookmarks(db: &Db, account: &AccountId, title: TitleId) -> u64 {
    let scope = AnnotationScope { account, title, format: Format::Epub3 };
    annotations::count::<Bookmark>(db, scope).await.unwrap()
}

db_test! {
    async fn each_of_many_concurrent_writes_succeeds_or_fails_by_itself(db: Db) {
        world::create_sites(&db).await;
        let title = insert_titles(&db, 1).await[0];
        let reader = individual("ada");
        settle(&db, &reader).await;
        let nobody = AccountId::from("nobody");
        let writes = (0..300).map(|n| {
            let who = if n % 7 == 3 { &nobody } else { &reader.account.id };
            let (db, mark) = (&db, bookmark_number(title, n));
            async move { bookmarks::put(db, who, &mark).await }
        });
        // Concurrently, transactions that hold the one writer of SQLite.
        let others = (0..20).map(|_| async {
            committed!(db, tx => store::titles::next_id(&mut tx));
        });
        let (results, _) = tokio::join!(join_all(writes), join_all(others));
        for (n, result) in results.iter().enumerate() {
            assert_eq!(result.is_err(), n % 7 == 3, "{n}: {result:?}");
        }
        let written = results.iter().filter(|result| result.is_ok()).count() as u64;
        assert_eq!(count_bookmarks(&db, &reader.account.id, title).await, written);
    }

    async fn a_write_whose_caller_disconnects_delays_no_other(db: Db) {
        world::create_sites(&db).await;
        let title = insert_titles(&db, 1).await[0];
        let reader = individual("ada");
        settle(&db, &reader).await;
        for round in 0..20 {
            let mark = bookmark_number(title, 2 * round);
            let gone = bookmarks::put(&db, &reader.account.id, &mark);
            let _ = tokio::time::timeout(std::time::Duration::ZERO, gone).await;
            bookmarks::put(&db, &reader.account.id, &bookmark_number(title, 2 * round + 1)).await.unwrap();
        }
        let kept = count_bookmarks(&db, &reader.account.id, title).await;
        assert!((20..=40).contains(&kept), "{kept}");
    }

    async fn a_closed_database_is_an_error_for_all(db: Db) {
        world::create_sites(&db).await;
        let title = insert_titles(&db, 1).await[0];
        db.close().await;
        let id = AccountId::from("ada");
        let results = join_all((0..20).map(|n| {
            let (db, id, mark) = (&db, &id, bookmark_number(title, n));
            async move { bookmarks::put(db, id, &mark).await }
        }))
        .await;
        assert!(results.iter().all(Result::is_err));
    }
}
