//! Titles kept in memory: what is shown is never older than what was shown, and changes are seen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::fixtures::with;
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use store::testkit::{TestDb, eventually};
use store::{Db, DbOptions, titles};

use crate::world::{self, shelve, title};

/// Two processes on one database, both with titles in memory, on SQLite and on PostgreSQL.
async fn both(body: impl AsyncFn(Db, Db)) {
    for test in TestDb::all().await {
        world::found(&test.db).await;
        let options = DbOptions { title_cache: 1 << 20, max_connections: 4, ..DbOptions::new(&test.url) };
        let (mine, other) = (Db::connect(&options).await.unwrap(), Db::connect(&options).await.unwrap());
        body(mine.clone(), other.clone()).await;
        mine.close().await;
        other.close().await;
        test.drop().await;
    }
}

fn pages(id: i64, pages: i32) -> Title {
    with(title(id), |t| t.metadata.num_pages = Some(pages))
}

async fn add(db: &Db, title: &Title) {
    let mut tx = db.begin().await.unwrap();
    titles::insert(&mut tx, title, None).await.unwrap();
    tx.commit().await.unwrap();
}

async fn update(db: &Db, title: &Title) {
    let mut tx = db.begin().await.unwrap();
    assert!(titles::update(&mut tx, title).await.unwrap());
    tx.commit().await.unwrap();
}

async fn read(db: &Db, id: i64) -> Title {
    titles::read(db, TitleId(id)).await.unwrap().unwrap().as_ref().clone()
}

/// Reads until the title is this one. What is seen on the way must be older.
async fn until(db: &Db, title: &Title) {
    eventually("the change of another process is seen", async || {
        let seen = read(db, title.id.0).await;
        if seen == *title { Ok(()) } else { Err(format!("{seen:?}")) }
    })
    .await;
}

#[tokio::test]
async fn what_is_kept_costs_no_statement_but_the_look_into_the_log() {
    both(async |mine, _| {
        let ids = shelve(&mine, 20).await;
        let first = titles::read_many(&mine, &ids).await.unwrap();
        assert_eq!(first.iter().map(|t| t.id).collect::<Vec<_>>(), ids);
        let before = mine.statements();
        for id in &ids {
            assert_eq!(titles::read(&mine, *id).await.unwrap().as_ref(), first.iter().find(|t| t.id == *id));
        }
        let mut some = vec![ids[7], TitleId(5), ids[3]];
        let page = titles::read_many(&mine, &some).await.unwrap();
        some.remove(1);
        assert_eq!(page.iter().map(|t| t.id).collect::<Vec<_>>(), some);
        let sent = mine.statements() - before;
        assert!(sent < 20, "{sent} statements for 22 reads");
        assert_eq!(titles::read(&mine, TitleId(5)).await.unwrap(), None);
        assert!(titles::read_many(&mine, &[]).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_this_process_is_visible_immediately() {
    both(async |mine, _| {
        add(&mine, &title(1)).await;
        let stop = std::sync::Arc::new(AtomicBool::new(false));
        // Others fill the memory all the time, at every moment of a change.
        let readers: Vec<_> = (0..4)
            .map(|_| {
                let (db, stop) = (mine.clone(), stop.clone());
                tokio::spawn(async move {
                    let mut last = None;
                    while !stop.load(Ordering::Relaxed) {
                        let seen = read(&db, 1).await.metadata.num_pages;
                        assert!(seen >= last, "{seen:?} after {last:?}");
                        last = seen;
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        for n in 1..=100 {
            update(&mine, &pages(1, n)).await;
            let seen = if n % 2 == 0 {
                read(&mine, 1).await
            } else {
                titles::read_many(&mine, &[TitleId(1)]).await.unwrap()[0].as_ref().clone()
            };
            assert_eq!(seen, pages(1, n));
        }
        stop.store(true, Ordering::Relaxed);
        for reader in readers {
            reader.await.unwrap();
        }
        let withdrawn = with(pages(1, 100), |t| t.status = TitleStatus::Withdrawn);
        update(&mine, &withdrawn).await;
        assert_eq!(read(&mine, 1).await, withdrawn);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_committed_is_not_seen() {
    both(async |mine, _| {
        add(&mine, &title(1)).await;
        let mut tx = mine.begin().await.unwrap();
        titles::update(&mut tx, &pages(1, 7)).await.unwrap();
        assert_eq!(read(&mine, 1).await, title(1), "read and kept while the change is under way");
        tx.commit().await.unwrap();
        assert_eq!(read(&mine, 1).await, pages(1, 7));
        let mut tx = mine.begin().await.unwrap();
        titles::update(&mut tx, &pages(1, 8)).await.unwrap();
        tx.rollback().await.unwrap();
        assert_eq!(read(&mine, 1).await, pages(1, 7));
    })
    .await;
}

#[tokio::test]
async fn a_change_of_another_process_is_seen_and_nothing_older_after_it() {
    both(async |mine, other| {
        add(&mine, &title(1)).await;
        let writer = tokio::spawn({
            let other = other.clone();
            async move {
                for n in 1..=60 {
                    update(&other, &pages(1, n)).await;
                    tokio::time::sleep(Duration::from_millis(3)).await;
                }
            }
        });
        let (mut last, mut turn) = (None, 0);
        while last != Some(60) {
            turn += 1;
            let seen = if turn % 3 == 0 {
                titles::read_many(&mine, &[TitleId(1)]).await.unwrap()[0].metadata.num_pages
            } else {
                read(&mine, 1).await.metadata.num_pages
            };
            assert!(seen >= last, "{seen:?} after {last:?}");
            last = seen;
            tokio::task::yield_now().await;
        }
        writer.await.unwrap();
        let removed = with(pages(1, 60), |t| t.status = TitleStatus::Withdrawn);
        update(&other, &removed).await;
        until(&mine, &removed).await;
    })
    .await;
}

#[tokio::test]
async fn a_long_import_of_another_process_hides_no_change() {
    both(async |mine, other| {
        add(&mine, &title(1)).await;
        assert_eq!(read(&mine, 1).await, title(1));
        update(&other, &pages(1, 9)).await;
        shelve(&other, 2100).await;
        until(&mine, &pages(1, 9)).await;
        // And the log is followed on from there.
        update(&other, &pages(1, 10)).await;
        until(&mine, &pages(1, 10)).await;
    })
    .await;
}

#[tokio::test]
async fn a_process_that_follows_the_log_itself_can_request_the_titles_again() {
    both(async |mine, other| {
        add(&mine, &title(1)).await;
        assert_eq!(read(&mine, 1).await, title(1));
        update(&other, &pages(1, 2)).await;
        titles::forget(&mine, &[TitleId(1)]);
        assert_eq!(read(&mine, 1).await, pages(1, 2));
    })
    .await;
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_an_error_and_not_an_old_title() {
    both(async |mine, _| {
        add(&mine, &title(1)).await;
        assert_eq!(read(&mine, 1).await, title(1));
        mine.close().await;
        eventually("a title cannot be read", async || {
            let read = titles::read(&mine, TitleId(1)).await;
            if read.is_err() { Ok(()) } else { Err("an old one is shown") }
        })
        .await;
    })
    .await;
}
