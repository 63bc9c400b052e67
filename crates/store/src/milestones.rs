//! The progress of long work, by name, so that it continues where it was interrupted.

use crate::sql::TableRow;
use crate::{Conn, Result, Sql};

/// The number stored under a name; `None` before the first.
pub async fn get(mut conn: impl Conn, name: &str) -> Result<Option<i64>> {
    conn.fetch_optional(Sql::new("SELECT value FROM counters WHERE name = $1").bind(name)).await
}

/// Stores a number under a name.
pub async fn set(mut conn: impl Conn, name: &str, value: i64) -> Result<()> {
    let row = TableRow::new("counters").set("name", name).set("value", value);
    conn.execute(row.upsert(&["name"])).await.map(drop)
}
