//! Confirmations of a disability by a competent authority: a physician, a teacher, a librarian
//! (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31). A member names the authority's email
//! address, an email with a key is sent there, and the holder of the key may confirm, once.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::admission::CertifierKind;
use crate::{AccountId, DisabilityType, wire_enum};

/// An authority may take its time.
pub const OPEN_FOR: SignedDuration = SignedDuration::from_hours(60 * 24);

/// In this time requests are counted.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(24);

/// Requests of one person within [`WINDOW`].
pub const PER_PERSON: u64 = 5;

/// Requests to one address within [`WINDOW`], no matter from whom: a school nurse may be asked by a whole
/// class.
pub const PER_ADDRESS: u64 = 40;

/// Members that one authority may confirm before its confirmations are doubtful: a school may have as many.
pub const MAX_UNREVIEWED_PER_AUTHORITY: u64 = 30;

/// Domains at which anybody gets a mailbox: an address there says nothing about its holder's profession.
const FREE_MAIL_DOMAINS: &[&str] = &[
    "163.com", "126.com", "aol.com", "duck.com", "email.com", "fastmail.com", "free.fr", "freenet.de",
    "gmail.com", "gmx.at", "gmx.ch", "gmx.com", "gmx.de", "gmx.net", "googlemail.com", "hotmail.co.uk",
    "hotmail.com", "hotmail.de", "hotmail.es", "hotmail.fr", "hotmail.it", "hushmail.com", "icloud.com",
    "inbox.com", "laposte.net", "libero.it", "live.co.uk", "live.com", "live.de", "live.fr", "mac.com",
    "mail.com", "mail.de", "mail.ru", "mailbox.org", "me.com", "msn.com", "orange.fr", "outlook.com",
    "outlook.de", "outlook.es", "outlook.fr", "pm.me", "posteo.de", "posteo.net", "proton.me",
    "protonmail.ch", "protonmail.com", "qq.com", "rediffmail.com", "rocketmail.com", "seznam.cz", "sfr.fr",
    "sina.com", "t-online.de", "terra.com.br", "tuta.com", "tuta.io", "tutanota.com", "uol.com.br",
    "wanadoo.fr", "web.de", "wp.pl", "yahoo.co.in", "yahoo.co.jp", "yahoo.co.uk", "yahoo.com",
    "yahoo.com.br", "yahoo.de", "yahoo.es", "yahoo.fr", "yahoo.it", "yandex.com", "yandex.ru", "ymail.com",
    "zoho.com",
];

wire_enum! {
    /// The confirmations that staff review before they count; a setting of each site.
    pub enum ReviewRule {
        Always = "always",
        /// Doubtful ones, and those of software that names the member and proves nothing.
        Unproven = "unproven",
        /// Confirmations by authorities at free mail services, by authorities that have confirmed many
        /// members, and those that the member's own token came with.
        Doubtful = "doubtful",
        /// None.
        Never = "never",
    }
}

/// The evidence that a confirmation comes from the authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The key that was sent to the authority's address.
    EmailedKey,
    /// The member is named by software that proves the secret of its API key, or by the authority itself,
    /// signed in with the address that the request went to.
    ProvenCaller,
    /// The member is named by a caller who has an API key and knows the authority's address.
    ApiKeyAlone,
    /// The member is named by the member's own sign-in.
    MemberThemselves,
}

impl ReviewRule {
    /// Returns true if staff review a confirmation on this evidence, from an authority with this address that
    /// has confirmed `confirmed` other members.
    pub fn needs_review(self, evidence: Evidence, email: &str, confirmed: u64) -> bool {
        let is_doubtful = evidence == Evidence::MemberThemselves
            || is_free_mail(email)
            || confirmed >= MAX_UNREVIEWED_PER_AUTHORITY;
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Doubtful => is_doubtful,
            Self::Unproven => is_doubtful || evidence == Evidence::ApiKeyAlone,
        }
    }
}

/// Returns true if anybody can get an address at this address's domain, or at a domain above it.
fn is_free_mail(email: &str) -> bool {
    let email = email.trim().trim_end_matches('.').to_lowercase();
    let domain = email.rsplit_once('@').map_or(email.as_str(), |(_, domain)| domain);
    let is_below =
        |free: &&str| domain.strip_suffix(*free).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    FREE_MAIL_DOMAINS.iter().any(is_below)
}

/// A request to confirm that has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The server's own name of it; never shown.
    pub id: String,
    /// The member with the disability.
    pub account: AccountId,
    /// The authority's email address.
    pub email: String,
    /// The authority's name, as the member gave it.
    pub authority: Option<String>,
    /// The member's message to the authority.
    pub message: Option<String>,
    pub requested: Timestamp,
}

impl Confirmation {
    /// The time from which it can no longer be used.
    pub fn end_time(&self) -> Timestamp {
        self.requested.saturating_add(OPEN_FOR).unwrap_or(Timestamp::MAX)
    }

