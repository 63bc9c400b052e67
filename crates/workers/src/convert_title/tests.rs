//! The move to `converted`, on both databases.

use std::time::Duration;

use ::jobs::apply_title_update::{TitleChange, TitleUpdate};
use ::jobs::convert_title::ConvertTitle;
use ::jobs::title_updates::request_update;
use domain::{Format, FormatStatus, HistoryAction, HistoryEvent, Title, TitleStatus, UsageRestriction};
use jiff::SignedDuration;
use store::jobs::{self, JobState};
use store::{Db, KeyPage, db_test, history, titles};

use crate::Run;
use crate::job::Runner as _;
use crate::testing::{Bench, claim_next, wait_until};

/// A validated title that waits for its conversion.
async fn library_with_validated_title(db: Db) -> (Bench, Title) {
    let bench = Bench::new(db).await;
    let title = bench.add_book(UsageRestriction::PublicDomain, |title| {
        title.status = TitleStatus::Validated;
        title.dates.published = None;
        for artifact in &mut title.artifacts {
            artifact.status = FormatStatus::Pending;
        }
    });
    let title = title.await;
    (bench, title)
}

async fn accept_move(bench: &Bench, title: &Title, to: TitleStatus) {
    let change = TitleChange::Status { to, replacement: None };
    let person = Some("Cora Assistant".into());
    let update = TitleUpdate { title: title.id, change, person, comment: None };
    let mut tx = bench.db().begin().await.unwrap();
    request_update(&mut tx, &update, None, bench.current_time()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Runs workers until nothing is left, and returns the title.
async fn run_until_idle(bench: &Bench, title: &Title) -> Title {
    let workers = bench.start_workers("a", 2);
    wait_until("nothing is left to do", async || {
        let states = jobs::count_by_state(bench.db()).await.unwrap();
        bench.pass_backoff().await;
        [JobState::Ready, JobState::Running].iter().all(|state| states.get(state).is_none_or(|n| *n == 0))
    })
    .await;
    workers.shutdown(Duration::from_secs(5)).await;
    titles::get(bench.db(), title.id).await.unwrap().unwrap()
}

/// The events since the title was submitted, oldest first.
async fn new_events(bench: &Bench, title: &Title) -> Vec<HistoryEvent> {
    let mut events = history::list(bench.db(), title.id, &KeyPage::first_page(100)).await.unwrap();
    events.reverse();
    events.into_iter().map(|(_, event)| event).filter(|event| event.date > title.dates.created).collect()
}

db_test! {
    async fn a_title_is_converted_when_its_formats_are_made(db: Db) {
        let (bench, title) = library_with_validated_title(db).await;
        bench.advance_clock(SignedDuration::from_secs(1));
        accept_move(&bench, &title, TitleStatus::Converted).await;
        let converted = run_until_idle(&bench, &title).await;
        assert_eq!(converted.status, TitleStatus::Converted);
        assert!(converted.artifacts.iter().all(|a| (a.status, a.version) == (FormatStatus::Pending, 1)));
        let files = bench.list_files("artifacts").await;
        for format in [Format::Epub3, Format::Daisy] {
            assert!(files.iter().any(|key| key.contains(&format!("/{format}-"))), "{format}: {files:?}");
        }
        let events = new_events(&bench, &title).await;
        let made: Vec<_> = events.iter().filter(|e| e.action == HistoryAction::ArtifactCreated).collect();
        assert_eq!(made.iter().filter_map(|event| event.format).count(), title.artifacts.len());
        let last = events.last().unwrap();
        assert_eq!((last.action, last.person.as_deref()), (HistoryAction::StatusChanged, Some("Cora Assistant")));
    }

    async fn a_book_that_cannot_be_converted_stays_where_it_is(db: Db) {
        let (bench, title) = library_with_validated_title(db).await;
        let (key, _) = bench.ctx.delivery().put_source("no book".into(), "epub").await.unwrap();
        let mut spoiled = title.clone();
        spoiled.files.source = Some(key.to_string());
        let mut tx = bench.db().begin().await.unwrap();
        titles::update(&mut tx, &spoiled).await.unwrap();
        tx.commit().await.unwrap();
        accept_move(&bench, &title, TitleStatus::Converted).await;
        // Later requests are checked against this state: the title does not move either.
        accept_move(&bench, &title, TitleStatus::Live).await;
        assert_eq!(run_until_idle(&bench, &title).await.status, TitleStatus::Validated);
        let comments: Vec<_> = new_events(&bench, &title).await.into_iter().filter_map(|e| e.comment).collect();
        let [_, _, first, second] = comments.as_slice() else { panic!("{comments:?}") };
        assert!(first.starts_with("converted failed: DAISY: not a zip container"), "{first}");
        assert_eq!(second, "live failed: a title that is validated cannot become live");
    }

    async fn a_conversion_that_another_worker_took_over_counts_once(db: Db) {
        let (bench, title) = library_with_validated_title(db).await;
        accept_move(&bench, &title, TitleStatus::Converted).await;
        let lease = SignedDuration::from_secs(30);
        let slow = claim_next::<ConvertTitle>(&bench, "slow", lease).await;
        bench.advance_clock(SignedDuration::from_secs(60));
        assert_eq!(run_until_idle(&bench, &title).await.status, TitleStatus::Converted);
        let before = new_events(&bench, &title).await.len();
        let job: ConvertTitle = serde_json::from_value(slow[0].payload.clone()).unwrap();
        let late = job.run(&bench.ctx, &Run { job: slow[0].clone() }).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(new_events(&bench, &title).await.len(), before);
    }

    async fn from_review_to_readers_in_one_go(db: Db) {
        let (bench, title) = library_with_validated_title(db).await;
        for to in [TitleStatus::Converted, TitleStatus::Live, TitleStatus::Reprocess, TitleStatus::Converted, TitleStatus::Live] {
            accept_move(&bench, &title, to).await;
        }
        let live = run_until_idle(&bench, &title).await;
        assert_eq!(live.status, TitleStatus::Live);
        assert!(live.dates.published.is_some());
        assert!(live.artifacts.iter().all(|a| (a.status, a.version) == (FormatStatus::Available, 2)));
    }
}
