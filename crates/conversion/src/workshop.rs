//! Runs tasks in worker processes or in this process.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use books::Stop;
use bytes::Bytes;
use isolation::{Lease, Pool, Settings};
use speech::Engine;
use tempfile::TempDir;
use tokio::sync::{mpsc, watch};

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::request::{Envelope, Request, decode, encode};
use crate::speaker::Speaker;
use crate::task::{Steps, Task, Tools};
use crate::writers::Writers;

/// Where tasks run. A clone shares everything. Does not limit concurrency: callers do.
#[derive(Debug, Clone)]
pub struct Workshop {
    place: Place,
    writers: Writers,
}

#[derive(Debug, Clone)]
enum Place {
    Processes { pool: Pool, speech: Pool, speaker: Speaker },
    Here(Arc<dyn Engine>),
}

impl Workshop {
    /// Runs tasks in worker processes: `settings` start a program that calls [`crate::serve`], and so does
    /// `speech`, for speech synthesis. `writers` are those with which the program calls it.
    pub fn processes(
        settings: Settings,
        speech: Option<Settings>,
        speaker: Speaker,
        writers: Writers,
    ) -> Self {
        let pool = Pool::new(settings);
        let speech = speech.map_or_else(|| pool.clone(), Pool::new);
        Self { place: Place::Processes { pool, speech, speaker }, writers }
    }

    /// Runs tasks on threads of this process, without limits of memory and processor time: for tests, whose
    /// program cannot serve tasks, and for trusted content.
    pub fn here(engine: Arc<dyn Engine>, writers: Writers) -> Self {
        Self { place: Place::Here(engine), writers }
    }

    /// The writers that the program has injected.
    pub fn writers(&self) -> &Writers {
        &self.writers
    }

    /// The speech engine: to check whether it is installed.
    pub fn engine(&self) -> Arc<dyn Engine> {
        match &self.place {
            Place::Processes { speaker, .. } => speaker.engine(),
            Place::Here(engine) => Arc::clone(engine),
        }
    }

    /// A place for one task, with a folder of its own.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if no process can be started, or the folder cannot be made.
    pub async fn bench(&self) -> Result<Bench> {
        self.place(false).await
    }

    /// A place for one task with speech synthesis.
    ///
    /// # Errors
    /// As [`Workshop::bench`].
    pub async fn speech_bench(&self) -> Result<Bench> {
        self.place(true).await
    }

    async fn place(&self, speaks: bool) -> Result<Bench> {
        Ok(match &self.place {
            Place::Processes { pool, speech, speaker } => {
                let pool = if speaks { speech } else { pool };
                Bench(Kind::Process { lease: Box::new(pool.lease().await?), speaker: speaker.clone() })
            }
            Place::Here(engine) => {
                let folder =
                    tokio::task::spawn_blocking(tempfile::tempdir).await.map_err(|error| ended(&error))??;
                let (folder, engine) = (Arc::new(folder), Arc::clone(engine));
                Bench(Kind::Here { folder, engine, writers: self.writers.clone() })
            }
        })
    }
}

/// A place for one task. Dropping it while the task runs ends the task, with all programs that it started.
#[derive(Debug)]
pub struct Bench(Kind);

#[derive(Debug)]
enum Kind {
    Process { lease: Box<Lease>, speaker: Speaker },
    Here { folder: Arc<TempDir>, engine: Arc<dyn Engine>, writers: Writers },
}

