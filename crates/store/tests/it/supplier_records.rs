//! Results of suppliers' records; runs that are jobs of their own command.

use domain::fixtures::{lab, noon, site, title, with_change};
use domain::{Title, TitleId, TitleStatus};
use jiff::SignedDuration;
use serde_json::json;
use store::jobs::{self, JobState, Lane, NewJob};
use store::supplier_records::{self, ImportedRecord, RecordSupplier, SupplierReference};
use store::{Db, db_test, titles};

use crate::world;

const KELP: &str = "9780306406157";
const TIDE: &str = "9780804429573";

fn harbor_supplier() -> RecordSupplier {
    RecordSupplier { site: site(), name: "harbor".into() }
}

fn book_with_isbn(id: i64, isbn: &str) -> Title {
    with_change(title(), |title| {
        title.id = TitleId(id);
        title.metadata.isbn13 = Some(isbn.into());
        title.metadata.product_identifier = None;
    })
}

async fn add(db: &Db, title: &Title, hash: Option<&str>) {
    committed!(db, tx => titles::insert(&mut tx, title, hash));
}

async fn record_import(db: &Db, supplier: &RecordSupplier, reference: &str, title: i64, hash: &str) {
    let taken = ImportedRecord { title: TitleId(title), hash: hash.into() };
    committed!(db, tx => supplier_records::upsert_many(&mut tx, supplier, &[(reference.to_owned(), taken)]));
}

db_test! {
    async fn a_reference_finds_only_the_title_of_its_supplier(db: Db) {
        world::create_sites(&db).await;
        add(&db, &book_with_isbn(1, KELP), None).await;
        add(&db, &book_with_isbn(2, TIDE), None).await;
        record_import(&db, &harbor_supplier(), "a", 1, "h1").await;
        record_import(&db, &harbor_supplier(), "a", 2, "h2").await;
        let found = supplier_records::find_by_references(&db, &harbor_supplier(), &["a", "b"]).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found["a"], ImportedRecord { title: TitleId(2), hash: "h2".into() }, "the last counts");
        record_import(&db, &RecordSupplier { name: "gull".into(), ..harbor_supplier() }, "z", 2, "h3").await;
        let reference = |supplier: &str, reference: &str| SupplierReference {
            supplier: supplier.into(),
            reference: reference.into(),
        };
        let of_title = supplier_records::list_of_title(&db, TitleId(2)).await.unwrap();
        assert_eq!(of_title, [reference("gull", "z"), reference("harbor", "a")]);
        assert!(supplier_records::list_of_title(&db, TitleId(1)).await.unwrap().is_empty());
        for other in [RecordSupplier { name: "gull".into(), ..harbor_supplier() }, RecordSupplier { site: lab(), ..harbor_supplier() }] {
            assert!(supplier_records::find_by_references(&db, &other, &["a"]).await.unwrap().is_empty());
        }
        assert_eq!(supplier_records::list_suppliers(&db, &site()).await.unwrap(), ["gull", "harbor"]);
        assert!(supplier_records::list_suppliers(&db, &lab()).await.unwrap().is_empty());
        assert!(supplier_records::find_by_references(&db, &harbor_supplier(), &[]).await.unwrap().is_empty());
    }

    async fn books_and_records_that_wait_for_each_other_are_found(db: Db) {
        world::create_sites(&db).await;
        add(&db, &book_with_isbn(1, KELP), Some("file")).await;
        add(&db, &book_with_isbn(2, TIDE), None).await;
        let isbns = [KELP, TIDE];
        let found = supplier_records::list_titles_without_record(&db, &site(), &isbns).await.unwrap();
        assert_eq!((found[KELP], found[TIDE]), (TitleId(1), TitleId(2)));
        assert!(supplier_records::list_titles_without_record(&db, &lab(), &isbns).await.unwrap().is_empty());
        record_import(&db, &harbor_supplier(), "t", 2, "h").await;
        let found = supplier_records::list_titles_without_record(&db, &site(), &isbns).await.unwrap();
        assert_eq!(found.keys().collect::<Vec<_>>(), [KELP]);

        let (kelp, tide) = ([KELP.to_owned()], [TIDE.to_owned()]);
        let waiting = async |isbns: &[String], references: &[&str]| {
            let references: Vec<String> = references.iter().map(|one| (*one).to_owned()).collect();
            supplier_records::find_title_without_file(&db, &site(), isbns, &references).await.unwrap()
        };
        assert_eq!(waiting(&tide, &[]).await, Some(TitleId(2)));
        assert_eq!(waiting(&[], &["t"]).await, Some(TitleId(2)));
        assert_eq!(waiting(&kelp, &["t", "u"]).await, Some(TitleId(2)));
        assert_eq!(waiting(&kelp, &["u"]).await, None, "it has a file and no record");
        assert_eq!(waiting(&[], &[]).await, None);
        assert!(committed!(db, tx => titles::set_source_hash(&mut tx, TitleId(2), "another")));
        assert_eq!(waiting(&tide, &["t"]).await, None);
        let mut tx = db.begin().await.unwrap();
        let taken = titles::set_source_hash(&mut tx, TitleId(2), "file").await.unwrap_err();
        assert!(taken.conflicts_with("titles_source_hash"), "{taken}");
    }

    async fn changing_many_titles_updates_all_columns(db: Db) {
        world::create_sites(&db).await;
        for id in 1..=3 {
            add(&db, &book_with_isbn(id, KELP), None).await;
        }
        let changed: Vec<Title> = (1..=3)
            .map(|id| with_change(book_with_isbn(id, TIDE), |title| title.status = TitleStatus::Removed))
            .chain([book_with_isbn(9, TIDE)])
            .collect();
        committed!(db, tx => titles::update_many(&mut tx, &changed));
        assert_eq!(titles::find_by_ids(&db, &[TitleId(2), TitleId(9)]).await.unwrap(), [changed[1].clone()]);
        // Neither ISBN nor status of the columns is the old one.
        assert!(supplier_records::list_titles_without_record(&db, &site(), &[KELP, TIDE]).await.unwrap().is_empty());
    }

    async fn a_run_is_a_job_that_no_worker_takes_and_that_dies_with_its_lease(db: Db) {
        let lease = SignedDuration::from_secs(12);
        let start = async |at| {
            let mut tx = db.begin().await.unwrap();
            let new = NewJob { unique_key: Some("k"), ..NewJob::new(Lane::Scans, "ingest", json!({}), at) };
            let job = jobs::start(&mut tx, new, "me", lease, at).await.unwrap();
            tx.commit().await.unwrap();
            job
        };
        let job = start(noon()).await.unwrap();
        assert_eq!((job.state, job.attempts, job.worker.as_deref()), (JobState::Running, 1, Some("me")));
        assert!(start(noon()).await.is_none(), "one at a time");
        let due = jobs::find_due(&db, &[Lane::Scans], &[], &["ingest"], noon()).await.unwrap();
        assert!(due.lanes.is_empty());
        let later = noon() + SignedDuration::from_secs(13);
        let next = start(later).await.unwrap();
        assert_ne!(next.id, job.id);
        let dead = jobs::get(&db, job.id).await.unwrap().unwrap();
        assert_eq!(dead.state, JobState::Dead);
        assert!(dead.last_error.unwrap().contains("lapsed"));
    }
}
