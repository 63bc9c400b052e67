//! Ends a worker process with everything that it started.
//!
//! A worker process begins a session and a process group. Where the kernel filters its system calls, no
//! program that it starts leaves the group; elsewhere, none that is well-behaved leaves the session.

use std::fs;
use std::io;
use std::sync::LazyLock;

use rustix::process::{Pid, Signal, kill_current_process_group, kill_process, kill_process_group, setsid};

use crate::confine;

/// Maximum number of passes over the list of processes, because a process may start another one while it is
/// read.
const MAX_PASSES: usize = 3;
/// Out-of-memory score of worker processes, from -1000 to 1000: the kernel ends them before the server.
#[cfg(target_os = "linux")]
const OOM_SCORE: &str = "500";

/// True if the kernel keeps all programs of a worker process in its group. A worker process filters its calls
/// like this one, before it reports that it is ready and gets an order.
static IS_GROUP_CLOSED: LazyLock<bool> = LazyLock::new(|| confine::test_confinement().filters_calls);

/// Begins a session of this process. It ends with the connection to the server: a signal of the kernel for
/// the end of the server would end this process before it can end the programs that it started.
pub(crate) fn begin_session() -> io::Result<()> {
    setsid()?;
    #[cfg(target_os = "linux")]
    {
        // Memory limits hold without it.
        let _ = fs::write("/proc/self/oom_score_adj", OOM_SCORE);
    }
    Ok(())
}

/// Kills all processes of a session. `is_reaped`: the process that began it has ended and was waited for: its
/// number belongs to the group only while others are in it.
pub(crate) fn kill_session(session: Pid, is_reaped: bool) {
    if !is_reaped || !list_members(session).is_empty() {
        // All together: none can start another one meanwhile.
        let _ = kill_process_group(session, Signal::KILL);
    }
    if *IS_GROUP_CLOSED {
        return;
    }
    for _ in 0..MAX_PASSES {
        let members = list_members(session);
        for member in &members {
            let _ = kill_process(*member, Signal::KILL);
        }
        if members.is_empty() {
            break;
        }
    }
}

/// Kills this process and all programs that it started.
pub(crate) fn end_session() -> ! {
    let _ = kill_current_process_group(Signal::KILL);
    std::process::exit(0);
}

/// The processes of a session that are running, besides the one that began it.
fn list_members(session: Pid) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    processes
        .flatten()
        .filter_map(|process| process.file_name().to_str()?.parse().ok().and_then(Pid::from_raw))
        .filter(|process| *process != session && session_of(*process) == Some(session))
        .collect()
}

/// The session of a running process; `None` if it has ended.
fn session_of(process: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid())).ok()?;
    // The program's name comes first, in parentheses, and may contain any characters.
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    let session = fields.nth(2)?.parse().ok().and_then(Pid::from_raw);
    session.filter(|_| !matches!(state, "Z" | "X"))
}
