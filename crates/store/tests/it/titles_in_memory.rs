//! Titles kept in memory: what is shown is never older than what was shown, and changes are seen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::fixtures::with_change;
use domain::{Title, TitleId, TitleStatus};
use store::testkit::{TestDb, eventually};
use store::{Db, DbOptions, titles};

use crate::world::{self, insert_titles, title_with_number};

/// Two processes on one database, both with titles in memory, on SQLite and on PostgreSQL.
async fn run_with_two_processes(body: impl AsyncFn(Db, Db)) {
    for test in TestDb::create_all().await {
        world::create_sites(&test.db).await;
        let options = DbOptions { title_cache: 1 << 20, max_connections: 4, ..DbOptions::new(&test.url) };
        let (mine, other) = (Db::connect(&options).await.unwrap(), Db::connect(&options).await.unwrap());
        body(mine.clone(), other.clone()).await;
        mine.close().await;
        other.close().await;
        test.drop().await;
    }
}

fn title_with_pages(id: i64, pages: i32) -> Title {
    with_change(title_with_number(id), |t| t.metadata.num_pages = Some(pages))
}

async fn add(db: &Db, title: &Title) {
    committed!(db, tx => titles::insert(&mut tx, title, None));
}

async fn update(db: &Db, title: &Title) {
    assert!(committed!(db, tx => titles::update(&mut tx, title)));
}

async fn read_title(db: &Db, id: i64) -> Title {
    titles::read_cached(db, TitleId(id)).await.unwrap().unwrap().as_ref().clone()
}

/// Reads until the title is this one. What is seen on the way must be older.
async fn wait_until_read(db: &Db, title: &Title) {
    eventually("the change of another process is seen", async || {
        let seen = read_title(db, title.id.0).await;
        if seen == *title { Ok(()) } else { Err(format!("{seen:?}")) }
    })
    .await;
}

