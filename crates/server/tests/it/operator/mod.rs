//! A library in the hands of its operator: scripts/operator.sh installs it, fills it, backs it up, moves it
//! to PostgreSQL and S3, upgrades it and loses a node. Readers use it from the first moment to the last. They
//! see no error that a retry after `Retry-After` does not end, and what they were promised is kept.

mod balancer;
mod client;
mod readers;

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use books::testkit::EpubBuilder;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use self::balancer::Balancer;
use self::client::{Client, SlowLine};
use self::readers::{CHAPTERS_PER_BOOK, Readers};
use crate::object_store::Store;
use crate::serving::book;
use crate::support::{Backend, eventually, field, free_address, write};

/// Titles of small books. The last is copyrighted, and lent to the reader alone.
const SERIES: [&str; 4] = ["Quoin 1", "Quoin 2", "Quoin 3", "Quoin 4"];
/// Title of the book of `serving::book`.
const LARGE_BOOK: &str = "Kelp";
/// Its size: more than the buffers of two connections in a row hold, 10 MiB each.
const LARGE_BOOK_BYTES: usize = 32 << 20;
/// Downloads in progress when a node is lost.
const SLOW_DOWNLOADS: usize = 3;
/// Bytes that each of them has received by then.
const RECEIVED_BEFORE_LOSS: usize = 256 * 1024;

fn write_books(folder: &Path) {
    for (number, title) in SERIES.iter().enumerate() {
        let mut small = EpubBuilder::new(title).author("Ada Harbor");
        for chapter in 1..=CHAPTERS_PER_BOOK {
            small = small.chapter(&format!("Day {chapter}"), "<p>The tide came in at six.</p>");
        }
        let shelf = if number + 1 == SERIES.len() { "lent" } else { "free" };
        write(&folder.join(shelf).join(format!("{number}.epub")), &small.build());
    }
    write(&folder.join("free/large.epub"), &book(LARGE_BOOK_BYTES));
}

/// The script, and everything that it has started.
struct Operator {
    child: Child,
    group: u32,
    lines: Lines<BufReader<ChildStdout>>,
    input: ChildStdin,
}

impl Operator {
    fn start(folder: &Path, environment: &[(&str, &str)]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/operator.sh");
        let mut command = Command::new("bash");
        command.args([script, env!("CARGO_BIN_EXE_openshelf")]).arg(folder);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("OPENSHELF_") {
                command.env_remove(name);
            }
        }
        // Readers do in a minute what they would do in an hour.
        command.env("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0");
        command.envs(environment.iter().copied()).process_group(0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bash runs");
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { group: child.id().unwrap(), input: child.stdin.take().unwrap(), lines: output.lines(), child }
    }

    /// Prints what the script prints until it begins this step.
    async fn wait_for_step(&mut self, step: &str) {
        let step = format!("==> {step}");
        while let Some(line) = self.lines.next_line().await.unwrap() {
            eprintln!("{line}");
            if line == step {
                return;
            }
        }
        panic!("the script ended before {step:?}");
    }

    /// Lets the script continue that waits for a line.
    async fn continue_script(&mut self) {
        self.input.write_all(b"\n").await.unwrap();
    }

    async fn finish(mut self) -> ExitStatus {
        while let Some(line) = self.lines.next_line().await.unwrap() {
            eprintln!("{line}");
        }
        self.child.wait().await.unwrap()
    }
}

impl Drop for Operator {
    fn drop(&mut self) {
        let group = format!("-{}", self.group);
        let _ =
            std::process::Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
}

/// An app of the library, with its reader signed in.
async fn sign_in(folder: &Path, base: &str) -> Client {
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let key = field(&read("app.txt"), "key");
    let password = field(&read("reader.txt"), "password");
    Client::sign_in(base, &key, "ann@example.org", &password).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_see_no_error_while_a_library_moves_and_upgrades_and_loses_a_node() {
    let Some(backend) = Backend::postgres() else { return };
    let Some(store) = Store::start().await else { return };
    let database = backend.create(None).expect("a database of PostgreSQL");
    // Next to the program, so that an installed one is a link.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let folder = folder.path();
    write_books(&folder.join("books"));
    let files = folder.join("store.toml");
    write(&files, store.configuration("library").as_bytes());
    let (nodes, worker) = ([free_address(), free_address()], free_address());
    let balancer = Balancer::start(&nodes).await;
    let mut operator = Operator::start(
        folder,
        &[
            ("DATABASE_URL", &database.url()),
            ("FILES", &files.display().to_string()),
            ("BASE_URL", &balancer.base),
            ("NODE_1", &nodes[0]),
            ("NODE_2", &nodes[1]),
            ("WORKER", &worker),
        ],
    );
    operator.wait_for_step("Readers are served").await;
    let readers = Readers::start(sign_in(folder, &balancer.base).await).await.unwrap();
    let mut before = "nothing".to_owned();
    for step in [
        "Move to PostgreSQL and S3",
        "Upgrade one process after the other",
        "A node and the worker are lost with the next line",
    ] {
        operator.wait_for_step(step).await;
        before = readers.shared.summary();
        eprintln!("    readers: {before}");
    }
    assert_eq!(
        readers.shared.count_broken(),
        0,
        "a process that is asked to stop finishes what it sends: {before}"
    );

    // One after the other, so that each node gets some of them.
    let mut downloads = Vec::new();
    for _ in 0..SLOW_DOWNLOADS {
        let line = Arc::new(SlowLine::default());
        let download = readers.download_slowly(Arc::clone(&line));
        eventually("a node sends the large book", async || {
            let received = line.received.load(Ordering::Relaxed);
            if received > RECEIVED_BEFORE_LOSS { Ok(()) } else { Err(format!("{received} bytes")) }
        })
        .await;
        downloads.push((line, download));
    }
    operator.continue_script().await;
    operator.wait_for_step("They start again").await;
    for (line, download) in downloads {
        line.is_fast.store(true, Ordering::Relaxed);
        download.await.unwrap();
    }
    assert!(readers.shared.count_broken() > 0, "downloads of the lost node are continued at the other");
    operator.wait_for_step("The library is served until the next line").await;
    let readers = readers.finish().await;
    eprintln!("    readers: {}", readers.summary());
    assert_eq!(readers.errors(), [] as [&str; 0]);
    sign_in(folder, &balancer.base).await;
    operator.continue_script().await;
    let status = operator.finish().await;
    assert!(status.success(), "{status}");
}
