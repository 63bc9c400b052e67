//! What subscriptions a site offers, and what they cost (spec 4, 3.1: data, not code).

use crate::subscriptions::DownloadTimeframe;

/// A type of subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionType {
    /// Identifier and name, for example `individual`.
    pub name: String,
    /// A sentence for people.
    pub description: String,
    /// Price in the smallest unit of the currency.
    pub price: u64,
    /// How many months it lasts; none stays open.
    pub months: Option<u32>,
    /// Books in a time frame; none takes the default of spec 4, 4.5.
    pub books_allowed: Option<u32>,
    /// The time frame.
    pub timeframe: DownloadTimeframe,
    /// People may take it out for themselves.
    pub open_to_people: bool,
}

/// What a site offers that says nothing itself: the four names of spec 4, 3.1, free of charge.
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

/// How a subscription was paid for (spec 4, 2.6).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payment {
    /// The promo code used.
    pub promo_code: Option<String>,
    /// The price after it.
    pub cost: u64,
    /// Paid with credits, which are used first.
    pub credits_used: u64,
    /// What is left to pay.
    pub amount_due: u64,
}

impl Payment {
    /// What `price` costs with so many percent off; fractions are the buyer's.
    pub fn cost(price: u64, percent_off: u8) -> u64 {
        let rest = u128::from(100 - percent_off.min(100));
        u64::try_from(u128::from(price) * rest / 100).unwrap_or(price)
    }
}

#[cfg(test)]
mod tests {
    use super::{Payment, defaults};

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
}
