//! Listening and graceful shutdown: first not ready while requests are still accepted, for as long as the
//! operator's load balancer needs to react; then no new connections, and requests in progress finish within
//! the configured time.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ::workers::{BackupTarget, LibraryDatabase};
use anyhow::Context;
use jobs::Job as _;
use jobs::take_backup::TakeBackup;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::app::{self, Interfaces, NormalizedRouter};
use crate::config::Config;
use crate::connections;
use crate::health::Health;
use crate::library::{Library, job_context, new_rng};
use crate::outage::{Outage, OutageTimes};
use crate::rehearsal::open_rehearser;
use crate::service_manager::ServiceManager;

/// A server that listens but does not respond yet.
pub struct Server {
    library: Library,
    listener: TcpListener,
    router: NormalizedRouter,
    doors: Interfaces,
    index: search::Index,
    health: Health,
    outage: Outage,
}

impl Server {
    /// Assembles everything behind an address that is already bound.
    pub async fn assemble(listener: TcpListener, library: Library) -> anyhow::Result<Self> {
        let library = library.for_requests();
        let index = library.open_index()?;
        index.begin_filling();
        ::workers::capabilities::begin(&job_context(&library), library.config.makes_formats()).await?;
        let health = Health::new(library.db.clone(), Some(index.clone()));
        // One bound for everything that hashes passwords.
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let passwords = secrets::Passwords::new(cores);
        let operations = app::build_operations(&library, Some(index.clone()), passwords)?;
        let doors = Interfaces::open(&library, operations).await?;
        let outage = Outage::new(&library.db, library.delivery.files().clone(), OutageTimes::default());
        let router = app::build_router(&library, &doors, health.clone(), outage.clone()).await?;
        Ok(Self { library, listener, router, doors, index, health, outage })
    }

    pub fn health(&self) -> Health {
        self.health.clone()
    }

    /// Serves until `stop` is canceled.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let limit = Duration::from_secs(self.library.config.shutdown_seconds);
        let drain = Duration::from_secs(self.library.config.drain_seconds);
        // Searches continue until then, so the index follower does, too.
        let closing = CancellationToken::new();
        let intake = crate::rosters::open_intake(&self.library, self.doors.api.library.clone());
        let background = BackgroundTasks::start(&self.library, Some(self.index), intake, &closing);
        tokio::spawn(run_housekeeping(self.doors, closing.clone()));
        if let Some(address) = self.library.config.admin_listen.0 {
            crate::operator::start_operator_server(
                address,
                self.health.clone(),
                self.library.db.clone(),
                &closing,
            )?;
        }
        let address = self.listener.local_addr()?;
        let limits = self.library.config.connection_limits(connections::raise_limit());
        let most = limits.connections;
        tracing::info!(%address, url = self.library.config.base_url(), connections = most, "serving");
        let manager = ServiceManager::from_environment();
        manager.report_ready();
        let health = self.health.clone();
        let close = closing.clone();
        tokio::spawn(async move {
            stop.cancelled().await;
            health.report_stopping();
            manager.report_stopping();
            if !drain.is_zero() {
                tracing::info!(seconds = drain.as_secs(), "stopping: not ready, requests are still accepted");
                tokio::time::sleep(drain).await;
            }
            tracing::info!("stopping: finishing requests in progress");
            close.cancel();
        });
        let mut serving = pin!(connections::serve(self.listener, self.router, limits, closing.clone()));
        tokio::select! {
            () = &mut serving => {}
            () = wait_for_grace_period_end(&closing, limit) => {
                tracing::warn!("requests were still running and are aborted");
                self.outage.give_up();
                // Time for requests without a response to get one: 503.
                let _ = tokio::time::timeout(Duration::from_secs(1), serving).await;
            }
        }
        background.finish(limit).await;
        self.library.db.close().await;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Workers, the index follower and the timers.
pub struct BackgroundTasks {
    workers: Option<::workers::Workers>,
    tasks: Vec<JoinHandle<()>>,
}

impl BackgroundTasks {
    /// Starts what the configuration enables; without an index nothing follows the change log.
    pub fn start(
        library: &Library,
        index: Option<search::Index>,
        intake: Option<Arc<dyn ::workers::RosterIntake>>,
        stop: &CancellationToken,
    ) -> Self {
        let lanes = library.config.job_lanes();
        let backup = (lanes.slots(TakeBackup::LANE) > 0).then(|| backup_target(&library.config)).flatten();
        let mut context = job_context(library);
        context.roster_intake = intake;
        context.restore_rehearser =
            backup.as_ref().map(|target| open_rehearser(&library.config, &target.folder));
        context.backup_target = backup.map(Arc::new);
        let mut tasks = Vec::new();
        if let Some(index) = index {
            tasks.push(tokio::spawn(::workers::index::follow(context.clone(), index, stop.clone())));
        }
        if lanes.slots(::workers::Lane::Emails) > 0 && !library.mailer.is_configured() {
            tracing::warn!("mail is not configured: emails become dead letters (docs/mail.md)");
        }
        let name = (!lanes.is_empty()).then(worker_name);
        let maker = name.clone().filter(|_| library.config.makes_formats());
        tasks.push(tokio::spawn(::workers::capabilities::keep_checking(
            context.clone(),
            maker,
            stop.clone(),
        )));
        let workers = name.map(|name| {
            tracing::info!(%lanes, "working");
            tasks.push(tokio::spawn(::workers::scheduler::run(context.clone(), stop.clone())));
            ::workers::Workers::start(&context, &name, &lanes)
        });
        Self { workers, tasks }
    }

    /// Lets running jobs finish within the limit; unfinished ones return to the queue.
    pub async fn finish(self, limit: Duration) {
        if let Some(workers) = self.workers {
            workers.shutdown(limit).await;
        }
        for task in self.tasks {
            if tokio::time::timeout(limit, task).await.is_err() {
                tracing::warn!("background work was aborted");
            }
        }
    }
}

/// The folder for backups that administrators start, with the database. `None` without such a folder.
fn backup_target(config: &Config) -> Option<BackupTarget> {
    let folder = config.backup.folder.clone()?;
    // The database is open, so its address is valid.
    let database = LibraryDatabase::from_url(config.database_url()).ok()?;
    Some(BackupTarget { folder, database })
}

/// Unique for this process: machine, process number and a random part.
fn worker_name() -> String {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    format!("{}-{}-{}", host.trim(), std::process::id(), store::random_id(&mut new_rng()))
}

/// A token that is canceled on Ctrl-C and SIGTERM. Signals are handled from this call on: call it before
/// announcing anything that a caller could wait for.
pub fn stop_on_signal() -> anyhow::Result<CancellationToken> {
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for Ctrl-C")?;
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let stop = CancellationToken::new();
    let heard = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        heard.cancel();
    });
    Ok(stop)
}

async fn wait_for_grace_period_end(closing: &CancellationToken, limit: Duration) {
    closing.cancelled().await;
    tokio::time::sleep(limit).await;
}

/// Removes the counts of callers without recent requests once a minute.
async fn run_housekeeping(doors: Interfaces, stop: CancellationToken) {
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    while !stop.is_cancelled() {
        tokio::select! {
            _ = minute.tick() => doors.forget_quiet(),
            () = stop.cancelled() => {}
        }
    }
}
