//! Rate limits: requests a minute per key and user or address (docs/rules/requests.md#rule-15).

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::http::errors::{ApiError, ErrorKey, Result};

/// Counts requests by (key, user or address).
#[derive(Debug)]
pub struct Limits {
    limiter: Option<DefaultKeyedRateLimiter<(String, String)>>,
    clock: DefaultClock,
}

impl Limits {
    /// So many requests a minute; 0 is no limit.
    pub fn per_minute(requests: u32) -> Self {
        let limiter = NonZeroU32::new(requests).map(|n| RateLimiter::keyed(Quota::per_minute(n)));
        Self { limiter, clock: DefaultClock::default() }
    }

    /// Lets one request pass, or says when to come again.
    pub fn check(&self, who: &(String, String)) -> Result<()> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(who).map_err(|denied| {
            let wait = denied.wait_time_from(self.clock.now());
            ApiError::from(ErrorKey::TooManyRequests).retry_after(wait.as_secs() + 1)
        })
    }

    /// Forgets callers that have been quiet, so that memory stays bounded. Called by a timer.
    pub fn forget_quiet(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Where a request comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientAddress(pub String);

impl ClientAddress {
    /// The peer's address, or the last `X-Forwarded-For` entry behind a trusted proxy: the proxy itself
    /// adds that one, so a client cannot choose it.
    pub fn of(parts: &Parts, behind_proxy: bool) -> Self {
        let forwarded = behind_proxy
            .then(|| parts.headers.get_all("x-forwarded-for").iter().next_back())
            .flatten()
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next())
            .and_then(|address| address.trim().parse::<IpAddr>().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        Self(forwarded.or(peer).map_or_else(|| "unknown".to_owned(), |address| address.to_string()))
    }
}
