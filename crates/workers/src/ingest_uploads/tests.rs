//! Uploads are ingested by a worker, which may be killed and run again.

use books::testkit::{EpubBuilder, small_book, zip_files};
use bytes::Bytes;
use delivery::Key;
use delivery::keys::{INTAKE, INTAKE_REPORTS};
use domain::fixtures::{series, site};
use domain::intake::{IntakeEdition, IntakeFile, IntakeOptions, IntakeState, IntakeTitle};
use domain::{Format, TitleId, UsageRestriction};
use jiff::civil::date;
use jobs::ingest_uploads::IngestUploads;
use jobs::purge::Purge;
use store::intake_runs::{self, IntakeRun, NewIntakeRun};
use store::jobs::JobState;
use store::periodicals::{self, editions};
use store::{KeyPage, db_test, history, titles};

use super::upload::choose_file_name;
use crate::testing::Bench;

/// Adds a run with these files, as a member of staff would upload them.
async fn add_run(bench: &Bench, files: &[(&str, &[u8])]) -> IngestUploads {
    let options = IntakeOptions {
        usage: UsageRestriction::PublicDomain,
        supplier: "press".into(),
        listed: true,
        edition: None,
        title: None,
    };
    add_run_with(bench, options, files).await
}

async fn add_run_with(bench: &Bench, options: IntakeOptions, files: &[(&str, &[u8])]) -> IngestUploads {
    let account = match store::accounts::get(bench.db(), &"ann".into()).await.unwrap() {
        Some(account) => account,
        None => bench.add_reader("ann").await,
    };
    let mut stored = Vec::new();
    for (n, (name, bytes)) in files.iter().enumerate() {
        let key = Key::intake(&[u8::try_from(n).unwrap(); 32], "bin");
        bench.ctx.delivery().files().put(&key, Bytes::copy_from_slice(bytes)).await.unwrap();
        stored.push(IntakeFile { name: (*name).into(), key: key.to_string(), size: bytes.len() as u64 });
    }
    let (site, started) = (site(), bench.current_time());
    let new = NewIntakeRun { site: &site, account: &account.id, started, options: &options, files: &stored };
    let mut tx = bench.db().begin().await.unwrap();
    let run = intake_runs::insert(&mut tx, &new).await.unwrap();
    tx.commit().await.unwrap();
    IngestUploads { run }
}

async fn get_run(bench: &Bench, job: &IngestUploads) -> IntakeRun {
    intake_runs::get(bench.db(), job.run).await.unwrap().unwrap()
}

#[test]
fn files_with_the_same_name_get_different_ones() {
    let mut taken = std::collections::HashSet::new();
    let names = ["a.epub", "2-a.epub", "A.epub", "a.epub", "b.epub"];
    let chosen = names.map(|name| choose_file_name(name, &mut taken));
    assert_eq!(chosen, ["a.epub", "2-a.epub", "3-A.epub", "4-a.epub", "b.epub"]);
}

