//! Timeouts of clients.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};

use super::{
    BIG_BODY_BYTES, LONG_TIMEOUT, Limits, SHORT_LIMIT, read_response, read_to_end, send_request,
    start_server, unreachable_limits,
};

#[tokio::test]
async fn a_silent_connection_is_closed() {
    let server = start_server(Limits { header: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    assert_eq!(read_to_end(&mut socket).await, b"");
}

#[tokio::test]
async fn slow_headers_time_out() {
    let server = start_server(Limits { header: SHORT_LIMIT, ..unreachable_limits() }).await;
    let (mut reads, mut writes) = server.connect().await.into_split();
    let drops = tokio::spawn(async move {
        writes.write_all(b"GET / HTTP/1.1\r\nHost: library\r\nX: ").await.unwrap();
        while writes.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(10)).await;
        }
    });
    let mut bytes = Vec::new();
    let _ =
        timeout(LONG_TIMEOUT, reads.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    timeout(LONG_TIMEOUT, drops).await.expect("nothing more is taken").unwrap();
}

#[tokio::test]
async fn headers_of_a_later_request_have_the_same_time() {
    let server = start_server(Limits { header: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    send_request(&mut socket, "/", "").await;
    assert!(read_response(&mut socket).await.ends_with("here"));
    // Idle for longer than headers may take.
    sleep(2 * SHORT_LIMIT).await;
    send_request(&mut socket, "/", "").await;
    assert!(read_response(&mut socket).await.ends_with("here"));
    socket.write_all(b"GET /").await.unwrap();
    assert_eq!(read_to_end(&mut socket).await, b"");
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let server = start_server(Limits { idle: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    send_request(&mut socket, "/", "").await;
    assert!(read_response(&mut socket).await.ends_with("here"));
    assert_eq!(read_to_end(&mut socket).await, b"");
}

#[tokio::test]
async fn a_request_under_way_is_not_idle() {
    let limits = Limits {
        header: SHORT_LIMIT,
        idle: SHORT_LIMIT,
        body: SHORT_LIMIT,
        write: SHORT_LIMIT,
        ..unreachable_limits()
    };
    let server = start_server(limits).await;
    let mut socket = server.connect().await;
    send_request(&mut socket, "/wait", "").await;
    sleep(3 * SHORT_LIMIT).await;
    server.go.add_permits(1);
    assert!(read_response(&mut socket).await.ends_with("gone"));
}

#[tokio::test]
async fn a_stalled_body_ends_the_request() {
    let server = start_server(Limits { body: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    let head = "POST /length HTTP/1.1\r\nHost: library\r\nContent-Length: 10\r\n\r\nabc";
    socket.write_all(head.as_bytes()).await.unwrap();
    let said = String::from_utf8(read_to_end(&mut socket).await).unwrap();
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
}

#[tokio::test]
async fn an_unread_response_times_out() {
    let server = start_server(Limits { write: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    send_request(&mut socket, "/big", "").await;
    timeout(LONG_TIMEOUT, server.drop_signal.notified()).await.expect("the response is dropped");
    let received = read_to_end(&mut socket).await.len();
    assert!(received < BIG_BODY_BYTES, "{received}");
}

#[tokio::test]
async fn a_slow_download_completes() {
    let server = start_server(Limits { write: Duration::from_secs(2), ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    send_request(&mut socket, "/big", "Connection: close\r\n").await;
    let mut received = 0;
    let mut piece = vec![0; BIG_BODY_BYTES / 30];
    // Three seconds in total, with a pause after each piece.
    loop {
        let read = timeout(LONG_TIMEOUT, socket.read(&mut piece)).await.unwrap().expect("it is not cut off");
        if read == 0 {
            break;
        }
        if (received + read) / piece.len() > received / piece.len() {
            sleep(SHORT_LIMIT).await;
        }
        received += read;
    }
    assert!(received > BIG_BODY_BYTES, "{received} bytes with headers");
}
