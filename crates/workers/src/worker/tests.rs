//! Guarantees of the workers, on both databases.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use ::jobs::Job;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::jobs::{self, Claim, JobId, JobState, Lane, NewJob, SuspectFilter};
use store::{Db, Tx, db_test};

use super::{LEASE, PACE, Pace, Workers};
use crate::registry::JobKind;
use crate::testing::{Bench, wait_until};
use crate::{JobError, JobOutcome, Lanes, Run, Runner, WorkerContext};

/// Events of the jobs of all tests, by the folder of the test's file store: one name for each.
static EVENTS: LazyLock<Mutex<HashMap<String, Vec<String>>>> = LazyLock::new(Mutex::default);

fn record_event(test: &str, what: &str) {
    EVENTS.lock().unwrap().entry(test.to_owned()).or_default().push(what.to_owned());
}

fn recorded_events(test: &str) -> Vec<String> {
    EVENTS.lock().unwrap().get(test).cloned().unwrap_or_default()
}

/// A job that does what its record says.
#[derive(Serialize, Deserialize)]
struct Probe {
    test: String,
    act: Act,
}

#[derive(Serialize, Deserialize)]
enum Act {
    Say(String),
    FailUntil(u32),
    FailForGood,
    Panic,
    Sleep(u64),
}

impl Job for Probe {
    const KIND: &'static str = "probe";
    const LANE: Lane = Lane::Catalog;
    const ATTEMPTS: u32 = 3;
}

impl Runner for Probe {
    async fn run(&self, _ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        match &self.act {
            Act::Say(what) => record_event(&self.test, what),
            Act::FailUntil(attempt) if run.job.attempts < *attempt => {
                return Err(JobError::temporary(anyhow::anyhow!("attempt {} fails", run.job.attempts)));
            }
            Act::FailUntil(_) => record_event(&self.test, "at last"),
            Act::FailForGood => return Err(JobError::permanent(anyhow::anyhow!("never"))),
            Act::Panic => panic!("a bug"),
            Act::Sleep(millis) => {
                record_event(&self.test, "begun");
                tokio::time::sleep(Duration::from_millis(*millis)).await;
                record_event(&self.test, "ended");
            }
        }
        Ok(JobOutcome::Finished)
    }

    async fn give_up(&self, _tx: &mut Tx, _reason: &str, _now: Timestamp) -> store::Result<()> {
        record_event(&self.test, "gave up");
        Ok(())
    }
}

const KINDS: &[JobKind] = &[JobKind::for_runner::<Probe>()];

/// The bench and the name of its test.
async fn new_bench(db: Db) -> (Bench, String) {
    let bench = Bench::new(db).await;
    let test = bench.folder.path().display().to_string();
    (bench, test)
}

async fn enqueue_acts(bench: &Bench, test: &str, acts: impl IntoIterator<Item = Act>) -> Vec<JobId> {
    let mut tx = bench.db().begin().await.unwrap();
    let mut ids = Vec::new();
    for act in acts {
        let job = Probe { test: test.to_owned(), act };
        ids.push(
            jobs::enqueue(&mut tx, job.to_new_job(bench.current_time()), bench.current_time())
                .await
                .unwrap()
                .unwrap(),
        );
    }
    tx.commit().await.unwrap();
    ids
}

async fn job_state(bench: &Bench, id: JobId) -> JobState {
    jobs::get(bench.db(), id).await.unwrap().unwrap().state
}

fn start_workers(bench: &Bench, name: &str, n: usize) -> Workers {
    at_pace(bench, name, n, PACE.poll)
}

fn at_pace(bench: &Bench, name: &str, n: usize, poll: Duration) -> Workers {
    let lanes = Lanes::default().with_slots(Lane::Catalog, n);
    Workers::start_with(
        &bench.ctx,
        name,
        &lanes,
        KINDS,
        Pace { beat: Duration::from_millis(50), poll, ..PACE },
    )
}

