//! Counts per network address: of connections, or of requests behind a proxy.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An IPv4 address, or the /64 of an IPv6 address, which belongs to one household or machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

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

/// Counts by network. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Addresses {
    most: usize,
    held: Arc<Mutex<HashMap<Network, usize>>>,
}

impl Addresses {
    /// Allows `most` for each network; 0 for no limit.
    pub fn new(most: usize) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Counts one more for this address; `None` if it is at its limit. Callers without an address are not
    /// counted.
    pub fn enter(&self, address: impl Into<Option<IpAddr>>) -> Option<Held> {
        let Some(network) = address.into().filter(|_| self.most > 0).map(Network::from) else {
            return Some(Held(None));
        };
        let mut held = self.held();
        let count = held.entry(network).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Held(Some((self.clone(), network))))
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of an address's slots, released on drop.
#[derive(Debug)]
pub struct Held(Option<(Addresses, Network)>);

impl Drop for Held {
    fn drop(&mut self) {
        let Some((addresses, network)) = self.0.take() else { return };
        let mut held = addresses.held();
        if let Some(count) = held.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                held.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Addresses, Network};

    #[test]
    fn an_address_has_no_more_than_its_limit() {
        let addresses = Addresses::new(2);
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let first = addresses.enter(one).unwrap();
        let second = addresses.enter(one).unwrap();
        let other: IpAddr = "192.0.2.2".parse().unwrap();
        assert!(addresses.enter(one).is_none());
        assert!(addresses.enter(other).is_some());
        drop(first);
        let third = addresses.enter(one);
        assert!(third.is_some());
        drop((third, second));
        assert!(addresses.held().is_empty(), "nothing is kept of those that are gone");
    }

    #[test]
    fn a_network_of_ipv6_is_64_bits_and_mapped_ipv4_is_ipv4() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }

    #[test]
    fn zero_means_no_limit() {
        let addresses = Addresses::new(0);
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let all: Vec<_> = (0..100).map(|_| addresses.enter(one)).collect();
        assert!(all.iter().all(Option::is_some));
    }
}
