//! Lanes of the queue: who is next, what runs alone, and what a claim costs.

use domain::AccountId;
use domain::fixtures::noon;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::jobs::{self, Claim, DueJobs, Job, JobId, JobState, Lane, NewJob, SuspectFilter};
use store::testkit::TestDb;
use store::{Conn, Db, Sql, db_test};

const LEASE: SignedDuration = SignedDuration::from_secs(60);
const KINDS: [&str; 1] = ["work"];

fn minutes_from_now(n: i64) -> Timestamp {
    noon() + SignedDuration::from_mins(n)
}

fn job_in_lane(lane: Lane) -> NewJob<'static> {
    NewJob::new(lane, "work", json!({}), noon())
}

async fn add(db: &Db, job: NewJob<'_>) -> JobId {
    let mut tx = db.begin().await.unwrap();
    let id = jobs::enqueue(&mut tx, job, noon()).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    id
}

async fn add_for(db: &Db, account: Option<&str>, count: usize) {
    let account = account.map(AccountId::from);
    for _ in 0..count {
        add(db, NewJob { account: account.as_ref(), ..job_in_lane(Lane::Text) }).await;
    }
}

async fn find_due(db: &Db, lanes: &[Lane], suspects: &[Lane], at: Timestamp) -> DueJobs {
    jobs::find_due(db, lanes, suspects, &KINDS, at).await.unwrap()
}

async fn claim_one(db: &Db, lane: Lane, suspects: SuspectFilter, at: Timestamp) -> Option<Job> {
    let claim = Claim { kinds: &KINDS, worker: "w", lease: LEASE, suspects };
    jobs::claim_jobs(db, &claim, lane, at, 1).await.unwrap().pop()
}

async fn claim_next(db: &Db) -> Job {
    claim_one(db, Lane::Text, SuspectFilter::Without, noon()).await.expect("a job is due")
}

/// Accounts whose jobs are claimed, for `count` claims, with one place: each ends before the next begins.
async fn order(db: &Db, count: usize) -> Vec<String> {
    let mut order = Vec::new();
    for _ in 0..count {
        let job = claim_next(db).await;
        assert!(jobs::complete(db, &job, noon()).await.unwrap());
        order.push(job.account.map_or_else(|| "nobody".to_owned(), |account| account.to_string()));
    }
    order
}

