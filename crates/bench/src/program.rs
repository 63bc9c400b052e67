//! The measured program, in processes of its own.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::http::HttpConnection;

const REINDEX_TIMEOUT: Duration = Duration::from_hours(1);
const START_STOP_TIMEOUT: Duration = Duration::from_mins(1);

/// The program and the library it works on.
#[derive(Debug, Clone)]
pub struct BenchProgram {
    file: PathBuf,
    data_dir: PathBuf,
    database: String,
}

/// A running server, killed on drop.
#[derive(Debug)]
pub struct RunningServer {
    child: RunningProcess,
    pub address: SocketAddr,
    /// The operator's address.
    pub admin: SocketAddr,
    pub start_time: Duration,
}

/// Resident memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResidentMemory {
    pub resident: u64,
    /// Private memory; the rest are pages of files that the system may reclaim.
    pub private_bytes: u64,
    pub peak: u64,
}

impl BenchProgram {
    /// The program in this file, by default the one next to the bench.
    pub fn find(file: Option<PathBuf>, data_dir: &Path, database: &str) -> anyhow::Result<Self> {
        Ok(Self { file: find_program(file)?, data_dir: data_dir.to_owned(), database: database.to_owned() })
    }

    /// Rebuilds the index, and returns the time.
    pub fn reindex(&self) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let mut child = self.start_process(&["reindex"])?;
        child.wait_for_exit(REINDEX_TIMEOUT).context("openshelf reindex")?;
        Ok(began.elapsed())
    }

    /// Starts the server and waits until it is ready.
    pub fn serve(&self) -> anyhow::Result<RunningServer> {
        let address = find_free_address()?;
        let admin = find_free_address()?;
        let (listen, admin_listen) = (address.to_string(), admin.to_string());
        let began = Instant::now();
        let mut child =
            self.start_process(&["serve", "--listen", &listen, "--admin-listen", &admin_listen])?;
        while !is_ready(address) {
            if let Some(status) = child.0.try_wait()? {
                bail!("openshelf serve ended with {status}; see {}", self.log_file().display());
            }
            ensure!(
                began.elapsed() < START_STOP_TIMEOUT,
                "openshelf serve is not ready; see {}",
                self.log_file().display()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(RunningServer { child, address, admin, start_time: began.elapsed() })
    }

    /// Starts ingesting the books of a folder; stopped on drop.
    pub fn ingest(&self, folder: &Path) -> anyhow::Result<RunningIngest> {
        let folder = folder.display().to_string();
        Ok(RunningIngest(self.start_process(&["ingest", &folder, "--rights", "publicDomain"])?))
    }

    fn log_file(&self) -> PathBuf {
        self.data_dir.join("bench.log")
    }

    /// Runs it with only this configuration, independent of the machine's.
    fn start_process(&self, args: &[&str]) -> anyhow::Result<RunningProcess> {
        let log = std::fs::File::options().create(true).append(true).open(self.log_file())?;
        let mut command = Command::new(&self.file);
        command.args(args).arg("--data-dir").arg(&self.data_dir).current_dir(&self.data_dir);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("OPENSHELF_") {
                command.env_remove(name);
            }
        }
        command.env("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0");
        // Only the work itself is measured, not its limits or caches.
        command.env("OPENSHELF_GUESTS__TURNS", "0").env("OPENSHELF_GUESTS__PAGES_MIB", "0");
        // It may contain a password.
        command.env("OPENSHELF_DATABASE_URL", &self.database);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(RunningProcess(command.spawn().with_context(|| format!("starting {}", self.file.display()))?))
    }
}

/// The program in this file, by default the one next to the bench.
pub fn find_program(file: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let file = match file {
        Some(file) => file,
        None => std::env::current_exe()?.with_file_name("openshelf"),
    };
    ensure!(file.is_file(), "{} is not built: `cargo build --profile fast -p server`", file.display());
    Ok(file)
}

#[derive(Debug)]
pub struct RunningIngest(RunningProcess);

impl RunningIngest {
    /// Returns true if it is still running.
    pub fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.0.0.try_wait()?.is_none())
    }

    /// Waits for its end.
    pub fn finish(mut self, most: Duration) -> anyhow::Result<()> {
        self.0.wait_for_exit(most).context("openshelf ingest")
    }
}

impl RunningServer {
    pub fn read_memory(&self) -> anyhow::Result<ResidentMemory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.0.id()))?;
        ResidentMemory::parse_status(&status).context("/proc/PID/status")
    }

    /// Stops it and waits for its end.
    pub fn stop(mut self) -> anyhow::Result<()> {
        let id = self.child.0.id().to_string();
        ensure!(Command::new("kill").args(["-TERM", &id]).status()?.success(), "kill -TERM {id}");
        self.child.wait_for_exit(START_STOP_TIMEOUT).context("stopping openshelf serve")
    }
}

impl ResidentMemory {
    fn parse_status(status: &str) -> Option<Self> {
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            line.split_whitespace().next()?.parse::<u64>().ok().map(|kb| kb << 10)
        };
        Some(Self {
            resident: kilobytes("VmRSS")?,
            private_bytes: kilobytes("RssAnon")?,
            peak: kilobytes("VmHWM")?,
        })
    }
}

/// A process that is killed on drop.
#[derive(Debug)]
struct RunningProcess(Child);

impl RunningProcess {
    fn wait_for_exit(&mut self, most: Duration) -> anyhow::Result<()> {
        let until = Instant::now() + most;
        loop {
            if let Some(status) = self.0.try_wait()? {
                ensure!(status.success(), "it ended with {status}");
                return Ok(());
            }
            ensure!(Instant::now() < until, "it takes more than {most:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for RunningProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A free address of this machine.
fn find_free_address() -> anyhow::Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

fn is_ready(address: SocketAddr) -> bool {
    HttpConnection::open(address)
        .and_then(|mut connection| connection.get("/readyz").map(|answer| answer.status == 200))
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::ResidentMemory;

    #[test]
    fn memory_is_read_in_bytes() {
        let status =
            "Name:\tx\nVmHWM:\t    3000 kB\nVmRSS:\t    2048 kB\nRssAnon:\t    1024 kB\nRssFile:\t 1024 kB\n";
        let memory = ResidentMemory { resident: 2 << 20, private_bytes: 1 << 20, peak: 3_072_000 };
        assert_eq!(ResidentMemory::parse_status(status), Some(memory));
        assert_eq!(ResidentMemory::parse_status("Name:\tx\n"), None);
    }
}
