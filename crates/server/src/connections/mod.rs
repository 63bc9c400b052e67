//! Accepts connections and limits their number, also per network address, and the time that clients may keep
//! the server waiting (docs/security.md). Invisible to the routers above.

mod activity;
mod bodies;
mod connection;
mod descriptors;
mod host;
mod limits;
mod stream;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use domain::peers::Network;
use metrics::{Label, counter, gauge};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::Service;
use transport::{CountedNetwork, NetworkCounts};

pub use descriptors::{max_connections as fitting, raise_limit};
pub use host::{refusal as host_refusal, require_host as host_required};
pub use limits::Limits;

use connection::Server;

/// Delay after a failed accept that is not the client's fault: usually all descriptors are in use.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// A served application: a router, or a layer around one.
pub trait App:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

impl<A> App for A where
    A: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// Serves until `closing` is canceled; returns when the requests in progress are done. Dropping it aborts
/// them.
pub async fn serve<A: App>(listener: TcpListener, app: A, limits: Limits, closing: CancellationToken) {
    let door = Listener::new(&limits);
    let server = Arc::new(Server::new(app, limits));
    let mut connections = JoinSet::new();
    loop {
        let entered = tokio::select! {
            biased;
            () = closing.cancelled() => break,
            Some(_) = connections.join_next() => continue,
            entered = door.next_connection(&listener) => entered,
        };
        let Some((socket, peer, place)) = entered else { continue };
        let server = server.clone();
        let slots = door.slots.clone();
        let closing = closing.clone();
        connections.spawn(async move { server.serve_connection(socket, peer, &slots, closing, place).await });
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

struct Listener {
    port: &'static str,
    slots: Slots,
    addresses: NetworkCounts,
}

impl Listener {
    fn new(limits: &Limits) -> Self {
        // Behind a proxy all connections have its address: requests are counted instead.
        let per_address = if limits.behind_proxy { 0 } else { limits.per_address };
        Self {
            port: limits.port,
            slots: Slots::new(limits.connections),
            addresses: NetworkCounts::new(per_address),
        }
    }

    /// The next admitted connection; `None` if it was refused, or none could be accepted.
    async fn next_connection(
        &self,
        listener: &TcpListener,
    ) -> Option<(TcpStream, SocketAddr, ConnectionPlace)> {
        let slot = self.slots.acquire(self.port).await;
        let (socket, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_client(&error) {
                    tracing::error!(%error, port = self.port, "connections cannot be accepted");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
                return None;
            }
        };
        let labels = [Label::new("port", self.port)];
        let Some(held) = self.addresses.count_network(Some(Network::from(peer.ip()))) else {
            counter!("openshelf_connections_refused_total", labels.iter()).increment(1);
            tracing::debug!(port = self.port, "a connection is refused: its address is at its limit");
            return None;
        };
        counter!("openshelf_connections_total", labels.iter()).increment(1);
        Some((socket, peer, ConnectionPlace::new(self.port, slot, held)))
    }
}

/// Returns true if a failed accept concerns only that connection.
fn is_of_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The connections of the listening address.
#[derive(Debug, Clone)]
struct Slots {
    free: Arc<Semaphore>,
    all: usize,
    /// True if it was logged that all are in use.
    is_logged: Arc<AtomicBool>,
}

impl Slots {
    fn new(connections: usize) -> Self {
        let all = connections.min(Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(all)), all, is_logged: Arc::default() }
    }

    /// Waits for a free slot and takes it.
    async fn acquire(&self, port: &'static str) -> OwnedSemaphorePermit {
        if self.free.available_permits() == 0 {
            counter!("openshelf_connections_full_total", "port" => port).increment(1);
            if !self.is_logged.swap(true, Ordering::Relaxed) {
                tracing::warn!(port, connections = self.all, "all connections are in use: further ones wait");
            }
        } else if !self.is_crowded() {
            self.is_logged.store(false, Ordering::Relaxed);
        }
        self.free.clone().acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Returns true if more than three quarters are in use.
    fn is_crowded(&self) -> bool {
        self.free.available_permits() < self.all / 4
    }
}

/// Resources of an open connection.
struct ConnectionPlace {
    port: &'static str,
    _slot: OwnedSemaphorePermit,
    _held: CountedNetwork,
}

impl ConnectionPlace {
    fn new(port: &'static str, slot: OwnedSemaphorePermit, held: CountedNetwork) -> Self {
        gauge!("openshelf_connections", "port" => port).increment(1);
        Self { port, _slot: slot, _held: held }
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        gauge!("openshelf_connections", "port" => self.port).decrement(1);
    }
}

fn count_timeout(port: &'static str, kind: &'static str) {
    counter!("openshelf_connections_timed_out_total", "port" => port, "kind" => kind).increment(1);
    tracing::debug!(port, kind, "a client kept the server waiting for too long");
}

#[cfg(test)]
mod tests;
