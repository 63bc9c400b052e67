//! Titles that sponsors assigned to members.

use std::collections::HashSet;

use domain::{AccountId, TitleId, wire_enum};
use jiff::Timestamp;

use crate::sql::insert_in_chunks;
use crate::{
    Conn, OnConflict, PageRequest, Result, RowPosition, Sql, Tx, to_count, to_opt_timestamp, to_timestamp,
};

wire_enum! {
    /// Orders of assigned titles (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum AssignmentSort {
        /// Time of the assignment.
        #[default]
        AssignedDate = "assignedDate",
        /// Title, without its leading article.
        Title = "title",
        /// Index name of the first author.
        Author = "author",
        /// Display name of the person who assigned it.
        Assigner = "assigner",
        /// First complete fetch.
        DownloadDate = "downloadDate",
    }
}

/// One title assigned to one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub account: AccountId,
    pub title: TitleId,
    pub assigned_by: Option<AccountId>,
    pub date_assigned: Timestamp,
    /// First complete fetch for this account.
    pub date_downloaded: Option<Timestamp>,
}

/// Assigns a title. False if it was assigned before, which stays unchanged.
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
    .bind_time(now);
    conn.affects_rows(statement).await
}

/// The accounts among these to which a title is assigned.
pub async fn find_assignees(
    mut conn: impl Conn,
    title: TitleId,
    accounts: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT account_id FROM assignments WHERE title_id = $1 AND account_id IN (?)");
    let statements = select.bind(title.0).for_keys(accounts.iter().map(AccountId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| AccountId(id)).collect())
}

/// Assigns a title to accounts, as [`assign`] does to one.
pub async fn assign_many(
    tx: &mut Tx,
    accounts: &[AccountId],
    title: TitleId,
    by: &AccountId,
    now: Timestamp,
) -> Result<()> {
    let at = now.as_microsecond();
    let columns = ["account_id", "title_id", "assigned_by", "date_assigned"];
    let row = |account: &AccountId| [account.as_str().into(), title.0.into(), by.as_str().into(), at.into()];
    let statements = insert_in_chunks("assignments", columns, accounts.iter().map(row), OnConflict::Keep);
    tx.execute_each(statements).await.map(drop)
}

/// Removes an assignment. False if there is none, or if the title was removed permanently, which no list
/// shows.
pub async fn unassign(mut conn: impl Conn, account: &AccountId, title: TitleId) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM assignments WHERE account_id = $1 AND title_id = $2 \
         AND EXISTS (SELECT 1 FROM titles t WHERE t.id = title_id AND t.status <> 'removed')",
    )
    .bind(account.as_str())
    .bind(title.0);
    conn.affects_rows(statement).await
}

type AssignmentRow = (String, i64, Option<String>, i64, Option<i64>);

fn assignment_from_row((account, title, by, assigned, downloaded): AssignmentRow) -> Result<Assignment> {
    Ok(Assignment {
        account: AccountId(account),
        title: TitleId(title),
        assigned_by: by.map(AccountId),
        date_assigned: to_timestamp(assigned)?,
        date_downloaded: to_opt_timestamp(downloaded)?,
    })
}

/// A page of an account's assignments, each with its position. Titles removed permanently are left out.
pub async fn page(
    mut conn: impl Conn,
    account: &AccountId,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Vec<(RowPosition<i64>, Assignment)>> {
    // Times have sixteen digits from 2001 to 2286, so that they sort as texts.
    let key = match page_request.sort {
        AssignmentSort::AssignedDate => "CAST(x.date_assigned AS TEXT)",
        AssignmentSort::Title => "t.sort_title",
        AssignmentSort::Author => "t.sort_author",
        AssignmentSort::Assigner => "(a.first_name || ' ' || a.last_name)",
        AssignmentSort::DownloadDate => "CAST(x.date_downloaded AS TEXT)",
    };
    let (beyond, order) =
        (page_request.after_condition(key, "x.title_id", 2), page_request.order_and_limit(key, "x.title_id"));
    let statement = Sql::new(format!(
        "SELECT x.account_id, x.title_id, x.assigned_by, x.date_assigned, x.date_downloaded, {key} \
         FROM assignments x JOIN titles t ON t.id = x.title_id LEFT JOIN accounts a ON a.id = x.assigned_by \
         WHERE x.account_id = $1 AND t.status <> 'removed' {beyond} {order}"
    ))
    .bind(account.as_str());
    let rows = conn.fetch_all::<(String, i64, Option<String>, i64, Option<i64>, Option<String>)>(
        page_request.bind_position(statement),
    );
    rows.await?
        .into_iter()
        .map(|(account, title, by, assigned, downloaded, key)| {
            Ok(((key, title), assignment_from_row((account, title, by, assigned, downloaded))?))
        })
        .collect()
}

/// Counts the titles that are assigned to an account, without those removed permanently.
pub async fn count(mut conn: impl Conn, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM assignments x JOIN titles t ON t.id = x.title_id \
         WHERE x.account_id = $1 AND t.status <> 'removed'",
    )
    .bind(account.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// The titles that are assigned to an account, the last assigned first: at most `limit`.
pub async fn list_titles(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<TitleId>> {
    let statement = Sql::new(format!(
        "SELECT title_id FROM assignments WHERE account_id = $1 ORDER BY date_assigned DESC, title_id DESC LIMIT {limit}"
    ))
    .bind(account.as_str());
    Ok(conn.fetch_all::<(i64,)>(statement).await?.into_iter().map(|(id,)| TitleId(id)).collect())
}
