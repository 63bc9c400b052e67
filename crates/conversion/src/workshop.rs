//! Runs tasks in worker processes or in this process.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use books::Stop;
use bytes::Bytes;
use isolation::{FileFault, ProcessLease, ProcessPool, Settings, WorkFiles};
use speech::Engine;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, Take};
use tokio::sync::{mpsc, watch};

use crate::files::max_bytes;
use crate::request::{TaskEnvelope, decode_message, encode_message};
use crate::{Error, Limits, Request, Result, Speaker, Steps, Task, TaskTools, Writers};

/// Runs tasks. A clone shares everything. Does not limit concurrency: callers do.
#[derive(Debug, Clone)]
pub struct Workshop {
    place: TaskPlace,
    writers: Writers,
}

#[derive(Debug, Clone)]
enum TaskPlace {
    Processes { pool: ProcessPool, speech: ProcessPool, speaker: Speaker },
    Here(Arc<dyn Engine>),
}

impl Workshop {
    /// Runs tasks in worker processes: `settings` start a program that calls [`crate::serve`], and so does
    /// `speech`, for speech synthesis. `writers` are those with which the program calls it.
    pub fn in_processes(
        settings: Settings,
        speech: Option<Settings>,
        speaker: Speaker,
        writers: Writers,
    ) -> Self {
        let pool = ProcessPool::new(settings);
        let speech = speech.map_or_else(|| pool.clone(), ProcessPool::new);
        Self { place: TaskPlace::Processes { pool, speech, speaker }, writers }
    }

    /// Runs tasks on threads of this process, without limits of memory and processor time: for tests, whose
    /// program cannot serve tasks, and for trusted content.
    pub fn in_this_process(engine: Arc<dyn Engine>, writers: Writers) -> Self {
        Self { place: TaskPlace::Here(engine), writers }
    }

    /// The writers that the program has injected.
    pub fn writers(&self) -> &Writers {
        &self.writers
    }

    /// The speech engine: to check whether it is installed.
    pub fn engine(&self) -> Arc<dyn Engine> {
        match &self.place {
            TaskPlace::Processes { speaker, .. } => speaker.build_engine(),
            TaskPlace::Here(engine) => Arc::clone(engine),
        }
    }

    /// A place for one task, with a folder of its own.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if no process can be started, or the folder cannot be made.
    pub async fn open_bench(&self) -> Result<TaskBench> {
        self.open_place(false).await
    }

    /// A place for one task with speech synthesis.
    pub async fn open_speech_bench(&self) -> Result<TaskBench> {
        self.open_place(true).await
    }

    async fn open_place(&self, speaks: bool) -> Result<TaskBench> {
        let (kind, files) = match &self.place {
            TaskPlace::Processes { pool, speech, speaker } => {
                let pool = if speaks { speech } else { pool };
                let lease = Box::new(pool.lease().await?);
                let files = lease.files().clone();
                (BenchKind::Process { lease, speaker: speaker.clone() }, files)
            }
            TaskPlace::Here(engine) => {
                let (folder, files) = on_thread(|| {
                    let folder = tempfile::tempdir()?;
                    let files = WorkFiles::open_folder(folder.path())?;
                    Ok((Arc::new(folder), files))
                })
                .await?;
                let engine = Arc::clone(engine);
                let writers = self.writers.clone();
                (BenchKind::Here { folder, engine, writers }, files)
            }
        };
        Ok(TaskBench { kind, files, max_bytes: 0 })
    }
}

/// A place for one task. Dropping it while the task runs ends the task, with all programs that it started.
#[derive(Debug)]
pub struct TaskBench {
    kind: BenchKind,
    files: WorkFiles,
    /// The largest file that the task may write, bytes; 0 until it runs.
    max_bytes: u64,
}

#[derive(Debug)]
enum BenchKind {
    Process { lease: Box<ProcessLease>, speaker: Speaker },
    Here { folder: Arc<TempDir>, engine: Arc<dyn Engine>, writers: Writers },
}

