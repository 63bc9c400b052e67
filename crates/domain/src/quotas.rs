//! Number of books that a person or an organization may have in a time frame (docs/rules/quotas.md).

use jiff::{SignedDuration, Timestamp};

use crate::dates::{format_timestamp, time_before};
use crate::readers::OrganizationStanding;
use crate::subscriptions::DEFAULT_BOOKS;
use crate::{DownloadTimeframe, Item, Offering, Reader, Subscription};

/// The rolling window of monthly subscriptions and of organizations.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The time at which a reader whose quota is used up may download another book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextBook {
    /// From this moment on.
    From(Timestamp),
    /// With another subscription: books of the present one never leave the count.
    Subscription,
}

/// One plain English sentence fit for display.
impl std::fmt::Display for NextBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::From(at) => write!(f, "The next book may be downloaded from {} on.", format_timestamp(*at)),
            Self::Subscription => f.write_str("The next book may be downloaded with another subscription."),
        }
    }
}

/// A quota and how much of it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Books in the time frame; `None` is unlimited.
    pub allowed: Option<u32>,
    /// Books downloaded in it.
    pub taken: u32,
}

impl Quota {
    /// Books left; `None` is unlimited.
    pub fn books_left(&self) -> Option<u32> {
        self.allowed.map(|allowed| allowed.saturating_sub(self.taken))
    }

    /// Nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.books_left() == Some(0)
    }

    /// Ten percent or less is left (docs/rules/access.md#rule-22, `LIMIT_NEAR`).
    pub fn is_near(&self) -> bool {
        self.allowed
            .zip(self.books_left())
            .is_some_and(|(allowed, left)| u64::from(left) * 10 <= u64::from(allowed))
    }
}

/// Books that an individual member may have in the time frame. Never `None`: unlimited is only for
/// organizations. Without a subscription that covers `now` it is the default.
pub fn allowed_books(reader: &Reader, now: Timestamp) -> Option<u32> {
    Some(reader.subscription(now).map_or(DEFAULT_BOOKS, Subscription::allowed_books))
}

/// An individual member's quota.
pub fn individual_quota(reader: &Reader, now: Timestamp) -> Quota {
    Quota { allowed: allowed_books(reader, now), taken: reader.books_taken }
}

/// An organization's quota, shared by all its recipients.
pub fn organization_quota(standing: &OrganizationStanding) -> Quota {
    Quota { allowed: standing.organization.books_allowed, taken: standing.books_taken }
}

/// Start of the time in which an individual member's books are counted: that of the subscription that
/// covers `now`, else 30 days back.
pub fn window_start(reader: &Reader, now: Timestamp) -> Timestamp {
    reader.subscription(now).map_or_else(|| organization_window_start(now), |s| subscription_window(s, now))
}

/// Start of the time in which the books of a subscription are counted.
pub fn subscription_window(subscription: &Subscription, now: Timestamp) -> Timestamp {
    match subscription.timeframe {
        DownloadTimeframe::Monthly => organization_window_start(now),
        DownloadTimeframe::EntireSubscription => subscription.start,
    }
}

/// Start of the time in which an organization's books are counted.
pub fn organization_window_start(now: Timestamp) -> Timestamp {
    time_before(now, WINDOW)
}

/// Returns true if a download counts: free titles and own documents do not, and editions of periodicals do
/// not, because a quota counts books.
pub fn counts_in_quota(offered: &dyn Offering) -> bool {
    matches!(offered.item(), Item::Title(_)) && offered.owner().is_none() && !offered.usage().is_free()
}