db_test! {
    async fn a_reader_of_one_book_does_not_wait_for_another_readers_twenty(db: Db) {
        add_for(&db, Some("ann"), 20).await;
        let running = claim_next(&db).await;
        assert_eq!(running.account, Some("ann".into()));
        add_for(&db, Some("bob"), 1).await;
        assert_eq!(claim_next(&db).await.account, Some("bob".into()));
        assert_eq!(claim_next(&db).await.account, Some("ann".into()));
    }

    async fn accounts_take_turns_and_save_up_none(db: Db) {
        add_for(&db, Some("ann"), 6).await;
        add_for(&db, Some("bob"), 2).await;
        assert_eq!(order(&db, 3).await, ["ann", "bob", "ann"]);
        // An account that comes later begins where the lane is, and does not precede all others for a while.
        add_for(&db, Some("cy"), 3).await;
        let rest = order(&db, 8).await;
        assert_eq!(rest.iter().filter(|name| *name == "cy").count(), 3);
        assert_eq!(rest[..3].iter().filter(|name| *name == "ann").count(), 1, "{rest:?}");
        assert_eq!(rest[..3].iter().filter(|name| *name == "cy").count(), 1, "{rest:?}");
        assert_eq!(rest[6..], ["ann", "ann"], "{rest:?}");
    }

    async fn all_guests_share_one_turn(db: Db) {
        add_for(&db, None, 5).await;
        add_for(&db, Some("ann"), 2).await;
        assert_eq!(order(&db, 5).await, ["nobody", "ann", "nobody", "ann", "nobody"]);
    }

    async fn a_lane_does_not_know_of_the_others(db: Db) {
        for _ in 0..5 {
            add(&db, job_in_lane(Lane::Speech)).await;
        }
        let changed = add(&db, job_in_lane(Lane::Catalog)).await;
        let due = find_due(&db, &[Lane::Catalog, Lane::Text, Lane::Speech], &[], noon()).await;
        assert_eq!(due, DueJobs { lanes: vec![Lane::Catalog, Lane::Speech], has_suspect: false });
        assert_eq!(find_due(&db, &[Lane::Text], &[], noon()).await, DueJobs::default());
        assert!(claim_one(&db, Lane::Text, SuspectFilter::Without, noon()).await.is_none());
        let claimed = claim_one(&db, Lane::Catalog, SuspectFilter::Without, noon()).await.unwrap();
        assert_eq!((claimed.id, claimed.turn), (changed, 0), "turns are those of the lane");
    }

    async fn a_retry_keeps_its_turn_and_waits_outside_the_line(db: Db) {
        add_for(&db, Some("ann"), 3).await;
        let first = claim_next(&db).await;
        jobs::retry(&db, &first, "not now", minutes_from_now(5), noon()).await.unwrap();
        assert_ne!(claim_next(&db).await.id, first.id);
        assert_ne!(claim_next(&db).await.id, first.id);
        assert!(claim_one(&db, Lane::Text, SuspectFilter::Without, minutes_from_now(9)).await.is_none(), "nobody has looked");
        assert_eq!(find_due(&db, &[Lane::Text], &[], minutes_from_now(4)).await.lanes, []);
        let later = minutes_from_now(5);
        assert_eq!(find_due(&db, &[Lane::Text], &[], later).await.lanes, [Lane::Text]);
        assert_eq!(claim_one(&db, Lane::Text, SuspectFilter::Without, later).await.unwrap().id, first.id);
    }

    async fn a_job_that_waits_for_its_retry_does_not_hold_back_its_account(db: Db) {
        add_for(&db, Some("ann"), 3).await;
        let (first, second, third) = (claim_next(&db).await, claim_next(&db).await, claim_next(&db).await);
        assert_eq!([first.turn, second.turn, third.turn], [0, 1, 2]);
        jobs::retry(&db, &third, "not now", minutes_from_now(5), noon()).await.unwrap();
        for job in [first, second] {
            assert!(jobs::complete(&db, &job, noon()).await.unwrap());
        }
        add_for(&db, Some("ann"), 1).await;
        assert_eq!(claim_next(&db).await.turn, 0);
    }

    async fn a_requeued_job_lines_up_again(db: Db) {
        add_for(&db, Some("ann"), 1).await;
        let dead = claim_next(&db).await;
        jobs::set_dead(&db, &dead, "broken", noon()).await.unwrap();
        add_for(&db, Some("ann"), 3).await;
        assert!(jobs::requeue(&db, dead.id, noon()).await.unwrap());
        let back = jobs::get(&db, dead.id).await.unwrap().unwrap();
        assert_eq!((back.state, back.turn), (JobState::Ready, 3));
    }

    async fn a_job_of_another_lane_moves_there_untried(db: Db) {
        let id = add(&db, job_in_lane(Lane::Catalog)).await;
        let held = claim_one(&db, Lane::Catalog, SuspectFilter::Without, noon()).await.unwrap();
        assert!(jobs::change_lane(&db, &held, Lane::Speech).await.unwrap());
        assert!(!jobs::change_lane(&db, &held, Lane::Speech).await.unwrap(), "it is no longer the worker's");
        let moved = claim_one(&db, Lane::Speech, SuspectFilter::Without, noon()).await.unwrap();
        assert_eq!((moved.id, moved.attempts), (id, 1));
    }

    async fn a_conversion_whose_worker_ended_runs_alone_and_is_never_given_up(db: Db) {
        let id = add(&db, NewJob { max_attempts: 2, ..job_in_lane(Lane::Text) }).await;
        claim_next(&db).await;
        // Another job, so that the lane is not empty.
        add(&db, NewJob { run_at: minutes_from_now(-1), ..job_in_lane(Lane::Text) }).await;
        let all = [Lane::Text, Lane::Speech];
        let due = find_due(&db, &all, &all, minutes_from_now(2)).await;
        assert_eq!(due, DueJobs { lanes: vec![Lane::Text], has_suspect: true });
        assert!(!find_due(&db, &all, &[Lane::Speech], minutes_from_now(2)).await.has_suspect, "that lane is another's");
        let other = claim_one(&db, Lane::Text, SuspectFilter::Without, minutes_from_now(2)).await.unwrap();
        assert_ne!(other.id, id);
        assert!(claim_one(&db, Lane::Text, SuspectFilter::Without, minutes_from_now(2)).await.is_none());
        let alone = claim_one(&db, Lane::Text, SuspectFilter::Only, minutes_from_now(2)).await.unwrap();
        assert_eq!((alone.id, alone.attempts, alone.lapses), (id, 1, 1));
        assert!(jobs::complete(&db, &other, minutes_from_now(2)).await.unwrap());

        // The second time it waits for a minute, then for four, and so on.
        let mut now = minutes_from_now(4);
        for (lapses, pause) in [(2, 1), (3, 4), (4, 9)] {
            assert!(!find_due(&db, &all, &all, now).await.has_suspect, "{lapses}");
            now += SignedDuration::from_mins(pause);
            assert!(find_due(&db, &all, &all, now).await.has_suspect, "{lapses}");
            let again = claim_one(&db, Lane::Text, SuspectFilter::Only, now).await.unwrap();
            assert_eq!((again.id, again.attempts, again.lapses), (id, 1, lapses));
            now += SignedDuration::from_mins(2);
        }
        find_due(&db, &all, &all, now).await;
        assert!(jobs::request_cancel(&db, id, now).await.unwrap());
        assert!(jobs::requeue(&db, id, now).await.unwrap());
        assert_eq!(jobs::get(&db, id).await.unwrap().unwrap().lapses, 0);
    }

    async fn a_pause_after_many_lapses_is_bounded(db: Db) {
        let id = add(&db, job_in_lane(Lane::Speech)).await;
        let many = Sql::new("UPDATE jobs SET lapses = 1000000 WHERE id = $1").bind(id);
        Conn::execute(&mut &db, many).await.unwrap();
        claim_one(&db, Lane::Speech, SuspectFilter::Only, noon()).await.unwrap();
        assert!(!find_due(&db, &[], &[Lane::Speech], minutes_from_now(2)).await.has_suspect);
        assert!(find_due(&db, &[], &[Lane::Speech], minutes_from_now(2 + 64)).await.has_suspect);
    }

    async fn the_last_attempt_of_a_conversion_comes_back(db: Db) {
        let id = add(&db, NewJob { max_attempts: 1, ..job_in_lane(Lane::Speech) }).await;
        claim_one(&db, Lane::Speech, SuspectFilter::Without, noon()).await.unwrap();
        assert!(find_due(&db, &[], &[Lane::Speech], minutes_from_now(2)).await.has_suspect);
        let back = claim_one(&db, Lane::Speech, SuspectFilter::Only, minutes_from_now(2)).await.unwrap();
        assert_eq!((back.id, back.attempts, back.max_attempts), (id, 1, 1));
    }

    async fn a_suspect_that_another_job_holds_up_is_not_due(db: Db) {
        let suspect = NewJob { order_key: Some("title-1"), ..job_in_lane(Lane::Text) };
        let first = add(&db, NewJob { order_key: Some("title-1"), ..job_in_lane(Lane::Catalog) }).await;
        let held = claim_one(&db, Lane::Catalog, SuspectFilter::Without, noon()).await.unwrap();
        assert_eq!(held.id, first);
        add(&db, suspect).await;
        let lapsed = Sql::new("UPDATE jobs SET lapses = 1 WHERE id <> $1").bind(first);
        assert_eq!(Conn::execute(&mut &db, lapsed).await.unwrap(), 1);
        assert!(!find_due(&db, &[], &[Lane::Text], noon()).await.has_suspect);
        assert!(jobs::complete(&db, &held, noon()).await.unwrap());
        assert!(find_due(&db, &[], &[Lane::Text], noon()).await.has_suspect);
    }

    async fn polling_is_one_statement_and_a_claim_a_constant_number(db: Db) {
        let all = [Lane::Catalog, Lane::Text, Lane::Documents, Lane::Speech];
        let before = db.statement_count();
        find_due(&db, &all, &all[1..], noon()).await;
        assert_eq!(db.statement_count() - before, 1);
        add_for(&db, Some("ann"), 1).await;
        let before = db.statement_count();
        claim_next(&db).await;
        let few = db.statement_count() - before;
        add_for(&db, Some("ann"), 50).await;
        add_for(&db, Some("bob"), 50).await;
        let before = db.statement_count();
        claim_next(&db).await;
        assert_eq!(db.statement_count() - before, few);
    }
}

