//! The program as a process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use super::eventually;

/// Time in which the program must stop, or the test fails.
const STOP_TIMEOUT: Duration = Duration::from_mins(2);

/// A running program, killed with the value.
#[derive(Debug)]
pub struct Program {
    child: Child,
    log: PathBuf,
}

/// Arguments without `--database-url`, and its value, if that contains a password: the program refuses one in
/// its command line.
fn without_password<'a>(args: &[&'a str]) -> (Vec<&'a str>, Option<&'a str>) {
    let is_secret = |url: &str| {
        url.split_once("://")
            .is_some_and(|(_, rest)| rest.split_once('@').is_some_and(|(user, _)| user.contains(':')))
    };
    let Some(flag) = args.iter().position(|word| *word == "--database-url") else {
        return (args.into(), None);
    };
    match args.get(flag + 1).copied().filter(|url| is_secret(url)) {
        Some(url) => ([&args[..flag], &args[flag + 2..]].concat(), Some(url)),
        None => (args.into(), None),
    }
}

impl Program {
    /// Starts the program; its log goes to `log.txt` in `dir`.
    pub fn start(dir: &Path, args: &[&str]) -> Self {
        Self::spawn(dir, Self::command(args))
    }

    /// Starts a command made by [`Program::command`]; its log goes to `log.txt` in `dir`.
    pub fn spawn(dir: &Path, mut command: Command) -> Self {
        let path = dir.join("log.txt");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&path).unwrap();
        let child = command.stdout(log.try_clone().unwrap()).stderr(log).spawn().expect("the program starts");
        Self { child, log: path }
    }

    /// The program with an environment of its own: no configuration of the machine gets in.
    pub fn command(args: &[&str]) -> Command {
        Self::command_in_wrapper(&[], args)
    }

    /// The program, started by another program with these arguments.
    pub fn command_in_wrapper(wrapper: &[String], args: &[&str]) -> Command {
        let program = env!("CARGO_BIN_EXE_openshelf").to_owned();
        let mut words = wrapper.iter().cloned().chain([program]);
        let mut command = Command::new(words.next().expect("the program itself"));
        let (args, database_url) = without_password(args);
        command.args(words).args(args).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("OPENSHELF_") {
                command.env_remove(name);
            }
        }
        command.envs(database_url.map(|url| ("OPENSHELF_DATABASE_URL", url)));
        command
    }

    /// Runs the program to its end.
    pub fn run(args: &[&str]) -> Output {
        Self::command(args).output().expect("the program runs")
    }

    /// Runs it, expects success, and returns what it printed.
    pub fn succeed(args: &[&str]) -> String {
        let output = Self::run(args);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "openshelf {}\n{out}{err}", args.join(" "));
        out.into_owned()
    }

    /// Asks it to stop and waits until it has; its exit was clean.
    pub fn terminate(self) {
        self.ask_to_stop();
        self.wait();
    }

    /// Asks it to stop, and does not wait.
    pub fn ask_to_stop(&self) {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
    }

    /// Returns true if it runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the program can be waited for").is_none()
    }

    /// Waits until it has ended by itself; its exit was clean.
    pub fn wait(self) {
        let status = self.end();
        assert!(status.success(), "the program ended with {status}");
    }

    /// Waits until it has ended by itself, well or not.
    pub fn end(mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return status;
            }
            assert!(began.elapsed() < STOP_TIMEOUT, "the program did not stop");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program can be waited for");
    }

    /// Waits until `ready` returns something; fails if the program ends before.
    pub async fn wait_until<T, F>(&mut self, what: &str, mut ready: impl FnMut() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        let Self { child, log } = self;
        eventually(what, || {
            let ended = child.try_wait().expect("the program can be waited for");
            let (answer, log) = (ready(), &*log);
            async move {
                match (answer.await, ended) {
                    (Some(answer), _) => Ok(answer),
                    (None, Some(status)) => {
                        panic!("{what}: the program ended with {status}\n{}", end_of(log))
                    }
                    (None, None) => Err(format!("the log ends with\n{}", end_of(log))),
                }
            }
        })
        .await
    }
}

/// The last lines of a log.
fn end_of(log: &Path) -> String {
    let log = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// Log messages about a page with a sentence that does not exist, or that lacks a value.
const MISSING_SENTENCES: [&str; 2] =
    ["a page asks for a message that does not exist", "a message could not be formatted"];

impl Drop for Program {
    /// Ends it. Whatever a test was about, no page that it opened lacked a sentence.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let missing = log.lines().find(|line| MISSING_SENTENCES.iter().any(|one| line.contains(one)));
        if let Some(line) = missing.filter(|_| !std::thread::panicking()) {
            panic!("{line}");
        }
    }
}
