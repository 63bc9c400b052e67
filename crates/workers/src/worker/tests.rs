//! Guarantees of the workers, on both databases.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use ::jobs::Job;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::jobs::{self, Claim, JobId, JobState, Lane, NewJob, Suspects};
use store::{Db, Tx, db_test};

use super::{LEASE, PACE, Pace, Workers};
use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Run, Runner};
use crate::lanes::Lanes;
use crate::registry::Kind;
use crate::testing::{Bench, until};

/// Events of the jobs of all tests, by the folder of the test's file store: one name for each.
static SEEN: LazyLock<Mutex<HashMap<String, Vec<String>>>> = LazyLock::new(Mutex::default);

fn say(test: &str, what: &str) {
    SEEN.lock().unwrap().entry(test.to_owned()).or_default().push(what.to_owned());
}

fn said(test: &str) -> Vec<String> {
    SEEN.lock().unwrap().get(test).cloned().unwrap_or_default()
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
    async fn run(&self, _ctx: &Context, run: &Run) -> Result<Done, JobError> {
        match &self.act {
            Act::Say(what) => say(&self.test, what),
            Act::FailUntil(attempt) if run.attempt() < *attempt => {
                return Err(JobError::retry(anyhow::anyhow!("attempt {} fails", run.attempt())));
            }
            Act::FailUntil(_) => say(&self.test, "at last"),
            Act::FailForGood => return Err(JobError::fail(anyhow::anyhow!("never"))),
            Act::Panic => panic!("a bug"),
            Act::Sleep(millis) => {
                say(&self.test, "begun");
                tokio::time::sleep(Duration::from_millis(*millis)).await;
                say(&self.test, "ended");
            }
        }
        Ok(Done::Finished)
    }

    async fn give_up(&self, _tx: &mut Tx, _reason: &str, _now: Timestamp) -> store::Result<()> {
        say(&self.test, "gave up");
        Ok(())
    }
}

const KINDS: &[Kind] = &[Kind::of::<Probe>()];

/// The bench and the name of its test.
async fn bench(db: Db) -> (Bench, String) {
    let bench = Bench::new(db).await;
    let test = bench.folder.path().display().to_string();
    (bench, test)
}

async fn enqueue(bench: &Bench, test: &str, acts: impl IntoIterator<Item = Act>) -> Vec<JobId> {
    let mut tx = bench.db().begin().await.unwrap();
    let mut ids = Vec::new();
    for act in acts {
        let job = Probe { test: test.to_owned(), act };
        ids.push(jobs::enqueue(&mut tx, job.to_new_job(bench.now()), bench.now()).await.unwrap().unwrap());
    }
    tx.commit().await.unwrap();
    ids
}

async fn state(bench: &Bench, id: JobId) -> JobState {
    jobs::get(bench.db(), id).await.unwrap().unwrap().state
}

fn start(bench: &Bench, name: &str, n: usize) -> Workers {
    at_pace(bench, name, n, PACE.poll)
}