    /// Returns true if the request went to this address, in any case.
    pub fn went_to(&self, email: &str) -> bool {
        self.email.trim().to_lowercase() == email.trim().to_lowercase()
    }
}

/// Requests of the last [`WINDOW`], of one person or to one address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecentRequests {
    pub count: u64,
    pub first: Option<Timestamp>,
}

impl RecentRequests {
    /// Time until the next request is allowed. `None` if it is allowed now.
    pub fn wait_until_allowed(self, allowed: u64, now: Timestamp) -> Option<SignedDuration> {
        let first = self.first.filter(|_| self.count >= allowed)?;
        Some((WINDOW - now.duration_since(first)).max(SignedDuration::from_secs(1)))
    }
}

/// The statement of an authority: its name, and the disabilities that it confirms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    pub first_name: String,
    pub last_name: String,
    /// Professional title.
    pub title: String,
    /// Kind of professional. `None` if an app has confirmed, which is not asked for it.
    #[serde(default)]
    pub certifier: Option<CertifierKind>,
    /// Organization of the authority.
    pub organization: Option<String>,
    pub phone_number: Option<String>,
    /// Confirmed disabilities; at least one.
    pub disabilities: BTreeSet<DisabilityType>,
}

impl Statement {
    /// Describes the authority with this address in a line for staff.
    pub fn describe_authority(&self, email: &str) -> String {
        let kind = self.certifier.map(|kind| format!(" ({})", kind.english_name())).unwrap_or_default();
        let name = format!("{} {}, {}{kind}", self.first_name, self.last_name, self.title);
        let more = [self.organization.as_deref(), Some(email), self.phone_number.as_deref()];
        more.into_iter().flatten().fold(name, |line, part| format!("{line}, {part}"))
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{
        Confirmation, Evidence, MAX_UNREVIEWED_PER_AUTHORITY, OPEN_FOR, RecentRequests, ReviewRule, WINDOW,
    };
    use crate::fixtures::noon;

    #[test]
    fn doubtful_authorities_are_those_at_free_mail_and_those_that_confirm_many() {
        let needs_review = |rule: ReviewRule, email: &str, confirmed: u64| {
            rule.needs_review(Evidence::EmailedKey, email, confirmed)
        };
        for free in ["lund@gmail.com", "Lund@GMX.de ", "lund@mail.gmx.net", "lund@yahoo.co.uk"] {
            assert!(needs_review(ReviewRule::Doubtful, free, 0), "{free}");
            assert!(!needs_review(ReviewRule::Never, free, 1000));
        }
        for own in ["lund@clinic.example", "lund@notgmail.com", "gmail.com@clinic.example"] {
            assert!(!needs_review(ReviewRule::Doubtful, own, MAX_UNREVIEWED_PER_AUTHORITY - 1), "{own}");
            assert!(needs_review(ReviewRule::Doubtful, own, MAX_UNREVIEWED_PER_AUTHORITY), "{own}");
            assert!(needs_review(ReviewRule::Always, own, 0));
        }
    }

    #[test]
    fn a_site_decides_whether_an_api_key_alone_is_evidence() {
        let needs_review = |rule: ReviewRule, evidence| rule.needs_review(evidence, "lund@clinic.example", 0);
        for evidence in [Evidence::EmailedKey, Evidence::ProvenCaller] {
            assert!(!needs_review(ReviewRule::Unproven, evidence), "{evidence:?}");
        }
        assert!(needs_review(ReviewRule::Unproven, Evidence::ApiKeyAlone));
        assert!(!needs_review(ReviewRule::Doubtful, Evidence::ApiKeyAlone));
        assert!(needs_review(ReviewRule::Doubtful, Evidence::MemberThemselves));
    }

    #[test]
    fn an_address_is_compared_in_any_case() {
        let asked = Confirmation {
            id: "c".into(),
            account: "ada".into(),
            email: "Lund@Clinic.example".into(),
            authority: None,
            message: None,
            requested: noon(),
        };
        assert!(asked.went_to(" lund@clinic.EXAMPLE"));
        assert!(!asked.went_to("lund@clinic.example.org"));
        assert_eq!(asked.end_time().duration_since(noon()), OPEN_FOR);
    }

    #[test]
    fn a_caller_over_the_limit_waits_until_the_first_request_is_a_day_old() {
        let recent =
            |count, hours| RecentRequests { count, first: Some(noon() - SignedDuration::from_hours(hours)) };
        assert_eq!(RecentRequests::default().wait_until_allowed(5, noon()), None);
        assert_eq!(recent(4, 1).wait_until_allowed(5, noon()), None);
        assert_eq!(recent(5, 1).wait_until_allowed(5, noon()), Some(WINDOW - SignedDuration::from_hours(1)));
        assert_eq!(recent(9, 24).wait_until_allowed(5, noon()), Some(SignedDuration::from_secs(1)));
    }
}
