//! The network of a request.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use domain::peers::{Network, Peer};

/// The network that a request comes from: that of the connection, or the last `X-Forwarded-For` entry behind
/// a trusted proxy. `None` if the connection has no address.
pub fn request_network(parts: &Parts, behind_proxy: bool) -> Option<Network> {
    let mut headers = parts.headers.get_all("x-forwarded-for").iter();
    let forwarded = headers.next_back().filter(|_| behind_proxy).and_then(|value| value.to_str().ok());
    let address = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    Network::from_request(address, forwarded)
}

/// The peer of a request, for counting failed sign-ins.
pub fn request_peer(parts: &Parts, behind_proxy: bool) -> Peer {
    Peer::from(request_network(parts, behind_proxy))
}
