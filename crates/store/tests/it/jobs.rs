//! The queue: no job runs twice concurrently, none is lost, order keys hold.

use std::collections::{BTreeMap, BTreeSet};

use domain::fixtures::{days_ago, individual, noon};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::jobs::{
    self, Claim, Job, JobBatch, JobFilter, JobId, JobPlace, JobProgress, JobState, Lane, LeaseRenewal,
    NewJob, SuspectFilter,
};
use store::{Conn, Db, KeyPage, Sql, db_test};

use crate::world;

const LEASE: SignedDuration = SignedDuration::from_secs(60);

fn minutes_from_now(n: i64) -> Timestamp {
    noon() + SignedDuration::from_mins(n)
}

async fn add(db: &Db, job: NewJob<'_>) -> Option<JobId> {
    committed!(db, tx => jobs::enqueue(&mut tx, job, noon()))
}

fn job_of_kind(kind: &str) -> NewJob<'_> {
    NewJob::new(Lane::Catalog, kind, json!({"title": 1001}), noon())
}

async fn claim_jobs(db: &Db, worker: &str, at: Timestamp, limit: u32) -> Vec<Job> {
    claim_in(db, Lane::Catalog, &["package", "index"], worker, at, limit).await
}

/// Finds due jobs and claims them, as a worker does.
async fn claim_in(db: &Db, lane: Lane, kinds: &[&str], worker: &str, at: Timestamp, limit: u32) -> Vec<Job> {
    if jobs::find_due(db, &[lane], &[], kinds, at).await.unwrap().lanes.is_empty() {
        return Vec::new();
    }
    let new = Claim { kinds, worker, lease: LEASE, suspects: SuspectFilter::Without };
    jobs::claim_jobs(db, &new, lane, at, limit).await.unwrap()
}

async fn claim_one(db: &Db, worker: &str, at: Timestamp) -> Job {
    let mut claimed = claim_jobs(db, worker, at, 1).await;
    claimed.pop().expect("a job is due")
}

async fn job_state(db: &Db, id: JobId) -> JobState {
    jobs::get(db, id).await.unwrap().unwrap().state
}

