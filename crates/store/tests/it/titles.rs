//! Titles and the change log they write.

use std::collections::BTreeSet;

use domain::fixtures::{lab, now, site, with};
use domain::ids::TitleId;
use domain::sites::Sharing;
use domain::titles::{Title, TitleStatus};
use futures_util::future::join_all;
use store::{Db, changes, db_test, titles};

use crate::world::{self, shelve, title};

async fn add(db: &Db, title: &Title, hash: Option<&str>) -> store::Result<()> {
    let mut tx = db.begin().await.unwrap();
    titles::insert(&mut tx, title, hash).await?;
    tx.commit().await
}

db_test! {
    async fn numbers_begin_at_1001_and_are_never_given_twice(db: Db) {
        let mut tx = db.begin().await.unwrap();
        assert_eq!(titles::next_id(&mut tx).await.unwrap(), TitleId(1001));
        assert_eq!(titles::next_ids(&mut tx, 10).await.unwrap(), TitleId(1002));
        tx.commit().await.unwrap();
        let drawn = (0..10).map(|_| {
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                let id = titles::next_id(&mut tx).await.unwrap();
                tx.commit().await.unwrap();
                id.0
            }
        });
        let drawn: BTreeSet<i64> = join_all(drawn).await.into_iter().collect();
        assert_eq!(drawn, (1012..1022).collect());
    }

    async fn a_title_comes_back_whole_and_changes(db: Db) {
        world::found(&db).await;
        let mut book = with(title(7), |t| {
            t.sharing = Sharing::Sites(BTreeSet::from([lab()]));
            t.metadata.isbn13 = Some("9780140328721".into());
            t.metadata.synopsis = Some("Two\nlines, \"quoted\" — ünïcödé".into());
        });
        add(&db, &book, None).await.unwrap();
        assert_eq!(titles::get(&db, book.id).await.unwrap(), Some(book.clone()));
        assert_eq!(titles::get(&db, TitleId(8)).await.unwrap(), None);

        let mut tx = db.begin().await.unwrap();
        assert_eq!(titles::for_update(&mut tx, book.id).await.unwrap(), Some(book.clone()));
        book.status = TitleStatus::Withdrawn;
        book.dates.withdrawn = Some(now());
        assert!(titles::update(&mut tx, &book).await.unwrap());
        assert!(!titles::update(&mut tx, &title(8)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(titles::get(&db, book.id).await.unwrap(), Some(book));
    }

    async fn a_page_of_titles_is_one_statement_in_the_order_asked_for(db: Db) {
        world::found(&db).await;
        let mut ids = shelve(&db, 100).await;
        ids.reverse();
        let before = db.statements();
        let found = titles::by_ids(&db, &ids).await.unwrap();
        assert_eq!(db.statements() - before, 1);
        assert_eq!(found.iter().map(|t| t.id).collect::<Vec<_>>(), ids);
        let some = titles::by_ids(&db, &[TitleId(5), TitleId(1003)]).await.unwrap();
        assert_eq!(some, [title(1003)]);
        assert_eq!(titles::by_ids(&db, &[]).await.unwrap(), []);
    }

    async fn titles_asked_for_at_the_same_time_are_read_together(db: Db) {
        world::found(&db).await;
        for id in 1..=30 {
            add(&db, &title(id), None).await.unwrap();
        }
        let before = db.statements();
        let ids: Vec<i64> = (1..=35).chain([7, 7]).collect();
        // One of them goes away before it is served.
        let impatient = tokio::time::timeout(std::time::Duration::ZERO, titles::read(&db, TitleId(1)));
        let (found, _) = tokio::join!(
            join_all(ids.iter().map(|id| titles::read(&db, TitleId(*id)))),
            impatient,
        );
        for (id, found) in ids.iter().zip(found) {
            assert_eq!(found.unwrap().as_deref(), (*id <= 30).then(|| title(*id)).as_ref(), "{id}");
        }
        assert!(db.statements() - before <= 5, "{} statements", db.statements() - before);
    }

    async fn a_title_read_after_a_change_is_the_changed_one(db: Db) {
        world::found(&db).await;
        add(&db, &title(1), None).await.unwrap();
        let readers = (0..4).map(|_| {
            let db = db.clone();
            tokio::spawn(async move { for _ in 0..200 { titles::read(&db, TitleId(1)).await.unwrap().unwrap(); } })
        });
        let readers: Vec<_> = readers.collect();
        for pages in 1..=20 {
            let changed = with(title(1), |t| t.metadata.num_pages = Some(pages));
            let mut tx = db.begin().await.unwrap();
            titles::update(&mut tx, &changed).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(titles::read(&db, TitleId(1)).await.unwrap().as_deref(), Some(&changed));
        }
        for reader in readers {
            reader.await.unwrap();
        }
    }

    async fn callers_that_wait_for_a_title_get_the_error(db: Db) {
        world::found(&db).await;
        db.close().await;
        let reads = join_all((1..=20).map(|id| titles::read(&db, TitleId(id)))).await;
        assert!(reads.iter().all(Result::is_err));
        assert!(titles::read(&db, TitleId(1)).await.is_err());
    }

    async fn the_whole_catalog_can_be_walked(db: Db) {
        world::found(&db).await;
        let ids = shelve(&db, 1203).await;
        assert_eq!(titles::count(&db).await.unwrap(), 1203);
        let mut seen = Vec::new();
        let mut last = TitleId(0);
        loop {
            let page = titles::after(&db, last, 500).await.unwrap();
            let Some(end) = page.last() else { break };
            last = end.id;
            seen.extend(page.into_iter().map(|t| t.id));
        }
        assert_eq!(seen, ids);
    }

    async fn a_source_is_taken_once_by_each_site(db: Db) {
        world::found(&db).await;
        add(&db, &title(1), Some("abc")).await.unwrap();
        let error = add(&db, &title(2), Some("abc")).await.unwrap_err();
        assert!(error.conflicts_with("titles_source_hash"), "{error}");
        add(&db, &with(title(2), |t| t.site = lab()), Some("abc")).await.unwrap();
        assert_eq!(titles::by_source_hash(&db, &site(), "abc").await.unwrap(), Some(TitleId(1)));
        assert_eq!(titles::by_source_hash(&db, &lab(), "abc").await.unwrap(), Some(TitleId(2)));
        assert_eq!(titles::by_source_hash(&db, &lab(), "def").await.unwrap(), None);
        let error = add(&db, &title(1), None).await.unwrap_err();
        assert!(error.conflicts_with("titles_pkey"), "{error}");
    }

    async fn a_product_identifier_is_unique_in_a_collection(db: Db) {
        world::found(&db).await;
        let product = |id| with(title(id), |t| t.metadata.product_identifier = Some("P-1".into()));
        add(&db, &product(1), None).await.unwrap();
        let error = add(&db, &product(2), None).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        add(&db, &title(2), None).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let error = titles::hold_product_identifiers(&mut tx, &[(TitleId(2), Some("P-1"))]).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        tx.rollback().await.unwrap();
        add(&db, &with(product(3), |t| t.site = lab()), None).await.unwrap();

        // It is held whatever the record says so far, until the title gives it up.
        let mut tx = db.begin().await.unwrap();
        titles::hold_product_identifiers(&mut tx, &[(TitleId(1), Some("P-2"))]).await.unwrap();
        titles::update(&mut tx, &product(1)).await.unwrap();
        titles::hold_product_identifiers(&mut tx, &[(TitleId(2), Some("P-1"))]).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let error = titles::hold_product_identifiers(&mut tx, &[(TitleId(2), Some("P-2"))]).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        tx.rollback().await.unwrap();
    }

    async fn every_write_is_in_the_change_log_or_did_not_happen(db: Db) {
        world::found(&db).await;
        add(&db, &title(1), None).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        titles::insert_many(&mut tx, &[(title(2), None), (title(3), None)]).await.unwrap();
        assert!(titles::update(&mut tx, &title(1)).await.unwrap());
        tx.commit().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        titles::insert(&mut tx, &title(9), None).await.unwrap();
        tx.rollback().await.unwrap();
        let log = changes::since(&db, 0, 100).await.unwrap();
        assert_eq!(log, [(1, TitleId(1)), (2, TitleId(2)), (3, TitleId(3)), (4, TitleId(1))]);
    }

    async fn a_record_is_changed_by_one_at_a_time(db: Db) {
        world::found(&db).await;
        shelve(&db, 2).await;
        let writes = (0..10).map(|n| {
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                // Both titles, in either order: there is no deadlock.
                let ids = if n % 2 == 0 { [1001, 1002] } else { [1002, 1001] };
                for id in ids.map(TitleId) {
                    let mut title = titles::for_update(&mut tx, id).await.unwrap().unwrap();
                    title.metadata.title.push('!');
                    assert!(titles::update(&mut tx, &title).await.unwrap());
                }
                tx.commit().await.unwrap();
            }
        });
        join_all(writes).await;
        for title in titles::after(&db, TitleId(0), 9).await.unwrap() {
            assert_eq!(title.metadata.title, "The Tide Tables!!!!!!!!!!");
        }
    }
}
