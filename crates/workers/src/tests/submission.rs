//! Submissions of books, on both databases.

use books::testkit::{EpubBuilder, daisy202_book, small_book, talking_book, zip_files};
use bytes::Bytes;
use domain::fixtures::{self, days_ago};
use domain::{AuditedAct, ClientId, Format, FormatStatus, HistoryAction, Title, TitleStatus};
use holdings::submission::{BookSubmission, SubmissionError, SubmittedDraft, read_files};
use jobs::purge::Sweep;
use store::audit_changes::AuditedChange;
use store::{KeyPage, db_test, history, titles};

use crate::ingest::{Overrides, ingest_book};
use crate::testing::Bench;

fn new_submission(files: Vec<(Format, Bytes)>) -> BookSubmission {
    BookSubmission { site: fixtures::site(), submitter: "cora".into(), files, cover: None }
}

fn epub_file() -> (Format, Bytes) {
    (Format::Epub3, small_book().into())
}

/// The book as DAISY 3.
fn daisy_file() -> (Format, Bytes) {
    let options = books::Options::new(days_ago(0));
    let made = books::convert(books::Format::Daisy, small_book().into(), &options, &mut ());
    (Format::Daisy, made.unwrap().into())
}

/// A container that names the book's location, but has no book.
fn broken_epub() -> Bytes {
    zip_files([("META-INF/container.xml", "<container>\n</rootfiles>")]).into()
}

async fn add_draft(bench: &Bench, draft: SubmittedDraft) -> Title {
    let (client, person) = (ClientId::from("key"), "Cora Assistant".to_owned());
    let change = AuditedChange {
        actor: None,
        client: &client,
        endpoint: "POST /v2/titles",
        act: AuditedAct::SubmitTitle,
        changed_at: bench.current_time(),
    };
    let id = draft.add_title(bench.ctx.holdings(), person, Some("by post".into()), change).await.unwrap();
    titles::get(bench.db(), id).await.unwrap().unwrap()
}

