//! Sessions of people who use the library's own pages in a browser (docs/rules/authentication.md#rule-16).

mod browser;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Account, AccountId, wire_enum};

pub use browser::{Browser, BrowserFamily, SystemFamily};

/// Browsers that may be signed in to one account.
pub const MAX_SESSIONS: u32 = 50;

/// A session that began with a password ends when it was not used for so long: enough to fill in a form with
/// a switch or a braille keyboard.
pub const IDLE_TIMEOUT: SignedDuration = SignedDuration::from_mins(60);

/// A session that began with a password ends so long after the sign-in, however it is used.
pub const MAX_SESSION_TIME: SignedDuration = SignedDuration::from_hours(12);

/// An enrolled browser is signed out when it was not used for so long: more than the summer holidays of a
/// school.
pub const ENROLLED_IDLE_TIMEOUT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// An enrolled browser is signed out so long after its enrollment, however it is used. Browsers keep no
/// cookie for longer.
pub const MAX_ENROLLED_TIME: SignedDuration = SignedDuration::from_hours(400 * 24);

/// Use is noted at most this often.
const USE_RECORD_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

wire_enum! {
    /// The way in which a browser was signed in, which decides how long it stays signed in.
    pub enum SessionKind {
        Password = "password",
        /// By the code of a card, once (docs/rules/authentication.md#rule-17).
        Enrollment = "enrollment",
    }
}

impl SessionKind {
    /// The time without use after which a session ends.
    pub fn idle_timeout(self) -> SignedDuration {
        match self {
            Self::Password => IDLE_TIMEOUT,
            Self::Enrollment => ENROLLED_IDLE_TIMEOUT,
        }
    }

    /// The time after the sign-in at which a session ends, however it is used.
    pub fn max_time(self) -> SignedDuration {
        match self {
            Self::Password => MAX_SESSION_TIME,
            Self::Enrollment => MAX_ENROLLED_TIME,
        }
    }
}

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub account: AccountId,
    pub kind: SessionKind,
    /// Time of the sign-in.
    pub started: Timestamp,
    /// Time of the last use, up to a minute early.
    pub used: Timestamp,
    /// The browser, as it named itself when it signed in.
    pub browser: Browser,
}

impl Session {
    pub fn start(account: AccountId, kind: SessionKind, browser: Browser, now: Timestamp) -> Self {
        Self { account, kind, started: now, used: now, browser }
    }

    /// Returns true if it has not ended by itself.
    pub fn is_live(&self, now: Timestamp) -> bool {
        now.duration_since(self.used) < self.kind.idle_timeout()
            && now.duration_since(self.started) < self.kind.max_time()
    }

    /// The moment at which it ends at the latest, however it is used.
    pub fn latest_end(&self) -> Timestamp {
        self.started.saturating_add(self.kind.max_time()).unwrap_or(Timestamp::MAX)
    }

    /// Returns true if its user must choose another password before anything else, because somebody else made
    /// the one that the session began with. In an enrolled browser the account may have no password at all.
    pub fn requires_new_password(&self, account: &Account) -> bool {
        self.kind == SessionKind::Password && account.needs_new_password
    }

    /// Returns true if a use at this moment is to be noted.
    pub fn is_due(&self, now: Timestamp) -> bool {
        now.duration_since(self.used) >= USE_RECORD_INTERVAL
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{
        Browser, ENROLLED_IDLE_TIMEOUT, IDLE_TIMEOUT, MAX_ENROLLED_TIME, MAX_SESSION_TIME, Session,
        SessionKind,
    };
    use crate::Role;
    use crate::fixtures::{account, noon, with_change};

    const SECOND: SignedDuration = SignedDuration::from_secs(1);

    fn start(kind: SessionKind) -> Session {
        Session::start("ada".into(), kind, Browser::default(), noon())
    }

    #[test]
    fn a_session_ends_when_it_rests_and_at_the_latest_after_half_a_day() {
        let fresh = start(SessionKind::Password);
        assert!(fresh.is_live(noon()) && fresh.is_live(noon() + IDLE_TIMEOUT - SECOND));
        assert!(!fresh.is_live(noon() + IDLE_TIMEOUT));
        let busy = |at| Session { used: at, ..fresh.clone() };
        let last = noon() + MAX_SESSION_TIME - SECOND;
        assert!(busy(last).is_live(last));
        assert!(!busy(last).is_live(last + SECOND));
    }

    #[test]
    fn an_enrolled_browser_stays_signed_in_for_a_school_year_and_its_holidays() {
        let fresh = start(SessionKind::Enrollment);
        assert!(fresh.is_live(noon() + MAX_SESSION_TIME));
        assert!(fresh.is_live(noon() + ENROLLED_IDLE_TIMEOUT - SECOND));
        assert!(!fresh.is_live(noon() + ENROLLED_IDLE_TIMEOUT));
        let last = noon() + MAX_ENROLLED_TIME - SECOND;
        let busy = Session { used: last, ..fresh };
        assert!(busy.is_live(last) && !busy.is_live(last + SECOND));
    }

    #[test]
    fn a_session_that_began_with_the_password_of_somebody_else_asks_for_another_one() {
        for (kind, needs_new, is_required) in [
            (SessionKind::Password, true, true),
            (SessionKind::Password, false, false),
            (SessionKind::Enrollment, true, false),
        ] {
            let account =
                with_change(account("ada", Role::Individual), |ada| ada.needs_new_password = needs_new);
            assert_eq!(start(kind).requires_new_password(&account), is_required, "{kind} {needs_new}");
        }
    }

    #[test]
    fn use_is_noted_once_a_minute() {
        let fresh = start(SessionKind::Password);
        assert!(!fresh.is_due(noon() + SignedDuration::from_secs(59)));
        assert!(fresh.is_due(noon() + SignedDuration::from_secs(60)));
    }
}
