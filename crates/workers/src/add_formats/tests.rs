//! New formats are added to existing titles, on both databases.

use domain::periodicals::Edition;
use domain::{Accessibility, Format, HistoryAction, Title, UsageRestriction, WireEnum as _, fixtures};
use jiff::SignedDuration;
use store::jobs::{self, JobState};
use store::periodicals::{self, editions, history::list as history_of};
use store::{KeyPage, db_test, history, milestones, titles};

use super::{
    AddFormats, FORMATS_COUNTER, POSITION_COUNTER, TITLES_PER_TRANSACTION, begin, format_bits, plan,
};
use crate::testing::Bench;

/// A title from a version that could only make EPUB.
async fn old_title(bench: &Bench, change: fn(&mut Title)) -> Title {
    let mut title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
    title.artifacts.retain(|artifact| artifact.format == Format::Epub3);
    change(&mut title);
    save_title(bench, &title).await;
    title
}

async fn save_title(bench: &Bench, title: &Title) {
    let mut tx = bench.db().begin().await.unwrap();
    titles::update(&mut tx, title).await.unwrap();
    tx.commit().await.unwrap();
}

async fn stored_formats(bench: &Bench, title: &Title) -> Vec<Format> {
    let title = titles::get(bench.db(), title.id).await.unwrap().unwrap();
    title.artifacts.iter().map(|artifact| artifact.format).collect()
}

async fn set_listed(bench: &Bench, formats: &[Format]) {
    milestones::set(bench.db(), FORMATS_COUNTER, format_bits(formats)).await.unwrap();
}

