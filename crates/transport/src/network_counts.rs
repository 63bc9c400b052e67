//! Counts per network: of connections, of requests behind a proxy, or of guests in line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::peers::Network;

/// Counts by network. Clones share the counts.
#[derive(Debug, Clone)]
pub struct NetworkCounts {
    limit: usize,
    counts: Arc<Mutex<HashMap<Network, usize>>>,
}

impl NetworkCounts {
    /// Allows `limit` for each network; 0 for no limit.
    pub fn new(limit: usize) -> Self {
        Self { limit, counts: Arc::default() }
    }

    /// Counts one more for this network; `None` if it is at its limit. Callers without a network are not
    /// counted.
    pub fn count_network(&self, network: Option<Network>) -> Option<CountedNetwork> {
        let Some(network) = network.filter(|_| self.limit > 0) else {
            return Some(CountedNetwork(None));
        };
        let mut held = self.lock_counts();
        let count = held.entry(network).or_default();
        if *count >= self.limit {
            return None;
        }
        *count += 1;
        Some(CountedNetwork(Some((self.clone(), network))))
    }

    fn lock_counts(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of a network's slots, released on drop.
#[derive(Debug)]
pub struct CountedNetwork(Option<(NetworkCounts, Network)>);

impl Drop for CountedNetwork {
    fn drop(&mut self) {
        let Some((addresses, network)) = self.0.take() else { return };
        let mut held = addresses.lock_counts();
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

    use super::{Network, NetworkCounts};

    fn parse_network(text: &str) -> Network {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_network_has_at_most_its_limit() {
        let counts = NetworkCounts::new(2);
        let first = counts.count_network(Some(parse_network("2001:db8::1"))).unwrap();
        let second = counts.count_network(Some(parse_network("2001:db8::2"))).unwrap();
        assert!(counts.count_network(Some(parse_network("2001:db8::3"))).is_none());
        assert!(counts.count_network(Some(parse_network("192.0.2.2"))).is_some());
        drop(first);
        let third = counts.count_network(Some(parse_network("2001:db8::3")));
        assert!(third.is_some());
        drop((third, second));
        assert!(counts.lock_counts().is_empty(), "nothing is kept of those that are gone");
    }

    #[test]
    fn zero_means_no_limit() {
        let counts = NetworkCounts::new(0);
        let all: Vec<_> = (0..100).map(|_| counts.count_network(Some(parse_network("192.0.2.1")))).collect();
        assert!(all.iter().all(Option::is_some));
    }
}
