//! Lifetimes of codes and tokens (docs/rules/authentication.md#rule-6).

use jiff::{SignedDuration, Timestamp};

/// Lifetimes, all counted from the moment of issue and configurable by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetimes {
    /// Of an authorization code; 10 minutes.
    pub code: SignedDuration,
    /// Of an access token; 43,200 seconds, half a day.
    pub access: SignedDuration,
    /// Of a refresh token; 30 days.
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
    /// With an access token's lifetime in seconds and a refresh token's in days; codes keep their 10 minutes.
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

    /// Expiry of a code issued now.
    pub fn code_end(&self, now: Timestamp) -> Timestamp {
        end(now, self.code)
    }

    /// Expiry of an access token issued now.
    pub fn access_end(&self, now: Timestamp) -> Timestamp {
        end(now, self.access)
    }

    /// Expiry of a refresh token issued now.
    pub fn refresh_end(&self, now: Timestamp) -> Timestamp {
        end(now, self.refresh)
    }
}

/// `now` plus a lifetime, saturating at the maximum timestamp.
fn end(now: Timestamp, lifetime: SignedDuration) -> Timestamp {
    now.checked_add(lifetime).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::Lifetimes;

    #[test]
    fn defaults_of_spec_4_11() {
        let lifetimes = Lifetimes::default();
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        assert_eq!(lifetimes.code_end(now), "2026-11-21T10:10:00Z".parse().unwrap());
        assert_eq!(lifetimes.access_end(now), "2026-11-21T22:00:00Z".parse().unwrap());
        assert_eq!(lifetimes.refresh_end(now), "2026-12-21T10:00:00Z".parse().unwrap());
        assert_eq!(lifetimes.access_seconds(), 43_200);
    }

    #[test]
    fn the_operators_lifetimes() {
        assert_eq!(Lifetimes::new(43_200, 30), Lifetimes::default());
        let short = Lifetimes::new(60, 1);
        assert_eq!((short.access_seconds(), short.refresh), (60, SignedDuration::from_hours(24)));
    }

    #[test]
    fn an_endless_lifetime_does_not_overflow() {
        let lifetimes = Lifetimes { access: SignedDuration::MAX, ..Lifetimes::default() };
        assert_eq!(lifetimes.access_end(Timestamp::UNIX_EPOCH), Timestamp::MAX);
    }
}