db_test! {
    async fn failures_of_a_kind_are_counted_by_reason_and_retried_together(db: Db) {
        world::create_sites(&db).await;
        world::settle_account(&db, &individual("ada").account).await;
        let ada = individual("ada").account.id;
        let failed = [("letter", "refused"), ("letter", "no connection"), ("letter", "refused"), ("index", "refused")];
        for (n, (kind, error)) in failed.into_iter().enumerate() {
            let mut tx = db.begin().await.unwrap();
            let new = NewJob { account: (n == 0).then_some(&ada), ..job_of_kind(kind) };
            let job = jobs::start(&mut tx, new, "w", LEASE, noon()).await.unwrap().unwrap();
            assert!(jobs::set_dead(&mut tx, &job, error, noon()).await.unwrap());
            tx.commit().await.unwrap();
        }
        let list = async || {
            let failures = jobs::list_failures(&db, "letter", 9).await.unwrap();
            failures.into_iter().map(|failure| (failure.state, failure.error, failure.count)).collect::<Vec<_>>()
        };
        let by_reason = |state| [(state, "refused".to_owned(), 2), (state, "no connection".to_owned(), 1)];
        assert_eq!(list().await, by_reason(JobState::Dead));
        assert_eq!(jobs::count_failed(&db, "letter").await.unwrap(), 3);
        let mut tx = db.begin().await.unwrap();
        let mut retried = jobs::requeue_failed(&mut tx, "letter", 2, noon()).await.unwrap();
        assert_eq!(retried.len(), 2);
        retried.extend(jobs::requeue_failed(&mut tx, "letter", 2, noon()).await.unwrap());
        assert!(jobs::requeue_failed(&mut tx, "letter", 2, noon()).await.unwrap().is_empty());
        tx.commit().await.unwrap();
        let mut accounts: Vec<_> = retried.into_iter().map(|job| job.account).collect();
        accounts.sort();
        assert_eq!(accounts, [None, None, Some(ada)]);
        assert_eq!(list().await, by_reason(JobState::Ready));
        let counts = jobs::count_by_state(&db).await.unwrap();
        assert_eq!(counts, BTreeMap::from([(JobState::Ready, 3), (JobState::Dead, 1)]));
    }

    async fn of_failed_jobs_with_one_key_the_newest_is_retried_unless_another_one_does_the_same(db: Db) {
        let new = |key: &'static str| NewJob { unique_key: Some(key), ..job_of_kind("package") };
        let mut failed = Vec::new();
        for key in ["a", "a", "b"] {
            let mut tx = db.begin().await.unwrap();
            let job = jobs::start(&mut tx, new(key), "w", LEASE, noon()).await.unwrap().unwrap();
            assert!(jobs::set_dead(&mut tx, &job, "fails", noon()).await.unwrap());
            tx.commit().await.unwrap();
            failed.push(job.id);
        }
        add(&db, new("b")).await.unwrap();
        assert_eq!(committed!(db, tx => jobs::requeue_failed(&mut tx, "package", 9, noon())).len(), 1);
        for (id, state) in failed.into_iter().zip([JobState::Dead, JobState::Ready, JobState::Dead]) {
            assert_eq!(job_state(&db, id).await, state, "{id}");
        }
        assert_eq!(jobs::count_failed(&db, "package").await.unwrap(), 2);
    }

    async fn jobs_are_listed_by_their_end_and_counted(db: Db) {
        // The first job fails last.
        for (kind, minutes) in [("package", 9), ("package", 3), ("index", 5)] {
            let at = minutes_from_now(minutes);
            let mut tx = db.begin().await.unwrap();
            let job = jobs::start(&mut tx, job_of_kind(kind), "w", LEASE, at).await.unwrap().unwrap();
            jobs::set_dead(&mut tx, &job, "fails", at).await.unwrap();
            tx.commit().await.unwrap();
        }
        let waiting = add(&db, NewJob { unique_key: Some("package/2"), ..job_of_kind("package") }).await.unwrap();
        let ids = |jobs: &[Job]| jobs.iter().map(|job| job.id).collect::<Vec<_>>();
        let failed = JobFilter { state: Some(JobState::Dead), ..JobFilter::default() };
        let all = jobs::list_latest(&db, failed, &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(all.iter().map(|job| job.kind.as_str()).collect::<Vec<_>>(), ["package", "index", "package"]);
        let mut listed = Vec::new();
        let mut page = KeyPage::first_page(1);
        while let Some(job) = jobs::list_latest(&db, failed, &page).await.unwrap().pop() {
            page.after = Some(JobPlace::from_job(&job));
            listed.push(job);
        }
        assert_eq!(ids(&listed), ids(&all), "page by page");
        let packages = JobFilter { kind: Some("package"), ..JobFilter::default() };
        assert_eq!(jobs::list_latest(&db, packages, &KeyPage::first_page(9)).await.unwrap().len(), 3);
        let with_key = JobFilter { unique_key: Some("package/2"), ..JobFilter::default() };
        let found = jobs::list_latest(&db, with_key, &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(ids(&found), [waiting]);

        let by_kind = jobs::count_by_kind(&db).await.unwrap();
        let by_kind: Vec<_> = by_kind.iter().map(|row| (row.group.as_str(), row.state, row.count)).collect();
        let expected =
            [("index", JobState::Dead, 1), ("package", JobState::Dead, 2), ("package", JobState::Ready, 1)];
        assert_eq!(by_kind, expected);
        let mut by_lane = jobs::count_by_lane(&db).await.unwrap();
        by_lane.sort_by_key(|row| row.state);
        let by_lane: Vec<_> = by_lane.iter().map(|row| (row.group, row.state, row.count)).collect();
        assert_eq!(by_lane, [(Lane::Catalog, JobState::Ready, 1), (Lane::Catalog, JobState::Dead, 3)]);
    }

    async fn a_job_exists_only_if_its_transaction_is_committed(db: Db) {
        let mut watch = db.watch_jobs();
        let mut tx = db.begin().await.unwrap();
        assert!(jobs::enqueue(&mut tx, job_of_kind("package"), noon()).await.unwrap().is_some());
        tx.rollback().await.unwrap();
        assert_eq!(claim_jobs(&db, "w", noon(), 9).await, []);
        assert!(!watch.has_changed().unwrap());
        add(&db, job_of_kind("package")).await.unwrap();
        assert!(watch.has_changed().unwrap());
        watch.mark_unchanged();
        assert_eq!(claim_jobs(&db, "w", noon(), 9).await.len(), 1);
    }

    async fn jobs_of_later_programs_and_of_unknown_kinds_are_left_to_others(db: Db) {
        let later = add(&db, job_of_kind("package")).await.unwrap();
        let text = "UPDATE jobs SET program_version = program_version + 1 WHERE id = $1";
        (&db).execute(Sql::new(text).bind(later)).await.unwrap();
        let unknown = add(&db, job_of_kind("a kind of a later program")).await.unwrap();
        let known = add(&db, job_of_kind("package")).await.unwrap();
        let earlier = add(&db, job_of_kind("package")).await.unwrap();
        (&db)
            .execute(Sql::new("UPDATE jobs SET program_version = 0 WHERE id = $1").bind(earlier))
            .await
            .unwrap();
        let claimed: BTreeSet<JobId> = claim_jobs(&db, "w", minutes_from_now(1), 9).await.iter().map(|job| job.id).collect();
        assert_eq!(claimed, [known, earlier].into());
        for id in [later, unknown] {
            assert_eq!(job_state(&db, id).await, JobState::Ready);
        }
        assert_eq!(jobs::count_for_later_programs(&db).await.unwrap(), 1);
    }

    async fn a_claimed_job_tells_all_about_itself(db: Db) {
        let id = add(&db, NewJob { max_attempts: 3, ..job_of_kind("package") }).await.unwrap();
        let claimed = claim_one(&db, "worker-1", noon()).await;
        let expected = Job {
            id,
            kind: "package".into(),
            lane: Lane::Catalog,
            account: None,
            turn: 0,
            payload: json!({"title": 1001}),
            state: JobState::Running,
            run_at: noon(),
            attempts: 1,
            max_attempts: 3,
            lapses: 0,
            unique_key: None,
            order_key: None,
            worker: Some("worker-1".into()),
            lease_until: Some(noon() + LEASE),
            last_error: None,
            progress: JobProgress::default(),
            cancel_requested: false,
            created: noon(),
            finished: None,
        };
        assert_eq!(claimed, expected);
        assert_eq!(jobs::get(&db, id).await.unwrap(), Some(expected));
        assert!(jobs::complete(&db, &claimed, minutes_from_now(1)).await.unwrap());
        let done = jobs::get(&db, id).await.unwrap().unwrap();
        assert_eq!((done.state, done.finished), (JobState::Done, Some(minutes_from_now(1))));
        assert!(!jobs::complete(&db, &claimed, minutes_from_now(1)).await.unwrap());
        assert_eq!(jobs::get(&db, 999).await.unwrap(), None);
    }

    async fn a_batch_of_jobs_is_enqueued_in_order(db: Db) {
        let batch = JobBatch {
            kind: "package",
            lane: Lane::Catalog,
            account: None,
            max_attempts: 3,
            jobs: (1..=3).map(|n| (format!("title/{n}"), json!({"title": n}))).collect(),
        };
        let empty = JobBatch { jobs: Vec::new(), ..batch.clone() };
        let mut tx = db.begin().await.unwrap();
        jobs::enqueue_batch(&mut tx, &batch, noon()).await.unwrap();
        jobs::enqueue_batch(&mut tx, &empty, noon()).await.unwrap();
        tx.commit().await.unwrap();
        let keys = ["title/3", "title/1", "title/9"].map(str::to_owned);
        let listed = jobs::list_in_orders(&db, &keys).await.unwrap();
        let titles: Vec<_> = listed.iter().map(|job| job.payload["title"].as_i64().unwrap()).collect();
        assert_eq!(titles, [1, 3]);
        assert_eq!(listed[1].turn - listed[0].turn, 2, "a turn for each");
        let claimed = claim_jobs(&db, "w", noon(), 9).await;
        let claimed: Vec<_> = claimed.iter().map(|job| (job.order_key.as_deref(), job.max_attempts)).collect();
        assert_eq!(claimed, [(Some("title/1"), 3), (Some("title/2"), 3), (Some("title/3"), 3)]);
    }

    async fn only_jobs_whose_kind_and_time_fit_are_claimed_in_the_order_of_enqueueing(db: Db) {
        let later = add(&db, NewJob { run_at: minutes_from_now(5), ..job_of_kind("index") }).await.unwrap();
        let first = add(&db, job_of_kind("package")).await.unwrap();
        let second = add(&db, NewJob { run_at: minutes_from_now(-5), ..job_of_kind("index") }).await.unwrap();
        add(&db, job_of_kind("mail")).await.unwrap();
        assert_eq!(claim_in(&db, Lane::Catalog, &[], "w", noon(), 9).await, []);
        let ids = |claimed: Vec<Job>| claimed.into_iter().map(|job| job.id).collect::<Vec<_>>();
        assert_eq!(ids(claim_jobs(&db, "w", noon(), 9).await), [first, second]);
        assert_eq!(ids(claim_jobs(&db, "w", minutes_from_now(5), 9).await.into_iter().filter(|j| j.attempts == 1).collect()), [later]);
        let oldest = jobs::oldest_ready(&db, minutes_from_now(9)).await.unwrap();
        assert_eq!(oldest.into_iter().collect::<Vec<_>>(), [(Lane::Catalog, noon())], "the mail waits");
        assert!(jobs::oldest_ready(&db, minutes_from_now(-9)).await.unwrap().is_empty());
    }

    async fn idle_polling_only_reads(db: Db) {
        add(&db, NewJob { run_at: minutes_from_now(5), ..job_of_kind("index") }).await.unwrap();
        let before = db.statement_count();
        assert_eq!(claim_jobs(&db, "w", noon(), 9).await, []);
        assert_eq!(db.statement_count() - before, 1);
    }

    async fn no_two_workers_get_one_job(db: Db) {
        for _ in 0..40 {
            add(&db, job_of_kind("package")).await.unwrap();
        }
        let workers = (0..8).map(|n| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut mine = Vec::new();
                loop {
                    let claimed = claim_jobs(&db, &format!("w{n}"), noon(), 3).await;
                    assert!(claimed.len() <= 3);
                    // Others may hold what is left for the moment: count once more before going home.
                    if claimed.is_empty()
                        && !jobs::count_by_state(&db).await.unwrap().contains_key(&JobState::Ready)
                    {
                        return mine;
                    }
                    mine.extend(claimed.into_iter().map(|job| job.id));
                }
            })
        });
        let mut all: Vec<JobId> = Vec::new();
        for mine in join_all(workers).await {
            all.extend(mine.unwrap());
        }
        assert_eq!(all.len(), 40);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 40);
    }

    async fn a_unique_key_has_one_unfinished_job(db: Db) {
        let keyed = || NewJob { unique_key: Some("reindex"), ..job_of_kind("index") };
        let first = add(&db, keyed()).await.unwrap();
        assert_eq!(add(&db, keyed()).await, None);
        let running = claim_one(&db, "w", noon()).await;
        assert_eq!(add(&db, keyed()).await, None, "also while it runs");
        jobs::set_dead(&db, &running, "broken", noon()).await.unwrap();
        assert!(add(&db, keyed()).await.is_some());
        let error = jobs::requeue(&db, first, noon()).await.unwrap_err();
        assert!(error.conflicts_with("jobs_unique_key"), "{error}");
    }

    async fn of_racing_enqueues_with_one_key_one_wins(db: Db) {
        let tries = (0..8).map(|_| add(&db, NewJob { unique_key: Some("k"), ..job_of_kind("index") }));
        assert_eq!(join_all(tries).await.into_iter().flatten().count(), 1);
    }

    async fn jobs_of_one_order_key_run_one_at_a_time_in_order(db: Db) {
        let ordered = |key| NewJob { order_key: Some(key), ..job_of_kind("index") };
        let first = add(&db, ordered("title-1")).await.unwrap();
        let second = add(&db, NewJob { run_at: minutes_from_now(-1), ..ordered("title-1") }).await.unwrap();
        let other = add(&db, ordered("title-2")).await.unwrap();
        let claimed = claim_jobs(&db, "a", noon(), 9).await;
        assert_eq!(claimed.iter().map(|j| j.id).collect::<Vec<_>>(), [first, other]);
        assert_eq!(claim_jobs(&db, "b", noon(), 9).await, []);
        let free = add(&db, job_of_kind("package")).await.unwrap();
        let claimed_meanwhile = claim_one(&db, "b", noon()).await;
        assert_eq!(claimed_meanwhile.id, free, "a job without the key does not wait");
        let again = jobs::retry(&db, &claimed[0], "not yet", minutes_from_now(10), noon()).await.unwrap();
        assert_eq!(again, Some(JobState::Ready));
        assert_eq!(claim_jobs(&db, "b", minutes_from_now(0), 9).await, [], "what waits for its retry holds up the next");
        let retried = claim_jobs(&db, "b", minutes_from_now(10), 9).await;
        let retried = retried.iter().find(|j| j.id == first).unwrap();
        assert!(jobs::complete(&db, retried, minutes_from_now(10)).await.unwrap());
        let next = claim_jobs(&db, "b", minutes_from_now(10), 9).await;
        assert_eq!(next.iter().map(|j| j.id).collect::<Vec<_>>(), [second]);
    }

    async fn waiting_jobs_of_an_order_key_are_listed_in_order(db: Db) {
        let ordered = |key| NewJob { order_key: Some(key), ..job_of_kind("index") };
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(add(&db, ordered("title-1")).await.unwrap());
        }
        add(&db, ordered("title-2")).await.unwrap();
        let waiting = async || -> Vec<JobId> {
            jobs::list_in_order(&db, "title-1").await.unwrap().into_iter().map(|job| job.id).collect()
        };
        assert_eq!(waiting().await, ids);
        let running = claim_one(&db, "a", noon()).await;
        assert_eq!(waiting().await, ids, "a running one too");
        assert!(jobs::complete(&db, &running, noon()).await.unwrap());
        assert_eq!(waiting().await, ids[1..]);
        let before = db.statement_count();
        assert_eq!(jobs::list_in_order(&db, "title-3").await.unwrap(), []);
        assert_eq!(db.statement_count() - before, 1);
    }

    /// Workers race for the jobs of few order keys; each notes what it has while it has it.
    async fn order_keys_hold_however_workers_race(db: Db) {
        for round in 0..8 {
            for key in ["a", "b", "c"] {
                let payload = json!({"key": key, "round": round});
                let job = NewJob { order_key: Some(key), ..NewJob::new(Lane::Catalog, "index", payload, noon()) };
                add(&db, job).await.unwrap();
            }
        }
        let workers = (0..6).map(|n| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut finished = Vec::new();
                while jobs::count_by_state(&db).await.unwrap().get(&JobState::Done) != Some(&24) {
                    for job in claim_jobs(&db, &format!("w{n}"), noon(), 2).await {
                        let running: Vec<Job> =
                            jobs::list(&db, Some(JobState::Running), &KeyPage::first_page(100)).await.unwrap();
                        let same = running.iter().filter(|j| j.order_key == job.order_key).count();
                        assert_eq!(same, 1, "{running:?}");
                        finished.push((job.payload["key"].as_str().unwrap().to_owned(), job.id));
                        tokio::task::yield_now().await;
                        assert!(jobs::complete(&db, &job, noon()).await.unwrap());
                    }
                }
                finished
            })
        });
        let mut done = 0;
        for worker in join_all(workers).await {
            let finished = worker.unwrap();
            done += finished.len();
            for key in ["a", "b", "c"] {
                let ids: Vec<JobId> =
                    finished.iter().filter(|(k, _)| k == key).map(|(_, id)| *id).collect();
                assert!(ids.is_sorted(), "{ids:?}");
            }
        }
        assert_eq!(done, 24);
    }

    async fn a_lapsed_lease_gives_the_job_to_another(db: Db) {
        let id = add(&db, NewJob { max_attempts: 2, ..job_of_kind("package") }).await.unwrap();
        let first = claim_one(&db, "a", noon()).await;
        assert_eq!(claim_jobs(&db, "b", noon() + LEASE, 9).await, []);
        let second = claim_one(&db, "b", minutes_from_now(2)).await;
        assert_eq!((second.id, second.attempts), (id, 2));
        assert_eq!(second.last_error.as_deref(), Some("the lease of a lapsed"));

        assert!(!jobs::complete(&db, &first, minutes_from_now(2)).await.unwrap(), "it is no longer a's");
        assert_eq!(jobs::retry(&db, &first, "late", minutes_from_now(3), minutes_from_now(2)).await.unwrap(), None);
        assert!(!jobs::set_dead(&db, &first, "late", minutes_from_now(2)).await.unwrap());
        assert!(!jobs::release(&db, &first).await.unwrap());
        assert!(!jobs::set_cancelled(&db, &first, minutes_from_now(2)).await.unwrap());
        assert!(!jobs::set_progress(&db, &first, &JobProgress::default()).await.unwrap());
        let beat = jobs::renew_lease(&db, &first, LEASE, minutes_from_now(2)).await.unwrap();
        assert_eq!(beat, LeaseRenewal { is_held: false, is_cancel_requested: false });

        assert_eq!(claim_jobs(&db, "c", minutes_from_now(9), 9).await, [], "it was tried as often as allowed");
        let dead = jobs::get(&db, id).await.unwrap().unwrap();
        assert_eq!((dead.state, dead.finished), (JobState::Dead, Some(minutes_from_now(9))));
        assert_eq!(dead.last_error.as_deref(), Some("the lease of a lapsed; the lease of b lapsed"));
    }

    async fn a_try_that_was_lost_stays_lost_when_the_same_worker_gets_the_job_again(db: Db) {
        add(&db, job_of_kind("package")).await.unwrap();
        let first = claim_one(&db, "a", noon()).await;
        let second = claim_one(&db, "a", minutes_from_now(2)).await;
        assert!(!jobs::complete(&db, &first, minutes_from_now(2)).await.unwrap());
        assert!(jobs::complete(&db, &second, minutes_from_now(2)).await.unwrap());
    }

    async fn a_heartbeat_keeps_the_lease(db: Db) {
        add(&db, job_of_kind("package")).await.unwrap();
        let held = claim_one(&db, "a", noon()).await;
        let beat = jobs::renew_lease(&db, &held, LEASE, minutes_from_now(1)).await.unwrap();
        assert_eq!(beat, LeaseRenewal { is_held: true, is_cancel_requested: false });
        assert_eq!(claim_jobs(&db, "b", minutes_from_now(2), 9).await, []);
        assert!(jobs::complete(&db, &held, minutes_from_now(2)).await.unwrap());
    }

    async fn a_failed_try_comes_back_until_the_last(db: Db) {
        let id = add(&db, NewJob { max_attempts: 2, ..job_of_kind("package") }).await.unwrap();
        let first = claim_one(&db, "a", noon()).await;
        let state = jobs::retry(&db, &first, "no space", minutes_from_now(5), noon()).await.unwrap();
        assert_eq!(state, Some(JobState::Ready));
        assert_eq!(claim_jobs(&db, "a", minutes_from_now(4), 9).await, []);
        let second = claim_one(&db, "a", minutes_from_now(5)).await;
        assert_eq!(second.last_error.as_deref(), Some("no space"));
        let state = jobs::retry(&db, &second, "still none", minutes_from_now(9), minutes_from_now(5)).await.unwrap();
        assert_eq!(state, Some(JobState::Dead));

        let dead = jobs::list(&db, Some(JobState::Dead), &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(dead.len(), 1);
        assert_eq!((dead[0].last_error.as_deref(), dead[0].finished), (Some("still none"), Some(minutes_from_now(5))));
        assert!(jobs::requeue(&db, id, minutes_from_now(6)).await.unwrap());
        assert!(!jobs::requeue(&db, id, minutes_from_now(6)).await.unwrap());
        let third = claim_one(&db, "a", minutes_from_now(6)).await;
        assert_eq!((third.id, third.attempts, third.finished), (id, 1, None));
    }

    async fn a_stopping_worker_gives_its_job_back_untried(db: Db) {
        let id = add(&db, job_of_kind("package")).await.unwrap();
        let held = claim_one(&db, "a", noon()).await;
        assert!(jobs::release(&db, &held).await.unwrap());
        let again = claim_one(&db, "b", noon()).await;
        assert_eq!((again.id, again.attempts, again.worker.as_deref()), (id, 1, Some("b")));
        assert!(!jobs::complete(&db, &held, noon()).await.unwrap());
    }

    async fn a_job_can_be_given_up(db: Db) {
        let waiting = add(&db, NewJob { run_at: minutes_from_now(9), ..job_of_kind("package") }).await.unwrap();
        assert!(jobs::request_cancel(&db, waiting, noon()).await.unwrap());
        assert_eq!(job_state(&db, waiting).await, JobState::Cancelled);
        assert!(!jobs::request_cancel(&db, waiting, noon()).await.unwrap());
        assert!(!jobs::request_cancel(&db, 999, noon()).await.unwrap());

        let running = add(&db, job_of_kind("package")).await.unwrap();
        let held = claim_one(&db, "a", noon()).await;
        assert!(jobs::request_cancel(&db, running, noon()).await.unwrap());
        assert_eq!(job_state(&db, running).await, JobState::Running);
        let beat = jobs::renew_lease(&db, &held, LEASE, noon()).await.unwrap();
        assert_eq!(beat, LeaseRenewal { is_held: true, is_cancel_requested: true });
        assert!(jobs::set_cancelled(&db, &held, noon()).await.unwrap());
        assert_eq!(job_state(&db, running).await, JobState::Cancelled);
        assert!(jobs::requeue(&db, running, noon()).await.unwrap());
        assert!(!jobs::get(&db, running).await.unwrap().unwrap().cancel_requested);
    }

    async fn progress_is_seen_while_a_job_runs(db: Db) {
        let id = add(&db, NewJob { unique_key: Some("index:7"), ..job_of_kind("index") }).await.unwrap();
        assert_eq!(jobs::get_progress(&db, "index:7").await.unwrap(), Some(JobProgress::default()), "not begun");
        let held = claim_one(&db, "a", noon()).await;
        let progress = JobProgress { done: 40, total: 100, note: Some("titles".into()) };
        assert!(jobs::set_progress(&db, &held, &progress).await.unwrap());
        assert_eq!(jobs::get(&db, id).await.unwrap().unwrap().progress, progress);
        assert_eq!(jobs::get_progress(&db, "index:7").await.unwrap(), Some(progress));
        assert_eq!(jobs::get_progress(&db, "index:8").await.unwrap(), None);
        assert!(jobs::complete(&db, &held, noon()).await.unwrap());
        assert_eq!(jobs::get_progress(&db, "index:7").await.unwrap(), None, "nothing is left to do");
    }

    async fn jobs_are_counted_listed_and_removed(db: Db) {
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(add(&db, job_of_kind("package")).await.unwrap());
        }
        let held = claim_jobs(&db, "a", noon(), 2).await;
        assert!(jobs::complete(&db, &held[0], days_ago(1)).await.unwrap());
        assert!(jobs::set_dead(&db, &held[1], "no such title", noon()).await.unwrap());
        let counts: Vec<_> = jobs::count_by_state(&db).await.unwrap().into_iter().collect();
        assert_eq!(counts, [(JobState::Ready, 2), (JobState::Done, 1), (JobState::Dead, 1)]);
        let listed = async |state, page| {
            let found = jobs::list(&db, state, &page).await.unwrap();
            found.into_iter().map(|job| job.id).collect::<Vec<_>>()
        };
        assert_eq!(listed(None, KeyPage::first_page(3)).await, [ids[3], ids[2], ids[1]]);
        assert_eq!(listed(None, KeyPage { after: Some(ids[1]), limit: 9 }).await, [ids[0]]);
        assert_eq!(listed(Some(JobState::Ready), KeyPage::first_page(9)).await, [ids[3], ids[2]]);
        assert_eq!(jobs::purge_done(&db, days_ago(1)).await.unwrap(), 0);
        assert_eq!(jobs::purge_done(&db, noon()).await.unwrap(), 1);
        assert_eq!(listed(None, KeyPage::first_page(9)).await, [ids[3], ids[2], ids[1]]);
    }

    /// The last line of defence: the database itself refuses a second running job of one order key.
    async fn the_database_refuses_two_running_jobs_of_one_order_key(db: Db) {
        for _ in 0..2 {
            add(&db, NewJob { order_key: Some("k"), ..job_of_kind("index") }).await.unwrap();
        }
        let mut conn = &db;
        let force = Sql::new("UPDATE jobs SET state = 'running'");
        let error = store::Conn::execute(&mut conn, force).await.unwrap_err();
        assert!(error.conflicts_with("jobs_order_running"), "{error}");
    }
}
