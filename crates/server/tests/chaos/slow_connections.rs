//! More slow connections than the server may have files open.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::support::{Backend, Library, Program, Served};

/// Files and sockets that the server may have open.
const DESCRIPTORS: u64 = 1024;
/// Connections that are opened.
const CONNECTIONS: usize = 1000;
/// A server that is alive answers within this, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a slow connection may live: the time for headers, and much more than a busy machine adds.
const LIFE: Duration = Duration::from_secs(60);

/// This process holds the other ends of the connections.
fn more_descriptors() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

/// Opens a connection from one of many addresses of this machine: one address alone is refused earlier.
async fn open(address: std::net::SocketAddr, n: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    let from = std::net::Ipv4Addr::new(127, 0, 1, u8::try_from(n % 250 + 1).unwrap());
    socket.bind((from, 0).into()).unwrap();
    timeout(PATIENCE, socket.connect(address)).await.expect("the kernel takes it").unwrap()
}

async fn answers(server: &Served, address: &str) -> u16 {
    let call = server.get(&format!("{address}/readyz")).send();
    timeout(PATIENCE, call).await.expect("the operator's address answers").status
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_slow_connections_take_neither_health_nor_the_service() {
    more_descriptors();
    let library = Library::new(&Backend::Sqlite);
    library.people();
    let wrapper = ["prlimit".to_owned(), format!("--nofile={DESCRIPTORS}:{DESCRIPTORS}")];
    let server = library.serve_by(&wrapper).await;
    let address = server.base.trim_start_matches("http://").parse().unwrap();

    let mut slow = VecDeque::new();
    for n in 0..CONNECTIONS {
        let mut socket = open(address, n).await;
        // Every second one is silent, the others begin a request.
        if n % 2 == 0 {
            let _ = socket.write_all(b"GET / HTTP/1.1\r\nHost: library\r\nX-Slow: ").await;
        }
        slow.push_back(socket);
    }
    assert_eq!(answers(&server, &server.admin).await, 200, "with all connections open");

    // One that is slower than its time allows is closed, also when bytes come on and on.
    let began = Instant::now();
    while let Some(mut socket) = slow.pop_front() {
        let mut byte = [0];
        let left = LIFE.saturating_sub(began.elapsed());
        let end = timeout(left, async {
            loop {
                let _ = socket.write_all(b"x").await;
                if let Ok(read) = timeout(Duration::from_millis(500), socket.read(&mut byte)).await {
                    return read;
                }
            }
        });
        let end = end.await.unwrap_or_else(|_| panic!("{} connections live on", slow.len() + 1));
        assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
        if slow.len() % 100 == 0 {
            assert_eq!(answers(&server, &server.admin).await, 200, "with {} connections left", slow.len());
        }
    }
    sleep(Duration::from_millis(100)).await;
    assert_eq!(answers(&server, &server.base).await, 200, "the service is there again");
    let metrics = server.get(&format!("{}/metrics", server.admin)).send().await.expect_status(200).text();
    assert!(metrics.contains("openshelf_connections_timed_out_total{"), "{metrics}");
    let log = library.log();
    assert!(!log.contains("no connection can be accepted"), "descriptors are left for files: {log}");
    server.program.terminate();
}