db_test! {
    async fn a_book_becomes_a_title_that_waits(db: Db) {
        let bench = Bench::new(db).await;
        let draft = read_files(bench.ctx.holdings(), new_submission(vec![epub_file()])).await.unwrap();
        assert_eq!(titles::count(bench.db()).await.unwrap(), 0, "the files are there before the title");
        let title = add_draft(&bench, draft).await;
        assert_eq!((title.status, title.dates.published), (TitleStatus::PublisherSubmitted, None));
        assert_eq!(title.metadata.title, "The Lighthouse Keeper");
        assert_eq!(title.metadata.submitter.as_deref(), Some("cora"));
        assert!(!title.artifacts.is_empty() && !title.was_live());
        assert!(title.artifacts.iter().all(|artifact| artifact.status == FormatStatus::Pending));
        assert!(title.artifacts.iter().all(|artifact| title.can_be_checked(artifact)));
        assert_eq!(bench.list_files("sources").await, [title.files.source.clone().unwrap()]);
        let events = history::list(bench.db(), title.id, &KeyPage::first_page(9)).await.unwrap();
        let [(_, event)] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((event.action, event.person.as_deref()), (HistoryAction::Submitted, Some("Cora Assistant")));
        assert_eq!(event.comment.as_deref(), Some("by post"));
    }

    async fn all_faults_are_reported_by_file_and_place(db: Db) {
        let bench = Bench::new(db).await;
        let files = vec![(Format::Daisy, "no zip".into()), (Format::Epub3, broken_epub())];
        let Err(SubmissionError::Books(faults)) = read_files(bench.ctx.holdings(), new_submission(files)).await else { panic!() };
        let [(Format::Epub3, first), (Format::Daisy, second)] = faults.as_slice() else { panic!("{faults:?}") };
        assert!(first.starts_with("META-INF/container.xml names no package document"), "{first}");
        assert!(second.starts_with("not a zip container"), "{second}");
        // One valid file does not save the others.
        let files = vec![(Format::Daisy, broken_epub()), epub_file()];
        assert!(matches!(read_files(bench.ctx.holdings(), new_submission(files)).await, Err(SubmissionError::Books(_))));
        assert_eq!(titles::count(bench.db()).await.unwrap(), 0);
        assert!(bench.list_files("sources").await.is_empty());
    }

    async fn a_second_file_is_the_source_of_its_own_format(db: Db) {
        let bench = Bench::new(db).await;
        let draft = read_files(bench.ctx.holdings(), new_submission(vec![daisy_file(), epub_file()])).await.unwrap();
        let title = add_draft(&bench, draft).await;
        assert_eq!(title.files.source_format, Some(Format::Epub3));
        let source = |format| title.files.source_of(format).unwrap();
        assert_eq!(source(Format::Epub3), title.files.source.as_deref().unwrap());
        assert_ne!(source(Format::Daisy), source(Format::Epub3));
        // The sweep keeps both.
        let mut kept: Vec<String> = title.files.sources().map(str::to_owned).collect();
        kept.sort();
        assert_eq!(bench.list_files("sources").await, kept);
        for key in &kept {
            bench.set_file_date(key, days_ago(30));
        }
        bench.run_job(&Sweep::default()).await;
        assert_eq!(bench.list_files("sources").await, kept);
    }

    async fn a_daisy_book_alone_is_a_source(db: Db) {
        let bench = Bench::new(db).await;
        let title = add_draft(&bench, read_files(bench.ctx.holdings(), new_submission(vec![daisy_file()])).await.unwrap()).await;
        assert_eq!(title.files.source_format, Some(Format::Daisy));
        assert_eq!(title.metadata.title, "The Lighthouse Keeper");
        assert!(title.artifact(Format::Epub3).is_some());
    }

    async fn files_are_what_their_parts_say(db: Db) {
        let bench = Bench::new(db).await;
        let spoken = daisy202_book("Told", true);
        let title = add_draft(&bench, read_files(bench.ctx.holdings(), new_submission(vec![(Format::Daisy2Audio, spoken.clone().into())])).await.unwrap()).await;
        assert_eq!(title.files.source_format, Some(Format::Daisy2Audio));
        assert!(title.artifact(Format::Epub3).is_some());
        for (file, reason) in [
            ((Format::Daisy2Audio, small_book()), "it is a book of the kind EPUB, and must be DAISY 2.02"),
            ((Format::Daisy, spoken), "it is a book of the kind DAISY 2.02, and must be DAISY 3"),
            ((Format::DaisyAudio, daisy_file().1.to_vec()), "it has no recordings"),
            ((Format::Daisy, talking_book("Told", b"sound")), "it has no text"),
        ] {
            let files = vec![(file.0, file.1.into())];
            let Err(SubmissionError::Books(faults)) = read_files(bench.ctx.holdings(), new_submission(files)).await else { panic!("{reason}") };
            assert_eq!(faults[0].1, reason);
        }
    }

    async fn a_file_may_be_submitted_again(db: Db) {
        let bench = Bench::new(db).await;
        let first = add_draft(&bench, read_files(bench.ctx.holdings(), new_submission(vec![epub_file()])).await.unwrap()).await;
        let second = add_draft(&bench, read_files(bench.ctx.holdings(), new_submission(vec![epub_file()])).await.unwrap()).await;
        assert_ne!(first.id, second.id);
        let overrides = Overrides::new(fixtures::site(), first.usage);
        let taken = ingest_book(&bench.ctx, small_book().into(), &overrides).await.unwrap();
        assert_eq!((taken.id, taken.is_new), (first.id, false));
    }

    async fn the_cover_that_is_sent_counts_before_the_books(db: Db) {
        let bench = Bench::new(db).await;
        let with = |cover: &'static [u8]| BookSubmission { cover: Some(cover.into()), ..new_submission(vec![epub_file()]) };
        assert!(matches!(read_files(bench.ctx.holdings(), with(b"no image")).await, Err(SubmissionError::Cover)));
        // A GIF of one pixel.
        let image = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";
        let draft = read_files(bench.ctx.holdings(), with(image)).await.unwrap();
        assert!(draft.title.files.cover.is_some());
        let own = EpubBuilder::new("Bare").chapter("One", "<p>Words.</p>").build();
        let bare = read_files(bench.ctx.holdings(), new_submission(vec![(Format::Epub3, own.into())])).await.unwrap();
        assert_ne!(draft.title.files.cover, bare.title.files.cover);
    }
}
