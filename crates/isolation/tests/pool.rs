//! Worker processes that work, and those that misbehave.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use isolation::{Breach, Failure, Lease, Limits, Pool, Settings, confinement};
use tokio::sync::mpsc;
use tokio::time::timeout;

const MIB: u64 = 1 << 20;

fn limits() -> Limits {
    Limits {
        memory: 256 * MIB,
        cpu: Duration::from_mins(1),
        time: Duration::from_mins(1),
        open_files: 64,
        file_size: MIB,
    }
}

fn pool() -> Pool {
    let program = env!("CARGO_BIN_EXE_isolation-probe").into();
    Pool::new(Settings { program, arguments: Vec::new(), keep: 2 })
}

async fn order(lease: &mut Lease, order: &str, limits: &Limits) -> Result<String, Failure> {
    let reply = lease.run(order.into(), limits, &mut |_, _| ()).await?;
    Ok(String::from_utf8(reply).unwrap())
}

async fn breach(text: &str, limits: Limits) -> Breach {
    let mut lease = pool().lease().await.unwrap();
    match order(&mut lease, text, &limits).await {
        Err(Failure::Breach(breach)) => breach,
        other => panic!("{other:?}"),
    }
}

/// Waits until a condition holds.
async fn until(mut holds: impl FnMut() -> bool) {
    let held = timeout(Duration::from_secs(30), async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    held.await.unwrap();
}

fn runs(pid: &str) -> bool {
    // An ended process that nobody has waited for is a zombie.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[tokio::test]
async fn files_are_exchanged_in_a_folder_that_is_empty_for_the_next_caller() {
    let pool = pool();
    let mut lease = pool.lease().await.unwrap();
    let (folder, pid) = (lease.folder().to_owned(), order(&mut lease, "pid", &limits()).await.unwrap());
    fs::write(folder.join("in"), "quiet").unwrap();
    assert_eq!(order(&mut lease, "shout", &limits()).await.unwrap(), "ok ");
    assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), "QUIET");
    assert_eq!(order(&mut lease, "what", &limits()).await.unwrap(), "error unknown order");
    drop(lease);
    until(|| fs::read_dir(&folder).unwrap().count() == 0).await;
    // The process is kept.
    let mut again = loop {
        let mut lease = pool.lease().await.unwrap();
        if order(&mut lease, "pid", &limits()).await.unwrap() == pid {
            break lease;
        }
    };
    assert_eq!(again.folder(), folder);
    assert_eq!(order(&mut again, "print junk", &limits()).await.unwrap(), "ok ");
}

#[tokio::test]
async fn progress_is_reported() {
    let mut lease = pool().lease().await.unwrap();
    let mut heard = Vec::new();
    lease.run("steps".into(), &limits(), &mut |done, total| heard.push((done, total))).await.unwrap();
    assert_eq!(heard.first(), Some(&(1, 3)));
}

#[tokio::test]
async fn a_result_comes_in_pieces_in_their_order_as_fast_as_they_are_taken() {
    const PIECES: u32 = 100_000;
    let mut lease = pool().lease().await.unwrap();
    let (send, mut receive) = mpsc::channel(1);
    let taken = tokio::spawn(async move {
        let mut next = 0;
        while let Some(piece) = receive.recv().await {
            assert_eq!(piece, u32::to_le_bytes(next));
            next += 1;
        }
        next
    });
    let pieces = format!("pieces {PIECES}");
    let reply = lease.run_streaming(pieces.into(), &limits(), &mut |_, _| (), &send).await.unwrap();
    drop(send);
    assert_eq!((reply, taken.await.unwrap()), (b"ok ".to_vec(), PIECES));
    assert!(order(&mut lease, "pid", &limits()).await.is_ok(), "the process takes the next order");
}

#[tokio::test]
async fn work_ends_when_nobody_takes_its_pieces() {
    let pool = pool();
    let (send, receive) = mpsc::channel(1);
    drop(receive);
    let mut lease = pool.lease().await.unwrap();
    let folder = lease.folder().to_owned();
    let endless = "pieces 4000000000";
    assert!(lease.run_streaming(endless.into(), &limits(), &mut |_, _| (), &send).await.is_err());
    until(|| !folder.exists()).await;
    // Nor may it send pieces where none are expected.
    let mut lease = pool.lease().await.unwrap();
    assert!(lease.run(endless.into(), &limits(), &mut |_, _| ()).await.is_err());
}

