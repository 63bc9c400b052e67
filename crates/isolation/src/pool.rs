//! Worker processes that are reused.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::failure::Failure;
use crate::folder;
use crate::frame::Order;
use crate::limits::Limits;
use crate::process::Process;
use crate::settings::Settings;

/// A process is replaced after this many pieces of work.
const ORDERS: u32 = 500;
/// A process that holds more private memory than this after its work is replaced, bytes.
const MEMORY: u64 = 512 << 20;

/// Worker processes. A clone shares them. Does not limit concurrency: callers do.
#[derive(Debug, Clone)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: Settings,
    idle: Mutex<Vec<Process>>,
}

impl Pool {
    /// An empty pool. Removes remains of killed processes.
    pub fn new(settings: Settings) -> Self {
        if let Ok(removed @ 1..) = folder::sweep() {
            tracing::info!(removed, "folders of killed worker processes removed");
        }
        Self(Arc::new(Inner { settings, idle: Mutex::default() }))
    }

    /// Returns a process for one piece of work: the last used one, or a new one.
    ///
    /// # Errors
    /// [`Failure::Lost`] if no process can be started.
    pub async fn lease(&self) -> Result<Lease, Failure> {
        while let Some(mut process) = self.0.take() {
            if process.is_alive() {
                return Ok(Lease::of(process, &self.0));
            }
        }
        let process = Process::start(&self.0.settings).await?;
        Ok(Lease::of(process, &self.0))
    }
}

impl Inner {
    fn take(&self) -> Option<Process> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps a process for the next piece of work, or ends it.
    fn keep(&self, process: Process) {
        if process.orders >= ORDERS || process.memory() > MEMORY || process.clear().is_err() {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.settings.keep {
            idle.push(process);
        }
    }
}

/// A worker process and its folder, for one caller. Dropping it during work kills the process and all that it
/// started; otherwise the process returns to the pool.
#[derive(Debug)]
pub struct Lease {
    process: Option<Process>,
    pool: Arc<Inner>,
    /// The process waits for orders.
    usable: bool,
}

impl Lease {
    fn of(process: Process, pool: &Arc<Inner>) -> Self {
        Self { process: Some(process), pool: Arc::clone(pool), usable: true }
    }

    /// The folder in which files are exchanged: empty at first, and emptied when the lease is dropped.
    pub fn folder(&self) -> &Path {
        self.process.as_ref().map_or(Path::new("/dev/null"), Process::folder)
    }

    /// Runs a piece of work; `progress` receives the number of completed steps and of all steps.
    ///
    /// # Errors
    /// The work exceeded a limit or crashed, or the process was lost. The lease is of no use after that.
    pub async fn run(
        &mut self,
        request: Vec<u8>,
        limits: &Limits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<u8>, Failure> {
        self.exchange(request, limits, progress, None).await
    }

    /// Does a piece of work whose result comes in pieces before the reply. The work waits while `pieces` is
    /// full, and is ended once nobody receives them.
    ///
    /// # Errors
    /// As [`Lease::run`].
    pub async fn run_streaming(
        &mut self,
        request: Vec<u8>,
        limits: &Limits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: &mpsc::Sender<Vec<u8>>,
    ) -> Result<Vec<u8>, Failure> {
        self.exchange(request, limits, progress, Some(pieces)).await
    }

    async fn exchange(
        &mut self,
        request: Vec<u8>,
        limits: &Limits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> Result<Vec<u8>, Failure> {
        let Some(process) = self.process.as_mut().filter(|_| self.usable) else {
            return Err(Failure::Lost("it has ended".to_owned()));
        };
        self.usable = false;
        let reply = process.run(&Order { limits: *limits, request }, progress, pieces).await;
        self.usable = reply.is_ok();
        if !self.usable {
            // Kills the remaining process now, not when the caller drops the failure.
            self.process = None;
        }
        reply
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(process) = self.process.take().filter(|_| self.usable) else { return };
        let pool = Arc::clone(&self.pool);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || pool.keep(process));
        }
    }
}
