//! Where a request comes from; failed sign-ins are counted by this address.

use std::net::IpAddr;

use unicode_normalization::UnicodeNormalization as _;

/// A peer's address: IPv4 whole, IPv6 as its /64 network, because one household or attacker holds as many as
/// that. `None` for this machine: behind an untrusted proxy, or in a test, everyone has the same address, and
/// one guesser would lock everyone out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer(Option<String>);

impl Peer {
    /// The peer of a connection. Behind a trusted proxy, `forwarded` is the last `X-Forwarded-For` header.
    /// Its last entry counts: the proxy itself adds that one, so a client cannot choose it.
    pub fn of(address: Option<IpAddr>, forwarded: Option<&str>) -> Self {
        let forwarded = forwarded
            .and_then(|value| value.rsplit(',').next())
            .and_then(|address| address.trim().parse::<IpAddr>().ok());
        forwarded.or(address).map_or(Self(None), Self::from)
    }

    /// The address for the log; never the name, where people sometimes type their password.
    pub fn shown(&self) -> &str {
        self.0.as_deref().unwrap_or("local")
    }

    /// The second key of counted failures, next to the name: the address, or the name if there is none.
    pub fn subject(&self, name: &str) -> String {
        let local = || format!("local {}", name.trim().to_lowercase().nfkc());
        self.0.clone().unwrap_or_else(local)
    }
}

impl From<IpAddr> for Peer {
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Peer;

    fn peer(text: &str) -> Peer {
        Peer::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn one_network_is_one_address() {
        let key = |text: &str| peer(text).subject("Ann");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::/64");
        assert_eq!(key("2001:db8:1:2:bbbb::9"), key("2001:db8:1:2:aaaa::1"));
    }

    #[test]
    fn on_this_machine_the_name_counts_alone() {
        for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let local = peer(text);
            assert_eq!(local.subject("Ann "), local.subject("ann"));
            assert_ne!(local.subject("ann"), local.subject("bob"));
            assert_eq!(local.shown(), "local");
        }
    }

    #[test]
    fn the_last_forwarded_address_counts() {
        let address = Some("198.51.100.1".parse().unwrap());
        assert_eq!(Peer::of(address, None).subject("a"), "198.51.100.1");
        assert_eq!(Peer::of(address, Some("1.2.3.4, 192.0.2.7")).subject("a"), "192.0.2.7");
        assert_eq!(Peer::of(address, Some("1.2.3.4, me")).subject("a"), "198.51.100.1");
    }
}
