//! The network address of a request.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use domain::peers::Peer;

/// The network address of a client, as text. `unknown` if the connection has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientAddress(pub String);

impl ClientAddress {
    /// The peer's address, or the last `X-Forwarded-For` entry behind a trusted proxy: the proxy itself
    /// adds that one, so a client cannot choose it.
    pub fn of(parts: &Parts, behind_proxy: bool) -> Self {
        let forwarded = behind_proxy
            .then(|| parts.headers.get_all("x-forwarded-for").iter().next_back())
            .flatten()
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next())
            .and_then(|address| address.trim().parse::<IpAddr>().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        Self(forwarded.or(peer).map_or_else(|| "unknown".to_owned(), |address| address.to_string()))
    }
}

/// The peer of a request, for counting failed sign-ins. The header counts only behind a trusted proxy.
pub fn peer(parts: &Parts, behind_proxy: bool) -> Peer {
    let mut headers = parts.headers.get_all("x-forwarded-for").iter();
    let forwarded = headers.next_back().filter(|_| behind_proxy).and_then(|value| value.to_str().ok());
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    Peer::of(peer, forwarded)
}
