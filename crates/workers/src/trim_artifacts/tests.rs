//! Converted books stay within their space, on both databases.

use ::jobs::Job as _;
use ::jobs::expire_packages::ExpirePackages;
use delivery::Limits;
use domain::downloads::{DELIVERY_LIFETIME, PACKAGE_LIFETIME};
use domain::{CopySettings, Download, DownloadStatus, Format, Title, UsageRestriction};
use holdings::package;
use jiff::SignedDuration;
use store::downloads::{self, NewDownload, QuotaCharge};
use store::jobs::{self, JobState};
use store::{Db, KeyPage, artifacts, db_test};

use super::{MIN_UNUSED_TIME, TrimArtifacts};
use crate::testing::{Bench, wait_until};

/// A bench with this many bytes for converted books.
async fn bench_with_space(db: Db, artifacts: u64) -> Bench {
    Bench::with_limits(db, Limits { artifacts, ..Limits::default() }).await
}

fn guest_request(title: &Title, format: Format) -> NewDownload<'static> {
    NewDownload {
        caller: None,
        recipient: None,
        item: title.id.into(),
        format,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Nobody,
        day: None,
    }
}

/// A record that requests a package, made now.
async fn request_package(bench: &Bench, title: &Title, format: Format) -> Download {
    let record = packaged_as(bench, &guest_request(title, format)).await;
    all_is_counted(bench).await;
    record
}

async fn packaged_as(bench: &Bench, new: &NewDownload<'_>) -> Download {
    let mut tx = bench.db().begin().await.unwrap();
    let (record, _) = downloads::find_or_create(&mut tx, new, bench.current_time()).await.unwrap();
    tx.commit().await.unwrap();
    package::make_now(bench.ctx.holdings(), &record).await.unwrap();
    downloads::get(bench.db(), record.id).await.unwrap().unwrap()
}

/// The size of all files of converted books.
async fn stored_bytes(bench: &Bench) -> u64 {
    let mut stored = 0;
    for file in bench.list_files("artifacts").await {
        let key = delivery::Key::parse(&file).unwrap();
        stored += bench.ctx.delivery().files().head(&key).await.unwrap().map_or(0, |meta| meta.size);
    }
    stored
}

async fn recorded_bytes(bench: &Bench) -> u64 {
    artifacts::total_size(bench.db()).await.unwrap()
}

/// The map of an EPUB follows it.
async fn all_is_counted(bench: &Bench) {
    let has_maps = async || {
        let files = bench.list_files("artifacts").await;
        let count = |extension: &str| files.iter().filter(|key| key.ends_with(extension)).count();
        count(".map") == count(".plan")
    };
    let counted = async || has_maps().await && recorded_bytes(bench).await == stored_bytes(bench).await;
    wait_until("all files are there and counted", counted).await;
}

/// Unfinished jobs that free space.
async fn count_waiting_jobs(bench: &Bench) -> usize {
    let page = KeyPage { after: None, limit: 100 };
    let jobs = jobs::list(bench.db(), None, &page).await.unwrap();
    let open = |job: &&jobs::Job| matches!(job.state, JobState::Ready | JobState::Running);
    jobs.iter().filter(open).filter(|job| job.kind == TrimArtifacts::KIND).count()
}

async fn run_trim(bench: &Bench) {
    assert_eq!(bench.run_job(&TrimArtifacts::default()).await, JobState::Done);
}

