//! Counts per network: of connections, of requests behind a proxy, or of guests in line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::peers::Network;

/// Counts by network. Clones share the counts.
#[derive(Debug, Clone)]
pub struct NetworkCounts {
    most: usize,
    held: Arc<Mutex<HashMap<Network, usize>>>,
}

impl NetworkCounts {
    /// Allows `most` for each network; 0 for no limit.
    pub fn new(most: usize) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Counts one more for this network; `None` if it is at its limit. Callers without a network are not
    /// counted.
    pub fn enter(&self, network: Option<Network>) -> Option<CountedNetwork> {
        let Some(network) = network.filter(|_| self.most > 0) else {
            return Some(CountedNetwork(None));
        };
        let mut held = self.held();
        let count = held.entry(network).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(CountedNetwork(Some((self.clone(), network))))
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of a network's slots, released on drop.
#[derive(Debug)]
pub struct CountedNetwork(Option<(NetworkCounts, Network)>);

impl Drop for CountedNetwork {
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

    use super::{Network, NetworkCounts};

    fn network(text: &str) -> Network {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_network_has_no_more_than_its_limit() {
        let counts = NetworkCounts::new(2);
        let first = counts.enter(Some(network("2001:db8::1"))).unwrap();
        let second = counts.enter(Some(network("2001:db8::2"))).unwrap();
        assert!(counts.enter(Some(network("2001:db8::3"))).is_none());
        assert!(counts.enter(Some(network("192.0.2.2"))).is_some());
        drop(first);
        let third = counts.enter(Some(network("2001:db8::3")));
        assert!(third.is_some());
        drop((third, second));
        assert!(counts.held().is_empty(), "nothing is kept of those that are gone");
    }

    #[test]
    fn zero_means_no_limit() {
        let counts = NetworkCounts::new(0);
        let all: Vec<_> = (0..100).map(|_| counts.enter(Some(network("192.0.2.1")))).collect();
        assert!(all.iter().all(Option::is_some));
    }
}
