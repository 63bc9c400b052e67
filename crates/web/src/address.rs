//! Where a request comes from, as the throttle counts it.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::state::WebState;

/// The peer's address: IPv4 whole, IPv6 as its /64 network, because one household or attacker holds as many
/// as that. None for this machine itself: there everybody comes from one address, be it a test or a proxy
/// whose word about the address is not taken, and one guesser would lock out all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PeerAddress(Option<String>);

impl PeerAddress {
    /// Behind a trusted proxy the last `X-Forwarded-For` entry counts: the proxy itself adds that one, so a
    /// client cannot choose it.
    fn of(parts: &Parts, behind_proxy: bool) -> Self {
        let forwarded = behind_proxy
            .then(|| parts.headers.get_all("x-forwarded-for").iter().next_back())
            .flatten()
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next())
            .and_then(|address| address.trim().parse::<IpAddr>().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        forwarded.or(peer).map_or(Self(None), Self::from)
    }

    /// The address for the log; never the name, where people sometimes type their password.
    pub(crate) fn shown(&self) -> &str {
        self.0.as_deref().unwrap_or("local")
    }

    /// What failures are counted by beside the name; the name alone where the address says nothing.
    pub(crate) fn subject(&self, name: &str) -> String {
        self.0.clone().unwrap_or_else(|| format!("local {}", store::accounts::fold(name)))
    }
}

impl From<IpAddr> for PeerAddress {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            address if address.is_loopback() => None,
            IpAddr::V4(address) => Some(address.to_string()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Some(format!("{a:x}:{b:x}:{c:x}:{d:x}::/64"))
            }
        })
    }
}

impl FromRequestParts<WebState> for PeerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Infallible> {
        Ok(Self::of(parts, state.settings.trust_forwarded_for))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, SocketAddr};

    use axum::extract::ConnectInfo;
    use axum::http::Request;

    use super::PeerAddress;

    #[test]
    fn one_network_is_one_address() {
        let key = |text: &str| PeerAddress::from(text.parse::<IpAddr>().unwrap()).subject("Ann");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::/64");
        assert_eq!(key("2001:db8:1:2:bbbb::9"), key("2001:db8:1:2:aaaa::1"));
    }

    #[test]
    fn on_this_machine_the_name_counts_alone() {
        for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let local = PeerAddress::from(text.parse::<IpAddr>().unwrap());
            assert_eq!(local.subject("Ann "), local.subject("ann"));
            assert_ne!(local.subject("ann"), local.subject("bob"));
        }
    }

    #[test]
    fn a_forwarded_address_counts_behind_a_proxy_only() {
        let peer: SocketAddr = "198.51.100.1:4711".parse().unwrap();
        let (parts, ()) = Request::builder()
            .header("x-forwarded-for", "1.2.3.4, 192.0.2.7")
            .extension(ConnectInfo(peer))
            .body(())
            .unwrap()
            .into_parts();
        assert_eq!(PeerAddress::of(&parts, false).subject("a"), "198.51.100.1");
        assert_eq!(PeerAddress::of(&parts, true).subject("a"), "192.0.2.7");
    }
}
