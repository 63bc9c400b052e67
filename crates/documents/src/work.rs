//! The work on one document: its temporary folder, its clock, and the programs it runs.

use std::ffi::OsStr;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use books::report::Reporter;
use books::{Progress, Stop};
use programs::{ProgramLimits, RunningProgram};
use rustix::process::Signal;

use super::error::{Error, Result};
use super::options::DocumentLimits;
use super::tool::ExternalProgram;

/// Interval at which the caller is asked whether to continue while a program runs.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum size of a program's output file that is read into memory.
const MAX_OUTPUT_BYTES: u64 = 128 << 20;
/// Maximum number of bytes that are read of a program's standard error.
const MAX_STDERR_BYTES: u64 = 64 << 10;

/// The work on one document. The folder and all in it vanish at the end.
pub(super) struct DocumentWork<'p> {
    folder: tempfile::TempDir,
    pub(super) limits: DocumentLimits,
    started_at: Instant,
    progress: &'p mut dyn Progress,
    steps_done: usize,
    total: usize,
}

/// The result of running a program.
#[derive(Debug)]
pub(super) struct ProgramRun {
    pub(super) code: i32,
    pub(super) output: Vec<u8>,
    pub(super) complaints: String,
}

impl ProgramRun {
    /// Fails when the program did.
    pub(super) fn require_success(self) -> Result<Self> {
        if self.code == 0 { Ok(self) } else { Err(self.to_error()) }
    }

    pub(super) fn to_error(&self) -> Error {
        let reason = programs::reason_from_stderr(&self.complaints);
        Error::to_broken(reason.unwrap_or_else(|| format!("its reader ended with code {}", self.code)))
    }
}

impl<'p> DocumentWork<'p> {
    pub(super) fn begin(limits: &DocumentLimits, progress: &'p mut dyn Progress) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("openshelf-document-").tempdir()?;
        let mut work =
            Self { folder, limits: *limits, started_at: Instant::now(), progress, steps_done: 0, total: 1 };
        work.check_continue()?;
        Ok(work)
    }

    /// Returns the reporter for omitted parts of the document.
    pub(super) fn reporter(&self) -> Reporter {
        self.progress.reporter()
    }

    /// Reports `done` of `total` steps.
    pub(super) fn report_step(&mut self, done: usize, total: usize) -> Result<()> {
        (self.steps_done, self.total) = (done, total);
        self.check_continue()
    }

    /// Fails when the time is over or the caller no longer wants the result.
    pub(super) fn check_continue(&mut self) -> Result<()> {
        match self.progress.step(self.steps_done, self.total) {
            Some(Stop::Cancelled) => Err(Error::Cancelled),
            Some(Stop::OutOfTime) => Err(Error::TimedOut),
            None if self.started_at.elapsed() > self.limits.time => Err(Error::TimedOut),
            None => Ok(()),
        }
    }

    /// The path of a file of the temporary folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write_file(&self, name: &str, bytes: &[u8]) -> Result<()> {
        Ok(std::fs::write(self.path(name), bytes)?)
    }

    /// Reads a file that a program wrote; `None` if it wrote none.
    pub(super) fn read_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let file = match std::fs::File::open(self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut bytes = Vec::new();
        file.take(MAX_OUTPUT_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_OUTPUT_BYTES {
            return Err(Error::TooLarge { quantity: "bytes unpacked", limit: MAX_OUTPUT_BYTES });
        }
        Ok(Some(bytes))
    }

    /// Reads a file that a program wrote, and removes it; `None` if it wrote none.
    pub(super) fn take_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let found = self.read_file(name);
        self.remove_file(name);
        found
    }

    pub(super) fn remove_file(&self, name: &str) {
        // It goes with the folder at the latest.
        let _ = std::fs::remove_file(self.path(name));
    }

    /// Runs a program in the temporary folder to its end. It gets no input, no more of the environment than
    /// it needs, and never a word of the document on its command line.
    pub(super) fn run_program<A: AsRef<OsStr>>(
        &mut self,
        program: ExternalProgram,
        arguments: &[A],
    ) -> Result<ProgramRun> {
        self.check_continue()?;
        let Some(found) = program.find_path() else {
            return Err(Error::ToolMissing { tool: program.command, package: program.package });
        };
        let time = self.limits.step_time.min(self.limits.time.saturating_sub(self.started_at.elapsed()));
        let limits = ProgramLimits {
            cpu: time,
            memory: Some(self.limits.memory),
            file_size: Some(self.limits.disk),
            nice: 0,
        };
        let mut command = programs::build_command_with_limits(&found, &limits, &["PATH", "TESSDATA_PREFIX"]);
        command.args(arguments);
        let status = self.wait_for_exit(command, time)?;
        let Some(code) = status.code() else { return Err(self.killed_error(status)) };
        let output = self.read_file("stdout")?.unwrap_or_default();
        Ok(ProgramRun { code, output, complaints: self.read_stderr()? })
    }

    fn wait_for_exit(&mut self, mut command: Command, time: Duration) -> Result<ExitStatus> {
        let folder = self.folder.path().to_owned();
        command.current_dir(&folder).env("HOME", &folder).env("TMPDIR", &folder).env("OMP_THREAD_LIMIT", "1");
        command.stdin(Stdio::null());
        command.stdout(std::fs::File::create(folder.join("stdout"))?);
        command.stderr(std::fs::File::create(folder.join("stderr"))?);
        let start = Instant::now();
        let mut asked = start;
        RunningProgram::start(&mut command)?.wait_for_exit(|| {
            if start.elapsed() > time {
                return Err(Error::TimedOut);
            }
            if asked.elapsed() >= POLL_INTERVAL {
                asked = Instant::now();
                self.check_continue()?;
                if folder_bytes(&folder) > self.limits.disk {
                    return Err(self.too_large_error());
                }
            }
            Ok(())
        })
    }

    fn too_large_error(&self) -> Error {
        Error::TooLarge { quantity: "bytes unpacked", limit: self.limits.disk }
    }

    fn read_stderr(&self) -> Result<String> {
        let mut bytes = Vec::new();
        std::fs::File::open(self.path("stderr"))?.take(MAX_STDERR_BYTES).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn killed_error(&self, status: ExitStatus) -> Error {
        let is = |signal: Signal| status.signal() == Some(signal.as_raw());
        if is(Signal::XCPU) || is(Signal::KILL) {
            Error::TimedOut
        } else if is(Signal::XFSZ) {
            self.too_large_error()
        } else {
            Error::to_broken("its reader failed")
        }
    }
}

