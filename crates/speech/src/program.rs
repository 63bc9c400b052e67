//! Programs outside of this one: found by name, started within limits, and ended together with everything
//! that they have started.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// The longest pause between two looks at whether a program has ended.
const PAUSE: Duration = Duration::from_millis(20);
/// Characters of a reason, at most.
const REASON: usize = 200;

/// What one program may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Processor time.
    pub cpu: Duration,
    /// Bytes of address space; `None` for programs of the operator's choice, which may map whole models.
    pub memory: Option<u64>,
    /// Bytes of a file that it writes.
    pub file_size: Option<u64>,
    /// How much lower its priority is than that of this process.
    pub nice: u8,
}

/// Whether a program can be found.
pub fn is_installed(program: &str) -> bool {
    find(program).is_some()
}

/// Where a program is: a path as it is, a name by way of `PATH`.
pub fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|file| is_program(file));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// A command that runs a program within limits. Of the environment it gets these variables, and a language.
/// Add its arguments, and say where its input and output are.
pub fn limited(program: &Path, limits: &Limits, environment: &[&str]) -> Command {
    // A shell sets the limits before it becomes the program. Memory is counted in KiB, files in blocks of 512
    // bytes.
    const SCRIPT: &str = "ulimit -c 0; ulimit -t \"$1\"; [ \"$2\" = 0 ] || ulimit -v \"$2\" 2>/dev/null; \
        [ \"$3\" = 0 ] || ulimit -f \"$3\"; nice=$4; shift 4; exec nice -n \"$nice\" \"$@\"";
    let number = |value: u64| value.to_string();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT, "sh"]);
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

/// A program that runs. When this is dropped, it is killed, and so is what it started.
#[derive(Debug)]
pub struct Running {
    child: Child,
    ended: bool,
}

impl Running {
    /// Starts a command in a process group of its own.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        own_group(command);
        Ok(Self { child: command.spawn()?, ended: false })
    }

    /// The process, to take its input and output.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits for its end. `check` is called again and again meanwhile; its error ends the wait.
    ///
    /// # Errors
    /// The error of `check`, or the operating system does not know the process.
    pub fn wait<E: From<io::Error>>(
        &mut self,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<ExitStatus, E> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.child.try_wait()? {
                self.ended = true;
                return Ok(status);
            }
            check()?;
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            kill(&mut self.child);
            // Reaps it; it is dead, so this does not wait.
            let _ = self.child.wait();
        }
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Kills a child, and its group. It must not have been waited for.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It has not been waited for, so its number is still its own.
    if kill_process_group(Pid::from_child(child), Signal::KILL).is_err() {
        let _ = child.kill();
    }
}

/// Where there are no groups: the child alone.
#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

/// Where there are no groups: the child alone.
#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// The reason of a failure: the last line that a program has written to its standard error, without control
/// characters. `None` if it has written nothing.
pub fn reason(complaints: &str) -> Option<String> {
    let line = complaints.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(line.trim().chars().filter(|c| !c.is_control()).take(REASON).collect())
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;

    use super::*;

    const LIMITS: Limits = Limits { cpu: Duration::from_secs(20), memory: None, file_size: None, nice: 0 };

    /// What a script writes within limits.
    fn sh(script: &str, limits: &Limits) -> io::Result<String> {
        let mut command = limited(Path::new("/bin/sh"), limits, &["PATH"]);
        command.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = Running::start(&mut command)?;
        let output = running.child().stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
        let said = io::read_to_string(output)?;
        running.wait(|| Ok::<(), io::Error>(()))?;
        Ok(said)
    }

    #[test]
    fn limits_hold_for_the_program() {
        let show = "ulimit -c; ulimit -t; ulimit -v; ulimit -f; nice";
        let limits =
            Limits { memory: Some(1 << 30), file_size: Some(1 << 20), cpu: Duration::from_secs(7), nice: 3 };
        let own: u32 = sh("nice", &LIMITS).unwrap().trim().parse().unwrap();
        let said = sh(show, &limits).unwrap();
        let nice = (own + 3).min(19).to_string();
        assert_eq!(said.lines().collect::<Vec<_>>(), ["0", "8", "1048576", "2048", &nice]);
        assert_eq!(sh("ulimit -v; ulimit -f", &LIMITS).unwrap(), "unlimited\nunlimited\n");
    }

    #[test]
    fn a_wait_ends_with_the_error_of_the_check() {
        let mut command = limited(&find("sleep").unwrap(), &LIMITS, &[]);
        let mut running = Running::start(command.arg("30")).unwrap();
        let mut looks = 0;
        let waited = running.wait(|| {
            looks += 1;
            if looks < 3 { Ok(()) } else { Err(io::Error::other("enough")) }
        });
        assert_eq!(waited.unwrap_err().to_string(), "enough");
    }

    #[test]
    fn the_reason_is_the_last_line() {
        assert_eq!(reason("first\n no\u{7} voice \n\n").as_deref(), Some("no voice"));
        assert_eq!(reason(" \n"), None);
    }
}