db_test! {
    async fn the_longest_unused_goes_first_and_is_made_again(db: Db) {
        let mut bench = bench_with_space(db, 0).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let epub = request_package(&bench, &title, Format::Epub3).await;
        bench.advance_clock(SignedDuration::from_mins(1));
        request_package(&bench, &title, Format::Daisy).await;
        let both = bench.list_files("artifacts").await;
        // Each with its plan and its map.
        assert_eq!(both.len(), 6);
        let sizes = recorded_bytes(&bench).await;
        assert_eq!(sizes, stored_bytes(&bench).await, "plans and maps count too");

        // Everything has expired, and no address points to a file any more.
        let all = PACKAGE_LIFETIME + SignedDuration::from_mins(1);
        bench.advance_clock(all);
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);
        bench.advance_clock(DELIVERY_LIFETIME * 2 + SignedDuration::from_mins(1));
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);

        // Without a limit nothing is deleted; with a limit one byte too small, the least recently used book
        // is.
        run_trim(&bench).await;
        assert_eq!(bench.list_files("artifacts").await, both);
        bench.restart_with_limits(Limits { artifacts: sizes - 1, ..Limits::default() });
        run_trim(&bench).await;
        let left = bench.list_files("artifacts").await;
        assert_eq!(left.len(), 3);
        assert!(left.iter().all(|key| key.contains("/DAISY-")), "{left:?}");
        assert!(recorded_bytes(&bench).await < sizes);

        // It is made again on request.
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, epub.id, bench.current_time()).await.unwrap());
        tx.commit().await.unwrap();
        let again = request_package(&bench, &title, Format::Epub3).await;
        assert_eq!((again.id, again.status), (epub.id, DownloadStatus::Available));
        assert_eq!(bench.list_files("artifacts").await, both);
        assert_eq!(recorded_bytes(&bench).await, sizes);
    }

    async fn a_size_that_was_never_noted_is_noted_at_the_next_use(db: Db) {
        let bench = bench_with_space(db, 0).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let record = request_package(&bench, &title, Format::Epub3).await;
        let size = recorded_bytes(&bench).await;
        assert!(size > 0);
        // A worker that was killed between the file and its record leaves the file alone.
        let key = record.package.unwrap();
        assert_eq!(artifacts::remove_many(bench.db(), &[&key]).await.unwrap(), 1);
        let next = NewDownload { artifact_version: 2, ..guest_request(&title, Format::Epub3) };
        let sent = bench.db().statement_count();
        packaged_as(&bench, &next).await;
        let unknown = bench.db().statement_count() - sent;
        assert_eq!(recorded_bytes(&bench).await, size);
        // Once the size is known, a use is recorded with one statement, and there is no transaction for the
        // size.
        let next = NewDownload { artifact_version: 3, ..guest_request(&title, Format::Epub3) };
        let sent = bench.db().statement_count();
        packaged_as(&bench, &next).await;
        assert_eq!(bench.db().statement_count() - sent, unknown - 3);
        assert_eq!(recorded_bytes(&bench).await, size);
    }

    async fn artifacts_in_use_stay(db: Db) {
        let bench = bench_with_space(db, 1).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        request_package(&bench, &title, Format::Epub3).await;
        let files = bench.list_files("artifacts").await;
        // Just used; then named by a record that readers download; then perhaps still being downloaded.
        run_trim(&bench).await;
        assert_eq!(bench.list_files("artifacts").await, files);
        bench.advance_clock(MIN_UNUSED_TIME + SignedDuration::from_mins(1));
        run_trim(&bench).await;
        assert_eq!(bench.list_files("artifacts").await, files);
        bench.advance_clock(PACKAGE_LIFETIME);
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);
        run_trim(&bench).await;
        assert_eq!(bench.list_files("artifacts").await, files);
        bench.advance_clock(DELIVERY_LIFETIME * 2 + SignedDuration::from_mins(1));
        // The job that releases files also frees the space, without waiting for the next periodic run.
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);
        assert_eq!(bench.list_files("artifacts").await, [] as [&str; 0]);
        assert_eq!(recorded_bytes(&bench).await, 0);
    }

    async fn a_book_that_takes_space_makes_room_without_the_clock(db: Db) {
        let mut bench = bench_with_space(db, 0).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        let copy = |format| NewDownload {
            caller: Some(&reader.id),
            recipient: Some(&reader.id),
            ..guest_request(&title, format)
        };
        // Copies of copyrighted books are files of their own, and do not keep a converted book.
        for format in [Format::Epub3, Format::Daisy] {
            packaged_as(&bench, &copy(format)).await;
            all_is_counted(&bench).await;
            bench.advance_clock(MIN_UNUSED_TIME + SignedDuration::from_mins(1));
        }
        let bound = recorded_bytes(&bench).await;
        bench.restart_with_limits(Limits { artifacts: bound, ..Limits::default() });
        assert_eq!(count_waiting_jobs(&bench).await, 0);
        packaged_as(&bench, &copy(Format::Docx)).await;
        assert!(recorded_bytes(&bench).await > bound, "all three do not fit");
        // Another book that does not fit does not enqueue a second round.
        let next = NewDownload { artifact_version: 2, ..copy(Format::Docx) };
        packaged_as(&bench, &next).await;
        assert_eq!(count_waiting_jobs(&bench).await, 1);

        let workers = bench.start_workers("bench", 1);
        wait_until("there is room", async || count_waiting_jobs(&bench).await == 0).await;
        workers.shutdown(std::time::Duration::from_secs(5)).await;
        assert!(recorded_bytes(&bench).await <= bound);
        let left = bench.list_files("artifacts").await;
        assert!(left.iter().any(|key| key.contains("/DOCX-")), "{left:?}");
        assert!(!left.iter().any(|key| key.contains("/EPUB3-")), "the longest unused went: {left:?}");
    }
}
