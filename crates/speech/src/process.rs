//! Runs programs with input, output and limits.

use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use programs::{ProgramLimits, RunningProgram, build_command_with_limits, find_program, reason_from_stderr};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::{Error, Result, Stop};

/// Interval between checks of a silent program.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time for which small pieces of output accumulate before they are read, because each wake-up costs time.
const READ_DELAY: Duration = Duration::from_micros(500);
/// Limit of a program's standard error that is read, bytes.
const MAX_STDERR_BYTES: u64 = 4 << 10;

/// Limits of one run of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProcessLimits {
    pub(crate) time: Duration,
    /// Bytes of address space; `None` for an operator's programs, which may map whole models.
    pub(crate) memory: Option<u64>,
    /// Bytes of output.
    pub(crate) output: u64,
}

/// The variables of the environment that programs get.
const PASSED_VARIABLES: &[&str] = &["PATH", "HOME", "TMPDIR", "ESPEAK_DATA_PATH"];
/// Niceness of programs, so that readers' requests take precedence.
const NICENESS: u8 = 10;

/// A running program. Dropping it kills the program and what it started.
pub(crate) struct EngineProcess {
    running: RunningProgram,
    program: String,
}

impl EngineProcess {
    /// Starts a program with a lower priority than everything that readers wait for.
    pub(crate) fn start(command: &[String], bounds: &ProcessLimits, stdout: Stdio) -> Result<Self> {
        let program = command.first().cloned().unwrap_or_default();
        let Some(found) = find_program(&program) else { return Err(Error::Missing { program }) };
        let limits =
            ProgramLimits { cpu: bounds.time, memory: bounds.memory, file_size: None, nice: NICENESS };
        let mut limited = build_command_with_limits(&found, &limits, PASSED_VARIABLES);
        limited.args(&command[1..]).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
        let running = RunningProgram::start(&mut limited)
            .map_err(|error| failed_error(&program, &error.to_string()))?;
        Ok(Self { running, program })
    }

    /// Takes the program's standard input; it can be taken once.
    pub(crate) fn take_input(&mut self) -> Result<ChildStdin> {
        self.running.child().stdin.take().ok_or_else(|| failed_error(&self.program, "it takes no input"))
    }

    /// Reads the program's output.
    fn read_output(&mut self, bounds: &ProcessLimits, stop: &Stop) -> Result<Vec<u8>> {
        let Some(mut output) = self.running.child().stdout.take() else { return Ok(Vec::new()) };
        let deadline = Instant::now() + bounds.time;
        let mut bytes = Vec::new();
        let mut piece = vec![0; 64 << 10];
        loop {
            let ready = is_ready(&output, POLL_INTERVAL)?;
            stop.check()?;
            if Instant::now() > deadline {
                return Err(Error::TimedOut { program: self.program.clone() });
            }
            if !ready {
                continue;
            }
            let read = output.read(&mut piece)?;
            if read == 0 {
                return Ok(bytes);
            }
            bytes.extend_from_slice(&piece[..read]);
            if bytes.len() as u64 > bounds.output {
                return Err(failed_error(&self.program, "it wrote too much"));
            }
            if read < piece.len() {
                std::thread::sleep(READ_DELAY);
            }
        }
    }

    /// Waits for the end of the program, which is near: input and output are closed.
    pub(crate) fn wait_for_end(mut self, bounds: &ProcessLimits, stop: &Stop) -> Result<()> {
        let deadline = Instant::now() + bounds.time;
        let status = self.running.wait_for_exit(|| {
            stop.check()?;
            if Instant::now() > deadline {
                return Err(Error::TimedOut { program: self.program.clone() });
            }
            Ok(())
        })?;
        if status.success() {
            return Ok(());
        }
        let mut said = String::new();
        if let Some(stderr) = self.running.child().stderr.take() {
            // Invalid UTF-8 gives no reason.
            let _ = stderr.take(MAX_STDERR_BYTES).read_to_string(&mut said);
        }
        Err(failed_error(&self.program, reason_from_stderr(&said).as_deref().unwrap_or("it failed")))
    }
}

