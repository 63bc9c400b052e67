//! Backups that administrators start.

use ::jobs::Job as _;
use ::jobs::take_backup::{TakeBackup, enqueue};
use domain::UsageRestriction;
use store::backup_times::{BackupTask, announce_folder, find_last_success, has_folder};
use store::jobs::{JobState, count_by_state};
use store::testkit::TestDb;
use store::{Db, DbOptions};

use crate::backup::Manifest;
use crate::capabilities::takes_job;
use crate::testing::Bench;
use crate::{BackupTarget, LibraryDatabase};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_a_folder_takes_the_backup_and_its_copy_does_not_take_another() {
    let test = TestDb::create_sqlite().await;
    let mut bench = Bench::new(test.db.clone()).await;
    bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
    assert!(!takes_job(&bench.ctx, TakeBackup::KIND), "without a folder");
    let folder = bench.folder.path().join("backup");
    let database = LibraryDatabase::from_url(test.url.clone()).unwrap();
    let target = BackupTarget { folder: folder.clone(), database };
    bench.ctx = bench.ctx.clone().backing_up(Some(target));
    assert!(takes_job(&bench.ctx, TakeBackup::KIND));

    assert_eq!(bench.run_job(&TakeBackup::default()).await, JobState::Done);
    let manifest = Manifest::read(&folder).unwrap();
    assert_eq!(manifest.titles, 1);
    assert!(find_last_success(bench.db(), BackupTask::Backup).await.unwrap().is_some());
    let copy = store::backup::database_url(&folder.join(&manifest.database.name));
    let copy = Db::connect(&DbOptions::new(copy)).await.unwrap();
    let unfinished = count_by_state(&copy).await.unwrap();
    assert!(unfinished.values().all(|count| *count == 0), "the copy has no job: {unfinished:?}");
    copy.close().await;
    test.drop().await;
}

#[tokio::test]
async fn one_backup_is_enqueued_at_a_time_while_a_process_has_a_folder() {
    let test = TestDb::create_sqlite().await;
    let bench = Bench::new(test.db.clone()).await;
    let account = bench.add_reader("cora").await;
    let now = bench.current_time();
    let mut tx = bench.db().begin().await.unwrap();
    assert!(enqueue(&mut tx, &account.id, now).await.unwrap().is_some());
    assert_eq!(enqueue(&mut tx, &account.id, now).await.unwrap(), None);
    tx.commit().await.unwrap();

    assert!(!has_folder(bench.db(), now).await.unwrap());
    announce_folder(bench.db(), now).await.unwrap();
    assert!(has_folder(bench.db(), now).await.unwrap());
    assert!(!has_folder(bench.db(), now + jiff::SignedDuration::from_mins(5)).await.unwrap(), "it has ended");
    test.drop().await;
}
