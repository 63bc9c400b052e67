//! What staff say of a subscription: the same for a new one and a change (document 3).

use domain::dates::start_of;
use domain::subscription_types::SubscriptionType;
use domain::subscriptions::{DownloadTimeframe, Subscription};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::params::{Change, Draft, Required};
use crate::http::values::{Count, OneOf, ShortText, Text};
use crate::my_account::subscription::not_offered;
use crate::params;

params! {
    /// A subscription. What is not sent is as its type says, or stays.
    pub struct SubscriptionForm {
        /// YYYY-MM-DD: the day it begins.
        start_date: Required<Date>,
        /// YYYY-MM-DD: it ends when this day begins, in UTC. Open without one.
        end_date: Change<Date>,
        /// Name of a type that the account's site offers.
        user_subscription_type: Required<ShortText>,
        /// Books in a time frame.
        num_books_allowed: Change<Count>,
        /// monthly or entireSubscription.
        download_timeframe: Change<OneOf<DownloadTimeframe>>,
        /// Notes for the staff.
        notes: Change<Text<2000>>,
    }
}

/// When a subscription begins and ends.
type Span = (Timestamp, Option<Timestamp>);

impl SubscriptionForm {
    /// Adds what is wrong with the parameters together, and beside what is stored: `old` is what the subscription is
    /// before, `offered` what the account's site offers. Both are none when there is no such account.
    pub fn judge(draft: &mut Draft<Self>, old: Option<&Subscription>, offered: Option<&[SubscriptionType]>) {
        let kind = draft.peek::<Required<ShortText>>("userSubscriptionType");
        let (start, end) = (draft.peek::<Required<Date>>("startDate"), draft.peek::<Change<Date>>("endDate"));
        if let (Some(kind), Some(offered)) = (kind, offered) {
            named(&kind.0.0, old, offered, &mut draft.faults);
        }
        if let (Some(start), Some(end)) = (start, end) {
            span(start.0, &end, old, &mut draft.faults);
        }
    }

    /// The type that it names, of those that the site offers, and the span; every fault is named. `old` is what the
    /// subscription is before: it may keep a type that is offered no more.
    pub fn read<'a>(
        &self,
        old: Option<&Subscription>,
        offered: &'a [SubscriptionType],
    ) -> Result<(Option<&'a SubscriptionType>, Span)> {
        let mut faults = Faults::default();
        let kind = named(&self.user_subscription_type.0.0, old, offered, &mut faults);
        let span = span(self.start_date.0, &self.end_date, old, &mut faults);
        faults.finish()?;
        Ok((kind, span))
    }

    /// Changes the subscription; what is cleared is as the type says.
    pub fn apply(self, subscription: &mut Subscription, kind: Option<&SubscriptionType>, (start, end): Span) {
        subscription.kind = self.user_subscription_type.0.0;
        (subscription.start, subscription.end) = (start, end);
        match self.num_books_allowed {
            Change::Keep => {}
            Change::Clear => subscription.books_allowed = kind.and_then(|kind| kind.books_allowed),
            Change::Set(Count(books)) => subscription.books_allowed = Some(books.unsigned_abs()),
        }
        match self.download_timeframe {
            Change::Keep => {}
            Change::Clear => {
                subscription.timeframe = kind.map_or(DownloadTimeframe::Monthly, |kind| kind.timeframe);
            }
            Change::Set(timeframe) => subscription.timeframe = timeframe.0,
        }
        self.notes.map(|notes| notes.0).apply(&mut subscription.notes);
    }
}

fn named<'a>(
    name: &str,
    old: Option<&Subscription>,
    offered: &'a [SubscriptionType],
    faults: &mut Faults,
) -> Option<&'a SubscriptionType> {
    let kind = offered.iter().find(|kind| kind.name == name);
    if kind.is_none() && old.is_none_or(|old| old.kind != name) {
        faults.push(not_offered("userSubscriptionType", offered));
    }
    kind
}

fn span(start: Date, end: &Change<Date>, old: Option<&Subscription>, faults: &mut Faults) -> Span {
    let start = start_of(start);
    let end = match end {
        Change::Keep => old.and_then(|old| old.end),
        Change::Clear => None,
        Change::Set(date) => Some(start_of(*date)),
    };
    if end.is_some_and(|end| end < start) {
        faults.add(ErrorKey::InvalidDate, "endDate: must not be before startDate");
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use domain::subscription_types::defaults;
    use domain::subscriptions::DownloadTimeframe;
    use jiff::civil::date;

    use super::SubscriptionForm;
    use crate::http::params::{Change, Required};
    use crate::http::values::{Count, OneOf, ShortText};

    fn form(kind: &str) -> SubscriptionForm {
        SubscriptionForm {
            start_date: Required(date(2026, 11, 21)),
            end_date: Change::Keep,
            user_subscription_type: Required(ShortText(kind.into())),
            num_books_allowed: Change::Keep,
            download_timeframe: Change::Keep,
            notes: Change::Keep,
        }
    }

    #[test]
    fn what_is_cleared_is_as_the_type_says() {
        let mut offered = defaults();
        offered[0].books_allowed = Some(7);
        let read = form("individual").read(None, &offered).unwrap();
        let mut held = read.0.unwrap().open("s".into(), read.1.0);
        assert_eq!((held.books_allowed, held.end), (Some(7), None), "without an end: staff say when");
        let set = SubscriptionForm {
            end_date: Change::Set(date(2027, 1, 1)),
            num_books_allowed: Change::Set(Count(0)),
            download_timeframe: Change::Set(OneOf(DownloadTimeframe::EntireSubscription)),
            ..form("individual")
        };
        let (kind, span) = set.read(Some(&held), &offered).unwrap();
        set.clone().apply(&mut held, kind, span);
        assert_eq!(held.end.unwrap().to_string(), "2027-01-01T00:00:00Z");
        assert_eq!((held.books_allowed, held.timeframe), (Some(0), DownloadTimeframe::EntireSubscription));
        let clear = SubscriptionForm {
            end_date: Change::Clear,
            num_books_allowed: Change::Clear,
            download_timeframe: Change::Clear,
            ..form("individual")
        };
        let (kind, span) = clear.read(Some(&held), &offered).unwrap();
        clear.clone().apply(&mut held, kind, span);
        assert_eq!(
            (held.end, held.books_allowed, held.timeframe),
            (None, Some(7), DownloadTimeframe::Monthly)
        );
    }

    #[test]
    fn a_type_that_is_offered_no_more_may_be_kept() {
        let offered = defaults();
        let mut held = offered[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        assert_eq!(form("gold").read(Some(&held), &offered).unwrap_err().key(), "INVALID_PARAMETER");
        held.kind = "gold".into();
        assert!(form("gold").read(Some(&held), &offered).is_ok());
        assert!(form("gold").read(None, &offered).is_err());
    }

    #[test]
    fn the_end_is_not_before_the_start_also_when_it_was_there() {
        let offered = defaults();
        let mut held = offered[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        held.end = Some(domain::dates::start_of(date(2026, 11, 20)));
        assert_eq!(form("trial").read(Some(&held), &offered).unwrap_err().key(), "INVALID_DATE");
        let same_day = SubscriptionForm { end_date: Change::Set(date(2026, 11, 21)), ..form("trial") };
        assert!(same_day.read(Some(&held), &offered).is_ok());
        let last = SubscriptionForm { end_date: Change::Set(date(9999, 12, 31)), ..form("trial") };
        assert!(last.read(None, &offered).is_ok(), "the calendar has that day too");
    }
}
