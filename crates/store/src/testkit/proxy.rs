//! A proxy between a program and what it needs, which can stop forwarding.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The treatment of connections by the proxy, existing ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyMode {
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
    mode: watch::Sender<ProxyMode>,
}

impl Proxy {
    /// Begins to forward to `target`, `HOST:PORT`.
    ///
    /// # Panics
    /// If no port can be bound.
    pub async fn start(target: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let (mode, receiver) = watch::channel(ProxyMode::Passes);
        tokio::spawn(accept_connections(listener, target.to_owned(), receiver));
        Self { address, mode }
    }

    /// Changes the treatment of connections from now on.
    pub fn set_mode(&self, mode: ProxyMode) {
        self.mode.send_replace(mode);
    }
}

async fn accept_connections(listener: TcpListener, target: String, mut mode: watch::Receiver<ProxyMode>) {
    let current = mode.clone();
    loop {
        let client = tokio::select! {
            accepted = listener.accept() => accepted,
            () = async { while mode.changed().await.is_ok() {} } => return,
        };
        let (Ok((client, _)), false) = (client, *current.borrow() == ProxyMode::Cut) else { continue };
        let Ok(server) = TcpStream::connect(&target).await else { continue };
        let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
        tokio::spawn(forward_direction(from_client, to_server, current.clone()));
        tokio::spawn(forward_direction(from_server, to_client, current.clone()));
    }
}

/// Forwards one direction of a connection until its end, or until it is cut.
async fn forward_direction(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut mode: watch::Receiver<ProxyMode>,
) {
    let mut cut = mode.clone();
    let bytes = async {
        let mut piece = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut piece).await {
            if mode.wait_for(|mode| *mode == ProxyMode::Passes).await.is_err() {
                return;
            }
            if to.write_all(&piece[..read]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = bytes => {}
        _ = cut.wait_for(|mode| *mode == ProxyMode::Cut) => {}
    }
}
