//! Worker processes that work, and those that misbehave.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use isolation::{
    FileFault, LimitBreach, ProcessLease, ProcessPool, Settings, WorkFailure, WorkLimits, test_confinement,
};
use tokio::sync::mpsc;
use tokio::time::timeout;

const MIB: u64 = 1 << 20;

fn test_limits() -> WorkLimits {
    WorkLimits {
        memory: 256 * MIB,
        cpu: Duration::from_mins(1),
        time: Duration::from_mins(1),
        open_files: 64,
        file_size: MIB,
    }
}

fn probe_pool() -> ProcessPool {
    let program = env!("CARGO_BIN_EXE_isolation-probe").into();
    ProcessPool::new(Settings { program, arguments: Vec::new(), spare: 1 })
}

async fn run_order(
    lease: &mut ProcessLease,
    order: &str,
    limits: &WorkLimits,
) -> Result<String, WorkFailure> {
    let reply = lease.run(order.into(), limits, &mut |_, _| ()).await?;
    Ok(String::from_utf8(reply).unwrap())
}

async fn expect_breach(text: &str, limits: WorkLimits) -> LimitBreach {
    let mut lease = probe_pool().lease().await.unwrap();
    match run_order(&mut lease, text, &limits).await {
        Err(WorkFailure::Breach(breach)) => breach,
        other => panic!("{other:?}"),
    }
}

/// Waits until a condition holds.
async fn wait_until(mut holds: impl FnMut() -> bool) {
    let held = timeout(Duration::from_secs(30), async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    held.await.unwrap();
}

fn is_running(pid: &str) -> bool {
    // An ended process that nobody has waited for is a zombie.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[tokio::test]
async fn files_are_exchanged_with_a_process_that_works_for_one_caller() {
    let pool = probe_pool();
    let mut pids = Vec::new();
    for _ in 0..3 {
        let mut lease = pool.lease().await.unwrap();
        let files = lease.files().clone();
        assert_eq!(files.read_file("in", MIB).unwrap(), None, "the folder is empty");
        files.create_file("in").unwrap().write_all(b"quiet").unwrap();
        assert_eq!(run_order(&mut lease, "shout", &test_limits()).await.unwrap(), "ok ");
        assert_eq!(files.read_file("out", MIB).unwrap().unwrap(), b"QUIET");
        assert_eq!(run_order(&mut lease, "what", &test_limits()).await.unwrap(), "error unknown order");
        assert_eq!(run_order(&mut lease, "print junk", &test_limits()).await.unwrap(), "ok ");
        let pid = run_order(&mut lease, "pid", &test_limits()).await.unwrap();
        pids.push(pid.strip_prefix("ok ").unwrap().to_owned());
    }
    pids.dedup();
    assert_eq!(pids.len(), 3);
    wait_until(|| !pids.iter().any(|pid| is_running(pid))).await;
}

#[tokio::test]
async fn planted_entries_are_not_read() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let enforced = test_confinement();
    for kind in ["symlink", "link", "pipe", "device", "socket", "folder", "large"] {
        let mut lease = probe_pool().lease().await.unwrap();
        let plant = format!("plant {kind} {}", secret.display());
        let planted = run_order(&mut lease, &plant, &test_limits()).await.unwrap();
        let is_link_or_node = !["folder", "large"].contains(&kind);
        if enforced.filters_calls && is_link_or_node {
            assert!(planted.starts_with("error"), "{kind}: {planted}");
        }
        if planted.starts_with("ok") {
            let read = lease.files().read_file("made", 1_000);
            let refused = matches!(read, Err(FileFault::NotPlain(_) | FileFault::TooLarge { .. }));
            assert!(refused, "{kind}: {read:?}");
        }
        // The next input goes to a file of its own.
        if kind != "folder" {
            lease.files().create_file("made").unwrap().write_all(b"upload").unwrap();
        }
        assert_eq!(fs::read_to_string(&secret).unwrap(), "secret", "{kind}");
    }
}

#[tokio::test]
async fn a_process_cannot_leave_its_confinement() {
    let enforced = test_confinement();
    let mut lease = probe_pool().lease().await.unwrap();
    let mut ways = vec!["session", "memory", "files", "size", "privileges"];
    if enforced.filters_calls {
        ways.extend(["child session", "group", "group of its own", "namespace", "child namespace"]);
        ways.extend(["signal", "signal to all", "limits of the server", "priority of the server"]);
    }
    if enforced.confines_files {
        ways.push("secrets");
    }
    for way in ways {
        let escaped = run_order(&mut lease, &format!("escape {way}"), &test_limits()).await.unwrap();
        assert!(escaped.starts_with("error"), "{way}: {escaped}");
    }
    let memory = run_order(&mut lease, "limit memory", &test_limits()).await.unwrap();
    assert_eq!(memory, format!("ok Some({0}) Some({0})", 256 * MIB));
    let processes = run_order(&mut lease, "limit processes", &test_limits()).await.unwrap();
    assert!(processes.starts_with("ok Some("), "{processes}");
}

#[tokio::test]
async fn a_private_folder_in_a_readable_one_is_not_readable() {
    if !test_confinement().confines_files {
        eprintln!("SKIPPED: this kernel does not confine files");
        return;
    }
    // One of the system's folders: its parent is split around it.
    let private = fs::read_dir("/usr/share").unwrap().flatten().map(|entry| entry.path());
    let is_folder = |path: &PathBuf| path.is_dir() && !path.is_symlink() && first_file(path).is_some();
    let mut folders = private.filter(is_folder);
    let (private, other) = (folders.next().unwrap(), folders.next().unwrap());
    let program = env!("CARGO_BIN_EXE_isolation-probe").into();
    let arguments = vec![private.clone().into()];
    let mut lease = ProcessPool::new(Settings { program, arguments, spare: 0 }).lease().await.unwrap();
    for (folder, reads) in [(private, false), (other, true)] {
        let file = first_file(&folder).unwrap();
        let read = run_order(&mut lease, &format!("read {}", file.display()), &test_limits()).await.unwrap();
        // A file that is not text is read as well.
        assert_eq!(!read.starts_with("error Permission denied"), reads, "{}: {read}", file.display());
    }
}

/// A file directly in a folder that everybody may read.
fn first_file(folder: &Path) -> Option<PathBuf> {
    let is_readable = |path: &PathBuf| {
        path.symlink_metadata()
            .is_ok_and(|data| data.is_file() && data.len() < MIB && data.permissions().mode() & 0o004 != 0)
    };
    fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find(is_readable)
}

#[tokio::test]
async fn a_process_ends_when_its_server_is_killed() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_isolation-probe"));
    let mut server = server.arg("--parent").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let pid = line.trim().strip_prefix("ok ").unwrap();
    assert!(is_running(pid));
    server.kill().unwrap();
    server.wait().unwrap();
    wait_until(|| !is_running(pid)).await;
}

