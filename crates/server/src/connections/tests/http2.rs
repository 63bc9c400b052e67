//! HTTP/2 by hand: frames as defined in RFC 9113 (4.1).

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{LONG_TIMEOUT, Limits, SHORT_LIMIT, read_to_end, start_server, unreachable_limits};

const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const GO_AWAY: u8 = 7;
/// Flags of a request without a body, in one frame.
const END_STREAM_AND_HEADERS: u8 = 0x5;

fn encode_frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// `GET` of a path for a host, in the static table of HPACK and plain strings.
fn get(path: &str, host: &str) -> Vec<u8> {
    let plain =
        |index: u8, text: &str| [&[index, u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
    let host = if host.is_empty() { Vec::new() } else { plain(0x01, host) };
    [vec![0x82, 0x86], plain(0x04, path), host].concat()
}

/// Sends the connection preface.
async fn begin(socket: &mut TcpStream) {
    socket.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    socket.write_all(&encode_frame(SETTINGS, 0, 0, &[])).await.unwrap();
}

/// The next frame: kind, stream, payload; `None` at the end.
async fn next_frame(socket: &mut TcpStream) -> Option<(u8, u32, Vec<u8>)> {
    let mut head = [0; 9];
    timeout(LONG_TIMEOUT, socket.read_exact(&mut head)).await.expect("something comes").ok()?;
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    socket.read_exact(&mut payload).await.ok()?;
    Some((head[3], u32::from_be_bytes(head[5..9].try_into().unwrap()), payload))
}

/// The first byte of a stream's response headers: `:status` in HPACK's static table (0x88 is 200).
async fn response_status(socket: &mut TcpStream, stream: u32) -> u8 {
    loop {
        let (kind, of, payload) = next_frame(socket).await.expect("an answer");
        if (kind, of) == (HEADERS, stream) {
            return payload[0];
        }
    }
}

#[tokio::test]
async fn a_connection_is_served_and_closed_when_it_is_idle() {
    let server = start_server(Limits { idle: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    socket.write_all(&encode_frame(HEADERS, END_STREAM_AND_HEADERS, 1, &get("/", "library"))).await.unwrap();
    assert_eq!(response_status(&mut socket, 1).await, 0x88);
    read_to_end(&mut socket).await;
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let server = start_server(Limits { header: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    read_to_end(&mut socket).await;
}

#[tokio::test]
async fn an_unread_response_times_out() {
    let server = start_server(Limits { write: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    // The window keeps its size: 65,535 bytes.
    socket
        .write_all(&encode_frame(HEADERS, END_STREAM_AND_HEADERS, 1, &get("/big", "library")))
        .await
        .unwrap();
    timeout(LONG_TIMEOUT, server.drop_signal.notified()).await.expect("the response is dropped");
    read_to_end(&mut socket).await;
}

#[tokio::test]
async fn a_request_names_a_host() {
    let server = start_server(unreachable_limits()).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    socket.write_all(&encode_frame(HEADERS, END_STREAM_AND_HEADERS, 1, &get("/", ""))).await.unwrap();
    assert_eq!(response_status(&mut socket, 1).await, 0x8c, "400");
}

#[tokio::test]
async fn a_client_cannot_open_more_streams_than_were_announced() {
    let server = start_server(Limits { streams: 2, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    for stream in [1, 3, 5] {
        socket
            .write_all(&encode_frame(HEADERS, END_STREAM_AND_HEADERS, stream, &get("/wait", "library")))
            .await
            .unwrap();
    }
    loop {
        let (kind, stream, _) = next_frame(&mut socket).await.expect("the third is refused");
        if kind == RESET {
            assert_eq!(stream, 5);
            break;
        }
    }
}

#[tokio::test]
async fn a_flood_of_resets_ends_the_connection() {
    let server = start_server(unreachable_limits()).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    let flood: Vec<u8> = (0..1000)
        .flat_map(|n| {
            let request = encode_frame(HEADERS, END_STREAM_AND_HEADERS, 2 * n + 1, &get("/wait", "library"));
            [request, encode_frame(RESET, 0, 2 * n + 1, &8_u32.to_be_bytes())].concat()
        })
        .collect();
    // The server may close before it has read everything.
    let _ = socket.write_all(&flood).await;
    let mut went = false;
    while let Some((kind, ..)) = next_frame(&mut socket).await {
        went |= kind == GO_AWAY;
    }
    assert!(went, "it says why");
}

#[tokio::test]
async fn a_client_that_ignores_pings_is_disconnected() {
    let server = start_server(Limits { ping: SHORT_LIMIT, ..unreachable_limits() }).await;
    let mut socket = server.connect().await;
    begin(&mut socket).await;
    socket
        .write_all(&encode_frame(HEADERS, END_STREAM_AND_HEADERS, 1, &get("/wait", "library")))
        .await
        .unwrap();
    read_to_end(&mut socket).await;
}
