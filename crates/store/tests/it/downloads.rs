//! Download records (docs/rules/downloads.md#rule-1).

use domain::fixtures::{days_ago, individual, member, noon, school, sponsor};
use domain::{AccountId, CopySettings, Download, DownloadId, DownloadStatus, Format, TitleId};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::artifacts::StoredArtifact;
use store::downloads::{FinishedPackage, NewDownload, PackagePurpose, QuotaCharge, job_key};
use store::jobs::{JobState, Lane, NewJob};
use store::known_files::KnownKind;
use store::{
    Db, artifacts, assignments, db_test, discarded_files, downloads, jobs, known_files, quota_usage,
};

use crate::world;

fn new_download<'a>(caller: Option<&'a AccountId>, recipient: Option<&'a AccountId>) -> NewDownload<'a> {
    NewDownload {
        caller,
        recipient,
        item: TitleId(1001).into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Own,
        day: None,
    }
}

async fn find_or_create(db: &Db, new: &NewDownload<'_>, at: Timestamp) -> (Download, bool) {
    committed!(db, tx => downloads::find_or_create(&mut tx, new, at))
}

async fn complete_fetch(db: &Db, id: DownloadId, at: Timestamp) -> bool {
    committed!(db, tx => downloads::complete_fetch(&mut tx, id, at))
}

async fn restart_download(db: &Db, id: DownloadId, at: Timestamp) -> bool {
    committed!(db, tx => downloads::restart(&mut tx, id, at))
}

async fn get_status(db: &Db, id: DownloadId) -> DownloadStatus {
    downloads::get(db, id).await.unwrap().unwrap().status
}

async fn settle_ada(db: &Db) -> AccountId {
    world::create_sites(db).await;
    world::insert_titles(db, 2).await;
    world::settle(db, &individual("ada")).await;
    "ada".into()
}

fn hours(n: i64) -> SignedDuration {
    SignedDuration::from_hours(n)
}

