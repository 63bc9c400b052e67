//! Tests with real sockets and limits of milliseconds. Waits for events are only bounded by [`LONG_TIMEOUT`].

mod bounds;
mod http2;
mod times;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::middleware::from_fn;
use axum::routing::{get, post};
use futures_util::stream;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{Limits, host_required, serve};

/// Longer than anything here takes on a busy machine.
const LONG_TIMEOUT: Duration = Duration::from_mins(1);
/// A limit that tests reach.
const SHORT_LIMIT: Duration = Duration::from_millis(100);

/// Bytes of `/big`: more than the buffers of a connection hold.
const BIG_BODY_BYTES: usize = 32 << 20;

/// A server, and the signals of its handlers.
struct TestServer {
    address: SocketAddr,
    stop: CancellationToken,
    task: JoinHandle<()>,
    /// Releases a request to `/wait`.
    go: Arc<Semaphore>,
    /// A response of `/big` is dropped.
    drop_signal: Arc<Notify>,
}

/// Limits that no test reaches.
fn unreachable_limits() -> Limits {
    Limits {
        header: LONG_TIMEOUT,
        idle: LONG_TIMEOUT,
        crowded_idle: LONG_TIMEOUT,
        body: LONG_TIMEOUT,
        write: LONG_TIMEOUT,
        ..Limits::default()
    }
}

async fn start_server(limits: Limits) -> TestServer {
    let (go, dropped) = (Arc::new(Semaphore::new(0)), Arc::new(Notify::new()));
    let (gate, note) = (go.clone(), dropped.clone());
    let router = Router::new()
        .route("/", get(async || "here"))
        .route("/length", post(async |body: Bytes| body.len().to_string()))
        .route(
            "/wait",
            get(async move || {
                gate.acquire().await.unwrap().forget();
                "gone"
            }),
        )
        .route("/big", get(async move || big_body(DropSignal(note.clone()))))
        .layer(from_fn(host_required));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
    let task = tokio::spawn(serve(listener, router, limits, stop.clone()));
    TestServer { address, stop, task, go, drop_signal: dropped }
}

struct DropSignal(Arc<Notify>);

impl Drop for DropSignal {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

fn big_body(dropped: DropSignal) -> Body {
    const PIECE_BYTES: usize = 64 << 10;
    Body::from_stream(stream::unfold((0, dropped), async |(sent, dropped)| {
        let piece = Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; PIECE_BYTES]));
        (sent < BIG_BODY_BYTES).then_some((piece, (sent + PIECE_BYTES, dropped)))
    }))
}

impl TestServer {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A connection from another address of this machine.
    async fn connect_from(&self, address: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
        socket.connect(self.address).await.unwrap()
    }
}

/// Sends a request without a body on a connection that stays open.
async fn send_request(socket: &mut TcpStream, path: &str, headers: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: library\r\n{headers}\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
}

/// A response of a few bytes, up to the end of its body.
async fn read_response(socket: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut piece = [0; 1024];
    loop {
        let read = timeout(LONG_TIMEOUT, socket.read(&mut piece)).await.unwrap().unwrap();
        text.push_str(std::str::from_utf8(&piece[..read]).unwrap());
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
        if read == 0 || body.zip(length).is_some_and(|(body, length)| body.to_string() == length) {
            return text;
        }
    }
}

/// Reads to the connection's end, which the server must cause.
async fn read_to_end(socket: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset counts as an end, too.
    let _ = timeout(LONG_TIMEOUT, socket.read_to_end(&mut bytes))
        .await
        .expect("the server closes the connection");
    bytes
}
