//! Test support of this crate.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use books::testkit::{BlankPdf, ToneEngine};
use conversion::{Workshop, Writers};
use delivery::{Config, Delivery, Files, Key, Limits};
use domain::documents::{self, Document, DocumentState, DocumentType};
use domain::{Account, EditionId, Site, Title, UsageRestriction, fixtures};
use futures_util::TryStreamExt as _;
use holdings::{Clock, Seed};
use jiff::{SignedDuration, Timestamp};
use jobs::Job;
use jobs::retry::RetryOutcome;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use store::jobs::{Claim, Job as Queued, JobId, JobState, SuspectFilter};
use store::{Db, KeyPage};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::ingest::feed::RejectReport;
use crate::ingest::{
    EditionOverrides, IngestError, IngestKind, IngestProgress, IngestReport, Overrides, find_sources,
    ingest_book, ingest_edition, ingest_sources,
};
use crate::{Lanes, WorkerContext, Workers};

/// Ingests files, and folders recursively.
pub(crate) async fn ingest_paths(
    ctx: &WorkerContext,
    paths: &[PathBuf],
    overrides: &Overrides,
    stop: &CancellationToken,
    rejects: &mut RejectReport,
    progress: impl FnMut(&IngestProgress),
) -> Result<IngestReport, IngestError> {
    let sources = find_sources(ctx.delivery(), paths.to_vec(), std::env::temp_dir(), stop, |_| {}).await;
    ingest_sources(ctx, &sources, IngestKind::Titles(overrides), stop, rejects, progress).await
}

/// A context with its own files, and a clock that can be advanced.
pub(crate) struct Bench {
    pub(crate) ctx: WorkerContext,
    pub(crate) folder: TempDir,
    ahead: Arc<AtomicI64>,
    clock: Clock,
    seed: Seed,
    pub(crate) engine: Arc<ToneEngine>,
}

impl Bench {
    /// A bench over an empty library with the two sites of all tests.
    pub(crate) async fn new(db: Db) -> Self {
        Self::with_limits(db, Limits::default()).await
    }