impl Bench {
    /// Path of a file of the task.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    fn folder(&self) -> &Path {
        match &self.0 {
            Kind::Process { lease, .. } => lease.folder(),
            Kind::Here { folder, .. } => folder.path(),
        }
    }

    /// Writes an input file.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub async fn put(&self, name: &str, bytes: Bytes) -> Result<()> {
        Ok(tokio::fs::write(self.path(name), bytes).await?)
    }

    /// Reads an output file; `None` if the task wrote none of this name.
    ///
    /// # Errors
    /// The disk fails.
    pub async fn get(&self, name: &str) -> Result<Option<Bytes>> {
        match tokio::fs::read(self.path(name)).await {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens an output file.
    ///
    /// # Errors
    /// There is none, or the disk fails.
    pub async fn open(&self, name: &str) -> Result<tokio::fs::File> {
        Ok(tokio::fs::File::open(self.path(name)).await?)
    }

    /// Runs the task. `size` is that of its source, bytes.
    ///
    /// # Errors
    /// The file is at fault, the machine is, or the task exceeded its limits.
    pub async fn run<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
    ) -> Result<T::Made> {
        self.run_watched(task, limits, size, &watch::Sender::default()).await
    }

    /// The same; `steps` receives the progress.
    ///
    /// # Errors
    /// As [`Bench::run`].
    pub async fn run_watched<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        steps: &watch::Sender<Steps>,
    ) -> Result<T::Made> {
        self.perform(task, limits, size, steps, None).await
    }

    /// Does a task that sends its result in pieces. It waits while `pieces` is full, and ends once nobody
    /// receives them.
    ///
    /// # Errors
    /// As [`Bench::run`].
    pub async fn run_streaming<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        pieces: &mpsc::Sender<Vec<u8>>,
    ) -> Result<T::Made> {
        self.perform(task, limits, size, &watch::Sender::default(), Some(pieces)).await
    }

    async fn perform<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        steps: &watch::Sender<Steps>,
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> Result<T::Made> {
        match &mut self.0 {
            Kind::Process { lease, speaker } => {
                let envelope = encode(&Envelope { speaker: speaker.clone(), request: task.into() })?;
                let mut progress = |done: u64, total: u64| {
                    let count = |steps| usize::try_from(steps).unwrap_or(usize::MAX);
                    steps.send_replace((count(done), count(total)));
                };
                let limits = limits.for_source(size);
                let reply = match pieces {
                    Some(pieces) => lease.run_streaming(envelope, &limits, &mut progress, pieces).await?,
                    None => lease.run(envelope, &limits, &mut progress).await?,
                };
                decode(&decode::<Result<Vec<u8>>>(&reply)??)
            }
            Kind::Here { folder, engine, writers } => {
                let place = (Arc::clone(folder), Arc::clone(engine), writers.clone());
                here(place, task, limits, steps.clone(), pieces.cloned()).await
            }
        }
    }
}

/// Runs a task on a thread of this process.
async fn here<T: Task>(
    (folder, engine, writers): (Arc<TempDir>, Arc<dyn Engine>, Writers),
    task: T,
    limits: Limits,
    steps: watch::Sender<Steps>,
    pieces: Option<mpsc::Sender<Vec<u8>>>,
) -> Result<T::Made> {
    let cancel = CancelOnDrop::default();
    let cancelled = cancel.0.clone();
    let work = move || {
        let deadline = Instant::now() + limits.time;
        let mut watch = |done: usize, total: usize| {
            steps.send_replace((done, total));
            let late = (Instant::now() > deadline).then_some(Stop::OutOfTime);
            if cancelled.is_stopped() { Some(Stop::Cancelled) } else { late }
        };
        let mut send = |piece| {
            let unwanted = || Error::Interrupted("a part of the result that nobody takes".to_owned());
            pieces.as_ref().ok_or_else(unwanted)?.blocking_send(piece).map_err(|_| unwanted())
        };
        let (folder, engine, writers) = (folder.path(), &engine, &writers);
        task.run(&mut Tools { folder, engine, writers, watch: &mut watch, send: &mut send })
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| ended(&error))?;
    drop(cancel);
    done
}

/// Ends work on another thread when the future that waits for it is dropped.
#[derive(Debug, Default)]
struct CancelOnDrop(speech::Stop);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A task that panicked.
fn ended(error: &tokio::task::JoinError) -> Error {
    tracing::warn!(%error, "a task ended abnormally");
    Error::Interrupted("processing it ended abnormally".to_owned())
}
