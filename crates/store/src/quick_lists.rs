//! The members that a sponsor keeps at hand (docs/rules/organizations.md#rule-4, `onQuickList`).

use std::collections::HashSet;

use domain::AccountId;
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Result, Sql, Tx, insert_rows};

/// Puts a member on a sponsor's quick list, or takes it off. False if nothing changed.
pub async fn set(
    mut conn: impl Conn,
    sponsor: &AccountId,
    member: &AccountId,
    listed: bool,
    now: Timestamp,
) -> Result<bool> {
    let row = list_row(sponsor, member);
    conn.affects_rows(if listed { row.set("date_added", now).insert_if_new() } else { row.delete() }).await
}

pub(crate) fn list_row(sponsor: &AccountId, member: &AccountId) -> TableRow<'static> {
    TableRow::new("quick_lists").set("sponsor_id", sponsor).set("member_id", member)
}

/// The members among these who are on a sponsor's quick list.
pub async fn find_listed(
    mut conn: impl Conn,
    sponsor: &AccountId,
    members: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT member_id FROM quick_lists WHERE sponsor_id = $1 AND member_id IN (?)");
    conn.fetch_each(select.bind(sponsor).for_keys(members)).await
}

/// Puts members on a sponsor's quick list, or takes them off, as [`set`] does with one.
pub async fn set_many(
    tx: &mut Tx,
    sponsor: &AccountId,
    members: &[AccountId],
    listed: bool,
    now: Timestamp,
) -> Result<()> {
    let statements = if listed {
        let row = |member: &AccountId| list_row(sponsor, member).set("date_added", now);
        insert_rows(members.iter().map(row), OnConflict::Keep)
    } else {
        let delete = Sql::new("DELETE FROM quick_lists WHERE sponsor_id = $1 AND member_id IN (?)");
        delete.bind(sponsor).for_keys(members)
    };
    tx.execute_each(statements).await.map(drop)
}

/// Forgets the quick list of an account that is no longer a sponsor.
pub async fn forget_sponsor(mut conn: impl Conn, account: &AccountId) -> Result<()> {
    conn.execute(Sql::new("DELETE FROM quick_lists WHERE sponsor_id = $1").bind(account)).await.map(drop)
}
