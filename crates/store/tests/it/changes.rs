//! The change log under concurrent writers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::TitleId;
use futures_util::future::join_all;
use store::{changes, db_test, titles};

use crate::world::{self, insert_titles};

db_test! {
    async fn the_log_is_read_in_pages(db: Db) {
        assert_eq!(changes::last_position(&db).await.unwrap(), 0);
        let mut tx = db.begin().await.unwrap();
        changes::append(&mut tx, &[TitleId(5), TitleId(6), TitleId(5)]).await.unwrap();
        changes::append(&mut tx, &[]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(changes::last_position(&db).await.unwrap(), 3);
        assert_eq!(changes::list_since(&db, 0, 2).await.unwrap(), [(1, TitleId(5)), (2, TitleId(6))]);
        assert_eq!(changes::list_since(&db, 2, 2).await.unwrap(), [(3, TitleId(5))]);
        assert_eq!(changes::list_since(&db, 3, 2).await.unwrap(), []);
    }

    async fn followers_of_this_process_are_woken_at_commit(db: Db) {
        let mut watch = db.watch_changes();
        let mut tx = db.begin().await.unwrap();
        changes::append(&mut tx, &[TitleId(5)]).await.unwrap();
        assert!(!watch.has_changed().unwrap());
        tx.commit().await.unwrap();
        assert!(watch.has_changed().unwrap());
        watch.mark_unchanged();
        let mut tx = db.begin().await.unwrap();
        changes::append(&mut tx, &[TitleId(6)]).await.unwrap();
        tx.rollback().await.unwrap();
        assert!(!watch.has_changed().unwrap());
    }

    /// A follower that remembers only its position must see every row, also those of transactions that
    /// began early and commit late.
    async fn a_follower_never_misses_a_row(db: Db) {
        world::create_sites(&db).await;
        insert_titles(&db, 20).await;
        let start = changes::last_position(&db).await.unwrap();
        let done = Arc::new(AtomicBool::new(false));
        let follower = tokio::spawn({
            let (db, done) = (db.clone(), done.clone());
            async move {
                let (mut position, mut seen) = (start, Vec::new());
                loop {
                    let finished = done.load(Ordering::SeqCst);
                    let rows = changes::list_since(&db, position, 7).await.unwrap();
                    if rows.is_empty() && finished {
                        return seen;
                    }
                    position = rows.last().map_or(position, |(at, _)| *at);
                    seen.extend(rows);
                    tokio::task::yield_now().await;
                }
            }
        });
        let writers = (0..20u64).map(|n| {
            let db = db.clone();
            tokio::spawn(async move {
                for round in 0..5u64 {
                    let mut tx = db.begin().await.unwrap();
                    let id = TitleId(1001 + i64::try_from(n).unwrap());
                    let title = titles::get_for_update(&mut tx, id).await.unwrap().unwrap();
                    titles::update(&mut tx, &title).await.unwrap();
                    tokio::time::sleep(Duration::from_millis((n * 7 + round) % 4)).await;
                    if (n + round) % 5 == 4 {
                        tx.rollback().await.unwrap();
                    } else {
                        tx.commit().await.unwrap();
                    }
                }
            })
        });
        for writer in join_all(writers).await {
            writer.unwrap();
        }
        done.store(true, Ordering::SeqCst);
        let seen = follower.await.unwrap();
        assert_eq!(seen, changes::list_since(&db, start, 1000).await.unwrap());
        assert_eq!(seen.len(), 80);
    }
}
