//! How long what is known of people is kept (docs/rules/erasure.md#rule-3).

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::wire_enum;

wire_enum! {
    /// A part of what is known of a person that an erasure keeps for a time.
    pub enum RetainedPart {
        /// The name, and the copies that were made for the person: a copy that turns up elsewhere is traced.
        Tracing = "tracing",
        /// Signed agreements.
        Agreements = "agreements",
        /// Subscriptions with payments, and the borrowed books that are reported to rights holders.
        Accounting = "accounting",
        /// The audit of reads and changes.
        Audit = "audit",
    }
}

/// Times for which records of people are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionRules {
    /// Days after which reading events are deleted, except the newest of a title and format. `None` keeps
    /// them as long as the account.
    pub history_days: Option<u32>,
    /// Months after which closed accounts and removed members are erased. `None` leaves them closed.
    pub leavers_months: Option<u32>,
    /// Years for which the copies of an erased person can be traced, from the newest copy on.
    pub tracing_years: u32,
    /// Years for which the agreements of an erased person are kept.
    pub agreement_years: u32,
    /// Years for which the subscriptions, payments and counted books of an erased person are kept.
    pub accounting_years: u32,
    /// Days for which entries of the audit are kept.
    pub audit_days: u32,
}

impl Default for RetentionRules {
    fn default() -> Self {
        Self {
            history_days: None,
            leavers_months: None,
            tracing_years: 6,
            agreement_years: 6,
            accounting_years: 10,
            audit_days: 2192,
        }
    }
}

impl RetentionRules {
    /// Time until which a part is kept, if its last record or its person's erasure is at this time.
    pub fn end_of(&self, retained_part: RetainedPart, since: Timestamp) -> Timestamp {
        let span = match retained_part {
            RetainedPart::Tracing => Span::new().try_years(self.tracing_years),
            RetainedPart::Agreements => Span::new().try_years(self.agreement_years),
            RetainedPart::Accounting => Span::new().try_years(self.accounting_years),
            RetainedPart::Audit => Span::new().try_days(self.audit_days),
        };
        let end = span.and_then(|span| since.to_zoned(TimeZone::UTC).checked_add(span));
        end.map_or(Timestamp::MAX, |end| end.timestamp())
    }

    /// Accounts that were closed before this are erased. `None` if none are.
    pub fn leavers_before(&self, now: Timestamp) -> Option<Timestamp> {
        subtract(now, Span::new().try_months(self.leavers_months?))
    }

    /// Reading events from before this are deleted. `None` if none are.
    pub fn history_before(&self, now: Timestamp) -> Option<Timestamp> {
        subtract(now, Span::new().try_days(self.history_days?))
    }
}

/// `None` if that is before the first date of the calendar.
fn subtract(now: Timestamp, span: Result<Span, jiff::Error>) -> Option<Timestamp> {
    Some(now.to_zoned(TimeZone::UTC).checked_sub(span.ok()?).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::{RetainedPart, RetentionRules};
    use crate::wire::WireEnum as _;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn years_and_months_are_those_of_the_calendar() {
        let rules =
            RetentionRules { history_days: Some(30), leavers_months: Some(1), ..RetentionRules::default() };
        let now = time("2026-03-31T12:00:00Z");
        assert_eq!(rules.end_of(RetainedPart::Tracing, now), time("2032-03-31T12:00:00Z"));
        assert_eq!(rules.end_of(RetainedPart::Accounting, now), time("2036-03-31T12:00:00Z"));
        assert_eq!(rules.leavers_before(now), Some(time("2026-02-28T12:00:00Z")));
        assert_eq!(rules.history_before(now), Some(time("2026-03-01T12:00:00Z")));
    }

    #[test]
    fn nothing_is_erased_by_itself_unless_the_operator_says_when() {
        let rules = RetentionRules::default();
        assert_eq!(
            (rules.leavers_before(Timestamp::MAX), rules.history_before(Timestamp::MAX)),
            (None, None)
        );
    }

    proptest! {
        #[test]
        fn no_part_is_kept_for_less_time_than_none(since in -10_000_000_000_i64..100_000_000_000, years: u32) {
            let since = Timestamp::from_second(since).unwrap();
            let rules = RetentionRules {
                tracing_years: years,
                agreement_years: years,
                accounting_years: years,
                audit_days: years,
                ..RetentionRules::default()
            };
            for part in RetainedPart::ALL {
                prop_assert!(rules.end_of(*part, since) >= since);
            }
        }
    }
}
