//! Lifetimes of codes and tokens (docs/rules/authentication.md#rule-6).

use jiff::{SignedDuration, Timestamp};

/// Lifetimes, all counted from the moment of issue and configurable by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetimes {
    /// Lifetime of an authorization code; 10 minutes.
    pub code: SignedDuration,
    /// Lifetime of an access token; 43,200 seconds, half a day.
    pub access: SignedDuration,
    /// Lifetime of a refresh token; 30 days.
    pub refresh: SignedDuration,
}

impl Default for Lifetimes {
    fn default() -> Self {
        Self {
            code: SignedDuration::from_mins(10),
            access: SignedDuration::from_secs(43_200),
            refresh: SignedDuration::from_hours(30 * 24),
        }
    }
}

impl Lifetimes {
    /// Creates lifetimes from seconds for access tokens and days for refresh tokens; codes keep their 10
    /// minutes.
    pub fn new(access_seconds: u32, refresh_days: u32) -> Self {
        Self {
            access: SignedDuration::from_secs(access_seconds.into()),
            refresh: SignedDuration::from_hours(24 * i64::from(refresh_days)),
            ..Self::default()
        }
    }

    /// `expires_in` of an access token: whole seconds, never negative.
    pub fn access_seconds(&self) -> u64 {
        u64::try_from(self.access.as_secs()).unwrap_or(0)
    }

    pub fn code_expiry(&self, now: Timestamp) -> Timestamp {
        add_saturating(now, self.code)
    }

    pub fn access_token_expiry(&self, now: Timestamp) -> Timestamp {
        add_saturating(now, self.access)
    }

    pub fn refresh_token_expiry(&self, now: Timestamp) -> Timestamp {
        add_saturating(now, self.refresh)
    }
}

/// `now` plus a lifetime, saturating at the maximum timestamp.
fn add_saturating(now: Timestamp, lifetime: SignedDuration) -> Timestamp {
    now.checked_add(lifetime).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::Lifetimes;

    #[test]
    fn has_the_defaults_of_the_specification() {
        let lifetimes = Lifetimes::default();
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        assert_eq!(lifetimes.code_expiry(now), "2026-11-21T10:10:00Z".parse().unwrap());
        assert_eq!(lifetimes.access_token_expiry(now), "2026-11-21T22:00:00Z".parse().unwrap());
        assert_eq!(lifetimes.refresh_token_expiry(now), "2026-12-21T10:00:00Z".parse().unwrap());
        assert_eq!(lifetimes.access_seconds(), 43_200);
    }

    #[test]
    fn uses_the_operators_lifetimes() {
        assert_eq!(Lifetimes::new(43_200, 30), Lifetimes::default());
        let short = Lifetimes::new(60, 1);
        assert_eq!((short.access_seconds(), short.refresh), (60, SignedDuration::from_hours(24)));
    }

    #[test]
    fn an_endless_lifetime_does_not_overflow() {
        let lifetimes = Lifetimes { access: SignedDuration::MAX, ..Lifetimes::default() };
        assert_eq!(lifetimes.access_token_expiry(Timestamp::UNIX_EPOCH), Timestamp::MAX);
    }
}
