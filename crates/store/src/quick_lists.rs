//! The members that a sponsor keeps at hand (docs/rules/organizations.md#rule-4, `onQuickList`).

use std::collections::HashSet;

use domain::AccountId;
use jiff::Timestamp;

use crate::sql::insert_in_chunks;
use crate::{Conn, OnConflict, Result, Sql, Tx};

/// Puts a member on a sponsor's quick list, or takes it off. False if nothing changed.
pub async fn set(
    mut conn: impl Conn,
    sponsor: &AccountId,
    member: &AccountId,
    listed: bool,
    now: Timestamp,
) -> Result<bool> {
    let text = if listed {
        "INSERT INTO quick_lists (sponsor_id, member_id, date_added) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM quick_lists WHERE sponsor_id = $1 AND member_id = $2"
    };
    let statement = Sql::new(text).bind(sponsor.as_str()).bind(member.as_str());
    conn.affects_rows(if listed { statement.bind_time(now) } else { statement }).await
}

/// The members among these who are on a sponsor's quick list.
pub async fn find_listed(
    mut conn: impl Conn,
    sponsor: &AccountId,
    members: &[AccountId],
) -> Result<HashSet<AccountId>> {
    let select = Sql::new("SELECT member_id FROM quick_lists WHERE sponsor_id = $1 AND member_id IN (?)");
    let statements = select.bind(sponsor.as_str()).for_keys(members.iter().map(AccountId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| AccountId(id)).collect())
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
        let at = now.as_microsecond();
        let row = |member: &AccountId| [sponsor.as_str().into(), member.as_str().into(), at.into()];
        let columns = ["sponsor_id", "member_id", "date_added"];
        insert_in_chunks("quick_lists", columns, members.iter().map(row), OnConflict::Keep)
    } else {
        let delete = Sql::new("DELETE FROM quick_lists WHERE sponsor_id = $1 AND member_id IN (?)");
        delete.bind(sponsor.as_str()).for_keys(members.iter().map(AccountId::as_str))
    };
    tx.execute_each(statements).await.map(drop)
}

/// Forgets the quick list of an account that is no longer a sponsor.
pub async fn forget_sponsor(mut conn: impl Conn, account: &AccountId) -> Result<()> {
    let statement = Sql::new("DELETE FROM quick_lists WHERE sponsor_id = $1").bind(account.as_str());
    conn.execute(statement).await.map(|_| ())
}