fn at_pace(bench: &Bench, name: &str, n: usize, poll: Duration) -> Workers {
    let lanes = Lanes::default().with(Lane::Catalog, n);
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
        let (bench, test) = bench(db).await;
        let before = bench.db().statement_count();
        // Polling finds nothing.
        let workers = at_pace(&bench, "a", 1, Duration::from_hours(1));
        until("the dispatcher looks and finds nothing", async || bench.db().statement_count() > before).await;
        let ids = enqueue(&bench, &test, [Act::Say("here".into())]).await;
        until("done", async || state(&bench, ids[0]).await == JobState::Done).await;
        assert_eq!(said(&test), ["here"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_failed_job_is_tried_again_after_a_while(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::FailUntil(2)]).await[0];
        let workers = start(&bench, "a", 1);
        until("failed", async || jobs::get(bench.db(), id).await.unwrap().unwrap().last_error.is_some()).await;
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.state, job.attempts), (JobState::Ready, 1));
        assert_eq!(job.last_error.as_deref(), Some("attempt 1 fails"));
        assert!(job.run_at > job.created, "not before a while");
        bench.wait(SignedDuration::from_secs(60));
        until("done", async || state(&bench, id).await == JobState::Done).await;
        assert_eq!(said(&test), ["at last"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_job_that_fails_too_often_goes_to_the_dead_letters(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::FailUntil(9)]).await[0];
        let workers = start(&bench, "a", 1);
        until("dead", async || {
            bench.wait(SignedDuration::from_secs(60));
            state(&bench, id).await == JobState::Dead
        })
        .await;
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.attempts, job.last_error.as_deref()), (3, Some("attempt 3 fails")));
        assert_eq!(said(&test), ["gave up"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn permanent_failures_are_not_retried(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::FailForGood]).await[0];
        let workers = start(&bench, "a", 1);
        until("dead", async || state(&bench, id).await == JobState::Dead).await;
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 1);
        assert_eq!(said(&test), ["gave up"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_panic_is_a_failed_attempt_and_the_worker_lives(db: Db) {
        let (bench, test) = bench(db).await;
        let ids = enqueue(&bench, &test, [Act::Panic, Act::Say("still here".into())]).await;
        let workers = start(&bench, "a", 1);
        until("the next is done", async || state(&bench, ids[1]).await == JobState::Done).await;
        let job = jobs::get(bench.db(), ids[0]).await.unwrap().unwrap();
        assert_eq!((job.state, job.last_error.as_deref()), (JobState::Ready, Some("panicked: a bug")));
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_record_that_cannot_be_read_is_a_dead_letter(db: Db) {
        let (bench, _) = bench(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        let job = NewJob::new(Lane::Catalog, Probe::KIND, serde_json::json!({"act": "unknown"}), bench.now());
        let id = jobs::enqueue(&mut tx, job, bench.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let workers = start(&bench, "a", 1);
        until("dead", async || state(&bench, id).await == JobState::Dead).await;
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn many_workers_run_every_job_exactly_once(db: Db) {
        let (bench, test) = bench(db).await;
        let ids = enqueue(&bench, &test, (0..60).map(|n| Act::Say(n.to_string()))).await;
        let crowd = [start(&bench, "a", 4), start(&bench, "b", 4)];
        until("all done", async || {
            let states = jobs::count_by_state(bench.db()).await.unwrap();
            states.get(&JobState::Done) == Some(&(ids.len() as u64))
        })
        .await;
        let mut seen: Vec<u32> = said(&test).iter().map(|n| n.parse().unwrap()).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..60).collect::<Vec<_>>());
        for workers in crowd {
            workers.shutdown(Duration::from_secs(5)).await;
        }
    }

    async fn jobs_of_a_killed_worker_return_to_the_queue(db: Db) {
        let (bench, test) = bench(db).await;
        let ids = enqueue(&bench, &test, [Act::Say("held".into()), Act::Say("free".into())]).await;
        let id = ids[0];
        let claim = Claim { kinds: &[Probe::KIND], worker: "killed", lease: LEASE, suspects: Suspects::Without };
        let held = jobs::claim_jobs(bench.db(), &claim, Lane::Catalog, bench.now(), 1).await.unwrap();
        assert_eq!(held[0].id, id);
        let workers = start(&bench, "a", 1);
        until("the next is done", async || state(&bench, ids[1]).await == JobState::Done).await;
        assert_eq!(said(&test), ["free"], "the first is leased still");
        bench.wait(LEASE + SignedDuration::from_secs(1));
        until("done", async || state(&bench, id).await == JobState::Done).await;
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 2);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn shutting_down_finishes_what_was_begun(db: Db) {
        let (bench, test) = bench(db).await;
        let ids = enqueue(&bench, &test, [Act::Sleep(400), Act::Say("too late".into())]).await;
        let workers = start(&bench, "a", 1);
        until("begun", async || said(&test) == ["begun"]).await;
        workers.shutdown(Duration::from_secs(5)).await;
        assert_eq!(said(&test), ["begun", "ended"]);
        assert_eq!(state(&bench, ids[0]).await, JobState::Done);
        assert_eq!(state(&bench, ids[1]).await, JobState::Ready);
    }

    async fn shutting_down_gives_back_what_takes_too_long(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::Sleep(60_000)]).await[0];
        let workers = start(&bench, "a", 1);
        until("begun", async || said(&test) == ["begun"]).await;
        workers.shutdown(Duration::from_millis(100)).await;
        assert_eq!(said(&test), ["begun"], "it was not waited for");
        let job = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.state, job.attempts, job.worker), (JobState::Ready, 0, None), "immediately, uncounted");
    }

    async fn a_job_that_is_no_longer_wanted_is_broken_off(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::Sleep(60_000)]).await[0];
        let workers = start(&bench, "a", 1);
        until("begun", async || said(&test) == ["begun"]).await;
        assert!(jobs::request_cancel(bench.db(), id, bench.now()).await.unwrap());
        until("cancelled", async || state(&bench, id).await == JobState::Cancelled).await;
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn the_account_with_one_job_does_not_wait_for_the_one_with_twenty(db: Db) {
        let (bench, test) = bench(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        for (account, count) in [("ann", 20), ("bob", 1)] {
            let account = account.into();
            for _ in 0..count {
                let job = Probe { test: test.clone(), act: Act::Say(format!("{account}")) };
                let new = NewJob { account: Some(&account), ..job.to_new_job(bench.now()) };
                jobs::enqueue(&mut tx, new, bench.now()).await.unwrap().unwrap();
            }
        }
        tx.commit().await.unwrap();
        let workers = start(&bench, "a", 1);
        until("all done", async || said(&test).len() == 21).await;
        assert_eq!(said(&test)[..3], ["ann", "bob", "ann"]);
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn signs_of_life_keep_a_long_job_with_its_worker(db: Db) {
        let (bench, test) = bench(db).await;
        let id = enqueue(&bench, &test, [Act::Sleep(1_500)]).await[0];
        let crowd = [start(&bench, "a", 1), start(&bench, "b", 1)];
        until("done", async || {
            // Three leases pass, each renewed in time.
            tokio::time::sleep(Duration::from_millis(300)).await;
            bench.wait(LEASE - SignedDuration::from_secs(5));
            state(&bench, id).await == JobState::Done
        })
        .await;
        assert_eq!(said(&test), ["begun", "ended"]);
        assert_eq!(jobs::get(bench.db(), id).await.unwrap().unwrap().attempts, 1);
        for workers in crowd {
            workers.shutdown(Duration::from_secs(5)).await;
        }
    }
}