db_test! {
    async fn an_enqueued_job_starts_immediately_in_the_same_process(db: Db) {
        let (bench, test) = new_bench(db).await;
        let before = bench.db().statement_count();
        // Polling finds nothing.
        let workers = at_pace(&bench, "a", 1, Duration::from_hours(1));
        wait_until("the dispatcher looks and finds nothing", async || bench.db().statement_count() > before).await;
        let ids = enqueue_acts(&bench, &test, [Act::Say("here".into())]).await;
        wait_until("done", async || job_state(&bench, ids[0]).await == JobState::Done).await;
        assert_eq!(recorded_events(&test), ["here"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_failed_job_is_tried_again_after_a_while(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::FailUntil(2)]).await[0];
        let workers = start_workers(&bench, "a", 1);
        wait_until("failed", async || jobs::get(bench.db(), id).await.unwrap().unwrap().last_error.is_some()).await;
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.state, job.attempts), (JobState::Ready, 1));
        assert_eq!(job.last_error.as_deref(), Some("attempt 1 fails"));
        assert!(job.run_at > job.created, "not before a while");
        bench.advance_clock(SignedDuration::from_secs(60));
        wait_until("done", async || job_state(&bench, id).await == JobState::Done).await;
        assert_eq!(recorded_events(&test), ["at last"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_job_that_fails_too_often_goes_to_the_dead_letters(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::FailUntil(9)]).await[0];
        let workers = start_workers(&bench, "a", 1);
        wait_until("dead", async || {
            bench.advance_clock(SignedDuration::from_secs(60));
            job_state(&bench, id).await == JobState::Dead
        })
        .await;
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.attempts, job.last_error.as_deref()), (3, Some("attempt 3 fails")));
        assert_eq!(recorded_events(&test), ["gave up"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn permanent_failures_are_not_retried(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::FailForGood]).await[0];
        let workers = start_workers(&bench, "a", 1);
        wait_until("dead", async || job_state(&bench, id).await == JobState::Dead).await;
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 1);
        assert_eq!(recorded_events(&test), ["gave up"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_panic_is_a_failed_attempt_and_the_worker_lives(db: Db) {
        let (bench, test) = new_bench(db).await;
        let ids = enqueue_acts(&bench, &test, [Act::Panic, Act::Say("still here".into())]).await;
        let workers = start_workers(&bench, "a", 1);
        wait_until("the next is done", async || job_state(&bench, ids[1]).await == JobState::Done).await;
        let job = jobs::get(bench.db(), ids[0]).await.unwrap().unwrap();
        assert_eq!((job.state, job.last_error.as_deref()), (JobState::Ready, Some("panicked: a bug")));
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_record_that_cannot_be_read_is_a_dead_letter(db: Db) {
        let (bench, _) = new_bench(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        let job = NewJob::new(Lane::Catalog, Probe::KIND, serde_json::json!({"act": "unknown"}), bench.current_time());
        let id = jobs::enqueue(&mut tx, job, bench.current_time()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let workers = start_workers(&bench, "a", 1);
        wait_until("dead", async || job_state(&bench, id).await == JobState::Dead).await;
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn many_workers_run_every_job_exactly_once(db: Db) {
        let (bench, test) = new_bench(db).await;
        let ids = enqueue_acts(&bench, &test, (0..60).map(|n| Act::Say(n.to_string()))).await;
        let crowd = [start_workers(&bench, "a", 4), start_workers(&bench, "b", 4)];
        wait_until("all done", async || {
            let states = jobs::count_by_state(bench.db()).await.unwrap();
            states.get(&JobState::Done) == Some(&(ids.len() as u64))
        })
        .await;
        let mut seen: Vec<u32> = recorded_events(&test).iter().map(|n| n.parse().unwrap()).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..60).collect::<Vec<_>>());
        for workers in crowd {
            workers.shutdown(Duration::from_secs(5)).await;
        }
    }

    async fn jobs_of_a_killed_worker_return_to_the_queue(db: Db) {
        let (bench, test) = new_bench(db).await;
        let ids = enqueue_acts(&bench, &test, [Act::Say("held".into()), Act::Say("free".into())]).await;
        let id = ids[0];
        let claim = Claim { kinds: &[Probe::KIND], worker: "killed", lease: LEASE, suspects: SuspectFilter::Without };
        let held = jobs::claim_jobs(bench.db(), &claim, Lane::Catalog, bench.current_time(), 1).await.unwrap();
        assert_eq!(held[0].id, id);
        let workers = start_workers(&bench, "a", 1);
        wait_until("the next is done", async || job_state(&bench, ids[1]).await == JobState::Done).await;
        assert_eq!(recorded_events(&test), ["free"], "the first is leased still");
        bench.advance_clock(LEASE + SignedDuration::from_secs(1));
        wait_until("done", async || job_state(&bench, id).await == JobState::Done).await;
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 2);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn shutting_down_finishes_what_was_begun(db: Db) {
        let (bench, test) = new_bench(db).await;
        let ids = enqueue_acts(&bench, &test, [Act::Sleep(400), Act::Say("too late".into())]).await;
        let workers = start_workers(&bench, "a", 1);
        wait_until("begun", async || recorded_events(&test) == ["begun"]).await;
        workers.shutdown(Duration::from_secs(5)).await;
        assert_eq!(recorded_events(&test), ["begun", "ended"]);
        assert_eq!(job_state(&bench, ids[0]).await, JobState::Done);
        assert_eq!(job_state(&bench, ids[1]).await, JobState::Ready);
    }

    async fn shutting_down_gives_back_what_takes_too_long(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::Sleep(60_000)]).await[0];
        let workers = start_workers(&bench, "a", 1);
        wait_until("begun", async || recorded_events(&test) == ["begun"]).await;
        workers.shutdown(Duration::from_millis(100)).await;
        assert_eq!(recorded_events(&test), ["begun"], "it was not waited for");
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.state, job.attempts, job.worker), (JobState::Ready, 0, None), "immediately, uncounted");
    }

    async fn a_job_that_is_no_longer_wanted_is_broken_off(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::Sleep(60_000)]).await[0];
        let workers = start_workers(&bench, "a", 1);
        wait_until("begun", async || recorded_events(&test) == ["begun"]).await;
        assert!(jobs::request_cancel(bench.db(), id, bench.current_time()).await.unwrap());
        wait_until("cancelled", async || job_state(&bench, id).await == JobState::Cancelled).await;
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn the_account_with_one_job_does_not_wait_for_the_one_with_twenty(db: Db) {
        let (bench, test) = new_bench(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        for (account, count) in [("ann", 20), ("bob", 1)] {
            let account = account.into();
            for _ in 0..count {
                let job = Probe { test: test.clone(), act: Act::Say(format!("{account}")) };
                let new = NewJob { account: Some(&account), ..job.to_new_job(bench.current_time()) };
                jobs::enqueue(&mut tx, new, bench.current_time()).await.unwrap().unwrap();
            }
        }
        tx.commit().await.unwrap();
        let workers = start_workers(&bench, "a", 1);
        wait_until("all done", async || recorded_events(&test).len() == 21).await;
        assert_eq!(recorded_events(&test)[..3], ["ann", "bob", "ann"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn signs_of_life_keep_a_long_job_with_its_worker(db: Db) {
        let (bench, test) = new_bench(db).await;
        let id = enqueue_acts(&bench, &test, [Act::Sleep(1_500)]).await[0];
        let crowd = [start_workers(&bench, "a", 1), start_workers(&bench, "b", 1)];
        wait_until("done", async || {
            // Three leases pass, each renewed in time.
            tokio::time::sleep(Duration::from_millis(300)).await;
            bench.advance_clock(LEASE - SignedDuration::from_secs(5));
            job_state(&bench, id).await == JobState::Done
        })
        .await;
        assert_eq!(recorded_events(&test), ["begun", "ended"]);
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 1);
        for workers in crowd {
            workers.shutdown(Duration::from_secs(5)).await;
        }
    }
}
