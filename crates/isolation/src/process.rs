//! A worker process, seen from the server.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::Pid;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::folder::{WorkFolder, WorkFolders};
use crate::frame::{self, WorkOrder, WorkerMessage};
use crate::{LimitBreach, Settings, WorkFailure, WorkFiles, WorkLimits, session};

/// Time limit of starting a process.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Time limit of reading the last output of an ended process: programs that it started may hold the pipe
/// open.
const STDERR_TIMEOUT: Duration = Duration::from_secs(1);
/// Bytes kept of a process's standard error.
const MAX_STDERR_BYTES: usize = 4 << 10;
/// Environment variables that locate programs, fonts and tables. A worker process gets no others, so it never
/// sees a password.
const PASSED_VARIABLES: &[&str] = &[
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LOUIS_TABLEPATH", "TESSDATA_PREFIX",
    "ESPEAK_DATA_PATH",
];

/// A worker process, waiting for orders or at work.
#[derive(Debug)]
pub(crate) struct WorkerProcess {
    child: Option<Child>,
    /// Its process id, which is also that of its session.
    pid: Option<Pid>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    stderr_end: Arc<Mutex<VecDeque<u8>>>,
    listening: JoinHandle<()>,
    folder: Option<WorkFolder>,
    files: WorkFiles,
    /// It has ended and was waited for.
    is_reaped: bool,
}

impl WorkerProcess {
    /// Starts a process, and waits until it is ready.
    pub(crate) async fn start(settings: &Settings, folders: &WorkFolders) -> io::Result<Self> {
        let folders = folders.clone();
        let folder = tokio::task::spawn_blocking(move || folders.create()).await??;
        let files = folder.files().clone();
        let mut child = build_worker_command(settings, folder.path()).spawn()?;
        let pid = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let tail_writer = Arc::clone(&stderr_tail);
        let listening = tokio::spawn(async move {
            let mut piece = [0; 1 << 10];
            while let Ok(read @ 1..) = errors.read(&mut piece).await {
                let mut stderr_tail = tail_writer.lock().unwrap_or_else(PoisonError::into_inner);
                stderr_tail.extend(&piece[..read]);
                let surplus = stderr_tail.len().saturating_sub(MAX_STDERR_BYTES);
                stderr_tail.drain(..surplus);
            }
        });
        let (child, folder) = (Some(child), Some(folder));
        let mut process = Self {
            child,
            pid,
            input,
            output,
            stderr_end: stderr_tail,
            listening,
            folder,
            files,
            is_reaped: false,
        };
        match tokio::time::timeout(START_TIMEOUT, frame::read_message_async(&mut process.output)).await {
            Ok(Ok(WorkerMessage::Ready)) => Ok(process),
            _ => Err(io::Error::other(format!("it does not start: {}", process.read_stderr_end().await))),
        }
    }

    pub(crate) fn files(&self) -> &WorkFiles {
        &self.files
    }

    /// Sends an order and waits for the reply; pieces go to `pieces`. After a failure the process must be
    /// dropped.
    pub(crate) async fn run(
        &mut self,
        order: &WorkOrder,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> Result<Vec<u8>, WorkFailure> {
        let limits = order.limits;
        match tokio::time::timeout(limits.time, self.exchange(order, progress, pieces)).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(_)) => Err(self.find_failure(&limits).await),
            Err(_) => Err(WorkFailure::Breach(LimitBreach::Time(limits.time))),
        }
    }

    async fn exchange(
        &mut self,
        order: &WorkOrder,
        progress: &mut (dyn FnMut(u64, u64) + Send),
        pieces: Option<&mpsc::Sender<Vec<u8>>>,
    ) -> io::Result<Vec<u8>> {
        self.input.write_all(&frame::encode_message(order)?).await?;
        loop {
            match frame::read_message_async(&mut self.output).await? {
                WorkerMessage::Ready => {}
                WorkerMessage::Progress(done, total) => progress(done, total),
                WorkerMessage::Piece(piece) => {
                    let unwanted = || io::Error::other("a part of the result that nobody takes");
                    pieces.ok_or_else(unwanted)?.send(piece).await.map_err(|_| unwanted())?;
                }
                WorkerMessage::Done(reply) => return Ok(reply),
            }
        }
    }

    /// Determines why the process ended.
    async fn find_failure(&mut self, limits: &WorkLimits) -> WorkFailure {
        // It may have closed its output without ending.
        let Some(mut child) = self.child.take() else { return WorkFailure::Lost("it has ended".to_owned()) };
        let status = tokio::time::timeout(STDERR_TIMEOUT, child.wait()).await;
        self.is_reaped = matches!(status, Ok(Ok(_)));
        self.child = Some(child);
        let said = self.read_stderr_end().await;
        match status {
            Ok(Ok(status)) => {
                let failure = WorkFailure::from_exit_status(status, &said);
                tracing::warn!(%status, ?limits, said, "a worker process has ended");
                failure
            }
            Ok(Err(error)) => error.into(),
            Err(_) => WorkFailure::Lost("it no longer replies".to_owned()),
        }
    }

    async fn read_stderr_end(&mut self) -> String {
        let _ = tokio::time::timeout(STDERR_TIMEOUT, &mut self.listening).await;
        let said = self.stderr_end.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&said.iter().copied().collect::<Vec<u8>>()).trim().to_owned()
    }

    /// Returns true if it is still running.
    pub(crate) fn is_alive(&mut self) -> bool {
        let ended = self.child.as_mut().map(Child::try_wait);
        self.is_reaped |= matches!(ended, Some(Ok(Some(_))));
        matches!(ended, Some(Ok(None)))
    }
}

impl Drop for WorkerProcess {
    /// Kills the process and all that it started, and removes its folder.
    fn drop(&mut self) {
        self.listening.abort();
        let (Some(mut child), Some(folder)) = (self.child.take(), self.folder.take()) else { return };
        // Without a runtime this process is ending, which ends the other one, too.
        let Ok(runtime) = Handle::try_current() else { return };
        let (pid, is_reaped) = (self.pid, self.is_reaped);
        runtime.spawn(async move {
            let kill = move || pid.map(|pid| session::kill_session(pid, is_reaped));
            let killed = tokio::task::spawn_blocking(kill).await;
            let _ = (killed, child.wait().await);
            let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
            if let Ok(Err(error)) = removed {
                tracing::warn!(%error, "the folder of a worker process was not removed");
            }
        });
    }
}

fn build_worker_command(settings: &Settings, folder: &Path) -> Command {
    let mut command = Command::new(&settings.program);
    command
        .args(&settings.arguments)
        .current_dir(folder)
        .env_clear()
        .envs(PASSED_VARIABLES.iter().filter_map(|name| Some((OsStr::new(name), std::env::var_os(name)?))))
        .env("TMPDIR", folder)
        // Each arena of the allocator would reserve its own memory.
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}
