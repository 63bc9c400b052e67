//! Settings of connections: their number, and timeouts of clients (docs/security.md).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Config;
use crate::connections::{Limits, fitting};

/// Limits of the public address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connections {
    /// Limit of open connections; lower if the limit of open files requires it.
    pub max: usize,
    /// Connections per network address; 0 for no limit. Behind a proxy: concurrent requests of one address.
    pub per_address: usize,
    /// Timeout of a request's headers, seconds.
    pub header_seconds: u64,
    /// Timeout between two requests, seconds.
    pub idle_seconds: u64,
    /// Timeout without a byte of a request's body, seconds.
    pub body_seconds: u64,
    /// Timeout without the client taking a byte of its response, seconds.
    pub write_seconds: u64,
}

impl Default for Connections {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            max: limits.connections,
            per_address: limits.per_address,
            header_seconds: limits.header.as_secs(),
            idle_seconds: limits.idle.as_secs(),
            body_seconds: limits.body.as_secs(),
            write_seconds: limits.write.as_secs(),
        }
    }
}

impl Config {
    /// The limits of the public address in a process with this limit of open files.
    pub fn connection_limits(&self, descriptors: u64) -> Limits {
        let set = &self.connections;
        let defaults = Limits::default();
        let idle = Duration::from_secs(set.idle_seconds);
        let limits = Limits {
            connections: set.max,
            per_address: set.per_address,
            behind_proxy: self.trust_forwarded_for,
            header: Duration::from_secs(set.header_seconds),
            idle,
            crowded_idle: idle.min(defaults.crowded_idle),
            body: Duration::from_secs(set.body_seconds),
            write: Duration::from_secs(set.write_seconds),
            ..defaults
        };
        limits.with_max_connections(fitting(descriptors, self.database.max_connections))
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::connections::Limits;

    #[test]
    fn defaults_are_those_of_the_limits_and_descriptors_lower_them() {
        let config = Config::default();
        assert_eq!(config.connection_limits(65_536), Limits::default());
        assert_eq!(config.connection_limits(1024).connections, 432);
        let config: Config = toml::from_str("trust_forwarded_for = true\n[connections]\nmax = 100").unwrap();
        let limits = config.connection_limits(65_536);
        assert!(limits.behind_proxy);
        assert_eq!((limits.connections, limits.per_address), (100, 50));
    }
}
