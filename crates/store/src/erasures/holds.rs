//! Holds: people whom staff keep from being erased (docs/rules/erasure.md#rule-4).

use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, to_count, to_timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureHold {
    pub reason: String,
    /// Time since when it holds.
    pub held: Timestamp,
    /// The staff member who set it. `None` for the operator.
    pub by: Option<AccountId>,
}

/// Sets a hold, or replaces the one that a person has.
pub async fn set_hold(mut conn: impl Conn, account: &AccountId, hold: &ErasureHold) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO erasure_holds (account_id, reason, held_at, held_by) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (account_id) DO UPDATE SET reason = excluded.reason, held_at = excluded.held_at, \
         held_by = excluded.held_by",
    )
    .bind(account.as_str())
    .bind(hold.reason.as_str())
    .bind_time(hold.held)
    .bind(hold.by.as_ref().map(AccountId::as_str));
    conn.execute(statement).await.map(|_| ())
}

/// Removes a hold. False if there is none.
pub async fn release_hold(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    let statement = Sql::new("DELETE FROM erasure_holds WHERE account_id = $1").bind(account.as_str());
    conn.affects_rows(statement).await
}

pub async fn get_hold(mut conn: impl Conn, account: &AccountId) -> Result<Option<ErasureHold>> {
    let statement = Sql::new("SELECT reason, held_at, held_by FROM erasure_holds WHERE account_id = $1")
        .bind(account.as_str());
    let row = conn.fetch_optional::<(String, i64, Option<String>)>(statement).await?;
    row.map(|(reason, held, by)| Ok(ErasureHold { reason, held: to_timestamp(held)?, by: by.map(AccountId) }))
        .transpose()
}

pub async fn count_held_members(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM erasure_holds h JOIN accounts a ON a.id = h.account_id \
         WHERE a.organization_id = $1",
    )
    .bind(organization.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}
