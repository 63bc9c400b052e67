//! The position in each title that a reader's apps reported last over OPDS (docs/opds.md).

use domain::progressions::{ProgressionDocument, ReadingDevice};
use domain::{AccountId, TitleId};

use crate::{Conn, Result, Sql, StoreError, from_row, to_timestamp};

/// Replaces the reader's position in a title. Returns false, and keeps the stored position, if that is newer.
/// Either way, the row is locked until the transaction ends.
pub async fn put(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    document: &ProgressionDocument,
) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO progressions (account_id, title_id, modified_at, progression, title, device_id, device_name, \
         refs, locator) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (account_id, title_id) DO UPDATE SET modified_at = excluded.modified_at, \
         progression = excluded.progression, title = excluded.title, device_id = excluded.device_id, \
         device_name = excluded.device_name, refs = excluded.refs, locator = excluded.locator \
         WHERE excluded.modified_at >= progressions.modified_at",
    )
    .bind(account.as_str())
    .bind(title.0)
    .bind_time(document.modified)
    .bind(document.progression)
    .bind(document.title.as_deref())
    .bind(document.device.id.as_deref())
    .bind(document.device.name.as_str())
    .bind(serde_json::Value::from(document.references.clone()).to_string())
    .bind(document.locator.as_ref().map(ToString::to_string));
    Ok(conn.execute(statement).await? > 0)
}

from_row! {
    struct ProgressionRow {
        modified_at: i64,
        progression: f64,
        title: Option<String>,
        device_id: Option<String>,
        device_name: String,
        refs: String,
        locator: Option<String>,
    }
}

/// The reader's position in a title. `None` if no app has reported one.
pub async fn get(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
) -> Result<Option<ProgressionDocument>> {
    let statement = Sql::new(
        "SELECT modified_at, progression, title, device_id, device_name, refs, locator FROM progressions \
         WHERE account_id = $1 AND title_id = $2",
    )
    .bind(account.as_str())
    .bind(title.0);
    let row = conn.fetch_optional::<ProgressionRow>(statement).await?;
    row.map(|row| {
        let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
        Ok(ProgressionDocument {
            title: row.title,
            modified: to_timestamp(row.modified_at)?,
            device: ReadingDevice { id: row.device_id, name: row.device_name },
            progression: row.progression,
            references: serde_json::from_str(&row.refs).map_err(corrupt)?,
            locator: row.locator.map(|json| serde_json::from_str(&json)).transpose().map_err(corrupt)?,
            file_position: None,
        })
    })
    .transpose()
}