#[tokio::test]
async fn a_process_has_no_privileges_and_is_the_first_to_go_when_memory_runs_out() {
    let mut lease = probe_pool().lease().await.unwrap();
    let pid = run_order(&mut lease, "pid", &test_limits()).await.unwrap();
    let folder = Path::new("/proc").join(pid.strip_prefix("ok ").unwrap());
    let status = fs::read_to_string(folder.join("status")).unwrap();
    let privileges = status.lines().find_map(|line| line.strip_prefix("CapEff:")).unwrap();
    assert_eq!(privileges.trim().trim_matches('0'), "", "{status}");
    let score = fs::read_to_string(folder.join("oom_score_adj")).unwrap();
    assert!(score.trim().parse::<i32>().unwrap() >= 500, "{score}");
}

#[tokio::test]
async fn progress_is_reported() {
    let mut lease = probe_pool().lease().await.unwrap();
    let mut heard = Vec::new();
    lease.run("steps".into(), &test_limits(), &mut |done, total| heard.push((done, total))).await.unwrap();
    assert_eq!(heard.first(), Some(&(1, 3)));
}

#[tokio::test]
async fn a_result_comes_in_pieces_in_their_order_as_fast_as_they_are_taken() {
    const PIECE_COUNT: u32 = 100_000;
    let mut lease = probe_pool().lease().await.unwrap();
    let (send, mut receive) = mpsc::channel(1);
    let taken = tokio::spawn(async move {
        let mut next = 0;
        while let Some(piece) = receive.recv().await {
            assert_eq!(piece, u32::to_le_bytes(next));
            next += 1;
        }
        next
    });
    let pieces = format!("pieces {PIECE_COUNT}");
    let reply = lease.run_streaming(pieces.into(), &test_limits(), &mut |_, _| (), &send).await.unwrap();
    drop(send);
    assert_eq!((reply, taken.await.unwrap()), (b"ok ".to_vec(), PIECE_COUNT));
    assert!(run_order(&mut lease, "pid", &test_limits()).await.is_ok(), "the process takes the next order");
}

