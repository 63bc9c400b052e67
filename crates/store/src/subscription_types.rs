//! Subscriptions that a site offers, its promo codes, and payments of subscriptions.

use domain::subscription_types::{Payment, defaults};
use domain::{SiteId, SubscriptionId, SubscriptionType};
use jiff::Timestamp;

use crate::accounts::fold_login;
use crate::values::{to_bigint, to_micros};
use crate::{Conn, Result, Sql, parse_enum, to_count};

type TypeRow = (String, String, i64, Option<i64>, Option<i64>, String, bool);

fn type_from_row(row: TypeRow) -> Result<SubscriptionType> {
    let (name, description, price, months, books_allowed, timeframe, open_to_people) = row;
    Ok(SubscriptionType {
        name,
        description,
        price: to_count(price)?,
        months: months.map(to_count).transpose()?,
        books_allowed: books_allowed.map(to_count).transpose()?,
        timeframe: parse_enum(&timeframe)?,
        open_to_people,
    })
}

/// The types that a site offers, by name; the program's defaults if the site has none of its own.
pub async fn list_for_site(mut conn: impl Conn, site: &SiteId) -> Result<Vec<SubscriptionType>> {
    let statement = Sql::new(
        "SELECT name, description, price, months, books_allowed, timeframe, open_to_people \
         FROM subscription_types WHERE site_id = $1 ORDER BY name",
    )
    .bind(site.as_str());
    let rows = conn.fetch_all::<TypeRow>(statement).await?;
    if rows.is_empty() {
        let mut known = defaults();
        known.sort_by(|one, other| one.name.cmp(&other.name));
        return Ok(known);
    }
    rows.into_iter().map(type_from_row).collect()
}

/// Adds a type to what a site offers, or replaces the one of this name.
pub async fn set(mut conn: impl Conn, site: &SiteId, kind: &SubscriptionType) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO subscription_types \
         (site_id, name, description, price, months, books_allowed, timeframe, open_to_people) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (site_id, name) DO UPDATE SET \
         description = excluded.description, price = excluded.price, months = excluded.months, \
         books_allowed = excluded.books_allowed, timeframe = excluded.timeframe, \
         open_to_people = excluded.open_to_people",
    )
    .bind(site.as_str())
    .bind(kind.name.as_str())
    .bind(kind.description.as_str())
    .bind(to_bigint(kind.price)?)
    .bind(kind.months.map(i64::from))
    .bind(kind.books_allowed.map(i64::from))
    .bind(kind.timeframe.as_str())
    .bind(kind.open_to_people);
    conn.execute(statement).await.map(|_| ())
}

/// Adds a promo code of a site, or replaces it; it takes `percent` off the price until `ends`.
pub async fn set_promo_code(
    mut conn: impl Conn,
    site: &SiteId,
    code: &str,
    percent: u8,
    ends: Option<Timestamp>,
) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO promo_codes (site_id, code, percent, ends_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (site_id, code) DO UPDATE SET percent = excluded.percent, ends_at = excluded.ends_at",
    )
    .bind(site.as_str())
    .bind(fold_login(code))
    .bind(i64::from(percent))
    .bind(to_micros(ends));
    conn.execute(statement).await.map(|_| ())
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
    .bind(site.as_str())
    .bind(fold_login(code))
    .bind_time(now);
    conn.fetch_optional::<(i64,)>(statement).await?.map(|(percent,)| to_count(percent)).transpose()
}

/// Records how a subscription was paid for.
pub async fn record_payment(
    mut conn: impl Conn,
    subscription: &SubscriptionId,
    payment: &Payment,
) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO payments (subscription_id, promo_code, cost, credits_used, amount_due) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(subscription.as_str())
    .bind(payment.promo_code.as_deref())
    .bind(to_bigint(payment.cost)?)
    .bind(to_bigint(payment.credits_used)?)
    .bind(to_bigint(payment.amount_due)?);
    conn.execute(statement).await.map(|_| ())
}

/// The payment for a subscription; all zero for one that staff gave.
pub async fn get_payment(mut conn: impl Conn, subscription: &SubscriptionId) -> Result<Payment> {
    let statement = Sql::new(
        "SELECT promo_code, cost, credits_used, amount_due FROM payments WHERE subscription_id = $1",
    )
    .bind(subscription.as_str());
    match conn.fetch_optional::<(Option<String>, i64, i64, i64)>(statement).await? {
        None => Ok(Payment::default()),
        Some((promo_code, cost, credits_used, amount_due)) => Ok(Payment {
            promo_code,
            cost: to_count(cost)?,
            credits_used: to_count(credits_used)?,
            amount_due: to_count(amount_due)?,
        }),
    }
}
