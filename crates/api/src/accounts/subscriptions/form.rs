//! Parameters of a subscription: the same for a new one and a change (docs/rules/memberships.md#rule-9).

use domain::subscriptions::DownloadTimeframe;
use jiff::civil::Date;
use services::subscriptions::{self, NewSubscription, SubscriptionDetails};

use crate::http::{Change, Count, OneOf, ShortText, Text, ValidatedParam};
use crate::params;

params! {
    /// A subscription. Omitted parameters follow its type, or keep their value.
    pub struct SubscriptionForm {
        /// YYYY-MM-DD: the day it begins.
        start_date: ValidatedParam<Date>,
        /// YYYY-MM-DD: it ends when this day begins, in UTC. Open without one.
        end_date: Change<Date>,
        /// Name of a type offered by the account's site.
        user_subscription_type: ValidatedParam<ShortText>,
        /// Books per time frame.
        num_books_allowed: Change<Count>,
        /// monthly or entireSubscription.
        download_timeframe: Change<OneOf<DownloadTimeframe>>,
        /// Notes for the staff.
        notes: Change<Text<2000>>,
    }
}

impl SubscriptionForm {
    /// Converts the form of a new subscription.
    pub fn into_new(self) -> NewSubscription {
        NewSubscription {
            start_date: self.start_date.0,
            user_subscription_type: self.user_subscription_type.0,
            details: SubscriptionDetails {
                end_date: self.end_date,
                num_books_allowed: self.num_books_allowed,
                download_timeframe: self.download_timeframe.map(|timeframe| timeframe.0),
                notes: self.notes,
            },
        }
    }

    /// Converts the form of a change.
    pub fn into_change(self) -> subscriptions::SubscriptionForm {
        let NewSubscription { start_date, user_subscription_type, details } = self.into_new();
        subscriptions::SubscriptionForm {
            start_date: start_date.into_value(),
            user_subscription_type: user_subscription_type.into_value(),
            details,
        }
    }
}