fn folder_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .filter(std::fs::Metadata::is_file)
        .map(|file| file.len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::ExternalProgram;

    fn run_script(script: &str, limits: DocumentLimits, progress: &mut dyn Progress) -> Result<ProgramRun> {
        let mut work = DocumentWork::begin(&limits, progress)?;
        let shell = ExternalProgram::for_test("sh");
        work.run_program(shell, &["-c", script])
    }

    #[test]
    fn output_and_exit_code_of_a_program_are_returned() {
        let run = run_script("echo out; echo no >&2; exit 3", DocumentLimits::default(), &mut ()).unwrap();
        assert_eq!((run.code, run.output.as_slice()), (3, b"out\n".as_slice()));
        assert_eq!(run.require_success().unwrap_err().to_string(), "the document is damaged: no");
    }

    #[test]
    fn a_program_that_does_not_end_is_ended_with_all_that_it_started() {
        let limits = DocumentLimits { step_time: Duration::from_millis(200), ..DocumentLimits::default() };
        let marker = tempfile::NamedTempFile::new().unwrap();
        let path = marker.path().display();
        let script = format!("(sleep 1; echo alive > '{path}') & sleep 30");
        assert!(matches!(run_script(&script, limits, &mut ()), Err(Error::TimedOut)));
        std::thread::sleep(Duration::from_millis(1500));
        assert_eq!(std::fs::read(marker.path()).unwrap(), b"");
    }

    #[test]
    fn the_caller_can_stop_a_program() {
        let mut asked = 0;
        let mut stop = |_: usize, _: usize| {
            asked += 1;
            (asked > 3).then_some(Stop::Cancelled)
        };
        assert!(matches!(
            run_script("sleep 30", DocumentLimits::default(), &mut stop),
            Err(Error::Cancelled)
        ));
    }

    #[test]
    fn a_program_that_writes_too_much_is_ended() {
        let limits = DocumentLimits { disk: 1 << 20, ..DocumentLimits::default() };
        let one = run_script("head -c 3000000 /dev/zero > big", limits, &mut ());
        assert!(one.is_err() || one.unwrap().code != 0);
        let many = "n=0; while :; do head -c 600000 /dev/zero > file$n; n=$((n+1)); done";
        assert!(matches!(run_script(many, limits, &mut ()), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn a_program_that_wants_too_much_memory_does_not_get_it() {
        let limits = DocumentLimits { memory: 200 << 20, ..DocumentLimits::default() };
        let run = run_script("head -c 900000000 /dev/zero | tail -c 800000000 > /dev/null", limits, &mut ());
        assert!(run.is_err() || run.unwrap().code != 0);
    }

    #[test]
    fn an_error_names_a_missing_program() {
        let mut work_progress = ();
        let mut work = DocumentWork::begin(&DocumentLimits::default(), &mut work_progress).unwrap();
        let none: [&str; 0] = [];
        let missing = work.run_program(ExternalProgram::for_test("no-such-program-here"), &none);
        assert!(matches!(missing, Err(Error::ToolMissing { tool: "no-such-program-here", .. })));
    }

    #[test]
    fn secrets_of_the_server_are_not_in_its_environment() {
        let run = run_script("env", DocumentLimits::default(), &mut ()).unwrap();
        let text = String::from_utf8(run.output).unwrap();
        let names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
        assert!(
            names.iter().all(|name| [
                "PATH", "TESSDATA_PREFIX", "HOME", "TMPDIR", "LC_ALL", "OMP_THREAD_LIMIT", "PWD", "SHLVL",
                "_", "OLDPWD"
            ]
            .contains(name)),
            "{names:?}"
        );
    }
}