#[tokio::test]
async fn work_ends_when_nobody_takes_its_pieces() {
    let pool = probe_pool();
    let (send, receive) = mpsc::channel(1);
    drop(receive);
    let mut lease = pool.lease().await.unwrap();
    let files = lease.files().clone();
    files.create_file("in").unwrap();
    let endless = "pieces 4000000000";
    assert!(lease.run_streaming(endless.into(), &test_limits(), &mut |_, _| (), &send).await.is_err());
    wait_until(|| files.read_file("in", MIB).unwrap().is_none()).await;
    // Nor may it send pieces where none are expected.
    let mut lease = pool.lease().await.unwrap();
    assert!(lease.run(endless.into(), &test_limits(), &mut |_, _| ()).await.is_err());
}

#[tokio::test]
async fn each_limit_ends_the_work_and_is_named() {
    let memory = expect_breach(&format!("allocate {}", 512 * MIB), test_limits()).await;
    let cpu = expect_breach("spin", WorkLimits { cpu: Duration::from_secs(1), ..test_limits() }).await;
    let time = Duration::from_millis(300);
    let late = expect_breach("sleep", WorkLimits { time, ..test_limits() }).await;
    let file = expect_breach(&format!("write {}", 2 * MIB), test_limits()).await;
    assert_eq!(
        [memory, cpu, late, file],
        [LimitBreach::Memory, LimitBreach::Cpu, LimitBreach::Time(time), LimitBreach::FileSize]
    );
}

#[tokio::test]
async fn a_process_has_the_limits_of_its_current_order() {
    let mut lease = probe_pool().lease().await.unwrap();
    let much = format!("allocate {}", 300 * MIB);
    let wide = WorkLimits { memory: 1 << 30, ..test_limits() };
    assert_eq!(run_order(&mut lease, &much, &wide).await.unwrap(), format!("ok {}", 300 * MIB));
    assert!(matches!(
        run_order(&mut lease, &much, &test_limits()).await,
        Err(WorkFailure::Breach(LimitBreach::Memory))
    ));
    assert!(matches!(run_order(&mut lease, "pid", &test_limits()).await, Err(WorkFailure::Lost(_))));
}

#[tokio::test]
async fn a_crash_differs_from_a_killed_process() {
    for crash in ["panic", "abort", "leave"] {
        assert!(matches!(expect_breach(crash, test_limits()).await, LimitBreach::Crash(_)), "{crash}");
    }
    let mut lease = probe_pool().lease().await.unwrap();
    let pid = run_order(&mut lease, "pid", &test_limits()).await.unwrap();
    let pid = pid.strip_prefix("ok ").unwrap().parse().unwrap();
    let kill = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    };
    let limits = test_limits();
    let (result, ()) = tokio::join!(run_order(&mut lease, "sleep", &limits), kill);
    assert!(matches!(result, Err(WorkFailure::Lost(_))), "{result:?}");
}

#[tokio::test]
async fn canceled_work_ends_with_all_that_it_started() {
    let mut lease = probe_pool().lease().await.unwrap();
    let files = lease.files().clone();
    let child = || files.read_file("child", MIB).unwrap().filter(|pid| !pid.is_empty());
    let limits = test_limits();
    let started = async { wait_until(|| child().is_some()).await };
    let mut work = Box::pin(run_order(&mut lease, "start", &limits));
    tokio::select! {
        result = &mut work => panic!("{result:?}"),
        () = started => {}
    }
    let pid = String::from_utf8(child().unwrap()).unwrap();
    assert!(is_running(&pid));
    drop(work);
    drop(lease);
    wait_until(|| !is_running(&pid) && child().is_none()).await;
}

#[tokio::test]
async fn a_process_has_no_secrets_and_no_access_outside() {
    let enforced = test_confinement();
    let outside = tempfile::NamedTempFile::new().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut lease = probe_pool().lease().await.unwrap();
    let names = run_order(&mut lease, "environment", &test_limits()).await.unwrap();
    assert!(names.contains("TMPDIR") && !names.contains("CARGO"), "{names}");
    if enforced.confines_files {
        let read = run_order(&mut lease, &format!("read {}", outside.path().display()), &test_limits())
            .await
            .unwrap();
        assert!(read.starts_with("error"), "{read}");
    }
    if enforced.filters_calls {
        let connect = format!("connect {}", listener.local_addr().unwrap());
        let connected = run_order(&mut lease, &connect, &test_limits()).await.unwrap();
        assert!(connected.starts_with("error"), "{connected}");
    }
}

#[tokio::test]
async fn a_program_that_does_not_serve_is_an_error() {
    let pool = ProcessPool::new(Settings { program: "false".into(), arguments: Vec::new(), spare: 1 });
    assert!(matches!(pool.lease().await, Err(WorkFailure::Lost(_))));
    let pool =
        ProcessPool::new(Settings { program: Path::new("/nowhere").into(), arguments: Vec::new(), spare: 1 });
    assert!(matches!(pool.lease().await, Err(WorkFailure::Lost(_))));
}
