//! Titles and the change log they write.

use std::collections::BTreeSet;

use domain::fixtures::{lab, noon, site, with_change};
use domain::sites::Sharing;
use domain::{Title, TitleId, TitleStatus};
use futures_util::future::join_all;
use store::{Db, changes, db_test, titles};

use crate::world::{self, insert_titles, title_with_number};

async fn insert_title(db: &Db, title: &Title, hash: Option<&str>) -> store::Result<()> {
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
                let id = committed!(db, tx => titles::next_id(&mut tx));
                id.0
            }
        });
        let drawn: BTreeSet<i64> = join_all(drawn).await.into_iter().collect();
        assert_eq!(drawn, (1012..1022).collect());
    }

    async fn a_title_comes_back_whole_and_changes(db: Db) {
        world::create_sites(&db).await;
        let mut book = with_change(title_with_number(7), |t| {
            t.sharing = Sharing::Sites(BTreeSet::from([lab()]));
            t.metadata.isbn13 = Some("9780140328721".into());
            t.metadata.synopsis = Some("Two\nlines, \"quoted\" — ünïcödé".into());
        });
        insert_title(&db, &book, None).await.unwrap();
        assert_eq!(titles::get(&db, book.id).await.unwrap(), Some(book.clone()));
        assert_eq!(titles::get(&db, TitleId(8)).await.unwrap(), None);

        let mut tx = db.begin().await.unwrap();
        assert_eq!(titles::get_for_update(&mut tx, book.id).await.unwrap(), Some(book.clone()));
        book.status = TitleStatus::Withdrawn;
        book.dates.withdrawn = Some(noon());
        assert!(titles::update(&mut tx, &book).await.unwrap());
        assert!(!titles::update(&mut tx, &title_with_number(8)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(titles::get(&db, book.id).await.unwrap(), Some(book));
    }

    async fn a_page_of_titles_is_one_statement_in_the_order_asked_for(db: Db) {
        world::create_sites(&db).await;
        let mut ids = insert_titles(&db, 100).await;
        ids.reverse();
        let before = db.statement_count();
        let found = titles::find_by_ids(&db, &ids).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(found.iter().map(|t| t.id).collect::<Vec<_>>(), ids);
        let some = titles::find_by_ids(&db, &[TitleId(5), TitleId(1003)]).await.unwrap();
        assert_eq!(some, [title_with_number(1003)]);
        assert_eq!(titles::find_by_ids(&db, &[]).await.unwrap(), []);
    }

    async fn titles_asked_for_at_the_same_time_are_read_together(db: Db) {
        world::create_sites(&db).await;
        for id in 1..=30 {
            insert_title(&db, &title_with_number(id), None).await.unwrap();
        }
        let before = db.statement_count();
        let ids: Vec<i64> = (1..=35).chain([7, 7]).collect();
        // One of them goes away before it is served.
        let impatient = tokio::time::timeout(std::time::Duration::ZERO, titles::read_cached(&db, TitleId(1)));
        let (found, _) = tokio::join!(
            join_all(ids.iter().map(|id| titles::read_cached(&db, TitleId(*id)))),
            impatient,
        );
        for (id, found) in ids.iter().zip(found) {
            assert_eq!(found.unwrap().as_deref(), (*id <= 30).then(|| title_with_number(*id)).as_ref(), "{id}");
        }
        assert!(db.statement_count() - before <= 5, "{} statements", db.statement_count() - before);
    }

    async fn a_title_read_after_a_change_is_the_changed_one(db: Db) {
        world::create_sites(&db).await;
        insert_title(&db, &title_with_number(1), None).await.unwrap();
        let readers = (0..4).map(|_| {
            let db = db.clone();
            tokio::spawn(async move { for _ in 0..200 { titles::read_cached(&db, TitleId(1)).await.unwrap().unwrap(); } })
        });
        let readers: Vec<_> = readers.collect();
        for pages in 1..=20 {
            let changed = with_change(title_with_number(1), |t| t.metadata.num_pages = Some(pages));
            committed!(db, tx => titles::update(&mut tx, &changed));
            assert_eq!(titles::read_cached(&db, TitleId(1)).await.unwrap().as_deref(), Some(&changed));
        }
        for reader in readers {
            reader.await.unwrap();
        }
    }

    async fn callers_that_wait_for_a_title_get_the_error(db: Db) {
        world::create_sites(&db).await;
        db.close().await;
        let reads = join_all((1..=20).map(|id| titles::read_cached(&db, TitleId(id)))).await;
        assert!(reads.iter().all(Result::is_err));
        assert!(titles::read_cached(&db, TitleId(1)).await.is_err());
    }

    async fn the_whole_catalog_can_be_walked(db: Db) {
        world::create_sites(&db).await;
        let ids = insert_titles(&db, 1203).await;
        assert_eq!(titles::count(&db).await.unwrap(), 1203);
        let mut seen = Vec::new();
        let mut last = TitleId(0);
        loop {
            let page = titles::list_after(&db, last, 500).await.unwrap();
            let Some(end) = page.last() else { break };
            last = end.id;
            seen.extend(page.into_iter().map(|t| t.id));
        }
        assert_eq!(seen, ids);
    }

    async fn a_source_is_taken_once_by_each_site(db: Db) {
        world::create_sites(&db).await;
        insert_title(&db, &title_with_number(1), Some("abc")).await.unwrap();
        let error = insert_title(&db, &title_with_number(2), Some("abc")).await.unwrap_err();
        assert!(error.conflicts_with("titles_source_hash"), "{error}");
        insert_title(&db, &with_change(title_with_number(2), |t| t.site = lab()), Some("abc")).await.unwrap();
        assert_eq!(titles::find_by_source_hash(&db, &site(), "abc").await.unwrap(), Some(TitleId(1)));
        assert_eq!(titles::find_by_source_hash(&db, &lab(), "abc").await.unwrap(), Some(TitleId(2)));
        assert_eq!(titles::find_by_source_hash(&db, &lab(), "def").await.unwrap(), None);
        let error = insert_title(&db, &title_with_number(1), None).await.unwrap_err();
        assert!(error.conflicts_with("titles_pkey"), "{error}");
    }

    async fn a_product_identifier_is_unique_in_a_collection(db: Db) {
        world::create_sites(&db).await;
        let product = |id| with_change(title_with_number(id), |t| t.metadata.product_identifier = Some("P-1".into()));
        insert_title(&db, &product(1), None).await.unwrap();
        let error = insert_title(&db, &product(2), None).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        insert_title(&db, &title_with_number(2), None).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let error = titles::hold_product_identifiers(&mut tx, &[(TitleId(2), Some("P-1"))]).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        tx.rollback().await.unwrap();
        insert_title(&db, &with_change(product(3), |t| t.site = lab()), None).await.unwrap();

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
        world::create_sites(&db).await;
        insert_title(&db, &title_with_number(1), None).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        titles::insert_many(&mut tx, &[(title_with_number(2), None), (title_with_number(3), None)]).await.unwrap();
        assert!(titles::update(&mut tx, &title_with_number(1)).await.unwrap());
        tx.commit().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        titles::insert(&mut tx, &title_with_number(9), None).await.unwrap();
        tx.rollback().await.unwrap();
        let log = changes::list_since(&db, 0, 100).await.unwrap();
        assert_eq!(log, [(1, TitleId(1)), (2, TitleId(2)), (3, TitleId(3)), (4, TitleId(1))]);
    }

    async fn a_record_is_changed_by_one_at_a_time(db: Db) {
        world::create_sites(&db).await;
        insert_titles(&db, 2).await;
        let writes = (0..10).map(|n| {
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                // Both titles, in either order: there is no deadlock.
                let ids = if n % 2 == 0 { [1001, 1002] } else { [1002, 1001] };
                for id in ids.map(TitleId) {
                    let mut title = titles::get_for_update(&mut tx, id).await.unwrap().unwrap();
                    title.metadata.title.push('!');
                    assert!(titles::update(&mut tx, &title).await.unwrap());
                }
                tx.commit().await.unwrap();
            }
        });
        join_all(writes).await;
        for title in titles::list_after(&db, TitleId(0), 9).await.unwrap() {
            assert_eq!(title.metadata.title, "The Tide Tables!!!!!!!!!!");
        }
    }
}
