//! The members that a sponsor keeps at hand (docs/rules/organizations.md#rule-4, `onQuickList`).

use domain::ids::AccountId;
use jiff::Timestamp;

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;

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

/// Forgets the quick list of an account that is no longer a sponsor.
pub async fn forget_sponsor(mut conn: impl Conn, account: &AccountId) -> Result<()> {
    let statement = Sql::new("DELETE FROM quick_lists WHERE sponsor_id = $1").bind(account.as_str());
    conn.execute(statement).await.map(|_| ())
}

/// Takes an account that is no longer a member off all quick lists.
pub async fn forget_member(mut conn: impl Conn, account: &AccountId) -> Result<()> {
    let statement = Sql::new("DELETE FROM quick_lists WHERE member_id = $1").bind(account.as_str());
    conn.execute(statement).await.map(|_| ())
}
