//! What a connection may cost: counts and times.

use std::time::Duration;

/// Bytes of a request's head, and of what is buffered of a connection.
pub(super) const BUFFER: usize = 64 * 1024;

/// The limits of one listening address. Tests set milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Label of the metrics.
    pub port: &'static str,
    /// Open connections. While all are taken, further ones wait in the kernel's queue.
    pub connections: usize,
    /// Connections of one network address ([`Network`](super::addresses::Network)); 0 is no limit. Behind a
    /// proxy: requests under way that the proxy forwards for one address.
    pub per_address: usize,
    /// Whether connections come from a proxy that names the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// From the first byte of a request (or from the connection's begin) to the end of its headers.
    pub header: Duration,
    /// Between the end of a response and the first byte of the next request.
    pub idle: Duration,
    /// The same while more than three quarters of the connections are taken.
    pub crowded_idle: Duration,
    /// Without a byte of a request's body that the server is waiting for.
    pub body: Duration,
    /// Without the client taking a byte of a response that is ready to be sent.
    pub write: Duration,
    /// Between two pings of an HTTP/2 connection, and the wait for the answer to one.
    pub ping: Duration,
    /// Requests under way on one HTTP/2 connection.
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
    /// Limits of the operator's address: few connections, that no reader can take away.
    pub fn operator() -> Self {
        Self { port: "operator", connections: 64, per_address: 0, ..Self::default() }
    }

    /// The same with no more connections than `most`, and no address with more than half of them.
    #[must_use]
    pub fn at_most(mut self, most: usize) -> Self {
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
        let limits = Limits::default().at_most(432);
        assert_eq!((limits.connections, limits.per_address), (432, 216));
        assert_eq!(Limits::default().at_most(1_000_000), Limits::default());
        assert_eq!(Limits::operator().at_most(10).per_address, 0, "no limit stays none");
        assert_eq!(Limits::default().at_most(0).connections, 1);
    }
}
