//! Changes of a title, from acceptance to application.

use ::jobs::apply_title_update::{ApplyTitleUpdate, TitleChange, TitleUpdate};
use ::jobs::title_updates::{foresee_title, request_update};
use domain::fixtures::{self, with_change};
use domain::{HistoryAction, Title, TitleStatus};
use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::jobs::{self, JobState};
use store::{Db, KeyPage, changes, db_test, history, titles};

use crate::job::Runner as _;
use crate::testing::{Bench, claim_next, wait_until};

fn metadata_patch(value: &Value) -> TitleChange {
    serde_json::from_value(json!({"metadata": {"fields": value}})).unwrap()
}

fn new_update(title: &Title, change: TitleChange) -> TitleUpdate {
    TitleUpdate {
        title: title.id,
        change,
        person: Some("Cora Assistant".into()),
        comment: Some("on paper".into()),
    }
}

async fn library_with_title(db: Db) -> (Bench, Title) {
    let bench = Bench::new(db).await;
    let title = fixtures::title();
    let mut tx = bench.db().begin().await.unwrap();
    titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
    (bench, title)
}

async fn accept_updates(bench: &Bench, updates: &[TitleUpdate]) {
    for update in updates {
        let mut tx = bench.db().begin().await.unwrap();
        request_update(&mut tx, update, None, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
    }
}

async fn event_actions(bench: &Bench, title: &Title) -> Vec<HistoryAction> {
    let page = KeyPage { after: None, limit: 100 };
    let mut events = history::list(bench.db(), title.id, &page).await.unwrap();
    events.reverse();
    events.into_iter().map(|(_, event)| event.action).collect()
}

async fn is_finished(bench: &Bench) -> bool {
    let states = jobs::count_by_state(bench.db()).await.unwrap();
    !states.contains_key(&JobState::Ready) && !states.contains_key(&JobState::Running)
        || states.iter().all(|(state, n)| !matches!(state, JobState::Ready | JobState::Running) || *n == 0)
}

db_test! {
    async fn an_accepted_change_is_applied_with_both_events_and_seen_by_followers(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let head = changes::last_position(bench.db()).await.unwrap();
        accept_updates(&bench, &[new_update(&title, metadata_patch(&json!({"title": "The Tide Tables, Revised", "publisher": null})))]).await;
        assert_eq!(titles::get(bench.db(), title.id).await.unwrap().unwrap(), title, "not yet");
        let workers = bench.start_workers("a", 2);
        wait_until("applied", async || is_finished(&bench).await).await;
        let changed = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!(changed.metadata.title, "The Tide Tables, Revised");
        assert_eq!(changed.metadata.publisher, None);
        assert!(changed.dates.updated > title.dates.updated);
        assert_eq!(
            event_actions(&bench, &title).await,
            [HistoryAction::MetadataUpdateRequested, HistoryAction::MetadataUpdated]
        );
        let rows = changes::list_since(bench.db(), head, 10).await.unwrap();
        assert_eq!(rows.iter().map(|(_, id)| *id).collect::<Vec<_>>(), [title.id]);
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn changes_of_one_title_are_applied_in_the_order_of_their_acceptance(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let updates: Vec<_> =
            (1..=12).map(|n| new_update(&title, metadata_patch(&json!({"edition": n.to_string(), "notes": format!("{n}")})))).collect();
        accept_updates(&bench, &updates).await;
        let workers = bench.start_workers("a", 4);
        wait_until("applied", async || is_finished(&bench).await).await;
        let changed = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!(changed.metadata.edition.as_deref(), Some("12"));
        assert_eq!(event_actions(&bench, &title).await.len(), 24);
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn concurrent_updates_are_accepted_in_one_order_and_applied_in_it(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let (bench_ref, title_ref) = (&bench, &title);
        let workers = bench.start_workers("a", 4);
        // Each update has its own clock, and some clocks are slow.
        join_all((1..=60).map(|n: i64| async move {
            let mut tx = bench_ref.db().begin().await.unwrap();
            let now = bench_ref.current_time() - SignedDuration::from_millis(n * 37 % 500);
            let edition = TitleUpdate { comment: Some(n.to_string()), ..new_update(title_ref, metadata_patch(&json!({"edition": n.to_string()}))) };
            request_update(&mut tx, &edition, None, now).await.unwrap();
            tx.commit().await.unwrap();
        }))
        .await;
        wait_until("applied", async || is_finished(&bench).await).await;
        let page = KeyPage { after: None, limit: 1000 };
        let mut events: Vec<_> =
            history::list(bench.db(), title.id, &page).await.unwrap().into_iter().map(|(_, event)| event).collect();
        events.reverse();
        let of = |action| -> Vec<String> {
            events.iter().filter(|event| event.action == action).map(|event| event.comment.clone().unwrap()).collect()
        };
        let requested = of(HistoryAction::MetadataUpdateRequested);
        assert_eq!(requested.len(), 60);
        assert_eq!(of(HistoryAction::MetadataUpdated), requested);
        assert!(events.is_sorted_by_key(|event| event.date), "{events:#?}");
        let changed = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!(changed.metadata.edition.as_ref(), requested.last());
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn accepted_changes_are_foreseen(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let withdraw = TitleChange::Status { to: TitleStatus::Withdrawn, replacement: None };
        let supplier = json!({"artifact": {"format": "EPUB3", "patch": {"supplier": "Dots"}}});
        let artifact: TitleChange = serde_json::from_value(supplier).unwrap();
        let impossible = TitleChange::Status { to: TitleStatus::Validated, replacement: None };
        let edits = [metadata_patch(&json!({"notes": "first"})), impossible, withdraw, metadata_patch(&json!({"notes": "second"})), artifact];
        let updates: Vec<_> = edits.into_iter().map(|change| new_update(&title, change)).collect();
        accept_updates(&bench, &updates).await;
        let mut tx = bench.db().begin().await.unwrap();
        let seen = foresee_title(&mut tx, title.id).await.unwrap().unwrap();
        assert_eq!(foresee_title(&mut tx, domain::ids::TitleId(1)).await.unwrap(), None);
        drop(tx);
        assert_eq!((seen.metadata.notes.as_deref(), seen.status), (Some("second"), TitleStatus::Withdrawn));
        assert_eq!(seen.artifacts[1].details.supplier.as_deref(), Some("Dots"));
        assert_eq!(titles::get(bench.db(), title.id).await.unwrap().unwrap(), title, "not yet");
        let workers = bench.start_workers("a", 2);
        wait_until("applied", async || is_finished(&bench).await).await;
        let changed = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!((changed.metadata, changed.status, changed.artifacts), (seen.metadata, seen.status, seen.artifacts));
        let mut tx = bench.db().begin().await.unwrap();
        let settled = foresee_title(&mut tx, title.id).await.unwrap().unwrap();
        assert_eq!(settled, titles::get(&mut tx, title.id).await.unwrap().unwrap());
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn a_product_identifier_is_taken_when_it_is_accepted(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let other = with_change(fixtures::title(), |t| t.id = domain::ids::TitleId(title.id.0 + 1));
        let mut tx = bench.db().begin().await.unwrap();
        titles::insert(&mut tx, &other, None).await.unwrap();
        tx.commit().await.unwrap();
        let product = |title: &Title, value: Value| new_update(title, metadata_patch(&json!({"productIdentifier": value})));
        accept_updates(&bench, &[product(&title, json!("P-1"))]).await;
        let mut tx = bench.db().begin().await.unwrap();
        let error = request_update(&mut tx, &product(&other, json!("P-1")), None, bench.current_time()).await.unwrap_err();
        assert!(error.conflicts_with("titles_product_identifier"), "{error}");
        drop(tx);
        // A released identifier is free before the record shows it.
        accept_updates(&bench, &[product(&title, Value::Null), product(&other, json!("P-1"))]).await;
        let workers = bench.start_workers("a", 2);
        wait_until("applied", async || is_finished(&bench).await).await;
        let of = async |title: &Title| titles::get(bench.db(), title.id).await.unwrap().unwrap().metadata.product_identifier;
        assert_eq!((of(&title).await, of(&other).await.as_deref()), (None, Some("P-1")));
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn a_change_is_applied_once_even_when_its_worker_lost_it(db: Db) {
        let (bench, title) = library_with_title(db).await;
        accept_updates(&bench, &[new_update(&title, metadata_patch(&json!({"notes": "once"})))]).await;
        // The first worker is so slow that its lease expires and another worker does the job.
        let lease = SignedDuration::from_secs(30);
        let slow = claim_next::<ApplyTitleUpdate>(&bench, "slow", lease).await;
        bench.advance_clock(SignedDuration::from_secs(60));
        let workers = bench.start_workers("a", 1);
        wait_until("applied", async || is_finished(&bench).await).await;
        let job: ApplyTitleUpdate = serde_json::from_value(slow[0].payload.clone()).unwrap();
        let late = job.run(&bench.ctx, &crate::job::Run { job: slow[0].clone() }).await;
        assert!(matches!(late, Err(crate::JobError::Lost)), "{late:?}");
        assert_eq!(
            event_actions(&bench, &title).await,
            [HistoryAction::MetadataUpdateRequested, HistoryAction::MetadataUpdated]
        );
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn a_withdrawal_says_what_takes_the_titles_place(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let other = with_change(fixtures::title(), |t| t.id = domain::ids::TitleId(title.id.0 + 1));
        let mut tx = bench.db().begin().await.unwrap();
        titles::insert(&mut tx, &other, None).await.unwrap();
        tx.commit().await.unwrap();
        let change = TitleChange::Status { to: TitleStatus::Withdrawn, replacement: Some(other.id) };
        accept_updates(&bench, &[new_update(&title, change)]).await;
        let workers = bench.start_workers("a", 1);
        wait_until("applied", async || is_finished(&bench).await).await;
        let changed = titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!(changed.status, TitleStatus::Withdrawn);
        assert_eq!(changed.metadata.replacement, Some(other.id));
        assert!(changed.dates.withdrawn.is_some());
        assert_eq!(event_actions(&bench, &title).await, [HistoryAction::WithdrawRequested, HistoryAction::Withdrawn]);
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }

    async fn a_move_that_is_not_allowed_changes_nothing_and_is_a_dead_letter(db: Db) {
        let (bench, title) = library_with_title(db).await;
        let change = TitleChange::Status { to: TitleStatus::Validated, replacement: None };
        accept_updates(&bench, &[new_update(&title, change)]).await;
        let workers = bench.start_workers("a", 1);
        wait_until("dead", async || is_finished(&bench).await).await;
        assert_eq!(titles::get(bench.db(), title.id).await.unwrap().unwrap(), title);
        let page = KeyPage { after: None, limit: 10 };
        let dead = jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap();
        assert_eq!(dead[0].last_error.as_deref(), Some("a title that is live cannot become validated"));
        workers.shutdown(std::time::Duration::from_secs(5)).await;
    }
}
