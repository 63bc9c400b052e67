//! The sandbox's subscription types, with a price and a promo code, so that apps can try both.

use domain::subscription_types::{SubscriptionType, defaults};
use domain::{DownloadTimeframe, MAIN_SITE, SiteId, Subscription, SubscriptionId};
use jiff::Timestamp;
use store::Db;

/// Takes a fifth off.
const PROMO_CODE: (&str, u8) = ("WELCOME20", 20);

/// Price of a subscription of type `individual`, in cents.
const PRICE_CENTS: u64 = 5000;

/// Credits of a person without a subscription, in cents.
pub const CREDIT_CENTS: u64 = 1500;

/// Creates the subscription types of the main site, and the promo code.
pub async fn create_types_and_promo_code(db: &Db) -> anyhow::Result<()> {
    let site = SiteId::from(MAIN_SITE);
    for kind in defaults() {
        let price = if kind.name == "individual" { PRICE_CENTS } else { 0 };
        store::subscription_types::set(db, &site, &SubscriptionType { price, ..kind }).await?;
    }
    let (code, percent) = PROMO_CODE;
    store::subscription_types::set_promo_code(db, &site, code, percent, None).await?;
    Ok(())
}

/// The subscription of a person or an organization.
pub fn new_subscription(holder: &str, kind: &str, start: Timestamp) -> Subscription {
    Subscription {
        id: SubscriptionId::from(format!("{holder}-subscription")),
        kind: kind.to_owned(),
        start,
        end: None,
        books_allowed: None,
        timeframe: DownloadTimeframe::Monthly,
        notes: None,
    }
}
