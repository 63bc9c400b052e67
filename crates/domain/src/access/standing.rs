//! How one person stands, whatever the title.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::accounts::{Account, Role, age};
use crate::proofs::ProofStatus;
use crate::readers::Reader;
use crate::subscriptions::SubscriptionStatus;

/// The age from which adult content is open by default.
const ADULT: i16 = 18;

/// Whether the account wants adult content: its own choice; else yes from 18 years on
/// (docs/rules/access.md#rule-10). Readers whose age is not known are taken for minors, all others are at
/// work here and grown up.
pub fn adult_content_allowed(account: &Account, today: Date) -> bool {
    account.allow_adult_content.unwrap_or_else(|| match account.date_of_birth {
        Some(born) => age(born, today) >= ADULT,
        None => !(account.is(Role::Individual) || account.is(Role::OrganizationMember)),
    })
}

/// `subscriptionStatus` of an account: of sponsors and members that of the organization, of linked accounts
/// the better one (docs/rules/records.md#rule-22).
pub fn subscription_status(reader: &Reader, now: Timestamp) -> SubscriptionStatus {
    let own = reader.subscription_status(now);
    let shared = reader.organization.as_ref().map(|standing| standing.subscription_status(now));
    match shared {
        None => own,
        Some(shared) if !reader.account.is(Role::Individual) => shared,
        // The better a status, the smaller.
        Some(shared) => own.min(shared),
    }
}

/// `canDownload` of an account: agreement, subscription and proof are in order and the account is not
/// locked (docs/rules/records.md#rule-22). For members the organization's agreement and subscription count;
/// sponsors need no proof of their own.
pub fn can_download(reader: &Reader, now: Timestamp) -> bool {
    let account = &reader.account;
    let proven = reader.proof == ProofStatus::Active;
    let individual = account.is(Role::Individual)
        && reader.agreement_signed
        && reader.subscription_status(now) == SubscriptionStatus::Active
        && proven;
    let organization = reader.organization.as_ref().is_some_and(|standing| {
        standing.organization.agreement_signed
            && !standing.organization.suspended
            && standing.subscription_status(now) == SubscriptionStatus::Active
            && (account.is(Role::OrganizationSponsor) || (account.is(Role::OrganizationMember) && proven))
    });
    !account.locked && !account.deleted && (individual || organization)
}

#[cfg(test)]
mod tests {
    use super::{SubscriptionStatus, subscription_status};
    use crate::accounts::Role;
    use crate::fixtures::{days_ago, individual, member, now, school, with};

    #[test]
    fn a_linked_account_has_the_better_subscription() {
        use SubscriptionStatus::{Active, Expired, Missing};
        let without = |start: &[i64]| {
            with(individual("ada"), |reader| {
                reader.subscriptions.truncate(start.len());
                for subscription in &mut reader.subscriptions {
                    subscription.end = Some(days_ago(1));
                }
            })
        };
        assert_eq!(subscription_status(&individual("ada"), now()), Active);
        assert_eq!(subscription_status(&without(&[1]), now()), Expired);
        assert_eq!(subscription_status(&without(&[]), now()), Missing);

        let school = school();
        assert_eq!(subscription_status(&member("mia", &school), now()), Active);
        let closed = with(school, |school| school.subscriptions.clear());
        let member = member("mia", &closed);
        assert_eq!(subscription_status(&member, now()), Missing);
        let linked = with(member, |reader| {
            reader.account.roles.insert(Role::Individual);
            reader.subscriptions = individual("ada").subscriptions;
        });
        assert_eq!(subscription_status(&linked, now()), Active);
    }
}
