//! Rate limits: requests per minute per key and user or address (docs/rules/requests.md#rule-15).

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Counts requests by (key, user or address).
#[derive(Debug)]
pub struct Limits {
    limiter: Option<DefaultKeyedRateLimiter<(String, String)>>,
    clock: DefaultClock,
}

impl Limits {
    /// A limit of this many requests per minute; 0 for no limit.
    pub fn per_minute(requests: u32) -> Self {
        let limiter = NonZeroU32::new(requests).map(|n| RateLimiter::keyed(Quota::per_minute(n)));
        Self { limiter, clock: DefaultClock::default() }
    }

    /// Lets one request pass.
    ///
    /// # Errors
    /// The number of seconds after which the next request will pass.
    pub fn check(&self, who: &(String, String)) -> Result<(), u64> {
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
    use super::Limits;

    #[test]
    fn each_caller_has_its_own_count() {
        let limits = Limits::per_minute(2);
        let [ada, ben] = ["ada", "ben"].map(|name| ("key".to_owned(), name.to_owned()));
        assert!(limits.check(&ada).is_ok() && limits.check(&ada).is_ok());
        assert!(matches!(limits.check(&ada), Err(1..=31)));
        assert!(limits.check(&ben).is_ok());
        let none = Limits::per_minute(0);
        assert!((0..100).all(|_| none.check(&ada).is_ok()));
    }
}
