//! Emails from templates that staff send to people (docs/rules/memberships.md#rule-17).

use jiff::Timestamp;
use jiff::civil::Date;
pub use vocabulary::staff_emails::StaffEmailKind;

use crate::{AccountId, Reader, utc_date};

/// Maximum length of the sentence that the sender adds, in characters.
pub const MAX_SENTENCE_CHARS: usize = 500;

/// The page that every email from a template leads to.
pub const EMAIL_LINK_PATH: &str = "/account";

/// An email that staff sent from a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffEmail {
    pub id: i64,
    pub account: AccountId,
    /// The staff member. `None` for the operator.
    pub sent_by: Option<AccountId>,
    pub kind: StaffEmailKind,
    /// BCP 47 tag of the language.
    pub language: String,
    /// A sentence of the sender's own.
    pub sentence: Option<String>,
    pub sent: Timestamp,
}

/// The day on which the person's own subscription ends, in UTC, as an email names it. `None` if there is none
/// with an end.
pub fn subscription_end(reader: &Reader, now: Timestamp) -> Option<Date> {
    reader.subscription(now)?.end.map(utc_date)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::subscription_end;
    use crate::fixtures::{individual, noon, with_change};
    use crate::utc_date;

    #[test]
    fn an_email_names_the_end_of_the_subscription_that_counts_now() {
        let end = noon() + SignedDuration::from_hours(24 * 9);
        let reader = with_change(individual("ada"), |reader| {
            for subscription in &mut reader.subscriptions {
                subscription.end = Some(end);
            }
        });
        assert_eq!(subscription_end(&reader, noon()), Some(utc_date(end)));
        assert_eq!(subscription_end(&reader, end), None);
    }
}
