//! Subscriptions that a site offers, and their prices (docs/rules/values.md#rule-14: data, not code).

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::{DownloadTimeframe, Subscription, SubscriptionId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionType {
    /// Identifier and name, for example `individual`.
    pub name: String,
    /// A sentence for people.
    pub description: String,
    /// Price in the smallest unit of the currency.
    pub price: u64,
    /// Length in months. `None` if it has no end.
    pub months: Option<u32>,
    /// Books in a time frame. `None` for the default of docs/rules/quotas.md.
    pub books_allowed: Option<u32>,
    /// The time frame.
    pub timeframe: DownloadTimeframe,
    /// People may take it out for themselves.
    pub open_to_people: bool,
}

impl SubscriptionType {
    /// A subscription of this type, which ends `months` later at the same time of day. `None` if that is
    /// beyond the calendar.
    pub fn begin(&self, id: SubscriptionId, start: Timestamp) -> Option<Subscription> {
        let later = |months| {
            let span = Span::new().try_months(months).ok()?;
            Some(start.to_zoned(TimeZone::UTC).checked_add(span).ok()?.timestamp())
        };
        let end = match self.months {
            None => None,
            Some(months) => Some(later(months)?),
        };
        Some(Subscription { end, ..self.open(id, start) })
    }

    /// A subscription of this type without an end: staff set the end themselves
    /// (docs/rules/memberships.md#rule-3).
    pub fn open(&self, id: SubscriptionId, start: Timestamp) -> Subscription {
        Subscription {
            id,
            kind: self.name.clone(),
            start,
            end: None,
            books_allowed: self.books_allowed,
            timeframe: self.timeframe,
            notes: None,
        }
    }
}

/// Name of the type that organizations have by default.
const OF_ORGANIZATIONS: &str = "organization";

/// The default subscription of an organization of this type: the site's subscription of the same name, else
/// the one for organizations (docs/rules/organizations.md#rule-8, `subscriptionType`).
pub fn find_for_organization<'a>(
    offered: &'a [SubscriptionType],
    kind: &str,
) -> Option<&'a SubscriptionType> {
    let named = |name: &str| offered.iter().find(|offer| offer.name == name);
    named(kind).or_else(|| named(OF_ORGANIZATIONS))
}

/// Subscriptions of a site that defines no types of its own: the four names of
/// docs/rules/values.md#rule-14, free of charge.
pub fn defaults() -> Vec<SubscriptionType> {
    [
        ("individual", "For one reader", Some(12), true),
        ("student", "For a student", Some(12), true),
        ("trial", "To try the library for a month", Some(1), true),
        ("organization", "For schools and other organizations", None, false),
    ]
    .map(|(name, description, months, open_to_people)| SubscriptionType {
        name: name.into(),
        description: description.into(),
        price: 0,
        months,
        books_allowed: None,
        timeframe: DownloadTimeframe::Monthly,
        open_to_people,
    })
    .into()
}

/// Payment of a subscription (docs/rules/records.md#rule-23).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payment {
    pub promo_code: Option<String>,
    /// The price after it.
    pub cost: u64,
    /// Paid with credits, which are used first.
    pub credits_used: u64,
    /// Amount left to pay.
    pub amount_due: u64,
}

impl Payment {
    /// The price after a discount in percent, rounded down in the buyer's favor.
    pub fn cost(price: u64, percent_off: u8) -> u64 {
        let rest = u128::from(100 - percent_off.min(100));
        u64::try_from(u128::from(price) * rest / 100).unwrap_or(price)
    }
}

#[cfg(test)]
mod tests {
    use super::{Payment, defaults, find_for_organization};
    use crate::fixtures::{noon, with_change};

    #[test]
    fn a_promo_code_takes_a_part_off() {
        for (price, percent, cost) in
            [(5000, 0, 5000), (5000, 20, 4000), (999, 50, 499), (5000, 100, 0), (5000, 101, 0), (0, 50, 0)]
        {
            assert_eq!(Payment::cost(price, percent), cost, "{price} {percent}");
        }
        assert_eq!(Payment::cost(u64::MAX, 0), u64::MAX);
    }

    #[test]
    fn organizations_are_not_signed_up_by_people() {
        let names: Vec<_> =
            defaults().into_iter().filter(|kind| kind.open_to_people).map(|kind| kind.name).collect();
        assert_eq!(names, ["individual", "student", "trial"]);
    }

    #[test]
    fn a_subscription_lasts_as_many_months_as_its_type() {
        let types = defaults();
        let end = |name: &str| {
            let kind = types.iter().find(|kind| kind.name == name).unwrap();
            kind.begin("s".into(), noon()).unwrap().end.map(|end| end.to_string())
        };
        assert_eq!(end("individual").as_deref(), Some("2027-11-21T12:00:00Z"));
        assert_eq!(end("trial").as_deref(), Some("2026-12-21T12:00:00Z"));
        assert_eq!(end("organization"), None);
        let endless = with_change(types[0].clone(), |kind| kind.months = Some(u32::MAX));
        assert!(endless.begin("s".into(), noon()).is_none());
    }

    #[test]
    fn an_organization_gets_the_subscription_of_its_kind() {
        let mut offered = defaults();
        assert_eq!(find_for_organization(&offered, "school").unwrap().name, "organization");
        offered[0].name = "school".into();
        assert_eq!(find_for_organization(&offered, "school").unwrap().name, "school");
        assert_eq!(find_for_organization(&offered[..3], "library"), None);
    }
}
