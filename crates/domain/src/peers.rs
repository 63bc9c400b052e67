//! Network address of a request: requests, failed sign-ins and connections are counted by this network.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use unicode_normalization::UnicodeNormalization as _;

/// An IPv4 address, or the /64 of an IPv6 address: one household, machine or attacker holds that many
/// addresses, so whatever is limited by address is limited by network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl Network {
    /// The network of a request. Behind a trusted proxy, `forwarded` is the last `X-Forwarded-For` header.
    /// Its last entry counts: the proxy itself adds that one, so a client cannot choose it.
    pub fn from_request(address: Option<IpAddr>, forwarded: Option<&str>) -> Option<Self> {
        let forwarded = forwarded.and_then(|value| value.rsplit(',').next()).and_then(parse_forwarded);
        forwarded.or(address).map(Self::from)
    }

    fn is_loopback(self) -> bool {
        // The prefix of `::1` is that of the unspecified address.
        self.0.is_loopback() || self.0 == IpAddr::V6(Ipv6Addr::UNSPECIFIED)
    }
}

/// The address in an entry of `X-Forwarded-For`. Some proxies add the port, or brackets to IPv6.
fn parse_forwarded(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let bare = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry);
    bare.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        /// The first 64 bits.
        const PREFIX: u128 = !0 << 64;
        match address.to_canonical() {
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() & PREFIX).into()),
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// The address, or the prefix and its length.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => {
                let [first, second, third, fourth, ..] = address.segments();
                write!(f, "{first:x}:{second:x}:{third:x}:{fourth:x}::/64")
            }
        }
    }
}

/// A peer's network. `None` for this machine: behind an untrusted proxy, or in a test, everyone has the same
/// address, and one attacker would lock everyone out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer(Option<String>);

impl Peer {
    /// The peer of a request, as [`Network::from_request`] finds it.
    pub fn from_request(address: Option<IpAddr>, forwarded: Option<&str>) -> Self {
        Self::from(Network::from_request(address, forwarded))
    }

    /// The address that is bounded as one: IPv4 whole, IPv6 as its /64 network. `None` for this machine.
    pub fn network(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// The address for the log; never the name, where people sometimes type their password.
    pub fn log_address(&self) -> &str {
        self.0.as_deref().unwrap_or("local")
    }

    /// The second key of counted failures, next to the name: the address, or the name if there is none.
    pub fn failure_key(&self, name: &str) -> String {
        let local = || format!("local {}", name.trim().to_lowercase().nfkc());
        self.0.clone().unwrap_or_else(local)
    }
}

impl From<Option<Network>> for Peer {
    fn from(network: Option<Network>) -> Self {
        Self(network.filter(|network| !network.is_loopback()).map(|network| network.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Network, Peer};

    fn parse_network(text: &str) -> Network {
        Network::from(text.parse::<IpAddr>().unwrap())
    }

    fn parse_peer(text: &str) -> Peer {
        Peer::from(Some(parse_network(text)))
    }

    #[test]
    fn a_network_of_ipv6_is_64_bits_and_mapped_ipv4_is_ipv4() {
        assert_eq!(parse_network("2001:db8:1:2:3::4"), parse_network("2001:db8:1:2:ffff::1"));
        assert_ne!(parse_network("2001:db8:1:2::1"), parse_network("2001:db8:1:3::1"));
        assert_eq!(parse_network("::ffff:192.0.2.1"), parse_network("192.0.2.1"));
        assert_ne!(parse_network("192.0.2.1"), parse_network("192.0.2.2"));
    }

    #[test]
    fn one_network_is_one_address() {
        let key = |text: &str| parse_peer(text).failure_key("Ann");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::/64");
        assert_eq!(key("2001:db8:1:2:bbbb::9"), key("2001:db8:1:2:aaaa::1"));
    }

    #[test]
    fn on_this_machine_the_name_counts_alone() {
        for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let local = parse_peer(text);
            assert_eq!(local.failure_key("Ann "), local.failure_key("ann"));
            assert_ne!(local.failure_key("ann"), local.failure_key("bob"));
            assert_eq!(local.log_address(), "local");
        }
    }

    #[test]
    fn the_last_forwarded_address_counts() {
        let address = Some("198.51.100.1".parse().unwrap());
        assert_eq!(Peer::from_request(address, None).failure_key("a"), "198.51.100.1");
        assert_eq!(Peer::from_request(address, Some("1.2.3.4, 192.0.2.7")).failure_key("a"), "192.0.2.7");
        assert_eq!(Peer::from_request(address, Some("1.2.3.4, me")).failure_key("a"), "198.51.100.1");
    }

    #[test]
    fn forwarded_addresses_may_have_ports_and_brackets() {
        let key = |entry: &str| Peer::from_request(None, Some(entry)).failure_key("a");
        for entry in ["192.0.2.7", "192.0.2.7:50312", "[::ffff:192.0.2.7]", "[::ffff:192.0.2.7]:50312"] {
            assert_eq!(key(entry), "192.0.2.7");
        }
        for entry in ["2001:db8:1:2::9", "[2001:db8:1:2::9]", "[2001:db8:1:2::9]:443"] {
            assert_eq!(key(entry), "2001:db8:1:2::/64");
        }
    }
}
