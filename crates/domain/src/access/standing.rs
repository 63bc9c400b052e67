//! How one person stands, whatever the title.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::accounts::{Account, Role, age};
use crate::proofs::ProofStatus;
use crate::readers::Reader;
use crate::subscriptions::SubscriptionStatus;

/// The age from which adult content is open by default.
const ADULT: i16 = 18;

/// Whether the account wants adult content: its own choice; else yes from 18 years on (spec 4, 4.2 rule 10).
/// Readers whose age is not known are taken for minors, all others are at work here and grown up.
pub fn adult_content_allowed(account: &Account, today: Date) -> bool {
    account.allow_adult_content.unwrap_or_else(|| match account.date_of_birth {
        Some(born) => age(born, today) >= ADULT,
        None => !(account.is(Role::Individual) || account.is(Role::OrganizationMember)),
    })
}

/// `canDownload` of an account: agreement, subscription and proof are in order and the account is not
/// locked (spec 4, 2.5). For members the organization's agreement and subscription count; sponsors need no
/// proof of their own.
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
