//! Keys of copies, and the places that apps keep by document.

use domain::copy_keys::CopyKey;
use domain::fixtures::{self, days_ago, noon};
use domain::reading::{MetricType, ReadingEvent};
use domain::synced_documents::{CopiedItem, SyncedProgress, UNKNOWN_KEPT};
use domain::{AccountId, Format, Item, TitleId};
use jiff::{SignedDuration, Timestamp};
use store::{Conn, Db, Sql, copy_keys, db_test, reading, synced_documents};

use crate::world;

async fn settle_readers(db: &Db) -> (AccountId, AccountId) {
    world::create_sites(db).await;
    world::insert_titles(db, 3).await;
    let (ada, ben) = (fixtures::individual("ada"), fixtures::individual("ben"));
    world::settle(db, &ada).await;
    world::settle(db, &ben).await;
    (ada.account.id, ben.account.id)
}

fn copied_title(id: i64, format: Format) -> CopiedItem {
    CopiedItem { item: Item::Title(TitleId(id)), format }
}

fn progress_at(progress: &str, date: Timestamp) -> SyncedProgress {
    SyncedProgress {
        progress: progress.into(),
        percentage: 0.25,
        device: "Kobo".into(),
        device_id: Some("A1".into()),
        date,
    }
}

async fn put(
    db: &Db,
    account: &AccountId,
    document: &str,
    copied: Option<&CopiedItem>,
    progress: &SyncedProgress,
) {
    committed!(db, tx => synced_documents::put(&mut tx, account, document, copied, progress));
}

async fn count(mut db: &Db, account: &AccountId) -> i64 {
    let text = "SELECT COUNT(*) FROM synced_documents WHERE account_id = $1";
    db.fetch_one::<(i64,)>(Sql::new(text).bind(account.as_str())).await.unwrap().0
}

