//! Lanes do not wait for each other, and a conversion that killed its worker runs alone, on both databases.

use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use ::jobs::apply_title_update::{TitleChange, TitleUpdate};
use ::jobs::emails::SendEmail;
use ::jobs::expire_packages::ExpirePackages;
use ::jobs::readership::CountReadership;
use ::jobs::{Job, documents, emails, package, title_updates};
use books::testkit::{audio_tools, two_slides};
use domain::{AccountId, CopySettings, Format, FormatStatus, Item, TitleStatus, UsageRestriction};
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use store::downloads::{self, NewDownload, QuotaCharge};
use store::jobs::{self, JobState, Lane, NewJob};
use store::{KeyPage, db_test};

use super::{PACE, Pace, Workers};
use crate::registry::{JobKind, KINDS};
use crate::testing::{Bench, claim_next, wait_until};
use crate::{JobError, JobOutcome, Lanes, Run, Runner, WorkerContext};

async fn list_jobs(bench: &Bench) -> Vec<jobs::Job> {
    jobs::list(bench.db(), None, &KeyPage { after: None, limit: 100 }).await.unwrap()
}

/// Kinds of the jobs that have not ended, each once.
async fn unfinished_kinds(bench: &Bench) -> BTreeSet<String> {
    let open = |job: &jobs::Job| matches!(job.state, JobState::Ready | JobState::Running);
    list_jobs(bench).await.into_iter().filter(open).map(|job| job.kind).collect()
}

/// Events of the jobs of all tests, by the folder of their test.
static EVENTS: LazyLock<Mutex<HashMap<String, Vec<String>>>> = LazyLock::new(Mutex::default);

fn record_event(test: &str, what: &str) {
    EVENTS.lock().unwrap().entry(test.to_owned()).or_default().push(what.to_owned());
}

fn recorded_events(test: &str) -> Vec<String> {
    EVENTS.lock().unwrap().get(test).cloned().unwrap_or_default()
}

fn has_event(test: &str, what: &str) -> bool {
    recorded_events(test).iter().any(|said| said == what)
}

/// Reports its beginning, waits for a word, if any, and reports its end.
#[derive(Serialize, Deserialize)]
struct Work {
    test: String,
    name: String,
    until: Option<String>,
}

impl Work {
    async fn run(&self) -> Result<JobOutcome, JobError> {
        record_event(&self.test, &format!("{} begins", self.name));
        while self.until.as_ref().is_some_and(|word| !has_event(&self.test, word)) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        record_event(&self.test, &format!("{} ends", self.name));
        Ok(JobOutcome::Finished)
    }
}

macro_rules! works {
    ($($name:ident in $lane:ident as $kind:literal),+) => {$(
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        struct $name(Work);

        impl Job for $name {
            const KIND: &'static str = $kind;
            const LANE: Lane = Lane::$lane;
        }

        impl Runner for $name {
            async fn run(&self, _ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
                self.0.run().await
            }
        }
    )+};
}

works! { Edit in Catalog as "edit", Convert in Text as "convert", Speak in Speech as "speak" }

const WORKS: &[JobKind] =
    &[JobKind::for_runner::<Edit>(), JobKind::for_runner::<Convert>(), JobKind::for_runner::<Speak>()];

/// A job of this test.
fn new_work(bench: &Bench, name: &str, until: Option<&str>) -> Work {
    let test = bench.folder.path().display().to_string();
    Work { test, name: name.to_owned(), until: until.map(str::to_owned) }
}

fn start_workers(bench: &Bench) -> Workers {
    let pace = Pace { beat: Duration::from_millis(50), ..PACE };
    Workers::start_with(&bench.ctx, "a", &Lanes::for_workers(2), WORKS, pace)
}

