//! Titles that sponsors assigned to members.

use domain::ids::{AccountId, TitleId};
use jiff::Timestamp;

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;
use crate::values::{opt_time, time};

/// One title assigned to one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// To whom.
    pub account: AccountId,
    /// Which title.
    pub title: TitleId,
    /// By whom.
    pub assigned_by: Option<AccountId>,
    /// When.
    pub date_assigned: Timestamp,
    /// First complete fetch for this account.
    pub date_downloaded: Option<Timestamp>,
}

/// Assigns a title. False when it was assigned before, which stays as it is.
pub async fn assign(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    by: Option<&AccountId>,
    now: Timestamp,
) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO assignments (account_id, title_id, assigned_by, date_assigned) \
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(account.as_str())
    .bind(title.0)
    .bind(by.map(AccountId::as_str))
    .time(now);
    conn.changed(statement).await
}

/// Takes an assignment back. False when there was none.
pub async fn unassign(mut conn: impl Conn, account: &AccountId, title: TitleId) -> Result<bool> {
    let statement = Sql::new("DELETE FROM assignments WHERE account_id = $1 AND title_id = $2")
        .bind(account.as_str())
        .bind(title.0);
    conn.changed(statement).await
}

type AssignmentRow = (String, i64, Option<String>, i64, Option<i64>);

/// What is assigned to an account, oldest first.
pub async fn of_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Assignment>> {
    let statement = Sql::new(
        "SELECT account_id, title_id, assigned_by, date_assigned, date_downloaded FROM assignments \
         WHERE account_id = $1 ORDER BY date_assigned, title_id",
    )
    .bind(account.as_str());
    let rows = conn.all::<AssignmentRow>(statement).await?;
    rows.into_iter()
        .map(|(account, title, by, assigned, downloaded)| {
            Ok(Assignment {
                account: AccountId(account),
                title: TitleId(title),
                assigned_by: by.map(AccountId),
                date_assigned: time(assigned)?,
                date_downloaded: opt_time(downloaded)?,
            })
        })
        .collect()
}
