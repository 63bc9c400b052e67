//! Packaging a download, on both databases.

use std::time::Duration;

use ::jobs::Job as _;
use ::jobs::package::{PackageDownload, enqueue};
use ::jobs::purge::Purge;
use ::jobs::retry::RetryOutcome;
use delivery::Key;
use delivery::packages::file_name;
use domain::copy_keys::CopyKey;
use domain::erasure::{ErasedSubject, ErasureNote, ErasureReason};
use domain::preferences::BrailleFormat;
use domain::settings::Braille;
use domain::synced_documents::CopiedItem;
use domain::{
    Account, CopySettings, Download, DownloadStatus, Format, Item, Title, UsageRestriction, fixtures,
};
use jiff::SignedDuration;
use store::copy_keys;
use store::db_test;
use store::downloads::{self, NewDownload, QuotaCharge};
use store::jobs::{self, JobState};
use store::{Conn as _, Sql};

use crate::erasures::erase_again;
use crate::job::Runner as _;
use crate::testing::{Bench, claim_next, wait_until};
use crate::{JobError, JobOutcome, Run};

/// A request: the record and its job in one transaction, as the endpoint does it.
pub(super) async fn request_package(
    bench: &Bench,
    title: &Title,
    format: Format,
    reader: Option<&Account>,
) -> Download {
    request_item(bench, title.id.into(), format, reader).await
}

async fn request_item(bench: &Bench, item: Item, format: Format, reader: Option<&Account>) -> Download {
    request_with(bench, item, format, reader, CopySettings::None).await
}

async fn request_with(
    bench: &Bench,
    item: Item,
    format: Format,
    reader: Option<&Account>,
    settings: CopySettings,
) -> Download {
    let new = NewDownload {
        caller: reader.map(|account| &account.id),
        recipient: reader.map(|account| &account.id),
        item,
        format,
        artifact_version: 1,
        settings,
        charge: QuotaCharge::Nobody,
        day: None,
    };
    let mut tx = bench.db().begin().await.unwrap();
    let (record, created) = downloads::find_or_create(&mut tx, &new, bench.current_time()).await.unwrap();
    if created {
        enqueue(&mut tx, &record, bench.current_time()).await.unwrap();
    }
    tx.commit().await.unwrap();
    record
}

pub(super) async fn stored_record(bench: &Bench, of: &Download) -> Download {
    downloads::get(bench.db(), of.id).await.unwrap().unwrap()
}

pub(super) async fn wait_for_package(bench: &Bench, of: &Download) -> Download {
    let workers = bench.start_workers("bench", 2);
    wait_until("packaged", async || stored_record(bench, of).await.status != DownloadStatus::Pending).await;
    workers.shutdown(Duration::from_secs(5)).await;
    stored_record(bench, of).await
}

pub(super) async fn file_content(bench: &Bench, download: &Download) -> bytes::Bytes {
    let key = Key::parse(download.package.as_deref().unwrap()).unwrap();
    bench.ctx.delivery().files().get(&key, 1 << 30).await.unwrap()
}

