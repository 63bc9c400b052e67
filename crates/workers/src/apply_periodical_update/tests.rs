//! Changes of periodicals, from acceptance to application, on both databases.

use std::time::Duration;

use ::jobs::apply_periodical_update::{
    ApplyPeriodicalUpdate, PeriodicalChange, PeriodicalUpdate, request_update,
};
use domain::history::HistoryAction::{
    self, MetadataUpdateRequested, MetadataUpdated, Published, StatusChanged, WithdrawRequested, Withdrawn,
};
use domain::periodicals::Edition;
use domain::{Series, fixtures};
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::jobs::{self, JobState};
use store::periodicals::{self, editions, history};
use store::{Db, KeyPage, db_test};

use super::apply_change;
use crate::Run;
use crate::job::Runner as _;
use crate::testing::{Bench, claim_next, wait_until};

fn of_series(patch: &Value) -> PeriodicalChange {
    PeriodicalChange::Series(serde_json::from_value(patch.clone()).unwrap())
}

fn of_edition(patch: &Value) -> PeriodicalChange {
    PeriodicalChange::Edition {
        edition: fixtures::edition().id,
        edit: serde_json::from_value(patch.clone()).unwrap(),
    }
}

fn withdrawal() -> PeriodicalChange {
    PeriodicalChange::Withdraw(fixtures::edition().id)
}

fn restoration() -> PeriodicalChange {
    PeriodicalChange::Restore(fixtures::edition().id)
}

async fn library_with_edition(db: Db) -> Bench {
    let bench = Bench::new(db).await;
    periodicals::insert(bench.db(), &fixtures::series()).await.unwrap();
    editions::insert(bench.db(), &fixtures::edition(), None).await.unwrap();
    bench
}