db_test! {
    async fn books_and_records_are_ingested_and_what_was_refused_is_reported(db: Db) {
        let bench = Bench::new(db).await;
        let waves = EpubBuilder::new("Waves").chapter("One", "<p>The tide is out.</p>").build();
        let parcel = zip_files([("a/one.epub", &small_book()), ("b/waves.epub", &waves)]);
        let list = b"reference,title,isbn13\n1,The Lighthouse,\n2,,\n";
        let files: [(&str, &[u8]); 3] = [("books.zip", &parcel), ("list.csv", list), ("notes.txt", b"hello")];
        let job = add_run(&bench, &files).await;
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        let run = get_run(&bench, &job).await;
        assert_eq!(run.state, IntakeState::Done, "{run:?}");
        let counts = run.counts;
        assert_eq!((counts.books_added, counts.books_refused), (2, 1), "{counts:?}");
        assert_eq!((counts.records_added, counts.records_refused), (1, 1), "{counts:?}");
        assert_eq!(titles::count(bench.db()).await.unwrap(), 3);
        let details = intake_runs::get_details(bench.db(), run.id).await.unwrap();
        let lines: Vec<(&str, u64)> =
            details.lines.iter().map(|line| (line.file.as_str(), line.record)).collect();
        assert_eq!(lines, [("list.csv", 2), ("notes.txt", 0)], "{details:?}");
        // The uploads are gone, and the report is there.
        assert_eq!(bench.list_files(INTAKE).await, [] as [&str; 0]);
        assert_eq!(bench.list_files(INTAKE_REPORTS).await, [run.report.clone().unwrap()]);

        // The same files again add nothing.
        let again = add_run(&bench, &files).await;
        assert_eq!(bench.run_job(&again).await, JobState::Done);
        let counts = get_run(&bench, &again).await.counts;
        assert_eq!((counts.books_added, counts.books_present), (0, 2), "{counts:?}");
        assert_eq!((counts.records_added, counts.records_unchanged), (0, 1), "{counts:?}");
    }

    async fn books_become_editions_of_a_periodical_and_records_are_refused(db: Db) {
        let bench = Bench::new(db).await;
        periodicals::insert(bench.db(), &series()).await.unwrap();
        let options = IntakeOptions {
            usage: UsageRestriction::CreativeCommons,
            supplier: "press".into(),
            listed: false,
            edition: Some(IntakeEdition {
                series: series().id,
                series_title: series().title,
                name: Some("No. 7".into()),
                published: Some(date(2026, 11, 1)),
                expires: Some(date(2026, 11, 30)),
            }),
            title: None,
        };
        let book = |title| EpubBuilder::new(title).chapter("One", "<p>The harbor froze.</p>").build();
        let list = b"reference,title\n1,The Lighthouse\n";
        let files: [(&str, &[u8]); 2] = [("seven.epub", &book("The Tide Post, Winter")), ("list.csv", list)];
        let job = add_run_with(&bench, options.clone(), &files).await;
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        let counts = get_run(&bench, &job).await.counts;
        assert_eq!((counts.books_added, counts.books_refused, counts.records_added), (1, 1, 0), "{counts:?}");
        assert_eq!(titles::count(bench.db()).await.unwrap(), 0, "no title");
        let all = editions::list_after(bench.db(), &"".into(), 9).await.unwrap();
        let [edition] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((edition.name.as_str(), edition.usage), ("No. 7", UsageRestriction::CreativeCommons));
        assert_eq!(edition.published, "2026-11-01T00:00:00Z".parse().unwrap());

        // The name is for one edition: of several, each has that of its file.
        let files: [(&str, &[u8]); 2] =
            [("eight.epub", &book("The Tide Post, Spring")), ("nine.epub", &book("The Tide Post, Summer"))];
        let job = add_run_with(&bench, options, &files).await;
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        assert_eq!(get_run(&bench, &job).await.counts.books_added, 2);
        let all = editions::list_after(bench.db(), &"".into(), 9).await.unwrap();
        let mut names: Vec<&str> = all.iter().map(|edition| edition.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["No. 7", "Spring", "Summer"]);
    }

    async fn the_book_of_a_title_is_replaced(db: Db) {
        let bench = Bench::new(db).await;
        let book = |title: &str, text: &str| EpubBuilder::new(title).chapter("One", text).build();
        let job = add_run(&bench, &[("old.epub", &book("Waves", "<p>The tide is out.</p>"))]).await;
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        let all = titles::list_after(bench.db(), TitleId(0), 9).await.unwrap();
        let [before] = all.as_slice() else { panic!("{all:?}") };
        let options = IntakeOptions {
            usage: UsageRestriction::Copyright,
            supplier: "press".into(),
            listed: false,
            edition: None,
            title: Some(IntakeTitle { id: before.id, name: "Waves".into() }),
        };
        let replace = async |files: &[(&str, &[u8])]| {
            let job = add_run_with(&bench, options.clone(), files).await;
            assert_eq!(bench.run_job(&job).await, JobState::Done);
            let counts = get_run(&bench, &job).await.counts;
            (counts.books_added, counts.books_present, counts.books_refused)
        };
        let new = book("Tides", "<p>The tide is in.</p>");
        assert_eq!(replace(&[("new.epub", &new)]).await, (1, 0, 0));
        let after = titles::get(bench.db(), before.id).await.unwrap().unwrap();
        assert_ne!(after.files.source, before.files.source);
        assert_eq!((&after.metadata.title, after.usage), (&before.metadata.title, before.usage));
        let versions = |title: &domain::Title| title.artifact(Format::Daisy).unwrap().version;
        assert_eq!((versions(before), versions(&after)), (1, 2));
        let events = history::list(bench.db(), before.id, &KeyPage::first_page(1)).await.unwrap();
        assert_eq!(events[0].1.comment.as_deref(), Some("The book was replaced by another file."));

        assert_eq!(replace(&[("new.epub", &new)]).await, (0, 1, 0), "the title has it");
        assert_eq!(replace(&[("bad.epub", b"PK")]).await, (0, 0, 1));
        assert_eq!(replace(&[("one.epub", &small_book()), ("new.epub", &new)]).await, (0, 0, 2), "not several");
        let other = add_run(&bench, &[("other.epub", &small_book())]).await;
        assert_eq!(bench.run_job(&other).await, JobState::Done);
        assert_eq!(replace(&[("other.epub", &small_book())]).await, (0, 0, 1), "it belongs to another title");
        let last = titles::get(bench.db(), before.id).await.unwrap().unwrap();
        assert_eq!(last, after, "a file that is refused changes nothing");
    }

    async fn a_run_that_is_to_stop_ends_with_its_counts(db: Db) {
        let bench = Bench::new(db).await;
        let job = add_run(&bench, &[("one.epub", &small_book())]).await;
        assert!(intake_runs::request_stop(bench.db(), job.run).await.unwrap());
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        let state = get_run(&bench, &job).await.state;
        // The book may have been in progress already.
        assert!(matches!(state, IntakeState::Stopped | IntakeState::Done), "{state}");
        assert!(!intake_runs::request_stop(bench.db(), job.run).await.unwrap(), "it has ended");
        assert_eq!(bench.list_files(INTAKE).await, [] as [&str; 0]);
    }

    async fn a_run_without_its_files_fails_with_the_reason(db: Db) {
        let bench = Bench::new(db).await;
        let job = add_run(&bench, &[("one.epub", &small_book())]).await;
        let key = Key::parse(&get_run(&bench, &job).await.files[0].key).unwrap();
        bench.ctx.delivery().files().delete(&key).await.unwrap();
        assert_eq!(bench.run_job(&job).await, JobState::Dead);
        let run = get_run(&bench, &job).await;
        assert_eq!(run.state, IntakeState::Failed);
        assert!(run.reason.unwrap().contains("one.epub is no longer stored"));
    }

    async fn abandoned_uploads_are_deleted_after_a_week(db: Db) {
        let bench = Bench::new(db).await;
        let job = add_run(&bench, &[("one.epub", &small_book())]).await;
        let key = get_run(&bench, &job).await.files[0].key.clone();
        bench.set_file_date(&key, bench.current_time() - domain::intake::UPLOAD_RETENTION / 2);
        assert_eq!(bench.run_job(&Purge::default()).await, JobState::Done);
        assert_eq!(bench.list_files(INTAKE).await, [key.as_str()]);
        bench.set_file_date(&key, bench.current_time() - domain::intake::UPLOAD_RETENTION * 2);
        assert_eq!(bench.run_job(&Purge::default()).await, JobState::Done);
        assert_eq!(bench.list_files(INTAKE).await, [] as [&str; 0]);
    }
}
