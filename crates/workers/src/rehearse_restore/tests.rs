//! Rehearsals that administrators start.

use std::sync::{Arc, Mutex};

use ::jobs::Job as _;
use ::jobs::rehearse_restore::{RehearsalSummary, RehearseRestore};
use delivery::Steps;
use jiff::Timestamp;
use store::backup_times::{BackupTask, find_last_success};
use store::jobs::{Job, JobState};
use store::testkit::TestDb;
use tokio_util::sync::CancellationToken;

use super::{MAX_LISTED_FAULTS, list_faults};
use crate::capabilities::takes_job;
use crate::testing::Bench;
use crate::{RehearsalEnd, RestoreRehearser};

/// Ends each rehearsal with the next outcome of a list.
struct FakeRehearser(Mutex<Vec<RehearsalEnd>>);

impl RestoreRehearser for FakeRehearser {
    fn rehearse(
        &self,
        stop: &CancellationToken,
        on_progress: &mut dyn FnMut(Steps),
    ) -> anyhow::Result<RehearsalEnd> {
        assert!(!stop.is_cancelled());
        on_progress((1, 2));
        let mut ends = self.0.lock().unwrap();
        anyhow::ensure!(!ends.is_empty(), "there is no complete backup");
        Ok(ends.remove(0))
    }
}

fn summarize(signed_in: bool) -> RehearsalSummary {
    RehearsalSummary {
        taken: Timestamp::UNIX_EPOCH,
        seconds: 90,
        files: 3,
        bytes: 4000,
        rows: 50,
        indexed_titles: 6,
        books: 2,
        copies: 5,
        signed_in,
        report: "rehearsal-19700101T000000Z.json".to_owned(),
    }
}

/// Runs a rehearsal whose attempts have these outcomes. Returns its job.
async fn run_rehearsal(bench: &mut Bench, ends: Vec<RehearsalEnd>) -> Job {
    let rehearser: Arc<dyn RestoreRehearser> = Arc::new(FakeRehearser(Mutex::new(ends)));
    bench.ctx.restore_rehearser = Some(rehearser);
    bench.run_job(&RehearseRestore::default()).await;
    let jobs = store::jobs::list(bench.db(), None, &store::KeyPage::first_page(100)).await.unwrap();
    jobs.into_iter().filter(|job| job.kind == RehearseRestore::KIND).max_by_key(|job| job.id).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rehearsal_leaves_its_numbers_and_only_a_success_counts() {
    let test = TestDb::create_sqlite().await;
    let mut bench = Bench::new(test.db.clone()).await;
    assert!(!takes_job(&bench.ctx, RehearseRestore::KIND), "without a folder");

    let refused = run_rehearsal(&mut bench, Vec::new()).await;
    assert!(takes_job(&bench.ctx, RehearseRestore::KIND));
    assert_eq!((refused.state, refused.attempts), (JobState::Dead, RehearseRestore::ATTEMPTS));
    assert_eq!(refused.last_error.as_deref(), Some("there is no complete backup"));

    let faults = vec!["files/a: damaged".to_owned(), "title 7, BRF: it has no text".to_owned()];
    let failed = RehearsalEnd::Complete { summary: summarize(false), faults };
    let job = run_rehearsal(&mut bench, vec![failed]).await;
    assert_eq!((job.state, job.attempts), (JobState::Dead, 1));
    assert_eq!(job.last_error.as_deref(), Some("files/a: damaged; title 7, BRF: it has no text"));
    let note = job.progress.note.unwrap();
    assert_eq!(RehearsalSummary::parse_note(&note), Some(summarize(false)));
    assert_eq!(find_last_success(bench.db(), BackupTask::Rehearsal).await.unwrap(), None);

    let succeeded = RehearsalEnd::Complete { summary: summarize(true), faults: Vec::new() };
    let job = run_rehearsal(&mut bench, vec![RehearsalEnd::BackupReplaced, succeeded]).await;
    assert_eq!((job.state, job.attempts), (JobState::Done, 2));
    let note = job.progress.note.unwrap();
    assert_eq!(RehearsalSummary::parse_note(&note), Some(summarize(true)));
    assert!(find_last_success(bench.db(), BackupTask::Rehearsal).await.unwrap().is_some());
    test.drop().await;
}

#[test]
fn many_faults_are_cut_and_a_step_is_not_a_summary() {
    let faults: Vec<String> = (0..=MAX_LISTED_FAULTS).map(|n| format!("fault {n}")).collect();
    assert!(list_faults(&faults).ends_with("fault 19; and 1 more, which the report names"));
    assert_eq!(RehearsalSummary::parse_note("rehearsal"), None);
}
