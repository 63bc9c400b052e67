//! A proxy between a program and what it needs, which can stop forwarding.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The treatment of connections by the proxy, existing ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyLine {
    /// Forwards everything.
    Passes,
    /// Takes connections and bytes, and forwards nothing: the other side has stopped, or the network loses
    /// everything.
    Stalls,
    /// Closes every connection.
    Cut,
}

/// Forwards connections of this machine to an address. It lives as long as the value.
#[derive(Debug)]
pub struct Proxy {
    /// Address on which it listens.
    pub address: SocketAddr,
    line: watch::Sender<ProxyLine>,
}

impl Proxy {
    /// Begins to forward to `target`, `HOST:PORT`.
    ///
    /// # Panics
    /// When no port can be bound.
    pub async fn start(target: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let (line, seen) = watch::channel(ProxyLine::Passes);
        tokio::spawn(accept_connections(listener, target.to_owned(), seen));
        Self { address, line }
    }

    /// Changes what it does from now on.
    pub fn set_line(&self, line: ProxyLine) {
        self.line.send_replace(line);
    }
}

async fn accept_connections(listener: TcpListener, target: String, mut line: watch::Receiver<ProxyLine>) {
    let gone = line.clone();
    loop {
        let client = tokio::select! {
            accepted = listener.accept() => accepted,
            () = async { while line.changed().await.is_ok() {} } => return,
        };
        let (Ok((client, _)), false) = (client, *gone.borrow() == ProxyLine::Cut) else { continue };
        let Ok(server) = TcpStream::connect(&target).await else { continue };
        let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
        tokio::spawn(forward_direction(from_client, to_server, gone.clone()));
        tokio::spawn(forward_direction(from_server, to_client, gone.clone()));
    }
}

/// Forwards one direction of a connection until its end, or until the line is cut.
async fn forward_direction(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut line: watch::Receiver<ProxyLine>,
) {
    let mut cut = line.clone();
    let bytes = async {
        let mut piece = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut piece).await {
            if line.wait_for(|line| *line == ProxyLine::Passes).await.is_err() {
                return;
            }
            if to.write_all(&piece[..read]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = bytes => {}
        _ = cut.wait_for(|line| *line == ProxyLine::Cut) => {}
    }
}
