//! Subscriptions of people and organizations.

use domain::{AccountId, OrganizationId, Subscription, SubscriptionId};

use crate::sql::TableRow;
use crate::{Conn, KeyPage, Record as _, Result, Sql, record};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    Account(&'a AccountId),
    Organization(&'a OrganizationId),
}

record! {
    Subscription { id, kind, start: "start_at", end: "end_at", books_allowed, timeframe, notes }
}

/// Adds a subscription. Conflict `subscriptions_pkey` if the identifier is taken.
pub async fn insert(mut conn: impl Conn, holder: Holder<'_>, subscription: &Subscription) -> Result<()> {
    let (column, id) = holder.column();
    conn.execute(subscription_row(subscription).set(column, id).insert()).await.map(drop)
}

/// Replaces a subscription; its holder stays. False if there is none with this identifier.
pub async fn update(mut conn: impl Conn, subscription: &Subscription) -> Result<bool> {
    conn.affects_rows(subscription_row(subscription).update()).await
}

fn subscription_row(subscription: &Subscription) -> TableRow<'static> {
    TableRow::new("subscriptions")
        .set("id", &subscription.id)
        .set("kind", &subscription.kind)
        .set("start_at", subscription.start)
        .set("end_at", subscription.end)
        .set("books_allowed", subscription.books_allowed)
        .set("timeframe", subscription.timeframe)
        .set("notes", subscription.notes.as_deref())
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
    let source = format!("subscriptions WHERE {column} = $1 ORDER BY start_at DESC, id");
    conn.fetch_all(Subscription::select_from(&source).bind(id)).await
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
    let statement = Sql::new(format!(
        "SELECT start_at, id, {} FROM subscriptions WHERE {column} = $1 {beyond} \
         ORDER BY start_at DESC, id LIMIT {}",
        Subscription::COLUMNS,
        page.limit
    ))
    .bind(id);
    let statement = match &page.after {
        Some((start, id)) => statement.bind(*start).bind(id),
        None => statement,
    };
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn, holder: Holder<'_>) -> Result<u64> {
    let (column, id) = holder.column();
    conn.fetch_one(Sql::new(format!("SELECT COUNT(*) FROM subscriptions WHERE {column} = $1")).bind(id)).await
}

/// One subscription of this holder. `None` if it is of another.
pub async fn find(
    mut conn: impl Conn,
    holder: Holder<'_>,
    subscription_id: &SubscriptionId,
) -> Result<Option<Subscription>> {
    let (column, id) = holder.column();
    let statement = Subscription::select_from(&format!("subscriptions WHERE {column} = $1 AND id = $2"));
    conn.fetch_optional(statement.bind(id).bind(subscription_id)).await
}

pub async fn get(mut conn: impl Conn, id: &SubscriptionId) -> Result<Option<Subscription>> {
    conn.fetch_optional(Subscription::select_from("subscriptions WHERE id = $1").bind(id)).await
}
