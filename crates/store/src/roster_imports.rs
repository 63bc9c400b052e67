//! Tables of members that were uploaded on the pages and wait for a confirmation
//! (docs/rosters.md#on-the-pages).

use domain::ids::{AccountId, OrganizationId};
use jiff::{SignedDuration, Timestamp};

use crate::conn::Conn;
use crate::error::Result;
use crate::from_row::from_row;
use crate::sql::Sql;
use crate::tx::Tx;
use crate::values::to_timestamp;

/// Time in which an uploaded table may be confirmed.
pub const CONFIRMATION_PERIOD: SignedDuration = SignedDuration::from_hours(24);

/// A table that waits for its confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingImport {
    pub id: String,
    pub organization: OrganizationId,
    /// The sponsor who uploaded it.
    pub account: AccountId,
    /// Name of the file on the sponsor's computer.
    pub file_name: String,
    /// The table, as JSON.
    pub content: String,
    pub uploaded: Timestamp,
}

from_row! {
    struct PendingImportRow {
        id: String,
        organization_id: String,
        account_id: String,
        file_name: String,
        content: String,
        uploaded_at: i64,
    }
}

fn pending_import(row: PendingImportRow) -> Result<PendingImport> {
    Ok(PendingImport {
        id: row.id,
        organization: OrganizationId(row.organization_id),
        account: AccountId(row.account_id),
        file_name: row.file_name,
        content: row.content,
        uploaded: to_timestamp(row.uploaded_at)?,
    })
}

fn earliest_pending(now: Timestamp) -> Timestamp {
    now.saturating_sub(CONFIRMATION_PERIOD).unwrap_or(Timestamp::MIN)
}

/// Stores a table in place of the one that the same sponsor uploaded before.
pub async fn replace(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let earlier = Sql::new("DELETE FROM roster_imports WHERE account_id = $1");
    tx.execute(earlier.bind(new.account.as_str())).await?;
    let statement = Sql::new(
        "INSERT INTO roster_imports (id, organization_id, account_id, file_name, content, uploaded_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id.as_str())
    .bind(new.organization.as_str())
    .bind(new.account.as_str())
    .bind(new.file_name.as_str())
    .bind(new.content.as_str())
    .bind_time(new.uploaded);
    tx.execute(statement).await.map(drop)
}

/// A sponsor's table. `None` if it was confirmed or discarded, is too old, or somebody else's.
pub async fn get(
    mut conn: impl Conn,
    account: &AccountId,
    id: &str,
    now: Timestamp,
) -> Result<Option<PendingImport>> {
    let statement = Sql::new(
        "SELECT id, organization_id, account_id, file_name, content, uploaded_at FROM roster_imports \
         WHERE id = $1 AND account_id = $2 AND uploaded_at > $3",
    )
    .bind(id)
    .bind(account.as_str())
    .bind_time(earliest_pending(now));
    conn.fetch_optional::<PendingImportRow>(statement).await?.map(pending_import).transpose()
}

/// Removes a table. Returns false if another request has just removed it.
pub async fn delete(mut conn: impl Conn, account: &AccountId, id: &str) -> Result<bool> {
    let statement = Sql::new("DELETE FROM roster_imports WHERE id = $1 AND account_id = $2");
    conn.affects_rows(statement.bind(id).bind(account.as_str())).await
}

/// Removes tables that are too old to be confirmed. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM roster_imports WHERE uploaded_at <= $1");
    conn.execute(statement.bind_time(earliest_pending(now))).await
}