db_test! {
    async fn a_new_format_is_listed_once_with_its_history(db: Db) {
        let bench = Bench::new(db).await;
        let title = old_title(&bench, |_| {}).await;
        set_listed(&bench, &[Format::Epub3]).await;
        bench.advance_clock(SignedDuration::from_mins(1));
        let before = store::changes::last_position(bench.db()).await.unwrap();
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, Format::ALL);
        let now = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert!(now.dates.updated > title.dates.updated);
        let daisy = now.artifact(Format::Daisy).unwrap();
        assert_eq!((daisy.version, daisy.date_added), (1, now.dates.updated));
        let events = history::list(bench.db(), title.id, &KeyPage::first_page(20)).await.unwrap();
        let added = events.iter().map(|(_, event)| event).filter(|event| event.date == now.dates.updated);
        let added: Vec<_> = added.map(|event| (event.action, event.format)).collect();
        assert_eq!(added.len(), Format::ALL.len() - 1, "{events:?}");
        assert!(added.contains(&(HistoryAction::ArtifactCreated, Some(Format::Daisy))), "{added:?}");
        let changes = store::changes::list_since(bench.db(), before, 9).await.unwrap();
        assert_eq!(changes.len(), 1, "searches hear of it");

        // The walk is complete: it is neither planned again nor repeated.
        plan(&bench.ctx, bench.current_time()).await.unwrap();
        assert_eq!(jobs::count_by_state(bench.db()).await.unwrap().get(&JobState::Ready), None);
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(titles::get(bench.db(), title.id).await.unwrap().unwrap(), now);
    }

    async fn removed_formats_are_not_added_again(db: Db) {
        let bench = Bench::new(db).await;
        let title = old_title(&bench, |_| {}).await;
        let new: Vec<Format> = Format::ALL.iter().copied().filter(|format| *format != Format::Daisy).collect();
        set_listed(&bench, &[Format::Epub3, Format::Daisy]).await;
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, new);
    }

    async fn a_book_of_nothing_but_pictures_gets_no_format_of_text(db: Db) {
        let bench = Bench::new(db).await;
        let title = old_title(&bench, |title| {
            let accessibility = Accessibility { access_modes: vec!["visual".into()], ..Accessibility::default() };
            title.artifacts[0].details.accessibility = Some(accessibility);
        })
        .await;
        set_listed(&bench, &[Format::Epub3]).await;
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        let expected: Vec<Format> =
            Format::ALL.iter().copied().filter(|format| matches!(format, Format::Epub3 | Format::Pdf)).collect();
        assert_eq!(stored_formats(&bench, &title).await, expected);
    }

    async fn an_interrupted_walk_resumes(db: Db) {
        let bench = Bench::new(db).await;
        let title = old_title(&bench, |_| {}).await;
        set_listed(&bench, &[Format::Epub3]).await;
        milestones::set(bench.db(), POSITION_COUNTER, title.id.0).await.unwrap();
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, [Format::Epub3], "it was passed before");
        assert_eq!(milestones::get(bench.db(), POSITION_COUNTER).await.unwrap(), Some(0));
    }

    async fn titles_without_a_source_and_own_documents_are_left_alone(db: Db) {
        let bench = Bench::new(db).await;
        let reader = bench.add_reader("ada").await;
        let mut title = old_title(&bench, |title| title.files.source = None).await;
        set_listed(&bench, &[Format::Epub3]).await;
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, [Format::Epub3]);
        title.files.source = Some("sources/x.epub".into());
        title.owner = Some(reader.id);
        save_title(&bench, &title).await;
        set_listed(&bench, &[Format::Epub3]).await;
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, [Format::Epub3]);
    }

    async fn editions_of_periodicals_get_the_formats_that_periodicals_have(db: Db) {
        let bench = Bench::new(db).await;
        let series = fixtures::series();
        periodicals::insert(bench.db(), &series).await.unwrap();
        // More editions than one transaction changes, each from a version that could only make EPUB.
        let old = |n: usize| {
            let mut edition = Edition { id: format!("tides-{n:03}").as_str().into(), ..fixtures::edition() };
            edition.artifacts.retain(|artifact| artifact.format == Format::Epub3);
            edition.files.source = (n != 7).then(|| format!("sources/{n}.epub"));
            edition
        };
        for n in 0..TITLES_PER_TRANSACTION + 10 {
            editions::insert(bench.db(), &old(n), None).await.unwrap();
        }
        set_listed(&bench, &[Format::Epub3, Format::Brf]).await;
        bench.advance_clock(SignedDuration::from_mins(1));
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        for n in 0..TITLES_PER_TRANSACTION + 10 {
            let edition = editions::get(bench.db(), &old(n).id).await.unwrap().unwrap();
            let formats: Vec<Format> = edition.artifacts.iter().map(|artifact| artifact.format).collect();
            if n == 7 {
                assert_eq!(edition, old(n), "without a source nothing can be made");
            } else {
                // Braille was known, and periodicals do not come in PDF and Word.
                assert_eq!(formats, [Format::Daisy, Format::DaisyAudio, Format::Daisy2Audio, Format::Epub3], "{n}");
                assert!(edition.updated > old(n).updated);
                assert_eq!(Edition { artifacts: old(n).artifacts, updated: old(n).updated, ..edition }, old(n));
            }
        }
        let events = history_of(bench.db(), &series.id, &KeyPage::first_page(100)).await.unwrap();
        assert_eq!(events.len(), TITLES_PER_TRANSACTION + 9);
        let (_, event) = &events[0];
        assert_eq!(event.action, HistoryAction::ArtifactCreated);
        assert_eq!(event.comment.as_deref(), Some("DAISY, DAISY_AUDIO, DAISY_2_AUDIO"));

        let before = editions::get(bench.db(), &old(0).id).await.unwrap();
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(editions::get(bench.db(), &old(0).id).await.unwrap(), before, "nothing is new");
    }

    async fn a_new_library_plans_no_walk_and_an_old_one_plans_one(db: Db) {
        let bench = Bench::new(db).await;
        begin(bench.db()).await.unwrap();
        let title = old_title(&bench, |_| {}).await;
        begin(bench.db()).await.unwrap();
        plan(&bench.ctx, bench.current_time()).await.unwrap();
        assert_eq!(jobs::count_by_state(bench.db()).await.unwrap().len(), 0);
        assert_eq!(bench.run_job(&AddFormats::default()).await, JobState::Done);
        assert_eq!(stored_formats(&bench, &title).await, [Format::Epub3], "nothing is new");
        set_listed(&bench, &[Format::Epub3]).await;
        for _ in 0..3 {
            plan(&bench.ctx, bench.current_time()).await.unwrap();
        }
        assert_eq!(jobs::count_by_state(bench.db()).await.unwrap().get(&JobState::Ready), Some(&1));
    }
}
