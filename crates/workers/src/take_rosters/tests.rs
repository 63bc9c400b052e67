//! Files of members are imported in rounds, by processes that have the folder.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jobs::take_rosters::TakeRosters;
use store::jobs::JobState;
use store::{KeyPage, db_test, jobs as queue};

use crate::scheduler::plan_rounds;
use crate::testing::Bench;
use crate::{IntakeFuture, RosterIntake};

/// Counts its rounds, all of which fail.
#[derive(Default)]
struct BrokenIntake(AtomicUsize);

impl RosterIntake for BrokenIntake {
    fn take_files(&self) -> IntakeFuture<'_> {
        Box::pin(async {
            self.0.fetch_add(1, Ordering::SeqCst);
            anyhow::bail!("the folder is away")
        })
    }
}

async fn count_rounds(bench: &Bench) -> usize {
    let waiting = queue::list(bench.db(), Some(JobState::Ready), &KeyPage::first_page(100)).await.unwrap();
    waiting.iter().filter(|job| job.kind == "take_rosters").count()
}

db_test! {
    async fn a_round_that_fails_is_over_and_only_processes_with_the_folder_plan_one(db: Db) {
        let mut bench = Bench::new(db).await;
        assert_eq!(bench.run_job(&TakeRosters::default()).await, JobState::Done, "without the folder");
        plan_rounds(&bench.ctx, bench.current_time()).await.unwrap();
        assert_eq!(count_rounds(&bench).await, 0);
        let intake = Arc::new(BrokenIntake::default());
        bench.ctx.roster_intake = Some(Arc::<BrokenIntake>::clone(&intake));
        assert_eq!(bench.run_job(&TakeRosters::default()).await, JobState::Done);
        assert_eq!(intake.0.load(Ordering::SeqCst), 1);
        for _ in 0..2 {
            plan_rounds(&bench.ctx, bench.current_time()).await.unwrap();
        }
        assert_eq!(count_rounds(&bench).await, 1);
    }
}
