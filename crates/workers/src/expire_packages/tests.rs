//! Packages after their lifetime, on both databases.

use ::jobs::Job as _;
use ::jobs::package::{PackageDownload, enqueue};
use domain::{CopySettings, Download, DownloadId, DownloadStatus, Format, UsageRestriction};
use jiff::SignedDuration;
use store::db_test;
use store::downloads::{self, NewDownload, QuotaCharge};
use store::jobs::{self, Claim, JobState, Lane, SuspectFilter};

use super::ExpirePackages;
use crate::testing::{Bench, wait_until};

const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// A record of a copyright title in EPUB 3, still pending.
async fn pending_download(bench: &Bench) -> DownloadId {
    request_download(bench).await.id
}

async fn request_download(bench: &Bench) -> Download {
    let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
    let reader = bench.add_reader("ada").await;
    let new = NewDownload {
        caller: Some(&reader.id),
        recipient: Some(&reader.id),
        item: title.id.into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Nobody,
        day: None,
    };
    let mut tx = bench.db().begin().await.unwrap();
    let (record, _) = downloads::find_or_create(&mut tx, &new, bench.current_time()).await.unwrap();
    tx.commit().await.unwrap();
    record
}

async fn stored_status(bench: &Bench, id: DownloadId) -> DownloadStatus {
    downloads::get(bench.db(), id).await.unwrap().unwrap().status
}

db_test! {
    async fn a_package_is_kept_for_a_day_and_its_file_until_the_last_address_has_run_out(db: Db) {
        let bench = Bench::new(db).await;
        let id = pending_download(&bench).await;
        assert_eq!(bench.run_job(&PackageDownload { download: id }).await, JobState::Done);
        bench.advance_clock(SignedDuration::from_hours(23));
        bench.run_job(&ExpirePackages::default()).await;
        assert_eq!(stored_status(&bench, id).await, DownloadStatus::Available);
        bench.advance_clock(SignedDuration::from_hours(1));
        bench.run_job(&ExpirePackages::default()).await;
        assert_eq!(stored_status(&bench, id).await, DownloadStatus::Expired);
        assert_eq!(bench.list_files("packages").await.len(), 1, "an address given out before works for an hour");
        bench.advance_clock(SignedDuration::from_hours(2));
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);
        assert_eq!(bench.list_files("packages").await, [] as [&str; 0]);
        // The next request makes the package again.
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, id, bench.current_time()).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(bench.run_job(&PackageDownload { download: id }).await, JobState::Done);
        assert_eq!(stored_status(&bench, id).await, DownloadStatus::Available);
    }

    async fn a_waiting_caller_learns_that_the_job_was_cancelled(db: Db) {
        let bench = Bench::new(db).await;
        let asked = request_download(&bench).await;
        let mut tx = bench.db().begin().await.unwrap();
        enqueue(&mut tx, &asked, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let key = downloads::job_key(asked.id);
        assert_eq!(jobs::cancel_keys(bench.db(), &[key], bench.current_time()).await.unwrap(), 1);
        bench.run_job(&ExpirePackages::default()).await;
        assert_eq!(stored_status(&bench, asked.id).await, DownloadStatus::Pending);
        bench.advance_clock(crate::expire_packages::STRANDED_AFTER);
        bench.run_job(&ExpirePackages::default()).await;
        assert_eq!(stored_status(&bench, asked.id).await, DownloadStatus::Failed);
    }

    async fn a_copy_is_made_however_often_the_server_was_killed_meanwhile(db: Db) {
        let bench = Bench::new(db).await;
        let asked = request_download(&bench).await;
        let mut tx = bench.db().begin().await.unwrap();
        enqueue(&mut tx, &asked, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let kinds = &[PackageDownload::KIND];
        for kill in 0..PackageDownload::ATTEMPTS + 2 {
            let suspects = if kill == 0 { SuspectFilter::Without } else { SuspectFilter::Only };
            let claim = Claim { kinds, worker: "killed", lease: LEASE, suspects };
            let lanes = [Lane::Text];
            jobs::find_due(bench.db(), &lanes, &lanes, kinds, bench.current_time()).await.unwrap();
            let held = jobs::claim_jobs(bench.db(), &claim, Lane::Text, bench.current_time(), 1).await.unwrap();
            assert_eq!((held.len(), held[0].attempts, held[0].lapses), (1, 1, kill));
            bench.advance_clock(LEASE + SignedDuration::from_secs(1));
            jobs::find_due(bench.db(), &lanes, &lanes, kinds, bench.current_time()).await.unwrap();
            assert_eq!(stored_status(&bench, asked.id).await, DownloadStatus::Pending);
            bench.advance_clock(SignedDuration::from_mins(64));
        }
        let workers = bench.start_workers("next", 1);
        wait_until("packaged", async || stored_status(&bench, asked.id).await == DownloadStatus::Available).await;
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn a_record_whose_job_still_waits_is_left_alone(db: Db) {
        let bench = Bench::new(db).await;
        let id = pending_download(&bench).await;
        let mut tx = bench.db().begin().await.unwrap();
        // Not due for a long time, as after many attempts.
        let job = PackageDownload { download: id };
        let unique = job.unique_key();
        let later = bench.current_time() + SignedDuration::from_hours(100);
        let new = jobs::NewJob { unique_key: Some(&unique), ..job.to_new_job(later) };
        jobs::enqueue(&mut tx, new, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        bench.advance_clock(SignedDuration::from_hours(2));
        bench.run_job(&ExpirePackages::default()).await;
        assert_eq!(stored_status(&bench, id).await, DownloadStatus::Pending);
    }
}
