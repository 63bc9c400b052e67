//! Tests with real sockets and limits of milliseconds. Waits for events are only bounded by [`LONG`].

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
const LONG: Duration = Duration::from_mins(1);
/// A limit that tests reach.
const SHORT: Duration = Duration::from_millis(100);

/// Bytes of `/big`: more than the buffers of a connection hold.
const BIG: usize = 32 << 20;

/// A server, and the signals of its handlers.
struct Served {
    address: SocketAddr,
    stop: CancellationToken,
    task: JoinHandle<()>,
    /// Releases a request to `/wait`.
    go: Arc<Semaphore>,
    /// A response of `/big` is dropped.
    dropped: Arc<Notify>,
}

/// Limits that no test reaches.
fn patient() -> Limits {
    Limits { header: LONG, idle: LONG, crowded_idle: LONG, body: LONG, write: LONG, ..Limits::default() }
}

async fn start(limits: Limits) -> Served {
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
        .route("/big", get(async move || big(Dropped(note.clone()))))
        .layer(from_fn(host_required));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
    let task = tokio::spawn(serve(listener, router, limits, stop.clone()));
    Served { address, stop, task, go, dropped }
}

/// Signals its drop.
struct Dropped(Arc<Notify>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

fn big(dropped: Dropped) -> Body {
    const PIECE: usize = 64 << 10;
    Body::from_stream(stream::unfold((0, dropped), async |(sent, dropped)| {
        let piece = Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; PIECE]));
        (sent < BIG).then_some((piece, (sent + PIECE, dropped)))
    }))
}

impl Served {
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
async fn send(socket: &mut TcpStream, path: &str, headers: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: library\r\n{headers}\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
}

/// A response of a few bytes, up to the end of its body.
async fn response(socket: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut piece = [0; 1024];
    loop {
        let read = timeout(LONG, socket.read(&mut piece)).await.unwrap().unwrap();
        text.push_str(std::str::from_utf8(&piece[..read]).unwrap());
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
        if read == 0 || body.zip(length).is_some_and(|(body, length)| body.to_string() == length) {
            return text;
        }
    }
}

/// Everything up to the connection's end, which the server must cause.
async fn rest(socket: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset counts as an end, too.
    let _ = timeout(LONG, socket.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    bytes
}