async fn accept_changes(bench: &Bench, changes: Vec<PeriodicalChange>) {
    for change in changes {
        let update = PeriodicalUpdate {
            series: fixtures::series().id,
            change,
            person: Some("Cora Assistant".into()),
            comment: Some("As agreed.".into()),
        };
        let mut tx = bench.db().begin().await.unwrap();
        request_update(&mut tx, &update, None, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
    }
}

async fn apply_all(bench: &Bench, workers: usize) {
    let workers = bench.start_workers("bench", workers);
    wait_until("applied", async || {
        let states = jobs::count_by_state(bench.db()).await.unwrap();
        [JobState::Ready, JobState::Running].iter().all(|state| states.get(state).is_none_or(|n| *n == 0))
    })
    .await;
    workers.shutdown(Duration::from_secs(5)).await;
}

async fn stored_series(bench: &Bench) -> Series {
    periodicals::get(bench.db(), &fixtures::series().id).await.unwrap().unwrap()
}

async fn stored_edition(bench: &Bench) -> Edition {
    editions::get(bench.db(), &fixtures::edition().id).await.unwrap().unwrap()
}

async fn event_actions(bench: &Bench) -> Vec<HistoryAction> {
    let mut events =
        history::list(bench.db(), &fixtures::series().id, &KeyPage::first_page(100)).await.unwrap();
    events.reverse();
    events.into_iter().map(|(_, event)| event.action).collect()
}

db_test! {
    async fn an_accepted_change_is_applied_with_both_events(db: Db) {
        let bench = library_with_edition(db).await;
        let patch = json!({"title": "The Tide Gazette", "issn": null, "countries": ["GB"]});
        accept_changes(&bench, vec![of_series(&patch), of_edition(&json!({"name": "Winter", "expires": "2026-11-30T00:00:00Z"}))]).await;
        assert_eq!(stored_series(&bench).await, fixtures::series(), "not yet");
        apply_all(&bench, 2).await;
        let (series, edition) = (stored_series(&bench).await, stored_edition(&bench).await);
        assert_eq!((series.title.as_str(), series.issn.clone()), ("The Tide Gazette", None));
        assert!(series.countries.contains("GB") && series.updated > fixtures::series().updated);
        assert_eq!((edition.name.as_str(), edition.expires.is_some()), ("Winter", true));
        assert_eq!(edition.artifacts, fixtures::edition().artifacts);
        let log = history::list(bench.db(), &series.id, &KeyPage::first_page(9)).await.unwrap();
        assert!(log.iter().all(|(_, event)| event.person.as_deref() == Some("Cora Assistant")));
        assert!(log.iter().all(|(_, event)| event.comment.as_deref() == Some("As agreed.")));
        assert_eq!(log.iter().filter(|(_, event)| event.edition.as_ref() == Some(&edition.id)).count(), 2);
        let mut actions = event_actions(&bench).await;
        actions.sort();
        assert_eq!(actions, [MetadataUpdateRequested, MetadataUpdateRequested, MetadataUpdated, MetadataUpdated]);
    }

    async fn changes_are_applied_in_the_order_of_their_acceptance(db: Db) {
        let bench = library_with_edition(db).await;
        let changes = (1..=12).map(|n| of_edition(&json!({"name": format!("No. {n}")}))).collect();
        accept_changes(&bench, changes).await;
        apply_all(&bench, 4).await;
        assert_eq!(stored_edition(&bench).await.name, "No. 12");
        assert_eq!(event_actions(&bench).await.len(), 24);
    }

    async fn an_edition_is_withdrawn_once_however_often_it_is_asked_for(db: Db) {
        let bench = library_with_edition(db).await;
        accept_changes(&bench, vec![withdrawal(), withdrawal(), of_edition(&json!({"name": "Winter"}))]).await;
        apply_all(&bench, 2).await;
        let edition = stored_edition(&bench).await;
        assert!(edition.withdrawn.is_some() && !edition.is_current(bench.current_time()));
        assert_eq!(edition.name, "Winter", "what was accepted later does not bring it back");
        let actions = event_actions(&bench).await;
        assert_eq!(actions.iter().filter(|action| **action == WithdrawRequested).count(), 2);
        assert_eq!(actions.iter().filter(|action| **action == Withdrawn).count(), 1);
    }

    async fn a_withdrawn_edition_comes_back_as_it_was(db: Db) {
        let bench = library_with_edition(db).await;
        accept_changes(&bench, vec![withdrawal(), restoration(), restoration()]).await;
        apply_all(&bench, 2).await;
        let edition = stored_edition(&bench).await;
        assert!(edition.is_current(bench.current_time()));
        assert_eq!(Edition { updated: fixtures::edition().updated, ..edition }, fixtures::edition());
        let mut actions = event_actions(&bench).await;
        actions.retain(|action| *action != StatusChanged);
        assert_eq!(actions, [WithdrawRequested, Withdrawn, Published], "the second one has nothing to do");
    }

    async fn a_change_is_applied_once_even_when_its_worker_lost_it(db: Db) {
        let bench = library_with_edition(db).await;
        accept_changes(&bench, vec![of_series(&json!({"publisher": "Once Press"}))]).await;
        // The first worker is so slow that its lease expires and another worker does the job.
        let lease = SignedDuration::from_secs(30);
        let slow = claim_next::<ApplyPeriodicalUpdate>(&bench, "slow", lease).await;
        bench.advance_clock(SignedDuration::from_secs(60));
        apply_all(&bench, 1).await;
        let job: ApplyPeriodicalUpdate = serde_json::from_value(slow[0].payload.clone()).unwrap();
        let late = job.run(&bench.ctx, &Run { job: slow[0].clone() }).await;
        assert!(matches!(late, Err(crate::JobError::Lost)), "{late:?}");
        assert_eq!(stored_series(&bench).await.publisher.as_deref(), Some("Once Press"));
        assert_eq!(event_actions(&bench).await, [MetadataUpdateRequested, MetadataUpdated]);
    }

    async fn a_worker_killed_before_its_commit_leaves_everything_to_the_next(db: Db) {
        let bench = library_with_edition(db).await;
        accept_changes(&bench, vec![withdrawal()]).await;
        let mut tx = bench.db().begin().await.unwrap();
        let update = PeriodicalUpdate {
            series: fixtures::series().id,
            change: withdrawal(),
            person: None,
            comment: None,
        };
        apply_change(&mut tx, &update, bench.current_time()).await.unwrap();
        drop(tx);
        assert_eq!(stored_edition(&bench).await.withdrawn, None);
        apply_all(&bench, 1).await;
        assert!(stored_edition(&bench).await.withdrawn.is_some());
        assert_eq!(event_actions(&bench).await, [WithdrawRequested, Withdrawn]);
    }
}