db_test! {
    async fn a_key_leads_to_the_own_copy_before_a_shared_one(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let (file, name) = (CopyKey::from_samples(["file"]), CopyKey::from_name("emma.epub"));
        let epub = copied_title(1001, Format::Epub3);
        assert_eq!(copy_keys::find(&db, &ada, file.as_str()).await.unwrap(), None);
        let keys = vec![(file.clone(), None), (name.clone(), Some(ada.clone())), (file.clone(), None)];
        copy_keys::record_keys(&db, keys, &epub, noon()).await.unwrap();
        copy_keys::record_keys(&db, Vec::new(), &epub, noon()).await.unwrap();
        for (account, key, found) in [(&ada, &file, true), (&ben, &file, true), (&ada, &name, true), (&ben, &name, false)] {
            let copied = copy_keys::find(&db, account, key.as_str()).await.unwrap();
            assert_eq!(copied, found.then(|| epub.clone()), "{account} {key}");
        }
        // Another title under the same name: the newest copy is found, by its owner alone.
        let pdf = copied_title(1002, Format::Pdf);
        let keys = vec![(name.clone(), Some(ada.clone())), (file.clone(), Some(ben.clone()))];
        copy_keys::record_keys(&db, keys, &pdf, noon()).await.unwrap();
        assert_eq!(copy_keys::find(&db, &ada, name.as_str()).await.unwrap(), Some(pdf.clone()));
        assert_eq!(copy_keys::find(&db, &ben, file.as_str()).await.unwrap(), Some(pdf));
        assert_eq!(copy_keys::find(&db, &ada, file.as_str()).await.unwrap(), Some(epub));
    }

    async fn a_place_comes_back_as_it_was_put(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let newest = async |account, document, copied| {
            synced_documents::find_newest_progress(&db, account, document, copied).await.unwrap()
        };
        assert_eq!(newest(&ada, "d", None).await, None);
        put(&db, &ada, "d", None, &progress_at("/body/p[1]", days_ago(3))).await;
        assert_eq!(newest(&ada, "d", None).await, Some(progress_at("/body/p[1]", days_ago(3))));
        assert_eq!(newest(&ben, "d", None).await, None);
        // A device without an identifier leaves the existing one.
        let anonymous = SyncedProgress { device: "PB".into(), device_id: None, ..progress_at("2", days_ago(2)) };
        put(&db, &ada, "d", None, &anonymous).await;
        assert_eq!(newest(&ada, "d", None).await, Some(SyncedProgress { device_id: Some("A1".into()), ..anonymous }));
    }

    async fn copies_of_one_title_in_one_format_share_their_place(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let (epub, pdf) = (copied_title(1001, Format::Epub3), copied_title(1001, Format::Pdf));
        put(&db, &ada, "first", Some(&epub), &progress_at("p1", days_ago(5))).await;
        put(&db, &ada, "second", Some(&epub), &progress_at("p2", days_ago(4))).await;
        put(&db, &ada, "pdf", Some(&pdf), &progress_at("77", days_ago(3))).await;
        put(&db, &ada, "other", Some(&copied_title(1002, Format::Epub3)), &progress_at("p3", days_ago(2))).await;
        put(&db, &ben, "second", Some(&epub), &progress_at("p4", days_ago(1))).await;
        let newest = async |document, copied| {
            let found = synced_documents::find_newest_progress(&db, &ada, document, copied).await.unwrap();
            found.map(|progress| progress.progress)
        };
        assert_eq!(newest("first", Some(&epub)).await.as_deref(), Some("p2"));
        assert_eq!(newest("new copy", Some(&epub)).await.as_deref(), Some("p2"));
        assert_eq!(newest("pdf", Some(&pdf)).await.as_deref(), Some("77"));
        // The library does not lead from it to the title any more: it still has its own place.
        assert_eq!(newest("first", None).await.as_deref(), Some("p1"));
        assert_eq!(newest("new copy", None).await, None);
    }

    async fn only_the_newest_unknown_documents_are_kept(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let old = days_ago(100);
        put(&db, &ada, "known", Some(&copied_title(1001, Format::Epub3)), &progress_at("p", old)).await;
        put(&db, &ben, "bens", None, &progress_at("p", old)).await;
        let text = "INSERT INTO synced_documents (account_id, document, progress, percentage, device, synced_at) \
             WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1) \
             SELECT $2, 'd' || CAST(i AS TEXT), 'p', 0.5, 'Kobo', CAST($3 AS BIGINT) + i FROM n";
        let filled = Sql::new(text).bind(i64::from(UNKNOWN_KEPT)).bind(ada.as_str()).bind(old);
        (&db).execute(filled).await.unwrap();
        // A new place in a known document pushes none out, nor does one in an existing document.
        put(&db, &ada, "known", Some(&copied_title(1001, Format::Epub3)), &progress_at("q", days_ago(2))).await;
        put(&db, &ada, "d0", None, &progress_at("q", days_ago(2))).await;
        assert_eq!(count(&db, &ada).await, i64::from(UNKNOWN_KEPT) + 1);
        put(&db, &ada, "new", None, &progress_at("p", days_ago(1))).await;
        assert_eq!(count(&db, &ada).await, i64::from(UNKNOWN_KEPT) + 1);
        let is_there = async |document| {
            synced_documents::find_newest_progress(&db, &ada, document, None).await.unwrap().is_some()
        };
        assert!(!is_there("d1").await, "the oldest");
        for document in ["known", "d0", "d2", "new"] {
            assert!(is_there(document).await, "{document}");
        }
        assert_eq!(count(&db, &ben).await, 1);
    }

    async fn each_format_has_its_newest_event(db: Db) {
        let (ada, _) = settle_readers(&db).await;
        let event = |format, share, date| ReadingEvent {
            title: TitleId(1001),
            format,
            location: "p".into(),
            total_progression: share,
            metric: 0,
            metric_type: MetricType::Page,
            description: None,
            date,
        };
        let minute = SignedDuration::from_mins(1);
        for event in [
            event(Format::Epub3, Some(0.5), days_ago(5)),
            event(Format::Epub3, Some(0.25), days_ago(4)),
            event(Format::Pdf, Some(0.75), days_ago(3)),
            event(Format::Pdf, None, days_ago(3) + minute),
            ReadingEvent { title: TitleId(1002), ..event(Format::Daisy, Some(1.0), days_ago(1)) },
        ] {
            reading::record_event(&db, &ada, &event).await.unwrap();
        }
        let found = reading::newest_events(&db, &ada, TitleId(1001)).await.unwrap();
        let found: Vec<_> = found.iter().map(|one| (one.format, one.total_progression, one.date)).collect();
        let expected =
            [(Format::Pdf, None, days_ago(3) + minute), (Format::Epub3, Some(0.25), days_ago(4))];
        assert_eq!(found, expected, "the newest place in the PDF does not say how far it is");
    }
}
