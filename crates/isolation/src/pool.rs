//! Worker processes, one for each piece of work.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use crate::folder::{self, WorkFolders};
use crate::frame::WorkOrder;
use crate::process::WorkerProcess;
use crate::{Settings, WorkFailure, WorkFiles, WorkLimits};

/// Worker processes. A clone shares them. Does not limit concurrency: callers do.
///
/// A process that has worked is never used for another caller: an attacker who controls it would see and
/// change what it does next. Some processes are started in advance, so that callers do not wait for them.
#[derive(Debug, Clone)]
pub struct ProcessPool(Arc<PoolState>);

#[derive(Debug)]
struct PoolState {
    settings: Settings,
    folders: WorkFolders,
    spare: Mutex<SpareProcesses>,
}

/// Processes that have not worked yet.
#[derive(Debug, Default)]
struct SpareProcesses {
    ready_processes: Vec<WorkerProcess>,
    starting: usize,
    /// True if a process was requested before. A command that needs only one starts no spare.
    is_used: bool,
}

impl ProcessPool {
    /// An empty pool. Removes remains of killed processes.
    pub fn new(settings: Settings) -> Self {
        if let Ok(removed @ 1..) = folder::remove_abandoned_folders() {
            tracing::info!(removed, "temporary folders of killed processes removed");
        }
        Self(Arc::new(PoolState { settings, folders: WorkFolders::default(), spare: Mutex::default() }))
    }

    /// Returns a new process for one piece of work: one that was started in advance, if there is one. From
    /// the second time on, another is started for the next caller.
    ///
    /// # Errors
    /// [`WorkFailure::Lost`] if no process can be started.
    pub async fn lease(&self) -> Result<ProcessLease, WorkFailure> {
        let mut ready = None;
        while let Some(mut process) = self.0.take_spare() {
            if process.is_alive() {
                ready = Some(process);
                break;
            }
        }
        self.start_spare();
        let process = match ready {
            Some(process) => process,
            None => self.0.start_process().await?,
        };
        Ok(ProcessLease { files: process.files().clone(), process: Some(process) })
    }

    /// Starts a process in advance, in the background, unless there are enough.
    fn start_spare(&self) {
        let inner = Arc::clone(&self.0);
        {
            let mut spare = inner.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let enough = spare.ready_processes.len() + spare.starting >= inner.settings.spare;
            if !std::mem::replace(&mut spare.is_used, true) || enough {
                return;
            }
            spare.starting += 1;
        }
        tokio::spawn(async move {
            let started = inner.start_process().await;
            let mut spare = inner.spare.lock().unwrap_or_else(PoisonError::into_inner);
            spare.starting -= 1;
            // If it cannot be started, the next caller learns why.
            spare.ready_processes.extend(started);
        });
    }
}

impl PoolState {
    async fn start_process(&self) -> io::Result<WorkerProcess> {
        WorkerProcess::start(&self.settings, &self.folders).await
    }

    fn take_spare(&self) -> Option<WorkerProcess> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).ready_processes.pop()
    }
}

/// A worker process and its folder, for one caller. Dropping it kills the process and all that it started.
#[derive(Debug)]
pub struct ProcessLease {
    files: WorkFiles,
    /// `None` after a failure.
    process: Option<WorkerProcess>,
}

impl ProcessLease {
    /// The files that are exchanged with the process. There are none at first, nor after a failure.
    pub fn files(&self) -> &WorkFiles {
        &self.files
    }

    /// Runs a piece of work; `progress` receives the number of completed steps and of all steps.
    ///
    /// # Errors
    /// The work exceeded a limit or crashed, or the process was lost. The lease is of no use after that.
    pub async fn run(
        &mut self,
        request: Vec<u8>,
        limits: &WorkLimits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<u8>, WorkFailure> {
        self.exchange(request, limits, progress, None).await
    }

    /// Runs work that sends its result in pieces before the reply. The work waits while `pieces` is full, and
    /// is stopped when the receiver is dropped.
    ///
    /// # Errors
    /// As [`ProcessLease::run`].
    pub async fn run_streaming(
        &mut self,
        request: Vec<u8>,
        limits: &WorkLimits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: &mpsc::Sender<Vec<u8>>,
    ) -> Result<Vec<u8>, WorkFailure> {
        self.exchange(request, limits, progress, Some(pieces)).await
    }

    async fn exchange(
        &mut self,
        request: Vec<u8>,
        limits: &WorkLimits,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> Result<Vec<u8>, WorkFailure> {
        // Taken out: work that is canceled leaves no process behind.
        let mut process = self.process.take().ok_or_else(|| WorkFailure::Lost("it has ended".to_owned()))?;
        let reply = process.run(&WorkOrder { limits: *limits, request }, progress, pieces).await?;
        self.process = Some(process);
        Ok(reply)
    }
}
