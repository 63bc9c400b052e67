//! Tables of members that wait for a decision: those that were uploaded on the pages, and files from a folder
//! that are held (docs/rosters.md).

use domain::roster_holds::{HOLD_PERIOD, RosterHold};
use domain::{AccountId, OrganizationId};
use jiff::{SignedDuration, Timestamp};

use crate::{Conn, Result, Sql, Tx, from_row, parse_record, replaced_value, to_count, to_timestamp};

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
    /// Name of the file in the folder.
    pub file_name: String,
    /// Time at which it was taken from the folder.
    pub taken: Timestamp,
    pub hold: RosterHold,
}

from_row! {
    struct PendingImportRow {
        id: String,
        organization_id: String,
        account_id: Option<String>,
        file_name: String,
        content: String,
        uploaded_at: i64,
        held_reason: Option<String>,
    }
}

from_row! {
    struct HeldFileRow {
        id: String,
        file_name: String,
        uploaded_at: i64,
        held_reason: String,
    }
}

fn import_from_row(row: PendingImportRow) -> Result<PendingImport> {
    Ok(PendingImport {
        id: row.id,
        organization: OrganizationId(row.organization_id),
        account: row.account_id.map(AccountId),
        file_name: row.file_name,
        content: row.content,
        uploaded: to_timestamp(row.uploaded_at)?,
        hold: row.held_reason.map(|hold| parse_record(&hold)).transpose()?,
    })
}

fn held_file_from_row(row: HeldFileRow) -> Result<HeldFile> {
    Ok(HeldFile {
        id: row.id,
        file_name: row.file_name,
        taken: to_timestamp(row.uploaded_at)?,
        hold: parse_record(&row.held_reason)?,
    })
}

/// Tables that came later still wait.
fn earliest_waiting(now: Timestamp, period: SignedDuration) -> Timestamp {
    now.saturating_sub(period).unwrap_or(Timestamp::MIN)
}

/// Stores an uploaded table, replacing the previous one of the same sponsor.
pub async fn replace_upload(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let earlier = Sql::new("DELETE FROM roster_imports WHERE account_id = $1");
    tx.execute(earlier.bind(new.account.as_ref().map(AccountId::as_str))).await?;
    insert(tx, new).await
}

/// Stores a held file, replacing one of the same name, and deletes the oldest if there are too many.
pub async fn replace_held(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let earlier = Sql::new(
        "DELETE FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL AND file_name = $2",
    );
    tx.execute(earlier.bind(new.organization.as_str()).bind(new.file_name.as_str())).await?;
    insert(tx, new).await?;
    let oldest = Sql::new(format!(
        "DELETE FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL AND id NOT IN \
         (SELECT id FROM roster_imports WHERE organization_id = $1 AND held_reason IS NOT NULL \
         ORDER BY uploaded_at DESC, id LIMIT {MAX_HELD_FILES})"
    ));
    tx.execute(oldest.bind(new.organization.as_str())).await.map(drop)
}

async fn insert(tx: &mut Tx, new: &PendingImport) -> Result<()> {
    let hold = new.hold.as_ref().map(replaced_value).transpose()?;
    let statement = Sql::new(
        "INSERT INTO roster_imports (id, organization_id, account_id, file_name, content, uploaded_at, \
         held_reason) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id.as_str())
    .bind(new.organization.as_str())
    .bind(new.account.as_ref().map(AccountId::as_str))
    .bind(new.file_name.as_str())
    .bind(new.content.as_str())
    .bind_time(new.uploaded)
    .bind(hold);
    tx.execute(statement).await.map(drop)
}

/// A table. `None` if it was confirmed or discarded, or has waited for too long.
pub async fn get(mut conn: impl Conn, id: &str, now: Timestamp) -> Result<Option<PendingImport>> {
    let statement = Sql::new(
        "SELECT id, organization_id, account_id, file_name, content, uploaded_at, held_reason \
         FROM roster_imports WHERE id = $1 AND (held_reason IS NULL AND uploaded_at > $2 \
         OR held_reason IS NOT NULL AND uploaded_at > $3)",
    )
    .bind(id)
    .bind_time(earliest_waiting(now, CONFIRMATION_PERIOD))
    .bind_time(earliest_waiting(now, HOLD_PERIOD));
    conn.fetch_optional::<PendingImportRow>(statement).await?.map(import_from_row).transpose()
}

/// The held files of an organization, newest first.
pub async fn list_held(
    mut conn: impl Conn,
    organization: &OrganizationId,
    now: Timestamp,
) -> Result<Vec<HeldFile>> {
    let statement = Sql::new(
        "SELECT id, file_name, uploaded_at, held_reason FROM roster_imports \
         WHERE organization_id = $1 AND held_reason IS NOT NULL AND uploaded_at > $2 \
         ORDER BY uploaded_at DESC, id",
    )
    .bind(organization.as_str())
    .bind_time(earliest_waiting(now, HOLD_PERIOD));
    conn.fetch_all::<HeldFileRow>(statement).await?.into_iter().map(held_file_from_row).collect()
}

/// Counts the files of all organizations that have been held since before this time, and still wait.
pub async fn count_held_before(mut conn: impl Conn, earliest: Timestamp, now: Timestamp) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM roster_imports WHERE held_reason IS NOT NULL AND uploaded_at < $1 \
         AND uploaded_at > $2",
    )
    .bind_time(earliest)
    .bind_time(earliest_waiting(now, HOLD_PERIOD));
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
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
    .bind_time(earliest_waiting(now, CONFIRMATION_PERIOD))
    .bind_time(earliest_waiting(now, HOLD_PERIOD));
    conn.execute(statement).await
}
