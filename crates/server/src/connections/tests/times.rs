//! Timeouts of clients.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};

use super::{BIG, LONG, Limits, SHORT, patient, response, rest, send, start};

#[tokio::test]
async fn a_silent_connection_is_closed() {
    let server = start(Limits { header: SHORT, ..patient() }).await;
    let mut socket = server.connect().await;
    assert_eq!(rest(&mut socket).await, b"");
}

#[tokio::test]
async fn slow_headers_time_out() {
    let server = start(Limits { header: SHORT, ..patient() }).await;
    let (mut reads, mut writes) = server.connect().await.into_split();
    let drops = tokio::spawn(async move {
        writes.write_all(b"GET / HTTP/1.1\r\nHost: library\r\nX: ").await.unwrap();
        while writes.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(10)).await;
        }
    });
    let mut bytes = Vec::new();
    let _ = timeout(LONG, reads.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    timeout(LONG, drops).await.expect("nothing more is taken").unwrap();
}

#[tokio::test]
async fn headers_of_a_later_request_have_the_same_time() {
    let server = start(Limits { header: SHORT, ..patient() }).await;
    let mut socket = server.connect().await;
    send(&mut socket, "/", "").await;
    assert!(response(&mut socket).await.ends_with("here"));
    // Idle for longer than headers may take.
    sleep(2 * SHORT).await;
    send(&mut socket, "/", "").await;
    assert!(response(&mut socket).await.ends_with("here"));
    socket.write_all(b"GET /").await.unwrap();
    assert_eq!(rest(&mut socket).await, b"");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let server = start(Limits { idle: SHORT, ..patient() }).await;
    let mut socket = server.connect().await;
    send(&mut socket, "/", "").await;
    assert!(response(&mut socket).await.ends_with("here"));
    assert_eq!(rest(&mut socket).await, b"");
}

#[tokio::test]
async fn a_request_under_way_is_not_idle() {
    let limits = Limits { header: SHORT, idle: SHORT, body: SHORT, write: SHORT, ..patient() };
    let server = start(limits).await;
    let mut socket = server.connect().await;
    send(&mut socket, "/wait", "").await;
    sleep(3 * SHORT).await;
    server.go.add_permits(1);
    assert!(response(&mut socket).await.ends_with("gone"));
}

#[tokio::test]
async fn a_stalled_body_ends_the_request() {
    let server = start(Limits { body: SHORT, ..patient() }).await;
    let mut socket = server.connect().await;
    let head = "POST /length HTTP/1.1\r\nHost: library\r\nContent-Length: 10\r\n\r\nabc";
    socket.write_all(head.as_bytes()).await.unwrap();
    let said = String::from_utf8(rest(&mut socket).await).unwrap();
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
}

#[tokio::test]
async fn an_unread_response_times_out() {
    let server = start(Limits { write: SHORT, ..patient() }).await;
    let mut socket = server.connect().await;
    send(&mut socket, "/big", "").await;
    timeout(LONG, server.dropped.notified()).await.expect("the response is dropped");
    let received = rest(&mut socket).await.len();
    assert!(received < BIG, "{received}");
}

#[tokio::test]
async fn a_slow_download_completes() {
    let server = start(Limits { write: Duration::from_secs(2), ..patient() }).await;
    let mut socket = server.connect().await;
    send(&mut socket, "/big", "Connection: close\r\n").await;
    let mut received = 0;
    let mut piece = vec![0; BIG / 30];
    // Three seconds in total, with a pause after each piece.
    loop {
        let read = timeout(LONG, socket.read(&mut piece)).await.unwrap().expect("it is not cut off");
        if read == 0 {
            break;
        }
        if (received + read) / piece.len() > received / piece.len() {
            sleep(SHORT).await;
        }
        received += read;
    }
    assert!(received > BIG, "{received} bytes with headers");
}
