//! Ends a worker process with everything that it started.
//!
//! A worker process begins a session, and no program that it starts leaves the session, whatever process
//! groups the programs are in.

use std::fs;
use std::io;

use rustix::process::{Pid, Signal, getpid, kill_process, setsid};

/// How often the list of processes is read: a process may start another one while it is read.
const PASSES: usize = 3;

/// Begins a session of this process.
pub(crate) fn begin() -> io::Result<()> {
    Ok(setsid().map(drop)?)
}

/// Kills all processes of a session, and last the one that began it.
pub(crate) fn kill(session: Pid) {
    for _ in 0..PASSES {
        let members = members(session);
        for member in &members {
            let _ = kill_process(*member, Signal::KILL);
        }
        if members.is_empty() {
            break;
        }
    }
    let _ = kill_process(session, Signal::KILL);
}

/// Kills all processes of this process's session, and this process.
pub(crate) fn end() -> ! {
    kill(getpid());
    std::process::exit(0);
}

/// The processes of a session that are running, besides the one that began it.
fn members(session: Pid) -> Vec<Pid> {
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