db_test! {
    /// One reader requests five audio books from a stalled engine.
    async fn other_jobs_run_while_an_engine_is_stalled(db: Db) {
        if !audio_tools() {
            return;
        }
        let bench = Bench::new(db).await;
        let document = bench.add_document(&two_slides()).await;
        let ann = document.owner.clone().unwrap();
        let bob = bench.add_reader("bob").await.id;
        let edition = bench.add_edition().await;
        let title = bench
            .add_book(UsageRestriction::PublicDomain, |title| {
                title.status = TitleStatus::Validated;
                title.dates.published = None;
                for artifact in &mut title.artifacts {
                    artifact.status = FormatStatus::Pending;
                }
            })
            .await;
        let request = async |who: &AccountId, format, version| {
            let new = NewDownload {
                caller: Some(who),
                recipient: Some(who),
                item: Item::Edition(edition.clone()),
                format,
                artifact_version: version,
                settings: CopySettings::None,
                charge: QuotaCharge::Nobody,
                day: None,
            };
            let mut tx = bench.db().begin().await.unwrap();
            let (record, _) = downloads::find_or_create(&mut tx, &new, bench.current_time()).await.unwrap();
            package::enqueue(&mut tx, &record, bench.current_time()).await.unwrap();
            tx.commit().await.unwrap();
        };
        bench.engine.hold();
        for version in 1..=5 {
            request(&ann, Format::DaisyAudio, version).await;
        }
        let workers = bench.start_workers("a", 1);
        wait_until("the engine speaks", async || !bench.engine.spoken_texts().is_empty()).await;

        request(&bob, Format::Epub3, 1).await;
        let now = bench.current_time();
        let mut tx = bench.db().begin().await.unwrap();
        for to in [TitleStatus::Converted, TitleStatus::Live] {
            let change = TitleChange::Status { to, replacement: None };
            let update = TitleUpdate { title: title.id, change, person: None, comment: None };
            title_updates::request_update(&mut tx, &update, Some(&bob), now).await.unwrap();
        }
        documents::enqueue(&mut tx, document.id, &ann, now).await.unwrap();
        emails::enqueue(&mut tx, &SendEmail::PasswordReset { account: None }, now).await.unwrap();
        tx.commit().await.unwrap();
        bench.enqueue_job(&ExpirePackages::default()).await;
        bench.enqueue_job(&CountReadership::default()).await;
        wait_until("all but speech is done", async || {
            unfinished_kinds(&bench).await == BTreeSet::from(["package_audio".to_owned()])
        })
        .await;
        let jobs = list_jobs(&bench).await;
        assert_eq!(jobs.iter().filter(|job| job.kind == "package_audio").count(), 5);
        assert!(jobs.iter().all(|job| job.kind == "package_audio" || job.state == JobState::Done), "{jobs:?}");
        let lanes: BTreeSet<Lane> = jobs.iter().map(|job| job.lane).collect();
        assert_eq!(lanes.len(), 7, "a job of every lane");
        let live = store::titles::get(bench.db(), title.id).await.unwrap().unwrap();
        assert_eq!(live.status, TitleStatus::Live);
        let text = jobs.iter().find(|job| job.kind == "package").unwrap();
        assert_eq!(text.account, Some(bob));

        bench.engine.release();
        wait_until("all books are spoken", async || unfinished_kinds(&bench).await.is_empty()).await;
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_conversion_that_ended_its_worker_runs_alone(db: Db) {
        let bench = Bench::new(db).await;
        let test = bench.folder.path().display().to_string();
        let suspect = bench.enqueue_job(&Convert(new_work(&bench, "suspect", Some("end of suspicion")))).await;
        let held = claim_next::<Convert>(&bench, "killed", SignedDuration::from_secs(5)).await;
        assert_eq!(held[0].id, suspect);
        bench.enqueue_job(&Speak(new_work(&bench, "speech", Some("end of speech")))).await;
        let workers = start_workers(&bench);
        wait_until("speech has begun", async || has_event(&test, "speech begins")).await;
        bench.advance_clock(SignedDuration::from_secs(6));

        // The suspect waits for the speech to end; text does not, and no other book is synthesized before the
        // suspect.
        bench.enqueue_job(&Speak(new_work(&bench, "more speech", None))).await;
        bench.enqueue_job(&Convert(new_work(&bench, "text", None))).await;
        wait_until("text has ended", async || has_event(&test, "text ends")).await;
        assert_eq!(jobs::get(bench.db(), suspect).await.unwrap().unwrap().state, JobState::Ready);
        record_event(&test, "end of speech");
        wait_until("the suspect has begun", async || has_event(&test, "suspect begins")).await;

        // No conversion begins alongside it; changes of the catalog do.
        bench.enqueue_job(&Convert(new_work(&bench, "more text", None))).await;
        bench.enqueue_job(&Edit(new_work(&bench, "edit", None))).await;
        wait_until("the edit has ended", async || has_event(&test, "edit ends")).await;
        record_event(&test, "end of suspicion");
        wait_until("all has ended", async || unfinished_kinds(&bench).await.is_empty()).await;
        let said = recorded_events(&test);
        let place = |what: &str| said.iter().position(|said| said == what).unwrap();
        for later in ["more text begins", "more speech begins"] {
            assert!(place("suspect ends") < place(later), "{said:?}");
        }
        assert!(place("speech ends") < place("suspect begins"), "{said:?}");
        workers.shutdown(Duration::from_secs(5)).await;
    }

    async fn a_job_in_another_lane_than_its_own_is_moved_and_done(db: Db) {
        let bench = Bench::new(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        let job = Speak(new_work(&bench, "speech", None));
        // As a version without lanes enqueues it.
        let new = NewJob { lane: Lane::Catalog, ..job.to_new_job(bench.current_time()) };
        let id = jobs::enqueue(&mut tx, new, bench.current_time()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let workers = start_workers(&bench);
        wait_until("done", async || unfinished_kinds(&bench).await.is_empty()).await;
        let done = jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((done.state, done.lane, done.attempts), (JobState::Done, Lane::Speech, 1));
        workers.shutdown(Duration::from_secs(5)).await;
    }

    /// The migration knows the lanes of the kinds that existed then.
    async fn jobs_from_before_lanes_get_the_lane_of_their_kind(db: Db) {
        let bench = Bench::new(db).await;
        let newer = [
            "erase_organization", "export_catalog", "ingest_uploads", "rehearse_restore", "rewrite_database",
            "take_backup",
        ];
        let old_kinds: Vec<_> = KINDS.iter().filter(|kind| !newer.contains(&kind.name)).collect();
        let mut tx = bench.db().begin().await.unwrap();
        for kind in &old_kinds {
            let new = NewJob::new(Lane::Catalog, kind.name, serde_json::json!({}), bench.current_time());
            jobs::enqueue(&mut tx, new, bench.current_time()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let migration = include_str!("../../../store/migrations/sqlite/0026_lanes.sql");
        let update = migration.split(';').map(str::trim).find(|part| part.starts_with("UPDATE")).unwrap();
        store::Conn::execute(&mut bench.db(), store::Sql::new(update)).await.unwrap();
        let jobs = list_jobs(&bench).await;
        for kind in old_kinds {
            let job = jobs.iter().find(|job| job.kind == kind.name).unwrap();
            assert_eq!(job.lane, kind.lane, "{}", kind.name);
        }
    }
}