    /// A bench with other limits of delivery.
    pub(crate) async fn with_limits(db: Db, limits: Limits) -> Self {
        for (id, country) in [(fixtures::site(), "US"), (fixtures::lab(), "GB")] {
            let name = id.to_string();
            store::sites::insert(&db, &Site { id, name, country: country.into(), private_label: false })
                .await
                .unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let ahead = Arc::new(AtomicI64::new(0));
        let (began, offset) = (Instant::now(), Arc::clone(&ahead));
        let clock: Clock = Arc::new(move || {
            let elapsed = SignedDuration::try_from(began.elapsed()).unwrap();
            fixtures::noon() + elapsed + SignedDuration::from_secs(offset.load(Ordering::SeqCst))
        });
        let drawn = AtomicI64::new(1);
        let seed: Seed =
            Arc::new(move || StdRng::seed_from_u64(drawn.fetch_add(1, Ordering::SeqCst).cast_unsigned()));
        let engine = Arc::new(ToneEngine::default());
        let ctx = WorkerContext::new(db, new_delivery(&folder, limits, &engine), clock.clone(), seed.clone());
        Self { ctx, folder, ahead, clock, seed, engine }
    }

    /// Restarts with other limits of delivery.
    pub(crate) fn restart_with_limits(&mut self, limits: Limits) {
        let delivery = new_delivery(&self.folder, limits, &self.engine);
        self.ctx = WorkerContext::new(self.db().clone(), delivery, self.clock.clone(), self.seed.clone());
    }

    pub(crate) fn advance_clock(&self, time: SignedDuration) {
        self.ahead.fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    pub(crate) fn db(&self) -> &Db {
        self.ctx.db()
    }

    pub(crate) fn current_time(&self) -> Timestamp {
        self.ctx.now()
    }

    /// Retries a failed job.
    pub(crate) async fn retry(&self, id: JobId) -> RetryOutcome {
        let mut tx = self.db().begin().await.unwrap();
        let outcome = match store::jobs::get(&mut tx, id).await.unwrap() {
            Some(job) => jobs::retry::retry(&mut tx, &job, self.current_time()).await.unwrap(),
            None => RetryOutcome::Closed,
        };
        if outcome == RetryOutcome::Yes {
            tx.commit().await.unwrap();
        } else {
            tx.rollback().await.unwrap();
        }
        outcome
    }
}

impl Bench {
    /// A title made from a small book; `change` edits its record last.
    pub(crate) async fn add_book(&self, usage: UsageRestriction, change: fn(&mut Title)) -> Title {
        let overrides =
            Overrides { adjust: Some(Arc::new(change)), ..Overrides::new(fixtures::site(), usage) };
        let book = books::testkit::small_book();
        let ingested = Box::pin(ingest_book(&self.ctx, book.into(), &overrides)).await.unwrap();
        store::titles::get(self.db(), ingested.id).await.unwrap().unwrap()
    }

    /// An edition of a periodical, made from the same small book.
    pub(crate) async fn add_edition(&self) -> EditionId {
        store::periodicals::insert(self.db(), &fixtures::series()).await.unwrap();
        let book = books::testkit::small_book();
        let overrides = EditionOverrides::new(fixtures::series().id);
        Box::pin(ingest_edition(&self.ctx, book.into(), &overrides)).await.unwrap().id
    }

    /// The account of a reader with full access.
    pub(crate) async fn add_reader(&self, id: &str) -> Account {
        let account = fixtures::individual(id).account;
        let mut tx = self.db().begin().await.unwrap();
        store::accounts::insert(&mut tx, &account, None).await.unwrap();
        tx.commit().await.unwrap();
        account
    }

    /// An uploaded presentation that waits for its conversion.
    pub(crate) async fn add_document(&self, bytes: &[u8]) -> Title {
        let account = self.add_reader("ann").await;
        let key = Key::document(&[7; 32], "pptx");
        self.ctx.delivery().files().put(&key, bytes.to_vec().into()).await.unwrap();
        let mut tx = self.db().begin().await.unwrap();
        let id = store::titles::next_id(&mut tx).await.unwrap();
        let title = documents::new_title(id, &account.id, &fixtures::site(), "Tides", self.current_time());
        store::titles::insert(&mut tx, &title, None).await.unwrap();
        let document = Document {
            title: id,
            owner: account.id,
            kind: DocumentType::Presentation,
            file: key.to_string(),
            size: bytes.len() as u64,
            state: DocumentState::Pending,
            pending_since: self.current_time(),
        };
        store::documents::insert(&mut tx, &document).await.unwrap();
        tx.commit().await.unwrap();
        title
    }

    pub(crate) async fn enqueue_job<J: Job>(&self, job: &J) -> JobId {
        let now = self.current_time();
        let mut tx = self.db().begin().await.unwrap();
        let id = store::jobs::enqueue(&mut tx, job.to_new_job(now), now).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Enqueues a job and lets workers run it; returns its final state.
    pub(crate) async fn run_job<J: Job>(&self, job: &J) -> JobState {
        let id = self.enqueue_job(job).await;
        let workers = self.start_workers("bench", 1);
        wait_until("the job ends", async || {
            let job = store::jobs::get(self.db(), id).await.unwrap().unwrap();
            // Past every backoff, but not past the lease of a job that is being claimed.
            if job.state == JobState::Ready && job.run_at > self.current_time() {
                self.advance_clock(SignedDuration::from_secs(20));
            }
            !matches!(job.state, JobState::Ready | JobState::Running)
        })
        .await;
        workers.shutdown(Duration::from_secs(5)).await;
        store::jobs::get(self.db(), id).await.unwrap().unwrap().state
    }

    /// Past a backoff, if a job waits for one and none runs: so never past the lease of a job that is being
    /// claimed.
    pub(crate) async fn pass_backoff(&self) {
        let jobs = store::jobs::list(self.db(), None, &KeyPage::first_page(100)).await.unwrap();
        let waits = |job: &Queued| job.state == JobState::Ready && job.run_at > self.current_time();
        if jobs.iter().any(waits) && jobs.iter().all(|job| job.state != JobState::Running) {
            self.advance_clock(SignedDuration::from_secs(20));
        }
    }

    /// Workers in the slots of all lanes.
    pub(crate) fn start_workers(&self, name: &str, n: usize) -> Workers {
        Workers::start(&self.ctx, name, &Lanes::for_workers(n))
    }

    /// Keys of all files of a folder of the file store, sorted.
    pub(crate) async fn list_files(&self, folder: &str) -> Vec<String> {
        let listed = self.ctx.delivery().files().list(folder);
        let mut keys: Vec<_> = listed.map_ok(|file| file.key.to_string()).try_collect().await.unwrap();
        keys.sort();
        keys
    }

    /// Sets the date of a file in the store.
    pub(crate) fn set_file_date(&self, key: &str, at: Timestamp) {
        let path = self.folder.path().join("files").join(key);
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(at.into()).unwrap();
    }
}

fn new_delivery(folder: &TempDir, limits: Limits, engine: &Arc<ToneEngine>) -> Delivery {
    let files = Files::local(&folder.path().join("files")).unwrap();
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits };
    let writers = Writers { pdf: Some(Arc::new(BlankPdf)), ..Writers::default() };
    Delivery::new(files, &config, Workshop::in_this_process(Arc::<ToneEngine>::clone(engine), writers))
}

/// Claims the next job of a kind, like a worker of another process.
pub(crate) async fn claim_next<J: Job>(bench: &Bench, worker: &str, lease: SignedDuration) -> Vec<Queued> {
    let kinds = [J::KIND];
    let due = store::jobs::find_due(bench.db(), &[J::LANE], &[], &kinds, bench.current_time()).await.unwrap();
    if due.lanes.is_empty() {
        return Vec::new();
    }
    let claim = Claim { kinds: &kinds, worker, lease, suspects: SuspectFilter::Without };
    store::jobs::claim_jobs(bench.db(), &claim, J::LANE, bench.current_time(), 1).await.unwrap()
}

/// Waits until `holds` returns true.
pub(crate) async fn wait_until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let look = || {
        let held = holds();
        async move { if held.await { Ok(()) } else { Err("it does not hold") } }
    };
    store::testkit::eventually(what, look).await;
}
