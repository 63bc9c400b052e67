//! Failures of worker processes.

use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::time::Duration;

/// Signals by which the kernel reports a limit; the numbers are the same on all platforms of Linux that Rust
/// knows, except MIPS and SPARC.
const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

/// The message of a process that cannot allocate memory, before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of";

/// The reason why a worker process returned no reply.
#[derive(Debug, thiserror::Error)]
pub enum WorkFailure {
    /// The work exceeded a limit or crashed. The same work would fail the same way again.
    #[error("{0}")]
    Breach(LimitBreach),
    /// The process could not be started, or was ended from outside. The same work may succeed next time.
    #[error("the worker process was lost: {0}")]
    Lost(String),
}

/// The limit that work exceeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LimitBreach {
    /// It needed more memory than allowed.
    Memory,
    /// It used more processor time than allowed.
    Cpu,
    /// It took longer than allowed.
    Time(Duration),
    /// It wrote a larger file than allowed.
    FileSize,
    /// It crashed: a signal or an exit code, as the operating system reports it.
    Crash(String),
}

impl fmt::Display for LimitBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("it needs more memory than is allowed"),
            Self::Cpu => f.write_str("it needs more processor time than is allowed"),
            Self::Time(limit) => write!(f, "it takes longer than {} s", limit.as_secs().max(1)),
            Self::FileSize => f.write_str("it becomes larger than is allowed"),
            Self::Crash(_) => f.write_str("processing it ended abnormally"),
        }
    }
}

impl WorkFailure {
    /// The failure of a process that ended during its work. `stderr` is the end of its standard error.
    pub(crate) fn from_exit_status(status: ExitStatus, stderr: &str) -> Self {
        match status.signal() {
            Some(SIGXCPU) => Self::Breach(LimitBreach::Cpu),
            Some(SIGXFSZ) => Self::Breach(LimitBreach::FileSize),
            // Limits never kill with this signal: an operator did, or the kernel, because the machine ran out
            // of memory.
            Some(SIGKILL) => Self::Lost("it was killed".to_owned()),
            _ if stderr.contains(OUT_OF_MEMORY) => Self::Breach(LimitBreach::Memory),
            _ => Self::Breach(LimitBreach::Crash(status.to_string())),
        }
    }
}

impl From<io::Error> for WorkFailure {
    fn from(error: io::Error) -> Self {
        Self::Lost(error.to_string())
    }
}