impl TaskBench {
    /// Writes an input file.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub async fn write_input(&self, name: &str, bytes: Bytes) -> Result<()> {
        self.on_files(name, move |files, name| Ok(files.create_file(name)?.write_all(&bytes)?)).await
    }

    /// Creates an input file.
    ///
    /// # Errors
    /// The disk fails.
    pub async fn create_input(&self, name: &str) -> Result<tokio::fs::File> {
        self.on_files(name, WorkFiles::create_file).await.map(tokio::fs::File::from_std)
    }

    /// Reads an output file; `None` if the task wrote none of this name.
    ///
    /// # Errors
    /// It is not a plain file, or larger than is allowed; the disk fails.
    pub async fn read_output(&self, name: &str) -> Result<Option<Bytes>> {
        let limit = self.max_bytes.min(max_bytes(name));
        let bytes = self.on_files(name, move |files, name| files.read_file(name, limit)).await?;
        Ok(bytes.map(Bytes::from))
    }

    /// Opens an output file.
    ///
    /// # Errors
    /// There is none, it is not a plain file, or it is larger than is allowed; the disk fails.
    pub async fn open_output(&self, name: &str) -> Result<Take<tokio::fs::File>> {
        let limit = self.max_bytes;
        let file = self.on_files(name, move |files, name| files.open_file(name, limit)).await?;
        Ok(tokio::fs::File::from_std(file).take(limit))
    }

    /// Moves an output file to a path that the task cannot change.
    pub async fn move_output(&self, name: &str, to: &Path) -> Result<()> {
        let limit = self.max_bytes;
        let to = to.to_owned();
        self.on_files(name, move |files, name| files.move_file(name, &to, limit)).await
    }

    /// Works with a file on a thread that may block.
    async fn on_files<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&WorkFiles, &str) -> Result<T, FileFault> + Send + 'static,
    ) -> Result<T> {
        let files = self.files.clone();
        let name = name.to_owned();
        on_thread(move || Ok(work(&files, &name)?)).await
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
    ) -> Result<T::Output> {
        self.run_watched(task, limits, size, &watch::Sender::default()).await
    }

    /// Runs the task; `steps` receives the progress.
    pub async fn run_watched<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        steps: &watch::Sender<Steps>,
    ) -> Result<T::Output> {
        self.perform(task, limits, size, steps, None).await
    }

    /// Does a task that sends its result in pieces. It waits while `pieces` is full, and ends once nobody
    /// receives them.
    pub async fn run_streaming<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        pieces: &mpsc::Sender<Vec<u8>>,
    ) -> Result<T::Output> {
        self.perform(task, limits, size, &watch::Sender::default(), Some(pieces)).await
    }

    async fn perform<T: Task + Into<Request>>(
        &mut self,
        task: T,
        limits: Limits,
        size: u64,
        steps: &watch::Sender<Steps>,
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> Result<T::Output> {
        self.max_bytes = limits.file_size;
        match &mut self.kind {
            BenchKind::Process { lease, speaker } => {
                let envelope =
                    encode_message(&TaskEnvelope { speaker: speaker.clone(), request: task.into() })?;
                let mut progress = |done: u64, total: u64| {
                    let count = |steps| usize::try_from(steps).unwrap_or(usize::MAX);
                    steps.send_replace((count(done), count(total)));
                };
                let limits = limits.scaled_to_source(size);
                let reply = match pieces {
                    Some(pieces) => lease.run_streaming(envelope, &limits, &mut progress, pieces).await?,
                    None => lease.run(envelope, &limits, &mut progress).await?,
                };
                decode_message(&decode_message::<Result<Vec<u8>>>(&reply)??)
            }
            BenchKind::Here { folder, engine, writers } => {
                let place = (Arc::clone(folder), Arc::clone(engine), writers.clone());
                run_here(place, task, limits, steps.clone(), pieces.cloned()).await
            }
        }
    }
}

/// Runs work on a thread that may block.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| to_interrupted(&error))?
}