db_test! {
    async fn a_copyright_title_is_packaged_for_its_recipient(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        for format in [Format::Epub3, Format::Daisy] {
            let asked = request_package(&bench, &title, format, Some(&reader)).await;
            let done = wait_for_package(&bench, &asked).await;
            assert_eq!(done.status, DownloadStatus::Available);
            assert!(done.date_packaged.is_some());
            let copy = file_content(&bench, &done).await;
            let traced = bench.ctx.delivery().trace_file(&copy[..]).await.unwrap().unwrap();
            assert_eq!(traced.download, done.id);
            let text: String =
                books::testkit::unzip(&copy).iter().map(|(_, b)| String::from_utf8_lossy(b).into_owned()).collect();
            assert!(text.contains(&reader.name.display_name()) && text.contains("2026-11-21"), "{format}");
        }
    }

    async fn what_comes_late_about_somebody_who_is_erased_goes_too(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let ada = bench.add_reader("ada").await;
        let asked = request_package(&bench, &title, Format::Epub3, Some(&ada)).await;
        let note = ErasureNote {
            site: fixtures::site(),
            subject: ErasedSubject::Account(ada.id.clone()),
            reason: ErasureReason::Request,
            erased: bench.current_time(),
            by: None,
        };
        assert_eq!(erase_again(&bench.ctx, &[note]).await.unwrap().people, 1);
        assert_eq!(stored_record(&bench, &asked).await.status, DownloadStatus::Expired);
        // Requests that had begun before write after the erasure.
        let late = request_package(&bench, &title, Format::Daisy, Some(&ada)).await;
        let now = bench.current_time().as_microsecond();
        let note = format!("INSERT INTO call_notes (account_id, text, noted_at) VALUES ('ada', 'x', {now})");
        let mut db = bench.db();
        db.execute(Sql::new(note)).await.unwrap();
        assert_eq!(bench.run_job(&Purge::default()).await, JobState::Done);
        for copy in [asked, late] {
            let left = stored_record(&bench, &copy).await;
            assert!(left.package.is_none() && left.status != DownloadStatus::Pending, "{left:?}");
        }
        let left = db.fetch_one::<(i64,)>(Sql::new("SELECT COUNT(*) FROM call_notes")).await.unwrap();
        assert_eq!(left, (0,));
    }

    async fn an_edition_is_packaged_like_a_title(db: Db) {
        let bench = Bench::new(db).await;
        let edition = Item::Edition(bench.add_edition().await);
        let reader = bench.add_reader("ada").await;
        let asked = request_item(&bench, edition.clone(), Format::Daisy, Some(&reader)).await;
        let done = wait_for_package(&bench, &asked).await;
        assert_eq!((done.status, done.item.clone()), (DownloadStatus::Available, edition.clone()));
        let copy = file_content(&bench, &done).await;
        let traced = bench.ctx.delivery().trace_file(&copy[..]).await.unwrap().unwrap();
        assert_eq!(traced.download, done.id);
        let guest = request_item(&bench, edition, Format::Epub3, None).await;
        let failed = wait_for_package(&bench, &guest).await;
        assert_eq!(failed.status, DownloadStatus::Failed, "a copy in copyright needs a recipient");
    }

    async fn a_free_title_is_packaged_without_marks_for_guests_too(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        for who in [None, Some(&reader)] {
            let asked = request_package(&bench, &title, Format::Epub3, who).await;
            let done = wait_for_package(&bench, &asked).await;
            assert_eq!(done.status, DownloadStatus::Available);
            let copy = file_content(&bench, &done).await;
            assert_eq!(bench.ctx.delivery().trace_file(&copy[..]).await.unwrap(), None);
        }
        assert_eq!(bench.list_files("packages").await, [] as [&str; 0]);
    }

    async fn every_copy_leads_to_its_title_by_its_bytes_and_its_names(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let (ada, ben) = (bench.add_reader("ada").await, bench.add_reader("ben").await);
        let author = title.authors().next().unwrap().display_name.clone();
        let named = format!("{author} - {}", title.metadata.title);
        for format in [Format::Epub3, Format::Daisy, Format::Brf] {
            let done = wait_for_package(&bench, &request_package(&bench, &title, format, Some(&ada)).await).await;
            let copy = file_content(&bench, &done).await;
            let delivered = file_name(&title.metadata.title, &done.item, format);
            let keys = [
                CopyKey::from_file(&copy),
                CopyKey::from_name(&delivered),
                CopyKey::from_name(&format!("{named}.{}", format.extension())),
            ];
            let expected = Some(CopiedItem { item: title.id.into(), format });
            for key in &keys {
                assert_eq!(copy_keys::find(bench.db(), &ada.id, key.as_str()).await.unwrap(), expected, "{format}");
                assert_eq!(copy_keys::find(bench.db(), &ben.id, key.as_str()).await.unwrap(), None, "{format}");
            }
        }
    }

    async fn a_free_copy_is_recognized_no_matter_who_downloaded_it(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let ada = bench.add_reader("ada").await;
        let done = wait_for_package(&bench, &request_package(&bench, &title, Format::Epub3, None).await).await;
        let copy = file_content(&bench, &done).await;
        let key = CopyKey::from_file(&copy);
        let name = CopyKey::from_name(&file_name(&title.metadata.title, &done.item, Format::Epub3));
        let find = async |key: &CopyKey| copy_keys::find(bench.db(), &ada.id, key.as_str()).await.unwrap();
        let expected = Some(CopiedItem { item: title.id.into(), format: Format::Epub3 });
        assert_eq!((find(&key).await, find(&name).await), (expected.clone(), None), "names are one's own");
        wait_for_package(&bench, &request_package(&bench, &title, Format::Epub3, Some(&ada)).await).await;
        assert_eq!(find(&name).await, expected);
    }

    async fn braille_tells_how_many_volumes_it_has(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let volumes = async || {
            let title = store::titles::get(bench.db(), title.id).await.unwrap().unwrap();
            title.artifact(Format::Brf).unwrap().details.number_of_volumes
        };
        assert_eq!(volumes().await, None);
        let display = CopySettings::None.braille();
        let settings = CopySettings::Braille(Braille { format: BrailleFormat::Embossable, ..display });
        let asked = request_with(&bench, title.id.into(), Format::Brf, None, settings).await;
        assert_eq!(wait_for_package(&bench, &asked).await.status, DownloadStatus::Available);
        assert_eq!(volumes().await, Some(1));
    }

    async fn daisy_tells_how_long_its_text_is(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let text_size = async || store::titles::get(bench.db(), title.id).await.unwrap().unwrap().files.dtbook_size;
        for format in [Format::Brf, Format::Epub3] {
            let asked = request_package(&bench, &title, format, None).await;
            assert_eq!(wait_for_package(&bench, &asked).await.status, DownloadStatus::Available);
            assert_eq!(text_size().await, None, "{format}");
        }
        let asked = request_package(&bench, &title, Format::Daisy, None).await;
        let done = wait_for_package(&bench, &asked).await;
        let files = books::testkit::unzip(&file_content(&bench, &done).await);
        let text = files.iter().find(|(_, bytes)| String::from_utf8_lossy(bytes).contains("<dtbook")).unwrap();
        assert_eq!(text_size().await, i64::try_from(text.1.len()).ok());
    }

    async fn asking_again_never_starts_a_second_packaging(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        let asked = request_package(&bench, &title, Format::Epub3, Some(&reader)).await;
        for _ in 0..3 {
            assert_eq!(request_package(&bench, &title, Format::Epub3, Some(&reader)).await.id, asked.id);
            let mut tx = bench.db().begin().await.unwrap();
            enqueue(&mut tx, &asked, bench.current_time()).await.unwrap();
            tx.commit().await.unwrap();
        }
        let waiting = jobs::count_by_state(bench.db()).await.unwrap();
        assert_eq!(waiting.get(&JobState::Ready), Some(&1));
        let done = wait_for_package(&bench, &asked).await;
        // A job that runs again finds it done.
        assert_eq!(bench.run_job(&PackageDownload { download: asked.id }).await, JobState::Done);
        assert_eq!(stored_record(&bench, &asked).await.package, done.package);
        assert_eq!(bench.list_files("packages").await.len(), 1);
    }

    async fn a_book_that_cannot_be_converted_fails_once_and_for_good(db: Db) {
        let bench = Bench::new(db).await;
        let broken = books::testkit::zip_files([("mimetype", "application/epub+zip")]);
        let (source, _) = bench.ctx.delivery().put_source(broken.into(), "epub").await.unwrap();
        let mut title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        title.files.source = Some(source.to_string());
        let mut tx = bench.db().begin().await.unwrap();
        store::titles::update(&mut tx, &title).await.unwrap();
        tx.commit().await.unwrap();
        let reader = bench.add_reader("ada").await;
        let asked = request_package(&bench, &title, Format::Daisy, Some(&reader)).await;
        let done = wait_for_package(&bench, &asked).await;
        assert_eq!((done.status, done.package), (DownloadStatus::Failed, None));
        let page = store::KeyPage { after: None, limit: 10 };
        let dead = jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap();
        assert_eq!((dead.len(), dead[0].attempts), (1, 1));
        assert!(downloads::take_failure(bench.db(), asked.id).await.unwrap());
        assert!(!downloads::take_failure(bench.db(), asked.id).await.unwrap());
    }

    async fn a_dead_packaging_that_is_tried_again_delivers(db: Db) {
        let bench = Bench::new(db).await;
        let whole = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let path = bench.folder.path().join("files").join(whole.files.source.as_deref().unwrap());
        let source = std::fs::read(&path).unwrap();
        std::fs::write(&path, &source[..source.len() / 2]).unwrap();
        let asked = request_package(&bench, &whole, Format::Daisy, None).await;
        assert_eq!(wait_for_package(&bench, &asked).await.status, DownloadStatus::Failed);
        std::fs::write(&path, &source).unwrap();

        let page = store::KeyPage { after: None, limit: 10 };
        let dead = jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap();
        let id = dead[0].id;
        assert_eq!(bench.retry(id).await, RetryOutcome::Yes);
        assert_eq!(stored_record(&bench, &asked).await.status, DownloadStatus::Pending, "every caller waits for it");
        assert_eq!(bench.retry(id).await, RetryOutcome::Closed, "it waits");
        assert_eq!(bench.retry(999).await, RetryOutcome::Closed);
        let done = wait_for_package(&bench, &asked).await;
        assert_eq!(done.status, DownloadStatus::Available);
        assert!(!file_content(&bench, &done).await.is_empty());
    }

    async fn a_dead_packaging_is_not_retried_while_there_is_a_new_one(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let path = bench.folder.path().join("files").join(title.files.source.as_deref().unwrap());
        std::fs::write(&path, "no book").unwrap();
        let asked = request_package(&bench, &title, Format::Daisy, None).await;
        assert_eq!(wait_for_package(&bench, &asked).await.status, DownloadStatus::Failed);
        let page = store::KeyPage { after: None, limit: 10 };
        let dead = jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap();
        // Another request arrived in the meantime.
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, asked.id, bench.current_time()).await.unwrap());
        enqueue(&mut tx, &asked, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(bench.retry(dead[0].id).await, RetryOutcome::Replaced);
        let ready = jobs::list(bench.db(), Some(JobState::Ready), &page).await.unwrap();
        assert_eq!(ready.len(), 1);
    }

    async fn a_missing_file_is_tried_again_before_it_fails(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |t| t.files.source = Some(format!("sources/{}.epub", "0".repeat(64)))).await;
        let reader = bench.add_reader("ada").await;
        let asked = request_package(&bench, &title, Format::Epub3, Some(&reader)).await;
        let workers = bench.start_workers("bench", 1);
        wait_until("failed", async || {
            bench.pass_backoff().await;
            stored_record(&bench, &asked).await.status == DownloadStatus::Failed
        })
        .await;
        workers.shutdown(Duration::from_secs(5)).await;
        let page = store::KeyPage { after: None, limit: 10 };
        let dead = jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap();
        assert_eq!(dead[0].attempts, PackageDownload::ATTEMPTS);
    }

    async fn a_worker_that_was_too_slow_changes_nothing(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        let asked = request_package(&bench, &title, Format::Epub3, Some(&reader)).await;
        let lease = SignedDuration::from_secs(30);
        let held = claim_next::<PackageDownload>(&bench, "slow", lease).await;
        // The slow one has read that the record is pending; then its lease expires and another one packages.
        let slow = Run { job: held[0].clone() };
        bench.advance_clock(SignedDuration::from_secs(60));
        let done = wait_for_package(&bench, &asked).await;
        let mut tx = bench.db().begin().await.unwrap();
        let changed = downloads::set_packaged(&mut tx, asked.id, "packages/other", bench.current_time()).await.unwrap();
        assert!(!changed, "only from pending");
        let late = slow.commit_and_finish(tx, bench.current_time()).await;
        assert!(matches!(late, Err(JobError::Lost)), "{late:?}");
        assert_eq!(stored_record(&bench, &asked).await.package, done.package);
        assert!(!file_content(&bench, &done).await.is_empty());
    }

    async fn a_copy_that_was_given_up_is_not_delivered(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let reader = bench.add_reader("ada").await;
        let lease = SignedDuration::from_secs(30);
        let give_up = async |record: &Download| {
            let mut tx = bench.db().begin().await.unwrap();
            assert!(downloads::cancel(&mut tx, record.id, bench.current_time()).await.unwrap());
            tx.commit().await.unwrap();
        };
        // A worker has the job of a copy that is given up, for the first time and when it is made again.
        let first = request_package(&bench, &title, Format::Epub3, Some(&reader)).await;
        let run = Run { job: claim_next::<PackageDownload>(&bench, "slow", lease).await[0].clone() };
        give_up(&first).await;
        let ended = PackageDownload { download: first.id }.run(&bench.ctx, &run).await.unwrap();
        assert_eq!(ended, JobOutcome::Finished);
        assert!(downloads::get(bench.db(), first.id).await.unwrap().is_none());

        let second = request_package(&bench, &title, Format::Daisy, Some(&reader)).await;
        assert_eq!(wait_for_package(&bench, &second).await.status, DownloadStatus::Available);
        bench.advance_clock(SignedDuration::from_hours(25));
        let mut tx = bench.db().begin().await.unwrap();
        assert!(downloads::restart(&mut tx, second.id, bench.current_time()).await.unwrap());
        enqueue(&mut tx, &second, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let run = Run { job: claim_next::<PackageDownload>(&bench, "slow", lease).await[0].clone() };
        give_up(&second).await;
        let ended = PackageDownload { download: second.id }.run(&bench.ctx, &run).await.unwrap();
        assert_eq!(ended, JobOutcome::Finished);
        assert_eq!(stored_record(&bench, &second).await.status, DownloadStatus::Expired);
    }
}

#[test]
fn names_of_readers_begin_with_the_first_name() {
    let name = fixtures::individual("ada").account.name;
    assert!(name.display_name().starts_with(&name.first), "{}", name.display_name());
}
