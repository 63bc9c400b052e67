//! More slow connections than the server may have files open.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::support::{Backend, Library, ServedLibrary};

/// Files and sockets that the server may have open.
const DESCRIPTORS: u64 = 1024;
/// Connections that are opened.
const CONNECTIONS: usize = 1000;
/// A live server responds within this time, on a busy machine too.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// By then the last of them is closed. Not all fit at a time, and the kernel asks for a place in its queue at
/// ever longer intervals.
const LIFE: Duration = Duration::from_mins(4);

/// This process holds the other ends of the connections.
fn raise_descriptor_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

/// A client that takes its time, until the server closes the connection. It comes from one of many addresses
/// of this machine: one address alone is refused earlier.
async fn run_slow_client(server: SocketAddr, n: usize) {
    let socket = TcpSocket::new_v4().unwrap();
    let from = Ipv4Addr::new(127, 0, 1, u8::try_from(n % 250 + 1).unwrap());
    socket.bind((from, 0).into()).unwrap();
    let mut socket = socket.connect(server).await.unwrap();
    // Every second one is silent, the others begin a request and continue with it.
    let silent = n.is_multiple_of(2);
    if !silent {
        let _ = socket.write_all(b"GET / HTTP/1.1\r\nHost: library\r\nX-Slow: ").await;
    }
    let mut byte = [0];
    loop {
        match timeout(Duration::from_millis(500), socket.read(&mut byte)).await {
            Ok(Ok(1..)) => panic!("nothing was asked"),
            Ok(_) => return,
            Err(_) if silent => {}
            Err(_) => {
                let _ = socket.write_all(b"x").await;
            }
        }
    }
}

async fn answers(server: &ServedLibrary, address: &str) -> u16 {
    let call = server.get(&format!("{address}/readyz")).send();
    timeout(RESPONSE_TIMEOUT, call).await.expect("it answers").status
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn a_thousand_slow_connections_take_neither_health_nor_the_service() {
    raise_descriptor_limit();
    let library = Library::new(&Backend::Sqlite);
    library.people();
    let server =
        library.serve_by(&["prlimit".to_owned(), format!("--nofile={DESCRIPTORS}:{DESCRIPTORS}")]).await;
    let address = server.base.trim_start_matches("http://").parse().unwrap();

    let mut clients = JoinSet::new();
    for n in 0..CONNECTIONS {
        clients.spawn(run_slow_client(address, n));
    }
    let all_closed = async {
        while let Some(ended) = clients.join_next().await {
            ended.unwrap();
        }
    };
    let health = async {
        loop {
            assert_eq!(answers(&server, &server.admin).await, 200);
            sleep(Duration::from_millis(500)).await;
        }
    };
    tokio::select! {
        closed = timeout(LIFE, all_closed) => closed.expect("every slow connection is closed"),
        () = health => {}
    }

    assert_eq!(answers(&server, &server.base).await, 200, "the service is there again");
    let metrics = server.get(&format!("{}/metrics", server.admin)).send().await.expect_status(200).text();
    let timed_out = metrics
        .lines()
        .find(|line| line.starts_with("openshelf_connections_timed_out_total") && line.contains("header"))
        .and_then(|line| line.rsplit(' ').next()?.parse::<usize>().ok());
    assert_eq!(timed_out, Some(CONNECTIONS), "{metrics}");
    server.program.terminate();
    let log = library.log();
    assert!(log.contains("all connections are in use"), "it was full: {log}");
    assert!(!log.contains("connections cannot be accepted"), "descriptors are left for files: {log}");
}
