//! Holds: people whom staff keep from being erased (docs/rules/erasure.md#rule-4).

use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, record};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureHold {
    pub reason: String,
    /// Time since when it holds.
    pub held: Timestamp,
    /// The staff member who set it. `None` for the operator.
    pub by: Option<AccountId>,
}

record! { ErasureHold { reason, held: "held_at", by: "held_by" } }

/// Sets a hold, or replaces the one that a person has.
pub async fn set_hold(mut conn: impl Conn, account: &AccountId, hold: &ErasureHold) -> Result<()> {
    let row = TableRow::new("erasure_holds")
        .set("account_id", account)
        .set("reason", &hold.reason)
        .set("held_at", hold.held)
        .set("held_by", &hold.by);
    conn.execute(row.upsert(&["account_id"])).await.map(drop)
}

/// Removes a hold. False if there is none.
pub async fn release_hold(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM erasure_holds WHERE account_id = $1").bind(account)).await
}

pub async fn get_hold(mut conn: impl Conn, account: &AccountId) -> Result<Option<ErasureHold>> {
    conn.fetch_optional(ErasureHold::select_from("erasure_holds WHERE account_id = $1").bind(account)).await
}

pub async fn count_held_members(mut conn: impl Conn, organization: &OrganizationId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM erasure_holds h JOIN accounts a ON a.id = h.account_id \
         WHERE a.organization_id = $1",
    )
    .bind(organization);
    conn.fetch_one(statement).await
}
