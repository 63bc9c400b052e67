//! Exports that collection staff start.

use ::jobs::export_catalog::{ExportCatalog, enqueue};
use delivery::Key;
use delivery::keys::EXPORTS;
use domain::record_formats::RecordFormat;
use domain::{UsageRestriction, fixtures};
use jiff::SignedDuration;
use store::jobs::JobState;
use store::testkit::TestDb;

use crate::testing::Bench;

fn new_export(file: &Key) -> ExportCatalog {
    ExportCatalog {
        site: fixtures::site(),
        format: RecordFormat::Csv,
        since: None,
        supplier: None,
        published: false,
        file: file.to_string(),
    }
}

#[tokio::test]
async fn the_catalog_of_a_site_becomes_a_file_that_is_deleted_later() {
    let test = TestDb::create_sqlite().await;
    let bench = Bench::new(test.db.clone()).await;
    bench.add_book(UsageRestriction::PublicDomain, |title| title.metadata.title = "Kelp".into()).await;
    let key = Key::export(&[7; 32], "csv");
    assert_eq!(bench.run_job(&new_export(&key)).await, JobState::Done);
    let bytes = bench.ctx.delivery().files().get(&key, 1 << 20).await.unwrap();
    let table = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(table.starts_with("reference,") && table.contains("Kelp"), "{table}");

    let nowhere = ExportCatalog { site: "nowhere".into(), ..new_export(&key) };
    assert_eq!(bench.run_job(&nowhere).await, JobState::Dead);

    bench.set_file_date(key.as_str(), bench.current_time() - SignedDuration::from_hours(8 * 24));
    assert_eq!(bench.run_job(&::jobs::purge::Purge::default()).await, JobState::Done);
    assert!(bench.list_files(EXPORTS).await.is_empty());
    test.drop().await;
}

#[tokio::test]
async fn one_export_of_a_site_is_enqueued_at_a_time() {
    let test = TestDb::create_sqlite().await;
    let bench = Bench::new(test.db.clone()).await;
    let account = bench.add_reader("cora").await;
    let now = bench.current_time();
    let job = new_export(&Key::export(&[7; 32], "csv"));
    let mut tx = bench.db().begin().await.unwrap();
    assert!(enqueue(&mut tx, &job, &account.id, now).await.unwrap().is_some());
    assert_eq!(enqueue(&mut tx, &job, &account.id, now).await.unwrap(), None);
    let other = ExportCatalog { site: fixtures::lab(), ..job };
    assert!(enqueue(&mut tx, &other, &account.id, now).await.unwrap().is_some());
    tx.commit().await.unwrap();
    test.drop().await;
}
