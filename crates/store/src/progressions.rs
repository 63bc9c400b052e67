//! The position in each title that a reader's apps reported last over OPDS (docs/opds.md).

use domain::progressions::{ProgressionDocument, ReadingDevice};
use domain::{AccountId, TitleId};

use crate::sql::TableRow;
use crate::{ColumnReader, Conn, Result, Row, Sql, record};

/// Replaces the reader's position in a title. Returns false, and keeps the stored position, if that is newer.
/// Either way, the row is locked until the transaction ends.
pub async fn put(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    document: &ProgressionDocument,
) -> Result<bool> {
    let row = TableRow::new("progressions")
        .set("account_id", account)
        .set("title_id", title)
        .set("modified_at", document.modified)
        .set("progression", document.progression)
        .set("title", document.title.as_deref())
        .set("device_id", document.device.id.as_deref())
        .set("device_name", &document.device.name)
        .set("refs", serde_json::Value::from(document.references.clone()).to_string())
        .set("locator", document.locator.as_ref().map(ToString::to_string));
    let upsert = row.upsert(&["account_id", "title_id"]);
    conn.affects_rows(upsert.append(" WHERE excluded.modified_at >= progressions.modified_at")).await
}

record! { ReadingDevice { id: "device_id", name: "device_name" } }

/// The columns of a [`ProgressionDocument`].
const COLUMNS: &str = "title, modified_at, device_id, device_name, progression, refs, locator";

impl Row for ProgressionDocument {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        Ok(Self {
            title: columns.read()?,
            modified: columns.read()?,
            device: columns.read()?,
            progression: columns.read()?,
            references: columns.read()?,
            locator: columns.read()?,
            file_position: None,
        })
    }
}

/// The reader's position in a title. `None` if no app has reported one.
pub async fn get(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
) -> Result<Option<ProgressionDocument>> {
    let text = format!("SELECT {COLUMNS} FROM progressions WHERE account_id = $1 AND title_id = $2");
    conn.fetch_optional(Sql::new(text).bind(account).bind(title)).await
}
