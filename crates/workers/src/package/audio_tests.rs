//! Packaging of audio formats, on both databases.

use std::time::Duration;

use ::jobs::Job as _;
use ::jobs::package::PackageAudio;
use ::jobs::retry::RetryOutcome;
use books::testkit::{audio_tools, faults_of_audio};
use delivery::Limits;
use domain::{DownloadStatus, Format, NarratorType, UsageRestriction};
use holdings::package::make_now;
use store::db_test;
use store::jobs::{self, Job, JobState};

use super::tests::{file_content, request_package, stored_record, wait_for_package};
use crate::testing::Bench;

/// All jobs that ended in this state, newest first.
async fn jobs_in_state(bench: &Bench, state: JobState) -> Vec<Job> {
    let page = store::KeyPage { after: None, limit: 10 };
    let mut jobs = jobs::list(bench.db(), Some(state), &page).await.unwrap();
    jobs.sort_by_key(|job| std::cmp::Reverse(job.id));
    jobs
}

db_test! {
    async fn a_book_is_spoken_once_for_all_readers(db: Db) {
        if !audio_tools() {
            return;
        }
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::Copyright, |_| {}).await;
        let (ada, bob) = (bench.add_reader("ada").await, bench.add_reader("bob").await);

        let asked = request_package(&bench, &title, Format::DaisyAudio, Some(&ada)).await;
        // A caller that would wait leaves it to the queue.
        make_now(bench.ctx.holdings(), &asked).await.unwrap();
        assert_eq!(stored_record(&bench, &asked).await.status, DownloadStatus::Pending);
        assert_eq!(bench.engine.spoken_texts().len(), 0);
        let done = wait_for_package(&bench, &asked).await;
        assert_eq!(done.status, DownloadStatus::Available);
        let copy = file_content(&bench, &done).await;
        assert_eq!(faults_of_audio(&copy), Vec::<String>::new());
        let traced = bench.ctx.delivery().trace_file(&copy[..]).await.unwrap().unwrap();
        assert_eq!(traced.download, done.id);
        let job = &jobs_in_state(&bench, JobState::Done).await[0];
        assert_eq!((job.kind.as_str(), job.progress.note.as_deref()), (PackageAudio::KIND, Some("DAISY_AUDIO")));
        assert!(job.progress.total > 0 && job.progress.done == job.progress.total, "{:?}", job.progress);

        // Narrator and duration are in the catalog.
        let kept = store::titles::get(bench.db(), title.id).await.unwrap().unwrap();
        let details = &kept.artifact(Format::DaisyAudio).unwrap().details;
        let narrator = details.narrator.as_ref().unwrap();
        assert_eq!((narrator.name.as_str(), narrator.kind), ("Tone", NarratorType::Tts));
        assert!(details.duration_seconds.unwrap() > 0);

        let said = bench.engine.spoken_texts().len();
        let asked = request_package(&bench, &title, Format::DaisyAudio, Some(&bob)).await;
        let text = request_package(&bench, &title, Format::Daisy, Some(&bob)).await;
        for asked in [asked, text] {
            make_now(bench.ctx.holdings(), &asked).await.unwrap();
            assert_eq!(stored_record(&bench, &asked).await.status, DownloadStatus::Available, "{}", asked.format);
        }
        assert_eq!(bench.engine.spoken_texts().len(), said);
    }

    async fn a_book_that_takes_too_long_to_speak_fails_and_can_be_tried_again(db: Db) {
        if !audio_tools() {
            return;
        }
        let mut bench = Bench::with_limits(db, Limits { speech_time: Duration::ZERO, ..Limits::default() }).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let asked = request_package(&bench, &title, Format::Daisy2Audio, None).await;
        let failed = wait_for_package(&bench, &asked).await;
        assert_eq!((failed.status, failed.package), (DownloadStatus::Failed, None));
        let dead = jobs_in_state(&bench, JobState::Dead).await;
        assert_eq!((dead.len(), dead[0].kind.as_str()), (1, PackageAudio::KIND));

        bench.restart_with_limits(Limits::default());
        assert_eq!(bench.retry(dead[0].id).await, RetryOutcome::Yes);
        assert_eq!(stored_record(&bench, &asked).await.status, DownloadStatus::Pending);
        let done = wait_for_package(&bench, &asked).await;
        assert_eq!(done.status, DownloadStatus::Available);
        assert_eq!(faults_of_audio(&file_content(&bench, &done).await), Vec::<String>::new());
    }
}
