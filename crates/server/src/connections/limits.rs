//! Limits of connections: counts and times.

use std::time::Duration;

pub(super) const MAX_HEAD_BYTES: usize = 64 * 1024;

/// The limits of one listening address. Tests use milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Label of the metrics.
    pub port: &'static str,
    /// Open connections. At the limit, further ones wait in the kernel's queue.
    pub connections: usize,
    /// Connections per network ([`Network`](domain::peers::Network)); 0 for no limit. Behind a proxy:
    /// concurrent requests that the proxy forwards for one network.
    pub per_address: usize,
    /// True if connections come from a proxy that sets the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// From the first byte of a request (or from the connection's beginning) to the end of its headers.
    pub header: Duration,
    /// Between the end of a response and the first byte of the next request.
    pub idle: Duration,
    /// Limit while more than three quarters of the connections are in use.
    pub crowded_idle: Duration,
    /// Without a byte of a request's body that the server waits for.
    pub body: Duration,
    /// Without the client taking a byte of a response that is ready.
    pub write: Duration,
    /// Interval of an HTTP/2 connection's pings, and timeout of their replies.
    pub ping: Duration,
    /// Concurrent requests on one HTTP/2 connection.
    pub streams: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            port: "public",
            connections: 10_000,
            per_address: 1024,
            behind_proxy: false,
            header: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            crowded_idle: Duration::from_secs(5),
            body: Duration::from_secs(30),
            write: Duration::from_mins(1),
            ping: Duration::from_secs(20),
            streams: 100,
        }
    }
}

impl Limits {
    /// Limits of the operator's address: a few connections that readers cannot use up.
    pub fn for_operator() -> Self {
        Self { port: "operator", connections: 64, per_address: 0, ..Self::default() }
    }

    /// Limits with at most `most` connections, and at most half of them per address.
    #[must_use]
    pub fn with_max_connections(mut self, most: usize) -> Self {
        self.connections = self.connections.min(most).max(1);
        if self.per_address > 0 {
            self.per_address = self.per_address.min(self.connections.div_ceil(2));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn few_descriptors_lower_both_counts() {
        let limits = Limits::default().with_max_connections(432);
        assert_eq!((limits.connections, limits.per_address), (432, 216));
        assert_eq!(Limits::default().with_max_connections(1_000_000), Limits::default());
        assert_eq!(Limits::for_operator().with_max_connections(10).per_address, 0, "no limit stays none");
        assert_eq!(Limits::default().with_max_connections(0).connections, 1);
    }
}
