//! Work of membership staff: what waits for them, since when, and when it is due
//! (docs/rules/memberships.md#rule-16).

use jiff::civil::{Date, Weekday};
use jiff::{SignedDuration, Timestamp};

use crate::{utc_date, wire_enum};

/// Time for which somebody who has joined is a new reader.
pub const NEW_READER_WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Time before the end of a subscription from which on it waits for staff.
pub const SUBSCRIPTION_WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Time for which a staff member has work to themselves.
pub const CLAIM_DURATION: SignedDuration = SignedDuration::from_hours(2);

/// Working days until a new reader should have everything.
const NEW_READER_WORKING_DAYS: u16 = 10;

/// Working days until a submitted proof should be decided on.
const PROOF_WORKING_DAYS: u16 = 5;

/// Working days until an organization that has joined should be admitted or declined.
const ADMISSION_WORKING_DAYS: u16 = 5;

/// Working days until a hand-over should be decided on.
const HAND_OVER_WORKING_DAYS: u16 = 5;

/// Days until an agreement should be signed.
const AGREEMENT_DAYS: i64 = 30;

/// Days until an authority should have answered.
const AUTHORITY_DAYS: i64 = 30;

/// Maximum number of days between the beginning of the wait and the due date, of every kind.
const MAX_DAYS_UNTIL_DUE: i64 = 40;

wire_enum! {
    pub enum WorkKind {
        /// An individual member who has joined lately and lacks an agreement, a proof or a subscription.
        NewReader = "newReader",
        /// A proof that was submitted, or whose confirmation awaits review.
        Proof = "proof",
        /// An individual member without a current agreement, who joined earlier than new readers.
        ReaderAgreement = "readerAgreement",
        /// An organization without a current agreement.
        OrganizationAgreement = "organizationAgreement",
        /// An organization that has joined and is suspended until staff admit it.
        OrganizationAdmission = "organizationAdmission",
        /// The request of a sponsor to become the primary contact of the organization.
        HandOver = "handOver",
        /// The subscription of a person that ends soon.
        ReaderSubscription = "readerSubscription",
        /// The subscription of an organization that ends soon.
        OrganizationSubscription = "organizationSubscription",
        /// A request to an authority that has no answer.
        AuthorityRequest = "authorityRequest",
    }
}

impl WorkKind {
    /// Returns true if work of this kind is about an organization. Other work is about a person.
    pub fn is_about_organization(self) -> bool {
        matches!(
            self,
            Self::OrganizationAgreement
                | Self::OrganizationAdmission
                | Self::HandOver
                | Self::OrganizationSubscription
        )
    }

    /// The day by which work that waits since a moment should be done, in UTC: never a Saturday or a Sunday,
    /// and never earlier for work that began to wait later. For subscriptions it is the day of the end, or
    /// the working day before it.
    pub fn due_date(self, since: Timestamp) -> Date {
        self.due_date_from(utc_date(since))
    }

    fn due_date_from(self, since: Date) -> Date {
        match self {
            Self::NewReader => add_working_days(since, NEW_READER_WORKING_DAYS),
            Self::Proof => add_working_days(since, PROOF_WORKING_DAYS),
            Self::OrganizationAdmission => add_working_days(since, ADMISSION_WORKING_DAYS),
            Self::HandOver => add_working_days(since, HAND_OVER_WORKING_DAYS),
            Self::ReaderAgreement | Self::OrganizationAgreement => {
                working_day_from(add_days(since, AGREEMENT_DAYS))
            }
            Self::AuthorityRequest => working_day_from(add_days(since, AUTHORITY_DAYS)),
            Self::ReaderSubscription | Self::OrganizationSubscription => {
                working_day_until(add_days(since, SUBSCRIPTION_WINDOW.as_hours() / 24))
            }
        }
    }

    /// The first day on which work can begin to wait that is due on this day or later.
    pub fn first_day_due_from(self, due: Date) -> Date {
        let mut day = add_days(due, -MAX_DAYS_UNTIL_DUE);
        while day < due && self.due_date_from(day) < due {
            day = add_days(day, 1);
        }
        day
    }
}

/// The day this many days later.
fn add_days(day: Date, days: i64) -> Date {
    day.saturating_add(jiff::Span::new().days(days))
}

/// The day itself, or the Monday after it.
fn working_day_from(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => add_days(day, 2),
        Weekday::Sunday => add_days(day, 1),
        _ => day,
    }
}

/// The day itself, or the Friday before it.
fn working_day_until(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => add_days(day, -1),
        Weekday::Sunday => add_days(day, -2),
        _ => day,
    }
}

/// The day this many working days later; the day itself does not count.
fn add_working_days(day: Date, working_days: u16) -> Date {
    let mut day = day;
    for _ in 0..working_days {
        day = working_day_from(add_days(day, 1));
    }
    day
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, Weekday, date};
    use proptest::prelude::*;

    use super::{WorkKind, add_days};
    use crate::wire::WireEnum as _;

    fn is_working_day(day: Date) -> bool {
        !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
    }

    #[test]
    fn work_is_due_after_working_days_or_before_a_subscription_ends() {
        // A Friday.
        let since = date(2026, 11, 20);
        for (kind, due) in [
            (WorkKind::NewReader, date(2026, 12, 4)),
            (WorkKind::Proof, date(2026, 11, 27)),
            (WorkKind::OrganizationAdmission, date(2026, 11, 27)),
            (WorkKind::HandOver, date(2026, 11, 27)),
            // 30 days later is a Sunday.
            (WorkKind::ReaderAgreement, date(2026, 12, 21)),
            (WorkKind::OrganizationAgreement, date(2026, 12, 21)),
            (WorkKind::AuthorityRequest, date(2026, 12, 21)),
            (WorkKind::ReaderSubscription, date(2026, 12, 18)),
            (WorkKind::OrganizationSubscription, date(2026, 12, 18)),
        ] {
            assert_eq!(kind.due_date_from(since), due, "{kind}");
        }
        // What comes on a weekend is due like what comes on the Friday before it.
        assert_eq!(WorkKind::Proof.due_date_from(date(2026, 11, 21)), date(2026, 11, 27));
        assert_eq!(WorkKind::Proof.due_date_from(date(2026, 11, 22)), date(2026, 11, 27));
    }

    fn any_day() -> impl Strategy<Value = Date> {
        (0_i64..200_000).prop_map(|days| add_days(date(1900, 1, 1), days))
    }

    proptest! {
        #[test]
        fn nothing_is_due_on_a_weekend(day in any_day()) {
            for kind in WorkKind::ALL {
                let due = kind.due_date_from(day);
                prop_assert!(is_working_day(due) && due > day, "{kind}: {due}");
            }
        }

        #[test]
        fn what_waits_longer_is_not_due_later(day in any_day(), later in 0_i64..60) {
            for kind in WorkKind::ALL {
                prop_assert!(kind.due_date_from(day) <= kind.due_date_from(add_days(day, later)), "{kind}");
            }
        }

        #[test]
        fn the_first_day_of_work_that_is_due_from_a_day_is_exact(due in any_day()) {
            for kind in WorkKind::ALL {
                let first = kind.first_day_due_from(due);
                prop_assert!(kind.due_date_from(first) >= due, "{kind}");
                prop_assert!(kind.due_date_from(add_days(first, -1)) < due, "{kind}");
            }
        }
    }
}
