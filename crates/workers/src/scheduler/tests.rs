//! Housekeeping runs once per round, however many processes plan it.

use jiff::SignedDuration;
use store::jobs::JobState;
use store::{KeyPage, db_test, jobs};

use super::plan_rounds;
use crate::testing::{Bench, wait_until};

db_test! {
    async fn one_round_of_each_waits_however_often_it_is_planned(db: Db) {
        let bench = Bench::new(db).await;
        for _ in 0..3 {
            plan_rounds(&bench.ctx, bench.current_time()).await.unwrap();
        }
        let page = KeyPage { after: None, limit: 100 };
        let waiting = jobs::list(bench.db(), Some(JobState::Ready), &page).await.unwrap();
        let mut kinds: Vec<_> = waiting.iter().map(|job| job.kind.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["count_readership", "expire_packages", "purge", "sweep", "trim_artifacts"]);
        let due = |job: &&jobs::Job| job.run_at <= bench.current_time();
        let due: Vec<_> = waiting.iter().filter(due).map(|job| job.kind.as_str()).collect();
        assert_eq!(due, ["count_readership"], "what was never counted is counted immediately");
    }

    async fn the_next_round_is_planned_when_one_is_over(db: Db) {
        let bench = Bench::new(db).await;
        plan_rounds(&bench.ctx, bench.current_time()).await.unwrap();
        bench.advance_clock(SignedDuration::from_mins(11));
        let workers = bench.start_workers("bench", 1);
        wait_until("the round is over", async || {
            jobs::count_by_state(bench.db()).await.unwrap().get(&JobState::Done) == Some(&2)
        })
        .await;
        workers.shutdown(std::time::Duration::from_secs(5)).await;
        plan_rounds(&bench.ctx, bench.current_time()).await.unwrap();
        assert_eq!(jobs::count_by_state(bench.db()).await.unwrap().get(&JobState::Ready), Some(&5));
    }
}
