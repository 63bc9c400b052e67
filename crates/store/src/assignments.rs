//! Titles that sponsors assigned to members.

use std::collections::HashSet;

use domain::{AccountId, TitleId, wire_enum};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, PageRequest, Record as _, Result, RowPosition, Sql, Tx, insert_rows, record};

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
    conn.affects_rows(assignment_row(account, title, by, now).insert_if_new()).await
}

pub(crate) fn assignment_row(
    account: &AccountId,
    title: TitleId,
    by: Option<&AccountId>,
    now: Timestamp,
) -> TableRow<'static> {
    TableRow::new("assignments")
        .set("account_id", account)
        .set("title_id", title)
        .set("assigned_by", by)
        .set("date_assigned", now)
}

/// The accounts among these to which a title is assigned.
pub async fn find_assignees(
    mut conn: impl Conn,
    title: TitleId,
    accounts: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT account_id FROM assignments WHERE title_id = $1 AND account_id IN (?)");
    conn.fetch_each(select.bind(title).for_keys(accounts)).await
}

/// Assigns a title to accounts, as [`assign`] does to one.
pub async fn assign_many(
    tx: &mut Tx,
    accounts: &[AccountId],
    title: TitleId,
    by: &AccountId,
    now: Timestamp,
) -> Result<()> {
    let rows = accounts.iter().map(|account| assignment_row(account, title, Some(by), now));
    tx.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}

/// Removes an assignment. False if there is none, or if the title was removed permanently, which no list
/// shows.
pub async fn unassign(mut conn: impl Conn, account: &AccountId, title: TitleId) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM assignments WHERE account_id = $1 AND title_id = $2 \
         AND EXISTS (SELECT 1 FROM titles t WHERE t.id = title_id AND t.status <> 'removed')",
    )
    .bind_all((account, title));
    conn.affects_rows(statement).await
}

record! {
    Assignment {
        account: "x.account_id",
        title: "x.title_id",
        assigned_by: "x.assigned_by",
        date_assigned: "x.date_assigned",
        date_downloaded: "x.date_downloaded",
    }
}

/// A page of an account's assignments, each with its position. Titles removed permanently are left out.
pub async fn page(
    mut conn: impl Conn,
    account: &AccountId,
    page_request: PageRequest<'_, AssignmentSort, i64>,
) -> Result<Vec<(RowPosition<i64>, Assignment)>> {
    let key = match page_request.sort {
        AssignmentSort::AssignedDate => "CAST(x.date_assigned AS TEXT)",
        AssignmentSort::Title => "t.sort_title",
        AssignmentSort::Author => "t.sort_author",
        AssignmentSort::Assigner => "(a.first_name || ' ' || a.last_name)",
        AssignmentSort::DownloadDate => "CAST(x.date_downloaded AS TEXT)",
    };
    let statement = Sql::new(format!(
        "SELECT {key}, x.title_id, {} FROM assignments x JOIN titles t ON t.id = x.title_id \
         LEFT JOIN accounts a ON a.id = x.assigned_by \
         WHERE x.account_id = $1 AND t.status <> 'removed'",
        Assignment::COLUMNS
    ))
    .bind(account);
    conn.fetch_all(page_request.complete(statement, key, "x.title_id")).await
}

/// Counts the titles that are assigned to an account, without those removed permanently.
pub async fn count(mut conn: impl Conn, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM assignments x JOIN titles t ON t.id = x.title_id \
         WHERE x.account_id = $1 AND t.status <> 'removed'",
    )
    .bind(account);
    conn.fetch_one(statement).await
}

/// The titles that are assigned to an account, the last assigned first: at most `limit`.
pub async fn list_titles(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<TitleId>> {
    let statement = Sql::new(format!(
        "SELECT title_id FROM assignments WHERE account_id = $1 ORDER BY date_assigned DESC, title_id DESC LIMIT {limit}"
    ))
    .bind(account);
    conn.fetch_all(statement).await
}