/// SQLite finds the next job by the first entries of one index, however long the queue is.
#[tokio::test]
async fn a_claim_follows_its_index_and_sorts_nothing() {
    let test = TestDb::create_sqlite().await;
    for (sql, index) in [
        (
            "SELECT j.id FROM jobs j WHERE j.lane = 'text' AND j.state = 'ready' AND j.parked = FALSE \
             AND j.run_at + 0 <= 5 AND j.kind IN ('work') AND j.lapses = 0 ORDER BY j.turn, j.run_at, j.id LIMIT 1",
            "jobs_turn",
        ),
        (
            "SELECT 1 FROM jobs j WHERE j.lane IN ('text', 'speech') AND j.state = 'ready' AND j.lapses > 0 \
             AND j.parked = FALSE AND j.run_at + 0 <= 5 AND j.kind IN ('work')",
            "jobs_suspects",
        ),
        (
            "SELECT MIN(w.turn) FROM jobs w WHERE w.lane = 'text' AND w.state = 'ready' AND w.parked = FALSE",
            "jobs_turn",
        ),
        ("SELECT MAX(r.turn) FROM jobs r WHERE r.lane = 'text' AND r.state = 'running'", "jobs_lane_running"),
        (
            "SELECT MAX(o.turn) FROM jobs o WHERE o.lane = 'text' \
             AND COALESCE(o.account_id, '') = COALESCE('ann', '') AND o.state IN ('ready', 'running') \
             AND o.parked = FALSE",
            "jobs_account",
        ),
        ("SELECT 1 FROM jobs WHERE state = 'ready' AND parked = TRUE AND run_at <= 5", "jobs_parked"),
    ] {
        let plan = Sql::new(format!("EXPLAIN QUERY PLAN {sql}"));
        let steps = (&test.db).fetch_all::<(i64, i64, i64, String)>(plan).await.unwrap();
        let plan = steps.into_iter().map(|(_, _, _, text)| text).collect::<Vec<_>>().join("; ");
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{sql}: {plan}");
    }
    test.drop().await;
}