db_test! {
    async fn a_record_is_made_once_and_found_again(db: Db) {
        let ada = settle_ada(&db).await;
        let new = new_download(Some(&ada), Some(&ada));
        assert_eq!(downloads::find(&db, &new).await.unwrap(), None);
        let (made, created) = find_or_create(&db, &new, noon()).await;
        assert!(created);
        assert_eq!(made.status, DownloadStatus::Pending);
        assert_eq!((made.caller.as_ref(), made.recipient.as_ref()), (Some(&ada), Some(&ada)));
        assert_eq!((made.item.clone(), made.format, made.artifact_version), (TitleId(1001).into(), Format::Epub3, 1));
        assert_eq!(made.date_requested, noon());
        assert_eq!((made.package.clone(), made.date_packaged, made.date_downloaded), (None, None, None));
        assert_eq!(find_or_create(&db, &new, noon() + hours(1)).await, (made.clone(), false));
        assert_eq!(downloads::find(&db, &new).await.unwrap(), Some(made.clone()));
        assert_eq!(downloads::get(&db, made.id).await.unwrap(), Some(made));
        assert_eq!(downloads::get(&db, DownloadId(999)).await.unwrap(), None);
    }

    async fn each_part_of_the_identity_tells_records_apart(db: Db) {
        let ada = settle_ada(&db).await;
        let school = school();
        world::settle(&db, &member("mia", &school)).await;
        world::settle(&db, &sponsor("tess", &school)).await;
        let (mia, tess) = (AccountId::from("mia"), AccountId::from("tess"));
        let base = new_download(Some(&ada), Some(&ada));
        let records = [
            base.clone(),
            NewDownload { item: TitleId(1002).into(), ..base.clone() },
            NewDownload { format: Format::Daisy, ..base.clone() },
            NewDownload { artifact_version: 2, ..base.clone() },
            NewDownload { day: Some("2026-11-21".parse().unwrap()), ..base.clone() },
            NewDownload { day: Some("2026-11-22".parse().unwrap()), ..base.clone() },
            new_download(Some(&tess), Some(&mia)),
            new_download(Some(&mia), Some(&mia)),
            new_download(None, None),
        ];
        for new in &records {
            assert!(find_or_create(&db, new, noon()).await.1, "{new:?}");
        }
        for new in &records {
            assert!(!find_or_create(&db, &NewDownload { charge: QuotaCharge::Nobody, ..new.clone() }, noon()).await.1);
        }
    }

    async fn of_racing_requests_one_makes_the_record_and_its_job(db: Db) {
        let ada = settle_ada(&db).await;
        for caller in [Some(&ada), None] {
            let requests = (0..8).map(|_| {
                let (db, caller) = (db.clone(), caller.cloned());
                async move {
                    let mut tx = db.begin().await.unwrap();
                    let new = new_download(caller.as_ref(), caller.as_ref());
                    let (record, created) = downloads::find_or_create(&mut tx, &new, noon()).await.unwrap();
                    if created {
                        let key = job_key(record.id);
                        let job = NewJob { unique_key: Some(&key), ..NewJob::new(Lane::Text, "package", ().into(), noon()) };
                        assert!(jobs::enqueue(&mut tx, job, noon()).await.unwrap().is_some());
                    }
                    tx.commit().await.unwrap();
                    (record.id, created)
                }
            });
            let answers = join_all(requests).await;
            assert_eq!(answers.iter().filter(|(_, created)| *created).count(), 1);
            assert!(answers.iter().all(|(id, _)| *id == answers[0].0));
        }
        let ready = jobs::count_by_state(&db).await.unwrap();
        assert_eq!(ready[&jobs::JobState::Ready], 2);
    }

    async fn a_fetch_counts_against_the_reader_named_last(db: Db) {
        let ada = settle_ada(&db).await;
        let school = QuotaCharge::Organization(school().organization.id);
        let new = NewDownload { charge: school.clone(), ..new_download(Some(&ada), Some(&ada)) };
        let id = find_or_create(&db, &new, noon()).await.0.id;
        assert!(!downloads::is_charged_to(&db, id, &school).await.unwrap(), "it has no place yet");
        let reserve = async |charge: &QuotaCharge| {
            committed!(db, tx => quota_usage::reserve_book(&mut tx, id, charge, &ada, TitleId(1001), noon()));
        };
        reserve(&school).await;
        assert!(downloads::is_charged_to(&db, id, &school).await.unwrap());
        for other in [QuotaCharge::Own, QuotaCharge::Nobody, QuotaCharge::Organization("other".into())] {
            assert!(!downloads::is_charged_to(&db, id, &other).await.unwrap(), "{other:?}");
        }
        assert!(downloads::set_packaged(&db, id, "packages/1-a.epub", noon()).await.unwrap());
        downloads::charge_to(&db, id, &QuotaCharge::Own).await.unwrap();
        reserve(&QuotaCharge::Own).await;
        assert!(downloads::is_charged_to(&db, id, &QuotaCharge::Own).await.unwrap());
        assert!(complete_fetch(&db, id, noon()).await);
        downloads::charge_to(&db, id, &school).await.unwrap();
        assert!(downloads::is_charged_to(&db, id, &QuotaCharge::Own).await.unwrap(), "what was fetched has counted");
    }

    async fn packages_in_progress_are_counted_for_their_caller(db: Db) {
        let ada = settle_ada(&db).await;
        let first = find_or_create(&db, &new_download(Some(&ada), Some(&ada)), noon()).await.0;
        let second = NewDownload { format: Format::Daisy, ..new_download(Some(&ada), Some(&ada)) };
        find_or_create(&db, &second, noon()).await;
        find_or_create(&db, &new_download(None, None), noon()).await;
        let count = async |purpose| {
            let mut tx = db.begin().await.unwrap();
            let count = downloads::count_in_progress(&mut tx, &ada, purpose).await.unwrap();
            tx.rollback().await.unwrap();
            count
        };
        assert_eq!(count(PackagePurpose::Download).await, 2);
        assert!(downloads::set_packaged(&db, first.id, "packages/1", noon()).await.unwrap());
        assert_eq!(count(PackagePurpose::Download).await, 1);
        assert_eq!(count(PackagePurpose::Files).await, 0);
        let day = Some(domain::dates::utc_date(noon()));
        find_or_create(&db, &NewDownload { day, ..new_download(Some(&ada), Some(&ada)) }, noon()).await;
        assert_eq!(count(PackagePurpose::Files).await, 1);
        assert_eq!(count(PackagePurpose::Download).await, 1, "lists of files take no place of a download");
    }

    /// docs/rules/downloads.md#rule-1: no more than the limit, however many concurrent requests there are.
    async fn concurrent_requests_count_each_other(db: Db) {
        let ada = settle_ada(&db).await;
        let formats = [Format::Epub3, Format::Daisy, Format::Brf, Format::Docx, Format::Pdf, Format::DaisyAudio];
        let requests = formats.map(|format| {
            let (db, ada) = (&db, &ada);
            async move {
                let mut tx = db.begin().await.unwrap();
                let before = downloads::count_in_progress(&mut tx, ada, PackagePurpose::Download).await.unwrap();
                if before < 2 {
                    let new = NewDownload { format, ..new_download(Some(ada), Some(ada)) };
                    downloads::find_or_create(&mut tx, &new, noon()).await.unwrap();
                }
                tx.commit().await.unwrap();
                before < 2
            }
        });
        assert_eq!(join_all(requests).await.into_iter().filter(|started| *started).count(), 2);
    }

    async fn a_package_is_fetched_for_the_first_time_once(db: Db) {
        let ada = settle_ada(&db).await;
        let id = find_or_create(&db, &new_download(Some(&ada), Some(&ada)), noon()).await.0.id;
        assignments::assign(&db, &ada, TitleId(1001), None, noon()).await.unwrap();
        assert!(!complete_fetch(&db, id, noon()).await, "there is no package");
        assert!(downloads::set_packaged(&db, id, "packages/1", noon()).await.unwrap());
        assert!(!downloads::set_packaged(&db, id, "packages/2", noon()).await.unwrap());
        let ready = downloads::get(&db, id).await.unwrap().unwrap();
        assert_eq!(ready.status, DownloadStatus::Available);
        assert_eq!((ready.package.as_deref(), ready.date_packaged), (Some("packages/1"), Some(noon())));
        let fetches = join_all((0..4).map(|_| complete_fetch(&db, id, noon() + hours(1)))).await;
        assert_eq!(fetches.iter().filter(|first| **first).count(), 1);
        let done = downloads::get(&db, id).await.unwrap().unwrap();
        assert_eq!((done.status, done.date_downloaded), (DownloadStatus::Downloaded, Some(noon() + hours(1))));
        let assigned = world::list_assigned(&db, &ada).await;
        assert_eq!(assigned[0].date_downloaded, Some(noon() + hours(1)));
    }

    async fn a_guests_fetch_counts_against_no_quota(db: Db) {
        settle_ada(&db).await;
        let id = find_or_create(&db, &NewDownload { charge: QuotaCharge::Nobody, ..new_download(None, None) }, noon()).await.0.id;
        assert!(downloads::set_packaged(&db, id, "packages/1", noon()).await.unwrap());
        assert!(complete_fetch(&db, id, noon()).await);
        assert_eq!(get_status(&db, id).await, DownloadStatus::Downloaded);
    }

    /// docs/rules/downloads.md#rule-5: one 500, then the next request starts over.
    async fn a_failure_is_reported_once_and_then_started_again(db: Db) {
        let ada = settle_ada(&db).await;
        let id = find_or_create(&db, &new_download(Some(&ada), Some(&ada)), noon()).await.0.id;
        assert!(!restart_download(&db, id, noon()).await, "it is being made");
        for _ in 0..2 {
            assert!(!downloads::take_failure(&db, id).await.unwrap());
            assert!(downloads::set_failed(&db, id).await.unwrap());
            assert!(!downloads::set_failed(&db, id).await.unwrap());
            assert!(!downloads::set_packaged(&db, id, "late", noon()).await.unwrap());
            assert!(downloads::take_failure(&db, id).await.unwrap());
            assert!(!downloads::take_failure(&db, id).await.unwrap());
            assert_eq!(get_status(&db, id).await, DownloadStatus::Failed);
            let restarts = join_all((0..4).map(|_| restart_download(&db, id, noon()))).await;
            assert_eq!(restarts.iter().filter(|restarted| **restarted).count(), 1);
            assert_eq!(get_status(&db, id).await, DownloadStatus::Pending);
        }
        assert!(!restart_download(&db, DownloadId(999), noon()).await);
    }

    async fn a_package_is_kept_for_a_day(db: Db) {
        let ada = settle_ada(&db).await;
        let (old, new) = (days_ago(1), days_ago(1) + hours(1));
        let mut ids = Vec::new();
        for (format, at) in [(Format::Epub3, old), (Format::Daisy, old), (Format::Brf, new)] {
            let record = NewDownload { format, ..new_download(Some(&ada), Some(&ada)) };
            let id = find_or_create(&db, &record, at).await.0.id;
            downloads::set_packaged(&db, id, &format!("packages/{format}"), at).await.unwrap();
            ids.push(id);
        }
        assert!(complete_fetch(&db, ids[1], old).await);
        let mut tx = db.begin().await.unwrap();
        assert_eq!(downloads::expire(&mut tx, noon(), 100).await.unwrap(), 2);
        assert_eq!(downloads::expire(&mut tx, noon(), 100).await.unwrap(), 0);
        tx.commit().await.unwrap();
        let expired = downloads::get(&db, ids[1]).await.unwrap().unwrap();
        assert_eq!((expired.status, expired.package), (DownloadStatus::Expired, None));
        assert_eq!(expired.date_downloaded, Some(old), "that it was fetched stays known");
        assert_eq!(get_status(&db, ids[2]).await, DownloadStatus::Available);
        let keys = discarded_files::list(&db, noon() + hours(1), 9).await.unwrap();
        assert_eq!(keys, ["packages/DAISY", "packages/EPUB3"]);
        assert!(restart_download(&db, ids[0], noon()).await);
    }

    /// docs/rules/downloads.md#rule-7: the list of a day's last minute has addresses that work for 24 hours.
    async fn a_package_of_single_files_is_kept_until_their_last_address_has_run_out(db: Db) {
        let ada = settle_ada(&db).await;
        let new = NewDownload { day: Some(domain::dates::utc_date(noon())), ..new_download(Some(&ada), Some(&ada)) };
        let record = find_or_create(&db, &new, noon()).await.0;
        assert!(downloads::set_packaged(&db, record.id, "packages/day", noon()).await.unwrap());
        let mut tx = db.begin().await.unwrap();
        assert_eq!(downloads::expire(&mut tx, noon() + hours(48) - SignedDuration::from_secs(1), 9).await.unwrap(), 0);
        tx.commit().await.unwrap();
        let kept = downloads::get(&db, record.id).await.unwrap().unwrap();
        assert_eq!(kept.package.as_deref(), Some("packages/day"));
        assert_eq!(kept.status_at(noon() + hours(24)), DownloadStatus::Expired, "it is listed for a day");
        assert_eq!(committed!(db, tx => downloads::expire(&mut tx, noon() + hours(48), 9)), 1);
        assert_eq!(get_status(&db, record.id).await, DownloadStatus::Expired);
    }

    async fn an_expired_package_is_discarded_when_the_next_request_starts_again(db: Db) {
        let ada = settle_ada(&db).await;
        let id = find_or_create(&db, &new_download(Some(&ada), Some(&ada)), days_ago(2)).await.0.id;
        downloads::set_packaged(&db, id, "packages/old", days_ago(1)).await.unwrap();
        assert!(!restart_download(&db, id, noon() - hours(1)).await);
        assert!(restart_download(&db, id, noon()).await);
        let record = downloads::get(&db, id).await.unwrap().unwrap();
        assert_eq!((record.status, record.package, record.date_packaged), (DownloadStatus::Pending, None, None));
        assert_eq!(record.date_requested, days_ago(2), "the first request stays the first");
        assert_eq!(discarded_files::list(&db, noon() + hours(1), 9).await.unwrap(), ["packages/old"]);
    }

    async fn own_copies_and_converted_files_are_known_with_their_sizes(db: Db) {
        let ada = settle_ada(&db).await;
        let own = new_download(Some(&ada), Some(&ada));
        let id = find_or_create(&db, &own, days_ago(2)).await.0.id;
        let package = FinishedPackage { key: "packages/1", size: Some(5_000) };
        assert!(downloads::set_packaged(&db, id, package, noon()).await.unwrap());
        find_or_create(&db, &NewDownload { format: Format::Brf, ..own.clone() }, days_ago(1)).await;
        find_or_create(&db, &NewDownload { format: Format::Docx, ..new_download(None, None) }, noon()).await;
        for (key, file_size) in [("made", 700), ("in progress", 0)] {
            let artifact = StoredArtifact {
                key: key.into(),
                item: TitleId(1001).into(),
                format: Format::Pdf,
                converter: String::new(),
                file: key.into(),
                size: 900,
                file_size,
                last_used: noon(),
            };
            artifacts::put(&db, &artifact).await.unwrap();
        }
        let items = [TitleId(1001).into(), TitleId(1002).into()];
        let list = async |reader: Option<&AccountId>, at| {
            let both = reader.map(|account| (account, account));
            let mut all: Vec<_> = known_files::list(&db, both, &items, at).await.unwrap().into_iter().map(|file| {
                let (since, packaged) = match file.kind {
                    KnownKind::Artifact(key) => { assert_eq!(key, "made"); (None, None) }
                    KnownKind::Copy { requested_at, packaged, .. } => (Some(requested_at), packaged),
                };
                (file.format, file.size, since, packaged)
            }).collect();
            all.sort_by_key(|(format, ..)| format.as_str());
            all
        };
        let made = (Format::Pdf, Some(700), None, None);
        let pending = (Format::Brf, None, Some(days_ago(1)), None);
        let ready = (Format::Epub3, Some(5_000), Some(days_ago(2)), Some(noon()));
        assert_eq!(list(Some(&ada), noon()).await, [pending, ready, made]);
        assert_eq!(list(None, noon()).await, [made], "a guest has no copies");
        assert_eq!(list(Some(&ada), noon() + hours(24)).await, [pending, made], "the package has expired");
        assert_eq!(known_files::list(&db, None, &[], noon()).await.unwrap(), []);
    }

    async fn a_package_in_progress_is_given_up_with_its_job(db: Db) {
        let ada = settle_ada(&db).await;
        let new = new_download(Some(&ada), Some(&ada));
        let id = find_or_create(&db, &new, days_ago(1)).await.0.id;
        let queue = async || {
            let mut tx = db.begin().await.unwrap();
            let key = job_key(id);
            let job = NewJob { unique_key: Some(&key), ..NewJob::new(Lane::Text, "package", ().into(), noon()) };
            let job = jobs::enqueue(&mut tx, job, noon()).await.unwrap();
            tx.commit().await.unwrap();
            job.unwrap()
        };
        let cancel = async |id| {
            committed!(db, tx => downloads::cancel(&mut tx, id, noon()))
        };
        let job = queue().await;
        assert!(cancel(id).await);
        assert_eq!(downloads::find(&db, &new).await.unwrap(), None);
        assert_eq!(jobs::get(&db, job).await.unwrap().unwrap().state, JobState::Cancelled);
        assert!(!cancel(id).await, "there is nothing any more");

        // A finished package stays; one that is made again had a copy before, which can still be traced.
        let id = find_or_create(&db, &new, days_ago(2)).await.0.id;
        downloads::set_packaged(&db, id, "packages/1-a.epub", days_ago(2)).await.unwrap();
        assert!(!cancel(id).await);
        assert!(committed!(db, tx => downloads::restart(&mut tx, id, noon())));
        assert!(cancel(id).await);
        assert_eq!(downloads::get(&db, id).await.unwrap().unwrap().status, DownloadStatus::Expired);
        assert!(!cancel(id).await);
    }

    async fn a_pending_record_without_a_job_is_found(db: Db) {
        let ada = settle_ada(&db).await;
        let with_job = find_or_create(&db, &new_download(Some(&ada), Some(&ada)), days_ago(1)).await.0.id;
        let without = find_or_create(&db, &new_download(None, None), days_ago(1)).await.0.id;
        let young = NewDownload { format: Format::Brf, ..new_download(None, None) };
        find_or_create(&db, &young, noon()).await;
        let mut tx = db.begin().await.unwrap();
        let key = job_key(with_job);
        let job = NewJob { unique_key: Some(&key), ..NewJob::new(Lane::Text, "package", ().into(), noon()) };
        jobs::enqueue(&mut tx, job, noon()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(downloads::list_stranded(&db, noon(), 9).await.unwrap(), [without]);
    }

    async fn many_records_fail_by_two_statements(db: Db) {
        let ada = settle_ada(&db).await;
        let mut ids = Vec::new();
        for version in 1..=4 {
            let new = NewDownload { artifact_version: version, ..new_download(Some(&ada), Some(&ada)) };
            ids.push(find_or_create(&db, &new, noon()).await.0.id);
        }
        downloads::set_packaged(&db, ids[0], "packages/1-a.epub", noon()).await.unwrap();
        let sent = db.statement_count();
        assert_eq!(downloads::set_failed_many(&db, &ids[..3]).await.unwrap(), 2);
        assert_eq!(db.statement_count() - sent, 2);
        let mut states = Vec::new();
        for id in ids {
            states.push(downloads::get(&db, id).await.unwrap().unwrap().status);
        }
        let expected =
            [DownloadStatus::Available, DownloadStatus::Failed, DownloadStatus::Failed, DownloadStatus::Pending];
        assert_eq!(states, expected, "what was finished stays, and what is not named");
        assert_eq!(downloads::set_failed_many(&db, &[]).await.unwrap(), 0);
    }
}