#[tokio::test]
async fn each_limit_ends_the_work_and_is_named() {
    let memory = breach(&format!("allocate {}", 512 * MIB), limits()).await;
    let cpu = breach("spin", Limits { cpu: Duration::from_secs(1), ..limits() }).await;
    let time = Duration::from_millis(300);
    let late = breach("sleep", Limits { time, ..limits() }).await;
    let file = breach(&format!("write {}", 2 * MIB), limits()).await;
    assert_eq!(
        [memory, cpu, late, file],
        [Breach::Memory, Breach::Cpu, Breach::Time(time), Breach::FileSize]
    );
}

#[tokio::test]
async fn a_process_has_the_limits_of_its_current_order() {
    let mut lease = pool().lease().await.unwrap();
    let much = format!("allocate {}", 300 * MIB);
    let wide = Limits { memory: 1 << 30, ..limits() };
    assert_eq!(order(&mut lease, &much, &wide).await.unwrap(), format!("ok {}", 300 * MIB));
    assert!(matches!(order(&mut lease, &much, &limits()).await, Err(Failure::Breach(Breach::Memory))));
    assert!(matches!(order(&mut lease, "pid", &limits()).await, Err(Failure::Lost(_))));
}

#[tokio::test]
async fn a_crash_differs_from_a_killed_process() {
    for crash in ["panic", "abort", "leave"] {
        assert!(matches!(breach(crash, limits()).await, Breach::Crash(_)), "{crash}");
    }
    let mut lease = pool().lease().await.unwrap();
    let pid = order(&mut lease, "pid", &limits()).await.unwrap();
    let pid = pid.strip_prefix("ok ").unwrap().parse().unwrap();
    let kill = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    };
    let limits = limits();
    let (result, ()) = tokio::join!(order(&mut lease, "sleep", &limits), kill);
    assert!(matches!(result, Err(Failure::Lost(_))), "{result:?}");
}

#[tokio::test]
async fn canceled_work_ends_with_all_that_it_started() {
    let mut lease = pool().lease().await.unwrap();
    let folder = lease.folder().to_owned();
    let note = folder.join("child");
    let limits = limits();
    let started = async { until(|| fs::read_to_string(&note).is_ok_and(|pid| !pid.is_empty())).await };
    tokio::select! {
        result = order(&mut lease, "start", &limits) => panic!("{result:?}"),
        () = started => {}
    }
    let child = fs::read_to_string(&note).unwrap();
    assert!(runs(&child));
    drop(lease);
    until(|| !runs(&child) && !folder.exists()).await;
}

#[tokio::test]
async fn a_process_has_no_secrets_and_no_access_outside() {
    let enforced = confinement();
    let outside = tempfile::NamedTempFile::new().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut lease = pool().lease().await.unwrap();
    let names = order(&mut lease, "environment", &limits()).await.unwrap();
    assert!(names.contains("TMPDIR") && !names.contains("CARGO"), "{names}");
    if enforced.files {
        let read = order(&mut lease, &format!("read {}", outside.path().display()), &limits()).await.unwrap();
        assert!(read.starts_with("error"), "{read}");
    }
    if enforced.network {
        let connect = format!("connect {}", listener.local_addr().unwrap());
        let connected = order(&mut lease, &connect, &limits()).await.unwrap();
        assert!(connected.starts_with("error"), "{connected}");
    }
}

#[tokio::test]
async fn a_program_that_does_not_serve_is_an_error() {
    let pool = Pool::new(Settings { program: "false".into(), arguments: Vec::new(), keep: 1 });
    assert!(matches!(pool.lease().await, Err(Failure::Lost(_))));
    let pool = Pool::new(Settings { program: Path::new("/nowhere").into(), arguments: Vec::new(), keep: 1 });
    assert!(matches!(pool.lease().await, Err(Failure::Lost(_))));
}
