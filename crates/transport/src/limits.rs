//! Rate limits: requests per minute per key and user or address (docs/rules/requests.md#rule-15).

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Counts requests by (key, user or address).
#[derive(Debug)]
pub struct RequestLimits {
    limiter: Option<DefaultKeyedRateLimiter<(String, String)>>,
    clock: DefaultClock,
}

impl RequestLimits {
    /// A limit of this many requests per minute; 0 for no limit.
    pub fn per_minute(requests: u32) -> Self {
        let limiter = NonZeroU32::new(requests).map(|n| RateLimiter::keyed(Quota::per_minute(n)));
        Self { limiter, clock: DefaultClock::default() }
    }

    /// Lets one request pass.
    ///
    /// # Errors
    /// The number of seconds after which the next request will pass.
    pub fn count_request(&self, who: &(String, String)) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(who).map_err(|denied| denied.wait_time_from(self.clock.now()).as_secs() + 1)
    }

    /// Forgets callers without recent requests, so that memory stays bounded. Called by a timer.
    pub fn forget_quiet(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RequestLimits;

    #[test]
    fn each_caller_has_its_own_count() {
        let limits = RequestLimits::per_minute(2);
        let [ada, ben] = ["ada", "ben"].map(|name| ("key".to_owned(), name.to_owned()));
        assert!(limits.count_request(&ada).is_ok() && limits.count_request(&ada).is_ok());
        assert!(matches!(limits.count_request(&ada), Err(1..=31)));
        assert!(limits.count_request(&ben).is_ok());
        let none = RequestLimits::per_minute(0);
        assert!((0..100).all(|_| none.count_request(&ada).is_ok()));
    }
}
