//! The network address of a request, for throttling.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::Peer;

use crate::WebState;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PeerAddress(Peer);

impl PeerAddress {
    fn from_parts(parts: &Parts, behind_proxy: bool) -> Self {
        Self(transport::request_peer(parts, behind_proxy))
    }

    pub(crate) fn peer(&self) -> &Peer {
        &self.0
    }
}

impl FromRequestParts<WebState> for PeerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Infallible> {
        Ok(Self::from_parts(parts, state.settings.trust_forwarded_for))
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::extract::ConnectInfo;
    use axum::http::Request;

    use super::PeerAddress;

    #[test]
    fn a_forwarded_address_counts_behind_a_proxy_only() {
        let peer: SocketAddr = "198.51.100.1:4711".parse().unwrap();
        let (parts, ()) = Request::builder()
            .header("x-forwarded-for", "1.2.3.4, 192.0.2.7")
            .extension(ConnectInfo(peer))
            .body(())
            .unwrap()
            .into_parts();
        assert_eq!(PeerAddress::from_parts(&parts, false).peer().failure_key("a"), "198.51.100.1");
        assert_eq!(PeerAddress::from_parts(&parts, true).peer().failure_key("a"), "192.0.2.7");
    }
}
