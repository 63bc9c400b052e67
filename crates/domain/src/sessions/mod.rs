//! Sessions of people who use the library's own pages in a browser (docs/rules/authentication.md#rule-16).

mod browser;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

pub use browser::{Browser, BrowserFamily, SystemFamily};

/// Browsers that may be signed in to one account.
pub const MAX_SESSIONS: u32 = 50;

/// A session ends when it was not used for so long: enough to fill in a form with a switch or a braille
/// keyboard.
pub const IDLE_TIMEOUT: SignedDuration = SignedDuration::from_mins(60);

/// A session ends so long after the sign-in, however it is used.
pub const MAX_SESSION_TIME: SignedDuration = SignedDuration::from_hours(12);

/// Use is noted at most this often.
const USE_RECORD_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The signed-in account.
    pub account: AccountId,
    /// Time of the sign-in.
    pub started: Timestamp,
    /// Time of the last use, up to a minute early.
    pub used: Timestamp,
    /// The browser, as it named itself when it signed in.
    pub browser: Browser,
}

impl Session {
    /// A session that begins now.
    pub fn start(account: AccountId, browser: Browser, now: Timestamp) -> Self {
        Self { account, started: now, used: now, browser }
    }

    /// Returns true if it has not ended by itself.
    pub fn is_live(&self, now: Timestamp) -> bool {
        now.duration_since(self.used) < IDLE_TIMEOUT && now.duration_since(self.started) < MAX_SESSION_TIME
    }

    /// Returns true if a use at this moment is to be noted.
    pub fn is_due(&self, now: Timestamp) -> bool {
        now.duration_since(self.used) >= USE_RECORD_INTERVAL
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{Browser, IDLE_TIMEOUT, MAX_SESSION_TIME, Session};
    use crate::fixtures::noon;

    const SECOND: SignedDuration = SignedDuration::from_secs(1);

    #[test]
    fn a_session_ends_when_it_rests_and_at_the_latest_after_half_a_day() {
        let fresh = Session::start("ada".into(), Browser::default(), noon());
        assert!(fresh.is_live(noon()) && fresh.is_live(noon() + IDLE_TIMEOUT - SECOND));
        assert!(!fresh.is_live(noon() + IDLE_TIMEOUT));
        let busy = |at| Session { used: at, ..fresh.clone() };
        let last = noon() + MAX_SESSION_TIME - SECOND;
        assert!(busy(last).is_live(last));
        assert!(!busy(last).is_live(last + SECOND));
    }

    #[test]
    fn use_is_noted_once_a_minute() {
        let fresh = Session::start("ada".into(), Browser::default(), noon());
        assert!(!fresh.is_due(noon() + SignedDuration::from_secs(59)));
        assert!(fresh.is_due(noon() + SignedDuration::from_secs(60)));
    }
}
