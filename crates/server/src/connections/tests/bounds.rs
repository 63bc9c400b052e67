//! Limits of connections, and required headers.

use store::testkit::eventually;
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;

use super::{
    LONG_TIMEOUT, Limits, SHORT_LIMIT, read_response, read_to_end, send_request, start_server,
    unreachable_limits,
};

#[tokio::test]
async fn an_address_has_at_most_its_limit_of_connections() {
    let server = start_server(Limits { per_address: 2, ..unreachable_limits() }).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut socket = server.connect().await;
        send_request(&mut socket, "/", "").await;
        assert!(read_response(&mut socket).await.ends_with("here"));
        held.push(socket);
    }
    let mut third = server.connect().await;
    assert_eq!(read_to_end(&mut third).await, b"", "refused");
    let mut other = server.connect_from("127.0.0.2").await;
    send_request(&mut other, "/", "").await;
    assert!(read_response(&mut other).await.ends_with("here"));
    held.pop();
    eventually("a place is free again", async || {
        let mut again = server.connect().await;
        let sent = again.write_all(b"GET / HTTP/1.0\r\n\r\n").await;
        let said = read_to_end(&mut again).await;
        if sent.is_ok() && said.ends_with(b"here") { Ok(()) } else { Err("refused") }
    })
    .await;
}

#[tokio::test]
async fn behind_a_proxy_the_requests_of_an_address_are_counted() {
    let server = start_server(Limits { per_address: 1, behind_proxy: true, ..unreachable_limits() }).await;
    let (mut one, mut three) = (server.connect().await, server.connect().await);
    send_request(&mut one, "/wait", "X-Forwarded-For: 192.0.2.1\r\n").await;
    eventually("the first is under way", async || {
        let mut two = server.connect().await;
        send_request(&mut two, "/", "X-Forwarded-For: 192.0.2.1\r\n").await;
        let said = read_response(&mut two).await;
        if said.starts_with("HTTP/1.1 429") && said.contains("retry-after") { Ok(()) } else { Err(said) }
    })
    .await;
    for headers in ["X-Forwarded-For: 192.0.2.1, 192.0.2.2\r\n", ""] {
        send_request(&mut three, "/", headers).await;
        assert!(read_response(&mut three).await.ends_with("here"), "{headers}");
    }
    server.go.add_permits(1);
    assert!(read_response(&mut one).await.ends_with("gone"));
    eventually("it may come again", async || {
        let mut two = server.connect().await;
        send_request(&mut two, "/", "X-Forwarded-For: 192.0.2.1\r\n").await;
        let said = read_response(&mut two).await;
        if said.ends_with("here") { Ok(()) } else { Err(said) }
    })
    .await;
}

#[tokio::test]
async fn a_full_address_leaves_the_operators_free_and_serves_waiting_clients() {
    let public = start_server(Limits { connections: 2, ..unreachable_limits() }).await;
    let operator = start_server(Limits::for_operator()).await;
    let mut held = vec![public.connect().await, public.connect().await];
    for socket in &mut held {
        send_request(socket, "/", "").await;
        assert!(read_response(socket).await.ends_with("here"));
    }
    let mut waiting = public.connect().await;
    send_request(&mut waiting, "/", "").await;
    let early = timeout(SHORT_LIMIT, waiting.readable()).await;
    assert!(early.is_err(), "not served, and not refused");
    let mut health = operator.connect().await;
    send_request(&mut health, "/", "").await;
    assert!(read_response(&mut health).await.ends_with("here"));
    held.pop();
    assert!(read_response(&mut waiting).await.ends_with("here"));
}

#[tokio::test]
async fn idle_connections_are_closed_early_when_crowded() {
    let public =
        start_server(Limits { connections: 4, crowded_idle: SHORT_LIMIT, ..unreachable_limits() }).await;
    // One of four is free after three: that is not crowded yet.
    let mut quiet = public.connect().await;
    send_request(&mut quiet, "/", "").await;
    read_response(&mut quiet).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut socket = public.connect().await;
        send_request(&mut socket, "/wait", "").await;
        held.push(socket);
    }
    let mut fifth = public.connect().await;
    send_request(&mut fifth, "/", "").await;
    // The quiet one was idle before it got crowded; its next request finds out.
    send_request(&mut quiet, "/", "").await;
    assert!(read_response(&mut quiet).await.ends_with("here"));
    assert_eq!(read_to_end(&mut quiet).await, b"");
    assert!(read_response(&mut fifth).await.ends_with("here"));
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = start_server(unreachable_limits()).await;
    for (head, status) in [
        ("GET / HTTP/1.1\r\nHost: library\r\n\r\n", "200"),
        ("GET / HTTP/1.0\r\n\r\n", "200"),
        ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: library\r\nHost: library\r\n\r\n", "400"),
        ("GET / HTTP/1.0\r\nHost: library\r\nHost: other\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a library\r\n\r\n", "400"),
    ] {
        let mut socket = server.connect().await;
        socket.write_all(head.as_bytes()).await.unwrap();
        let said = read_response(&mut socket).await;
        assert_eq!(said.split(' ').nth(1), Some(status), "{head}{said}");
    }
}

#[tokio::test]
async fn a_closing_server_finishes_requests_and_accepts_no_others() {
    let server = start_server(unreachable_limits()).await;
    let (mut busy, mut idle) = (server.connect().await, server.connect().await);
    send_request(&mut idle, "/", "").await;
    read_response(&mut idle).await;
    send_request(&mut busy, "/wait", "").await;
    server.go.add_permits(1);
    read_response(&mut busy).await;
    send_request(&mut busy, "/wait", "").await;
    // The request has reached the server when a later one has its response.
    let mut later = server.connect().await;
    send_request(&mut later, "/", "").await;
    read_response(&mut later).await;
    server.stop.cancel();
    assert_eq!(read_to_end(&mut idle).await, b"", "an idle connection is closed");
    server.go.add_permits(1);
    let said = String::from_utf8(read_to_end(&mut busy).await).unwrap();
    assert!(said.ends_with("gone"), "{said}");
    timeout(LONG_TIMEOUT, server.task).await.expect("serving ends").unwrap();
    assert!(tokio::net::TcpStream::connect(server.address).await.is_err());
}
