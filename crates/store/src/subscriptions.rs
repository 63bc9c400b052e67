//! Subscriptions of people and organizations.

use domain::{AccountId, OrganizationId, Subscription, SubscriptionId};

use crate::values::to_micros;
use crate::{Conn, KeyPage, Result, Sql, parse_enum, to_count, to_opt_timestamp, to_timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    Account(&'a AccountId),
    Organization(&'a OrganizationId),
}

const COLUMNS: &str = "SELECT id, kind, start_at, end_at, books_allowed, timeframe, notes FROM subscriptions";

/// The columns of a subscription, as they are read here and with a reader.
pub(crate) type SubscriptionRow = (String, String, i64, Option<i64>, Option<i64>, String, Option<String>);

pub(crate) fn subscription_from_row(row: SubscriptionRow) -> Result<Subscription> {
    let (id, kind, start, end, books_allowed, timeframe, notes) = row;
    Ok(Subscription {
        id: SubscriptionId(id),
        kind,
        start: to_timestamp(start)?,
        end: to_opt_timestamp(end)?,
        books_allowed: books_allowed.map(to_count).transpose()?,
        timeframe: parse_enum(&timeframe)?,
        notes,
    })
}

/// Adds a subscription. Conflict `subscriptions_pkey` if the identifier is taken.
pub async fn insert(mut conn: impl Conn, holder: Holder<'_>, subscription: &Subscription) -> Result<()> {
    let (account, organization) = match holder {
        Holder::Account(id) => (Some(id.as_str()), None),
        Holder::Organization(id) => (None, Some(id.as_str())),
    };
    let statement = Sql::new(
        "INSERT INTO subscriptions (id, kind, start_at, end_at, books_allowed, timeframe, notes, \
         account_id, organization_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    );
    let statement = bind_subscription(statement, subscription).bind(account).bind(organization);
    conn.execute(statement).await.map(|_| ())
}

/// Replaces a subscription; its holder stays. False if there is none with this identifier.
pub async fn update(mut conn: impl Conn, subscription: &Subscription) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE subscriptions SET kind = $2, start_at = $3, end_at = $4, books_allowed = $5, \
         timeframe = $6, notes = $7 WHERE id = $1",
    );
    conn.affects_rows(bind_subscription(statement, subscription)).await
}

fn bind_subscription(statement: Sql, subscription: &Subscription) -> Sql {
    statement
        .bind(subscription.id.as_str())
        .bind(subscription.kind.as_str())
        .bind_time(subscription.start)
        .bind(to_micros(subscription.end))
        .bind(subscription.books_allowed.map(i64::from))
        .bind(subscription.timeframe.as_str())
        .bind(subscription.notes.as_deref())
}

impl<'a> Holder<'a> {
    /// The column that names it, and its identifier.
    fn column(self) -> (&'static str, &'a str) {
        match self {
            Self::Account(id) => ("account_id", id.as_str()),
            Self::Organization(id) => ("organization_id", id.as_str()),
        }
    }
}

/// All subscriptions of a holder, newest start first.
pub async fn list_all(mut conn: impl Conn, holder: Holder<'_>) -> Result<Vec<Subscription>> {
    let (column, id) = holder.column();
    let statement = Sql::new(format!("{COLUMNS} WHERE {column} = $1 ORDER BY start_at DESC, id")).bind(id);
    conn.fetch_all::<SubscriptionRow>(statement).await?.into_iter().map(subscription_from_row).collect()
}

/// A position in a list of subscriptions: start, in microseconds, and identifier.
pub type StartPosition = (i64, String);

/// A page of a holder's subscriptions, newest start first, each with its position.
pub async fn page(
    mut conn: impl Conn,
    holder: Holder<'_>,
    page: &KeyPage<StartPosition>,
) -> Result<Vec<(StartPosition, Subscription)>> {
    let (column, id) = holder.column();
    let beyond = match page.after {
        Some(_) => "AND (start_at < $2 OR (start_at = $2 AND id > $3))",
        None => "",
    };
    let limit = page.limit;
    let statement =
        Sql::new(format!("{COLUMNS} WHERE {column} = $1 {beyond} ORDER BY start_at DESC, id LIMIT {limit}"))
            .bind(id);
    let statement = match &page.after {
        Some((start, id)) => statement.bind(*start).bind(id.as_str()),
        None => statement,
    };
    let rows = conn.fetch_all::<SubscriptionRow>(statement).await?;
    rows.into_iter().map(|row| Ok(((row.2, row.0.clone()), subscription_from_row(row)?))).collect()
}

pub async fn count(mut conn: impl Conn, holder: Holder<'_>) -> Result<u64> {
    let (column, id) = holder.column();
    let statement = Sql::new(format!("SELECT COUNT(*) FROM subscriptions WHERE {column} = $1")).bind(id);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// One subscription of this holder. `None` if it is of another.
pub async fn find(
    mut conn: impl Conn,
    holder: Holder<'_>,
    subscription_id: &SubscriptionId,
) -> Result<Option<Subscription>> {
    let (column, id) = holder.column();
    let statement = Sql::new(format!("{COLUMNS} WHERE {column} = $1 AND id = $2"))
        .bind(id)
        .bind(subscription_id.as_str());
    conn.fetch_optional::<SubscriptionRow>(statement).await?.map(subscription_from_row).transpose()
}

pub async fn get(mut conn: impl Conn, id: &SubscriptionId) -> Result<Option<Subscription>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1")).bind(id.as_str());
    conn.fetch_optional::<SubscriptionRow>(statement).await?.map(subscription_from_row).transpose()
}
