//! Backups that administrators start.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ::jobs::expire_packages::ExpirePackages;
use ::jobs::rehearse_restore::RehearseRestore;
use ::jobs::take_backup::{BUSY_FOLDER_NOTE, TakeBackup};
use ::jobs::{Job as _, enqueue_single};
use domain::UsageRestriction;
use store::backup_times::{BackupTask, announce_folder, find_last_success, has_folder};
use store::jobs::{self, JobId, JobState, count_by_state};
use store::testkit::TestDb;
use store::{Db, DbOptions};

use crate::backup::Manifest;
use crate::capabilities::takes_job;
use crate::testing::{Bench, wait_until};
use crate::{BackupTarget, LibraryDatabase};

fn new_target(test: &TestDb, folder: &Path) -> BackupTarget {
    let database = LibraryDatabase::from_url(test.url.clone()).unwrap();
    BackupTarget { folder: folder.to_owned(), database }
}

async fn find_job(bench: &Bench, id: JobId) -> jobs::Job {
    jobs::get(bench.db(), id).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_a_folder_takes_the_backup_and_its_copy_does_not_take_another() {
    let test = TestDb::create_sqlite().await;
    let mut bench = Bench::new(test.db.clone()).await;
    bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
    assert!(!takes_job(&bench.ctx, TakeBackup::KIND), "without a folder");
    let folder = bench.folder.path().join("backup");
    bench.ctx.backup_target = Some(Arc::new(new_target(&test, &folder)));
    assert!(takes_job(&bench.ctx, TakeBackup::KIND));

    // It waits for a process that rehearses restores.
    bench.enqueue_job(&RehearseRestore::default()).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_waits_for_another_one_without_an_attempt_or_a_slot() {
    let test = TestDb::create_sqlite().await;
    let mut bench = Bench::new(test.db.clone()).await;
    let folder = bench.folder.path().join("backup");
    bench.ctx.backup_target = Some(Arc::new(new_target(&test, &folder)));
    fs::create_dir(&folder).unwrap();
    // As a nightly command locks it.
    let lock = File::create(folder.join("backup.lock")).unwrap();
    lock.try_lock().unwrap();

    let backup = bench.enqueue_job(&TakeBackup::default()).await;
    let workers = bench.start_workers("bench", 1);
    wait_until("the backup waits", async || {
        find_job(&bench, backup).await.progress.note.as_deref() == Some(BUSY_FOLDER_NOTE)
    })
    .await;
    let short = bench.enqueue_job(&ExpirePackages::default()).await;
    wait_until("a short job is done", async || find_job(&bench, short).await.state == JobState::Done).await;
    assert_eq!(find_job(&bench, backup).await.state, JobState::Running);

    drop(lock);
    wait_until("the backup is taken", async || find_job(&bench, backup).await.state == JobState::Done).await;
    assert_eq!(find_job(&bench, backup).await.attempts, 1);
    assert!(Manifest::read(&folder).is_ok());
    workers.shutdown(Duration::from_secs(5)).await;
    test.drop().await;
}

#[tokio::test]
async fn one_backup_is_enqueued_at_a_time_while_a_process_has_a_folder() {
    let test = TestDb::create_sqlite().await;
    let bench = Bench::new(test.db.clone()).await;
    let account = bench.add_reader("cora").await;
    let now = bench.current_time();
    let mut tx = bench.db().begin().await.unwrap();
    assert!(enqueue_single::<TakeBackup>(&mut tx, &account.id, now).await.unwrap().is_some());
    assert_eq!(enqueue_single::<TakeBackup>(&mut tx, &account.id, now).await.unwrap(), None);
    let rehearsal = enqueue_single::<RehearseRestore>(&mut tx, &account.id, now).await.unwrap();
    assert!(rehearsal.is_some(), "of another kind");
    tx.commit().await.unwrap();

    assert!(!has_folder(bench.db(), now).await.unwrap());
    announce_folder(bench.db(), now).await.unwrap();
    assert!(has_folder(bench.db(), now).await.unwrap());
    assert!(!has_folder(bench.db(), now + jiff::SignedDuration::from_mins(5)).await.unwrap(), "it has ended");
    test.drop().await;
}
