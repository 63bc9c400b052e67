//! The own subscription, or that of the organization (spec 4, 2.6).

pub mod get;
pub mod post;

use domain::accounts::Role;
use domain::quotas::{self, Quota};
use domain::readers::Reader;
use domain::subscriptions::Subscription;
use jiff::Timestamp;

use crate::http::errors::Result;
use crate::records::{SubscriptionSummary, SubscriptionTypeRecord};
use crate::state::Api;

/// The active subscription that counts for a reader, with its quota: the own one of individual members, else
/// the organization's.
fn active(reader: &Reader, now: Timestamp) -> Option<(&Subscription, Quota)> {
    let own = reader.subscription(now).filter(|_| reader.account.is(Role::Individual));
    if let Some(own) = own {
        return Some((own, quotas::individual(reader, now)));
    }
    let standing = reader.organization.as_ref()?;
    let shared = standing.subscriptions.iter().find(|subscription| subscription.covers(now))?;
    Some((shared, quotas::organization(standing)))
}

/// The summary of the active subscription, if there is one.
async fn summary(api: &Api, reader: &Reader, now: Timestamp) -> Result<Option<SubscriptionSummary>> {
    let Some((subscription, quota)) = active(reader, now) else { return Ok(None) };
    let types = store::subscription_types::of_site(&api.db, &reader.account.site).await?;
    let kind = SubscriptionTypeRecord::named(&types, &subscription.kind);
    let payment = store::subscription_types::payment(&api.db, &subscription.id).await?;
    let books = (quota.allowed, quota.left());
    Ok(Some(SubscriptionSummary::new(api, subscription, kind, books, payment, now)))
}
