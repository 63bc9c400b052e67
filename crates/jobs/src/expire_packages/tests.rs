//! What becomes of packages after a day, on both databases.

use domain::downloads::DownloadStatus;
use domain::formats::Format;
use domain::ids::DownloadId;
use domain::settings::Settings;
use domain::titles::UsageRestriction;
use jiff::SignedDuration;
use store::db_test;
use store::downloads::{self, Charge, NewDownload};
use store::jobs::{self, JobState};

use super::ExpirePackages;
use crate::job::Job as _;
use crate::package::{PackageDownload, enqueue};
use crate::testing::Bench;

/// A record of a copyright title in EPUB 3, still pending.
async fn pending(bench: &Bench) -> DownloadId {
    let title = bench.book(UsageRestriction::Copyright, |_| {}).await;
    let reader = bench.reader("ada").await;
    let new = NewDownload {
        caller: Some(&reader.id),
        recipient: Some(&reader.id),
        item: title.id.into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: Settings::None,
        charge: Charge::Nobody,
        day: None,
    };
    let mut tx = bench.db().begin().await.unwrap();
    let (record, _) = downloads::find_or_create(&mut tx, &new, bench.now()).await.unwrap();
    tx.commit().await.unwrap();
    record.id
}

async fn status(bench: &Bench, id: DownloadId) -> DownloadStatus {
    downloads::get(bench.db(), id).await.unwrap().unwrap().status
}

db_test! {
    async fn a_package_is_kept_for_a_day_and_its_file_until_the_last_address_has_run_out(db: Db) {
        let bench = Bench::new(db).await;
        let id = pending(&bench).await;
        assert_eq!(bench.work(&PackageDownload { download: id }).await, JobState::Done);
        bench.wait(SignedDuration::from_hours(23));
        bench.work(&ExpirePackages::default()).await;
        assert_eq!(status(&bench, id).await, DownloadStatus::Available);
        bench.wait(SignedDuration::from_hours(1));
        bench.work(&ExpirePackages::default()).await;
        assert_eq!(status(&bench, id).await, DownloadStatus::Expired);
        assert_eq!(bench.files("packages").await.len(), 1, "an address given out before works for an hour");
        bench.wait(SignedDuration::from_hours(2));
        assert_eq!(bench.work(&ExpirePackages::default()).await, JobState::Done);
        assert_eq!(bench.files("packages").await, [] as [&str; 0]);
        // The next request packages again.
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, id, bench.now()).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(bench.work(&PackageDownload { download: id }).await, JobState::Done);
        assert_eq!(status(&bench, id).await, DownloadStatus::Available);
    }

    async fn who_waits_for_a_worker_that_died_at_its_last_attempt_is_told(db: Db) {
        let bench = Bench::new(db).await;
        let id = pending(&bench).await;
        let mut tx = bench.db().begin().await.unwrap();
        enqueue(&mut tx, id, Format::Epub3, bench.now()).await.unwrap();
        tx.commit().await.unwrap();
        for _ in 0..PackageDownload::ATTEMPTS {
            let lease = SignedDuration::from_secs(30);
            let held = jobs::claim(bench.db(), &[PackageDownload::KIND], "killed", lease, bench.now(), 1).await.unwrap();
            assert_eq!(held.len(), 1);
            bench.wait(SignedDuration::from_secs(40));
        }
        // Whoever looks into the queue next finds the lease lapsed and the attempts used up.
        let kinds = [PackageDownload::KIND];
        assert!(jobs::claim(bench.db(), &kinds, "next", SignedDuration::from_secs(30), bench.now(), 1).await.unwrap().is_empty());
        assert_eq!(status(&bench, id).await, DownloadStatus::Pending);
        bench.wait(crate::expire_packages::STRANDED);
        bench.work(&ExpirePackages::default()).await;
        assert_eq!(status(&bench, id).await, DownloadStatus::Failed);
    }

    async fn a_record_whose_job_still_waits_is_left_alone(db: Db) {
        let bench = Bench::new(db).await;
        let id = pending(&bench).await;
        let mut tx = bench.db().begin().await.unwrap();
        // Not due for a long time, as after many attempts.
        let job = PackageDownload { download: id };
        let unique = job.unique_key();
        let later = bench.now() + SignedDuration::from_hours(100);
        let new = jobs::NewJob { unique_key: Some(&unique), ..job.queued(later) };
        jobs::enqueue(&mut tx, new, bench.now()).await.unwrap();
        tx.commit().await.unwrap();
        bench.wait(SignedDuration::from_hours(2));
        bench.work(&ExpirePackages::default()).await;
        assert_eq!(status(&bench, id).await, DownloadStatus::Pending);
    }
}
