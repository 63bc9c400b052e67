//! Rate limits: requests a minute per account (docs/rules/requests.md#rule-15).

use std::num::NonZeroU32;

use domain::ids::AccountId;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::problem::Problem;

/// Accounts that are counted before quiet ones are forgotten.
const COUNTED: usize = 10_000;

/// Counts requests by account.
#[derive(Debug)]
pub(crate) struct Limits {
    limiter: Option<DefaultKeyedRateLimiter<AccountId>>,
    clock: DefaultClock,
}

impl Limits {
    /// Up to `requests` a minute; 0 is no limit.
    pub(crate) fn per_minute(requests: u32) -> Self {
        let limiter = NonZeroU32::new(requests).map(|n| RateLimiter::keyed(Quota::per_minute(n)));
        Self { limiter, clock: DefaultClock::default() }
    }

    /// Lets one request pass, or says when to come again.
    pub(crate) fn check(&self, account: &AccountId) -> Result<(), Problem> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        // Only accounts whose device has signed in are counted, so there are never many more.
        if limiter.len() > COUNTED {
            limiter.retain_recent();
        }
        limiter.check_key(account).map_err(|denied| {
            let seconds = denied.wait_time_from(self.clock.now()).as_secs() + 1;
            Problem::Wait { reason: "Too many requests; try again later.".to_owned(), seconds }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_account_has_its_own_count() {
        let limits = Limits::per_minute(2);
        let (ada, ben) = (AccountId::from("ada"), AccountId::from("ben"));
        assert!(limits.check(&ada).is_ok() && limits.check(&ada).is_ok());
        assert!(matches!(limits.check(&ada), Err(Problem::Wait { seconds: 1..=31, .. })));
        assert!(limits.check(&ben).is_ok());
        let none = Limits::per_minute(0);
        assert!((0..100).all(|_| none.check(&ada).is_ok()));
    }
}
