//! Tables of members that wait for a decision: those that were uploaded on the pages, and files from a folder
//! that are held (docs/rosters.md).

use domain::dates::time_before;
use domain::roster_holds::{HOLD_PERIOD, RosterHold};
use domain::{AccountId, OrganizationId};
use jiff::{SignedDuration, Timestamp};

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record, replaced_value};

/// Time in which an uploaded table may be confirmed.
pub const CONFIRMATION_PERIOD: SignedDuration = SignedDuration::from_hours(24);
/// Maximum number of held files of an organization; beyond it, the oldest are deleted.
pub const MAX_HELD_FILES: u32 = 10;

/// A table that waits for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingImport {
    pub id: String,
    pub organization: OrganizationId,
    /// The sponsor who uploaded it. `None` if it came from a folder.
    pub account: Option<AccountId>,
    /// Name of the file on the sponsor's computer or in the folder.
    pub file_name: String,
    /// The table, as JSON.
    pub content: String,
    pub uploaded: Timestamp,
    /// The reason why it is held. `None` if a sponsor uploaded it.
    pub hold: Option<RosterHold>,
}

/// A held file without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldFile {
    pub id: String,
    pub file_name: String,
    /// Time at which it was taken from the folder.
    pub taken: Timestamp,
    pub hold: RosterHold,
}

record! {
    PendingImport {
        id,
        organization: "organization_id",
        account: "account_id",
        file_name,
        content,
        uploaded: "uploaded_at",
        hold: "held_reason",
    }
}

record! { HeldFile { id, file_name, taken: "uploaded_at", hold: "held_reason" } }

/// Stores an uploaded table, replacing the previous one of the same sponsor.
pub async fn replace_upload(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let earlier = Sql::new("DELETE FROM roster_imports WHERE account_id = $1");
    tx.execute(earlier.bind(&new.account)).await?;
    insert(tx, new).await
}

/// Stores a held file, replacing one of the same name, and deletes the oldest if there are too many.
pub async fn replace_held(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let earlier = Sql::new(
        "DELETE FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL AND file_name = $2",
    );
    tx.execute(earlier.bind(&new.organization).bind(&new.file_name)).await?;
    insert(tx, new).await?;
    let oldest = Sql::new(format!(
        "DELETE FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL AND id NOT IN \
         (SELECT id FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL \
         ORDER BY uploaded_at DESC, id LIMIT {MAX_HELD_FILES})"
    ));
    tx.execute(oldest.bind(&new.organization)).await.map(drop)
}

async fn insert(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let hold = new.hold.as_ref().map(replaced_value).transpose()?;
    let row = TableRow::new("roster_imports")
        .set("id", &new.id)
        .set("organization_id", &new.organization)
        .set("account_id", &new.account)
        .set("file_name", &new.file_name)
        .set("content", &new.content)
        .set("uploaded_at", new.uploaded)
        .set("held_reason", hold);
    tx.execute(row.insert()).await.map(drop)
}

/// A table. `None` if it was confirmed or discarded, or has waited for too long.
pub async fn get(mut conn: impl Conn, id: &str, now: Timestamp) -> Result<Option<PendingImport>> {
    let statement = PendingImport::select_from(
        "roster_imports WHERE id = $1 AND (held_reason IS NULL AND uploaded_at > $2 \
         OR held_reason IS NOT NULL AND uploaded_at > $3)",
    )
    .bind_all((id, time_before(now, CONFIRMATION_PERIOD), time_before(now, HOLD_PERIOD)));
    conn.fetch_optional(statement).await
}

/// The held files of an organization, newest first.
pub async fn list_held(
    mut conn: impl Conn,
    organization: &OrganizationId,
    now: Timestamp,
) -> Result<Vec<HeldFile>> {
    let statement = HeldFile::select_from(
        "roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL AND uploaded_at > $2 \
         ORDER BY uploaded_at DESC, id",
    )
    .bind_all((organization, time_before(now, HOLD_PERIOD)));
    conn.fetch_all(statement).await
}

/// Counts the files of all organizations that have been held since before this time, and still wait.
pub async fn count_held_before(mut conn: impl Conn, earliest: Timestamp, now: Timestamp) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM roster_imports WHERE held_reason IS NOT NULL AND uploaded_at < $1 \
         AND uploaded_at > $2",
    )
    .bind_all((earliest, time_before(now, HOLD_PERIOD)));
    conn.fetch_one(statement).await
}

/// Removes a table. Returns false if another request has just removed it.
pub async fn delete(mut conn: impl Conn, id: &str) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM roster_imports WHERE id = $1").bind(id)).await
}

/// Removes tables that have waited for too long. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new(
        "DELETE FROM roster_imports WHERE held_reason IS NULL AND uploaded_at <= $1 OR uploaded_at <= $2",
    )
    .bind_all((time_before(now, CONFIRMATION_PERIOD), time_before(now, HOLD_PERIOD)));
    conn.execute(statement).await
}