/// Runs a program with an input; returns its output.
pub(crate) fn run_program(
    command: &[String],
    input: &[u8],
    bounds: &ProcessLimits,
    stop: &Stop,
) -> Result<Vec<u8>> {
    stop.check()?;
    let mut running = EngineProcess::start(command, bounds, Stdio::piped())?;
    let mut stdin = running.take_input()?;
    // It may write before it has read everything: neither side waits for the other. If this returns early,
    // the program is killed before the scope waits for the input to be consumed.
    std::thread::scope(move |scope| {
        let fed = scope.spawn(move || stdin.write_all(input));
        let output = running.read_output(bounds, stop)?;
        running.wait_for_end(bounds, stop)?;
        match fed.join() {
            // A program that does not read its input explains itself by its exit code.
            Ok(Err(error)) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(output),
        }
    })
}

pub(crate) fn failed_error(program: &str, reason: &str) -> Error {
    Error::Failed { program: program.to_owned(), reason: reason.to_owned() }
}

fn is_ready(output: &ChildStdout, time: Duration) -> Result<bool> {
    let mut waiting = [PollFd::new(output, PollFlags::IN)];
    let time = Timespec { tv_sec: 0, tv_nsec: time.subsec_nanos().into() };
    match poll(&mut waiting, Some(&time)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(std::io::Error::from(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST_LIMITS: ProcessLimits =
        ProcessLimits { time: Duration::from_secs(20), memory: None, output: 1 << 20 };

    fn run_script(script: &str, bounds: &ProcessLimits, stop: &Stop) -> Result<Vec<u8>> {
        run_program(&["sh".into(), "-c".into(), script.into()], b"input", bounds, stop)
    }

    #[test]
    fn input_is_passed_through() {
        assert_eq!(run_script("cat", &TEST_LIMITS, &Stop::default()).unwrap(), b"input");
        assert_eq!(run_script("exit 0", &TEST_LIMITS, &Stop::default()).unwrap(), b"");
    }

    #[test]
    fn neither_input_nor_output_is_limited_by_a_pipe() {
        let long = vec![b'x'; 1 << 19];
        let all = |script: &str| {
            run_program(&["sh".into(), "-c".into(), script.into()], &long, &TEST_LIMITS, &Stop::default())
                .unwrap()
                .len()
        };
        assert_eq!(all("cat"), long.len());
        assert_eq!(all("echo no input is wanted"), 19);
        assert_eq!(all("exec 1>&-; cat >/dev/null"), 0);
        let short = ProcessLimits { time: Duration::from_millis(150), ..TEST_LIMITS };
        let hung = run_program(&["sleep".into(), "30".into()], &long, &short, &Stop::default());
        assert!(matches!(hung, Err(Error::TimedOut { .. })));
    }

    #[test]
    fn a_failure_has_a_reason() {
        let error = run_script("echo first >&2; echo no voice >&2; exit 3", &TEST_LIMITS, &Stop::default())
            .unwrap_err();
        assert_eq!(error.to_string(), "sh: no voice");
        let none = run_program(&["no-such-program-here".into()], b"", &TEST_LIMITS, &Stop::default());
        assert!(matches!(none, Err(Error::Missing { .. })));
    }

    #[test]
    fn a_program_is_killed_at_the_time_limit() {
        let short = ProcessLimits { time: Duration::from_millis(150), ..TEST_LIMITS };
        assert!(matches!(
            run_script("sleep 30 & sleep 30", &short, &Stop::default()),
            Err(Error::TimedOut { .. })
        ));
        // The time limit also ends a program that writes continuously.
        let slow = "while echo; do sleep 0.01; done";
        assert!(matches!(run_script(slow, &short, &Stop::default()), Err(Error::TimedOut { .. })));
        let loud = ProcessLimits { output: 1000, ..TEST_LIMITS };
        assert!(matches!(run_script("yes", &loud, &Stop::default()), Err(Error::Failed { .. })));
    }

    #[test]
    fn the_caller_can_stop_a_program() {
        let stop = Stop::default();
        let other = stop.clone();
        let ends = std::thread::spawn(move || run_script("sleep 30", &TEST_LIMITS, &other));
        stop.stop();
        assert!(matches!(ends.join().unwrap(), Err(Error::Stopped)));
    }

    #[test]
    fn secrets_of_the_caller_are_not_in_its_environment() {
        let said = run_script("env", &TEST_LIMITS, &Stop::default()).unwrap();
        let text = String::from_utf8(said).unwrap();
        assert!(!text.contains("CARGO"), "{text}");
    }
}
