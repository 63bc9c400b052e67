//! The limits of one piece of work.

use std::io;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// Address space that a process may reserve beyond its memory: program text, fonts and files mapped into
/// memory, and what an allocator reserves without using it, bytes.
const RESERVED: u64 = 4 << 30;

/// Limits of one piece of work. Each program that a worker process starts has the same limits for itself,
/// except `time`, which is the limit of all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Private writable memory (heap, thread stacks), bytes.
    pub memory: u64,
    /// Processor time. Rounded up to whole seconds.
    pub cpu: Duration,
    /// Time from the request to the reply.
    pub time: Duration,
    /// Open files.
    pub open_files: u64,
    /// Size of any one file that is written, bytes.
    pub file_size: u64,
}

impl Limits {
    /// Sets the limits of this process, counted from now. The waiting process enforces `time`.
    pub(crate) fn apply(&self) -> io::Result<()> {
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let used = u64::try_from(used.tv_sec).unwrap_or_default();
        set(Resource::Data, self.memory)?;
        set(Resource::As, self.memory.saturating_add(RESERVED))?;
        set(Resource::Cpu, used + self.cpu.as_secs() + 1)?;
        set(Resource::Nofile, self.open_files)?;
        set(Resource::Fsize, self.file_size)?;
        set(Resource::Core, 0)
    }
}

/// Sets a soft limit, at most the hard limit, which stays: the next piece of work may have other limits.
fn set(resource: Resource, limit: u64) -> io::Result<()> {
    let maximum = getrlimit(resource).maximum;
    let current = maximum.map_or(limit, |maximum| limit.min(maximum));
    Ok(setrlimit(resource, Rlimit { current: Some(current), maximum })?)
}