#[tokio::test]
async fn cached_titles_cost_only_the_statement_that_reads_the_log() {
    run_with_two_processes(async |mine, _| {
        let ids = insert_titles(&mine, 20).await;
        let first = titles::read_many_cached(&mine, &ids).await.unwrap();
        assert_eq!(first.iter().map(|t| t.id).collect::<Vec<_>>(), ids);
        let before = mine.statement_count();
        for id in &ids {
            assert_eq!(
                titles::read_cached(&mine, *id).await.unwrap().as_ref(),
                first.iter().find(|t| t.id == *id)
            );
        }
        let mut some = vec![ids[7], TitleId(5), ids[3]];
        let page = titles::read_many_cached(&mine, &some).await.unwrap();
        some.remove(1);
        assert_eq!(page.iter().map(|t| t.id).collect::<Vec<_>>(), some);
        let sent = mine.statement_count() - before;
        assert!(sent < 20, "{sent} statements for 22 reads");
        assert_eq!(titles::read_cached(&mine, TitleId(5)).await.unwrap(), None);
        assert!(titles::read_many_cached(&mine, &[]).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_this_process_is_visible_immediately() {
    run_with_two_processes(async |mine, _| {
        add(&mine, &title_with_number(1)).await;
        let stop = std::sync::Arc::new(AtomicBool::new(false));
        // Others fill the memory all the time, at every moment of a change.
        let readers: Vec<_> = (0..4)
            .map(|_| {
                let (db, stop) = (mine.clone(), stop.clone());
                tokio::spawn(async move {
                    let mut last = None;
                    while !stop.load(Ordering::Relaxed) {
                        let seen = read_title(&db, 1).await.metadata.num_pages;
                        assert!(seen >= last, "{seen:?} after {last:?}");
                        last = seen;
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        for n in 1..=100 {
            update(&mine, &title_with_pages(1, n)).await;
            let seen = if n % 2 == 0 {
                read_title(&mine, 1).await
            } else {
                titles::read_many_cached(&mine, &[TitleId(1)]).await.unwrap()[0].as_ref().clone()
            };
            assert_eq!(seen, title_with_pages(1, n));
        }
        stop.store(true, Ordering::Relaxed);
        for reader in readers {
            reader.await.unwrap();
        }
        let withdrawn = with_change(title_with_pages(1, 100), |t| t.status = TitleStatus::Withdrawn);
        update(&mine, &withdrawn).await;
        assert_eq!(read_title(&mine, 1).await, withdrawn);
    })
    .await;
}

#[tokio::test]
async fn uncommitted_changes_are_not_visible() {
    run_with_two_processes(async |mine, _| {
        add(&mine, &title_with_number(1)).await;
        let mut tx = mine.begin().await.unwrap();
        titles::update(&mut tx, &title_with_pages(1, 7)).await.unwrap();
        assert_eq!(
            read_title(&mine, 1).await,
            title_with_number(1),
            "read and kept while the change is under way"
        );
        tx.commit().await.unwrap();
        assert_eq!(read_title(&mine, 1).await, title_with_pages(1, 7));
        let mut tx = mine.begin().await.unwrap();
        titles::update(&mut tx, &title_with_pages(1, 8)).await.unwrap();
        tx.rollback().await.unwrap();
        assert_eq!(read_title(&mine, 1).await, title_with_pages(1, 7));
    })
    .await;
}

#[tokio::test]
async fn a_change_of_another_process_becomes_visible_and_stays_visible() {
    run_with_two_processes(async |mine, other| {
        add(&mine, &title_with_number(1)).await;
        let writer = tokio::spawn({
            let other = other.clone();
            async move {
                for n in 1..=60 {
                    update(&other, &title_with_pages(1, n)).await;
                    tokio::time::sleep(Duration::from_millis(3)).await;
                }
            }
        });
        let (mut last, mut turn) = (None, 0);
        while last != Some(60) {
            turn += 1;
            let seen = if turn % 3 == 0 {
                titles::read_many_cached(&mine, &[TitleId(1)]).await.unwrap()[0].metadata.num_pages
            } else {
                read_title(&mine, 1).await.metadata.num_pages
            };
            assert!(seen >= last, "{seen:?} after {last:?}");
            last = seen;
            tokio::task::yield_now().await;
        }
        writer.await.unwrap();
        let removed = with_change(title_with_pages(1, 60), |t| t.status = TitleStatus::Withdrawn);
        update(&other, &removed).await;
        wait_until_read(&mine, &removed).await;
    })
    .await;
}

#[tokio::test]
async fn a_long_import_of_another_process_hides_no_change() {
    run_with_two_processes(async |mine, other| {
        add(&mine, &title_with_number(1)).await;
        assert_eq!(read_title(&mine, 1).await, title_with_number(1));
        update(&other, &title_with_pages(1, 9)).await;
        insert_titles(&other, 2100).await;
        wait_until_read(&mine, &title_with_pages(1, 9)).await;
        // And the log is followed on from there.
        update(&other, &title_with_pages(1, 10)).await;
        wait_until_read(&mine, &title_with_pages(1, 10)).await;
    })
    .await;
}

#[tokio::test]
async fn a_process_that_follows_the_log_itself_can_request_the_titles_again() {
    run_with_two_processes(async |mine, other| {
        add(&mine, &title_with_number(1)).await;
        assert_eq!(read_title(&mine, 1).await, title_with_number(1));
        update(&other, &title_with_pages(1, 2)).await;
        titles::forget_cached(&mine, &[TitleId(1)]);
        assert_eq!(read_title(&mine, 1).await, title_with_pages(1, 2));
    })
    .await;
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_an_error_and_not_an_old_title() {
    run_with_two_processes(async |mine, _| {
        add(&mine, &title_with_number(1)).await;
        assert_eq!(read_title(&mine, 1).await, title_with_number(1));
        mine.close().await;
        eventually("a title cannot be read", async || {
            let read = titles::read_cached(&mine, TitleId(1)).await;
            if read.is_err() { Ok(()) } else { Err("an old one is shown") }
        })
        .await;
    })
    .await;
}
