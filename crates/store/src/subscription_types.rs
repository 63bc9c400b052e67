//! Subscriptions that a site offers, its promo codes, and payments of subscriptions.

use domain::subscription_types::{Payment, defaults};
use domain::{SiteId, SubscriptionId, SubscriptionType};
use jiff::Timestamp;

use crate::accounts::fold_login;
use crate::sql::TableRow;
use crate::values::to_bigint;
use crate::{Conn, Record as _, Result, Sql, record};

record! {
    SubscriptionType { name, description, price, months, books_allowed, timeframe, open_to_people }
}

record! { Payment { promo_code, cost, credits_used, amount_due } }

/// The types that a site offers, by name; the program's defaults if the site has none of its own.
pub async fn list_for_site(mut conn: impl Conn, site: &SiteId) -> Result<Vec<SubscriptionType>> {
    let statement = SubscriptionType::select_from("subscription_types WHERE site_id = $1 ORDER BY name");
    let mut types = conn.fetch_all(statement.bind(site)).await?;
    if types.is_empty() {
        types = defaults();
        types.sort_by(|one, other| one.name.cmp(&other.name));
    }
    Ok(types)
}

/// Adds a type to what a site offers, or replaces the one of this name.
pub async fn set(mut conn: impl Conn, site: &SiteId, kind: &SubscriptionType) -> Result<()> {
    let row = TableRow::new("subscription_types")
        .set("site_id", site)
        .set("name", &kind.name)
        .set("description", &kind.description)
        .set("price", to_bigint(kind.price)?)
        .set("months", kind.months)
        .set("books_allowed", kind.books_allowed)
        .set("timeframe", kind.timeframe)
        .set("open_to_people", kind.open_to_people);
    conn.execute(row.upsert(&["site_id", "name"])).await.map(drop)
}

/// Adds a promo code of a site, or replaces it; it takes `percent` off the price until `ends`.
pub async fn set_promo_code(
    mut conn: impl Conn,
    site: &SiteId,
    code: &str,
    percent: u8,
    ends: Option<Timestamp>,
) -> Result<()> {
    let row = TableRow::new("promo_codes")
        .set("site_id", site)
        .set("code", fold_login(code))
        .set("percent", i64::from(percent))
        .set("ends_at", ends);
    conn.execute(row.upsert(&["site_id", "code"])).await.map(drop)
}

/// The discount of a promo code in percent. `None` if the code is unknown or expired.
pub async fn find_discount(
    mut conn: impl Conn,
    site: &SiteId,
    code: &str,
    now: Timestamp,
) -> Result<Option<u8>> {
    let statement = Sql::new(
        "SELECT percent FROM promo_codes WHERE site_id = $1 AND code = $2 AND (ends_at IS NULL OR ends_at > $3)",
    )
    .bind_all((site, fold_login(code), now));
    conn.fetch_optional(statement).await
}

/// Records how a subscription was paid for.
pub async fn record_payment(
    mut conn: impl Conn,
    subscription: &SubscriptionId,
    payment: &Payment,
) -> Result<()> {
    let row = TableRow::new("payments")
        .set("subscription_id", subscription)
        .set("promo_code", payment.promo_code.as_deref())
        .set("cost", to_bigint(payment.cost)?)
        .set("credits_used", to_bigint(payment.credits_used)?)
        .set("amount_due", to_bigint(payment.amount_due)?);
    conn.execute(row.insert()).await.map(drop)
}

/// The payment for a subscription; all zero for one that staff gave.
pub async fn get_payment(mut conn: impl Conn, subscription: &SubscriptionId) -> Result<Payment> {
    let statement = Payment::select_from("payments WHERE subscription_id = $1").bind(subscription);
    Ok(conn.fetch_optional(statement).await?.unwrap_or_default())
}