/// Runs a task on a thread of this process.
async fn run_here<T: Task>(
    (folder, engine, writers): (Arc<TempDir>, Arc<dyn Engine>, Writers),
    task: T,
    limits: Limits,
    steps: watch::Sender<Steps>,
    pieces: Option<mpsc::Sender<Vec<u8>>>,
) -> Result<T::Output> {
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
        let folder = folder.path();
        let engine = &engine;
        let writers = &writers;
        task.run(&mut TaskTools { folder, engine, writers, watch: &mut watch, send: &mut send })
    };
    let done = on_thread(work).await;
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

fn to_interrupted(error: &tokio::task::JoinError) -> Error {
    tracing::warn!(%error, "a task ended abnormally");
    Error::Interrupted("processing it ended abnormally".to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::time::Duration;

    use books::testkit::ToneEngine;

    use super::*;
    use crate::{
        ListFiles, MAP_NAME, MAX_MAP_BYTES, OUTPUT_NAME, PLAN_NAME, REPORT_NAME, SOURCE_NAME, UnpackZip,
    };

    /// A bench whose task has run, and its folder.
    async fn bench_after_task() -> (TaskBench, Arc<TempDir>) {
        let workshop = Workshop::in_this_process(Arc::new(ToneEngine::default()), Writers::default());
        let mut bench = workshop.open_bench().await.unwrap();
        let BenchKind::Here { folder, .. } = &bench.kind else { panic!("a process") };
        let folder = Arc::clone(folder);
        bench.write_input(SOURCE_NAME, Bytes::from_static(b"not a package")).await.unwrap();
        assert!(bench.run(ListFiles, Limits::for_reading(Duration::from_mins(1)), 0).await.is_err());
        (bench, folder)
    }

    #[tokio::test]
    async fn a_link_that_a_task_leaves_is_neither_delivered_nor_written_to() {
        let (bench, folder) = bench_after_task().await;
        let elsewhere = tempfile::tempdir().unwrap();
        let secret = elsewhere.path().join("secret");
        fs::write(&secret, "secret").unwrap();
        for name in [OUTPUT_NAME, MAP_NAME, PLAN_NAME, REPORT_NAME] {
            symlink(&secret, folder.path().join(name)).unwrap();
            assert!(matches!(bench.read_output(name).await, Err(Error::Limit(_))), "{name}");
            assert!(matches!(bench.open_output(name).await, Err(Error::Limit(_))), "{name}");
            let moved = elsewhere.path().join("moved");
            assert!(matches!(bench.move_output(name, &moved).await, Err(Error::Limit(_))), "{name}");
            assert!(!moved.exists());
        }
        fs::remove_file(folder.path().join(SOURCE_NAME)).unwrap();
        symlink(&secret, folder.path().join(SOURCE_NAME)).unwrap();
        bench.write_input(SOURCE_NAME, Bytes::from_static(b"upload")).await.unwrap();
        assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
        fs::remove_file(folder.path().join(SOURCE_NAME)).unwrap();
        symlink(&secret, folder.path().join(SOURCE_NAME)).unwrap();
        drop(bench.create_input(SOURCE_NAME).await.unwrap());
        assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    }

    #[tokio::test]
    async fn a_file_that_is_too_large_is_not_read_into_memory() {
        let (mut bench, folder) = bench_after_task().await;
        let file = fs::File::create(folder.path().join(MAP_NAME)).unwrap();
        file.set_len(MAX_MAP_BYTES).unwrap();
        assert!(bench.read_output(MAP_NAME).await.unwrap().is_some());
        file.set_len(MAX_MAP_BYTES + 1).unwrap();
        let refused = bench.read_output(MAP_NAME).await.unwrap_err();
        assert_eq!(refused, Error::Limit("it becomes larger than is allowed".into()));
        // The task's own limit holds for what is streamed.
        let limits = Limits { file_size: 10, ..Limits::for_reading(Duration::from_mins(1)) };
        assert!(bench.run(UnpackZip { wanted: [].into(), max_bytes: 0 }, limits, 0).await.is_err());
        fs::write(folder.path().join(OUTPUT_NAME), [0; 11]).unwrap();
        assert!(matches!(bench.open_output(OUTPUT_NAME).await, Err(Error::Limit(_))));
    }
}
