//! The limits of one task.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, geteuid, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// Address space that a process may reserve beyond its memory: program text, fonts and files mapped into
/// memory, and what an allocator reserves without using it, bytes.
const MAX_RESERVED_BYTES: u64 = 4 << 30;
/// The hard limit of processor time, in multiples of what one piece of work may use.
const CPU_HEADROOM: u64 = 3;
/// Processes and threads that a worker process and its programs may add to those of its user: far more than
/// any work needs, because the server's own threads are counted, too.
const MAX_MORE_TASKS: u64 = 1_024;

/// Limits of one piece of work. Each program that a worker process starts has the same limits for itself,
/// except `time`, which is the limit of all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkLimits {
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

impl WorkLimits {
    /// Sets the limits of this process, counted from now. The waiting process enforces `time`. They are hard
    /// limits: a later piece of work of the same process may have less, not more. Only processor time has
    /// room for a second piece of work, because it is counted for both together, and so that the kernel first
    /// sends the signal by which the limit is recognized.
    pub(crate) fn apply_to_process(&self) -> io::Result<()> {
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let used = u64::try_from(used.tv_sec).unwrap_or_default();
        let cpu = self.cpu.as_secs() + 1;
        let address_space = self.memory.saturating_add(MAX_RESERVED_BYTES);
        set_limit(Resource::Data, self.memory, self.memory)?;
        set_limit(Resource::As, address_space, address_space)?;
        set_limit(Resource::Cpu, used + cpu, used + cpu.saturating_mul(CPU_HEADROOM))?;
        set_limit(Resource::Nofile, self.open_files, self.open_files)?;
        set_limit(Resource::Fsize, self.file_size, self.file_size)?;
        set_limit(Resource::Core, 0, 0)
    }
}

/// Limits how many processes and threads a worker process can add to those that its user runs. The kernel
/// does not apply this limit to root.
pub(crate) fn limit_tasks() -> io::Result<()> {
    let limit = count_tasks().saturating_add(MAX_MORE_TASKS);
    set_limit(Resource::Nproc, limit, limit)
}

/// The processes and threads of this user.
fn count_tasks() -> u64 {
    let user = geteuid().as_raw();
    let tasks = |process: fs::DirEntry| {
        let name = process.file_name();
        name.to_str()?.parse::<u32>().ok()?;
        let tasks = fs::metadata(process.path().join("task")).ok()?;
        // Each task is a folder in this one.
        (tasks.uid() == user).then(|| tasks.nlink().saturating_sub(2))
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(tasks).sum()
}

/// Sets a soft and a hard limit, at most the present hard limit.
fn set_limit(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let hard = getrlimit(resource).maximum.map_or(hard, |maximum| hard.min(maximum));
    Ok(setrlimit(resource, Rlimit { current: Some(soft.min(hard)), maximum: Some(hard) })?)
}
