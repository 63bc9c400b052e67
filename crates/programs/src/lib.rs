//! Programs outside of this one: found by name, started within limits, and ended together with everything
//! that they have started.
//!
//! ```
//! use std::process::Stdio;
//! use std::time::Duration;
//!
//! use programs::{ProgramLimits, RunningProgram, build_command_with_limits, find_program};
//!
//! let limits =
//!     ProgramLimits { cpu: Duration::from_secs(5), memory: Some(64 << 20), file_size: Some(0), nice: 10 };
//! let program = find_program("cat").unwrap();
//! let mut command = build_command_with_limits(&program, &limits, &[]);
//! command.stdin(Stdio::null());
//! let status = RunningProgram::start(&mut command)?.wait_for_exit(|| Ok::<(), std::io::Error>(()))?;
//! assert!(status.success());
//! # Ok::<(), std::io::Error>(())
//! ```

#![warn(missing_docs)]

use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::LazyLock;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group, setpgid};

/// Maximum interval between two checks of whether a program has ended.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of characters of a reason.
const MAX_REASON_CHARS: usize = 200;

/// Limits of one program.
#[derive(Debug, Clone, Copy)]
pub struct ProgramLimits {
    /// Processor time.
    pub cpu: Duration,
    /// Bytes of address space; `None` for programs of the operator's choice, which may map whole models.
    pub memory: Option<u64>,
    /// Bytes of a file that it writes.
    pub file_size: Option<u64>,
    /// Added to the niceness of this process.
    pub nice: u8,
}

/// Returns true if a program can be found.
pub fn is_installed(program: &str) -> bool {
    find_program(program).is_some()
}

/// Finds a program: a path unchanged, a name through `PATH`.
pub fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|file| is_program(file));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// Builds a command that runs a program within limits. It gets these variables of the environment, and a
/// language. The caller adds its arguments, and sets its input and output.
pub fn build_command_with_limits(program: &Path, limits: &ProgramLimits, environment: &[&str]) -> Command {
    // A shell sets the limits before it becomes the program. Memory is counted in KiB, files in blocks of 512
    // bytes. A limit above that of this process stays unchanged.
    const LIMIT_SCRIPT: &str = "ulimit -c 0; ulimit -t \"$1\" 2>/dev/null; [ \"$2\" = 0 ] || ulimit -v \"$2\" 2>/dev/null; \
        [ \"$3\" = 0 ] || ulimit -f \"$3\" 2>/dev/null; nice=$4; shift 4; exec nice -n \"$nice\" \"$@\"";
    let number = |value: u64| value.to_string();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", LIMIT_SCRIPT, "sh"]);
    command.args([
        number(limits.cpu.as_secs() + 1),
        number(limits.memory.unwrap_or(0) / 1024),
        number(limits.file_size.unwrap_or(0) / 512),
        limits.nice.to_string(),
    ]);
    command.arg(program).env_clear().env("LC_ALL", "C.UTF-8");
    for name in environment {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

/// A running program. Dropping it kills the program and everything that it started.
#[derive(Debug)]
pub struct RunningProgram {
    child: Child,
    has_ended: bool,
}

impl RunningProgram {
    /// Starts a command in a process group of its own, where that is allowed: a confined process keeps all
    /// that it starts in its own group, and ends with it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        set_process_group(command);
        Ok(Self { child: command.spawn()?, has_ended: false })
    }

    /// The process, to take its input and output.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits for the end of the program. `check` is called repeatedly meanwhile; its error ends the wait.
    ///
    /// # Errors
    /// The error of `check`, or the operating system does not know the process.
    pub fn wait_for_exit<E: From<io::Error>>(
        &mut self,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<ExitStatus, E> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.child.try_wait()? {
                self.has_ended = true;
                return Ok(status);
            }
            check()?;
            std::thread::sleep(pause);
            pause = (pause * 2).min(MAX_POLL_INTERVAL);
        }
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        if !self.has_ended {
            kill_group(&mut self.child);
            // Reaps it; it is dead, so this does not wait.
            let _ = self.child.wait();
        }
    }
}

fn set_process_group(command: &mut Command) {
    // For a process that is not a child, the kernel has another error than the filter of a confined process.
    static CAN_SET_GROUP: LazyLock<bool> =
        LazyLock::new(|| setpgid(Some(Pid::INIT), None) != Err(Errno::PERM));
    if *CAN_SET_GROUP {
        command.process_group(0);
    }
}

/// Kills a child, and its group. It must not have been waited for.
fn kill_group(child: &mut Child) {
    // It has not been waited for, so its number is still its own.
    if kill_process_group(Pid::from_child(child), Signal::KILL).is_err() {
        let _ = child.kill();
    }
}

/// Extracts the reason of a failure: the last line that a program has written to its standard error,
/// without control characters. `None` if it has written nothing.
pub fn reason_from_stderr(complaints: &str) -> Option<String> {
    let line = complaints.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(line.trim().chars().filter(|c| !c.is_control()).take(MAX_REASON_CHARS).collect())
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    const TEST_LIMITS: ProgramLimits =
        ProgramLimits { cpu: Duration::from_secs(20), memory: None, file_size: None, nice: 0 };

    /// Returns the output of a script within limits.
    fn run_script(script: &str, limits: &ProgramLimits) -> io::Result<String> {
        let mut command = build_command_with_limits(Path::new("/bin/sh"), limits, &["PATH"]);
        command.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = RunningProgram::start(&mut command)?;
        let output = running.child().stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
        let said = io::read_to_string(output)?;
        running.wait_for_exit(|| Ok::<(), io::Error>(()))?;
        Ok(said)
    }

    #[test]
    fn limits_hold_for_the_program() {
        let show = "ulimit -c; ulimit -t; ulimit -v; ulimit -f; nice";
        let limits = ProgramLimits {
            memory: Some(1 << 30),
            file_size: Some(1 << 20),
            cpu: Duration::from_secs(7),
            nice: 3,
        };
        let own: u32 = run_script("nice", &TEST_LIMITS).unwrap().trim().parse().unwrap();
        let said = run_script(show, &limits).unwrap();
        let nice = (own + 3).min(19).to_string();
        assert_eq!(said.lines().collect::<Vec<_>>(), ["0", "8", "1048576", "2048", &nice]);
        assert_eq!(run_script("ulimit -v; ulimit -f", &TEST_LIMITS).unwrap(), "unlimited\nunlimited\n");
    }

    #[test]
    fn a_wait_ends_with_the_error_of_the_check() {
        let mut command = build_command_with_limits(&find_program("sleep").unwrap(), &TEST_LIMITS, &[]);
        let mut running = RunningProgram::start(command.arg("30")).unwrap();
        let mut looks = 0;
        let waited = running.wait_for_exit(|| {
            looks += 1;
            if looks < 3 { Ok(()) } else { Err(io::Error::other("enough")) }
        });
        assert_eq!(waited.unwrap_err().to_string(), "enough");
    }

    #[test]
    fn the_reason_is_the_last_line() {
        assert_eq!(reason_from_stderr("first\n no\u{7} voice \n\n").as_deref(), Some("no voice"));
        assert_eq!(reason_from_stderr(" \n"), None);
    }
}
