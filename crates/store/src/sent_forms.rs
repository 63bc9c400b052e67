//! Records that forms of the pages have created: a form that is sent again creates nothing
//! (docs/pages.md#forms-that-are-sent-twice).

use domain::dates::time_before;
use jiff::{SignedDuration, Timestamp};

use crate::sql::TableRow;
use crate::{Conn, Result, Sql, Tx};

/// Time in which a form that is sent again is recognized: longer than a session with a password lasts.
const RETENTION: SignedDuration = SignedDuration::from_hours(24);

/// The identifier of the record that a form has created. `None` if it has created none.
pub async fn find_created(mut conn: impl Conn, mark: &str) -> Result<Option<String>> {
    conn.fetch_optional(Sql::new("SELECT created FROM sent_forms WHERE mark = $1").bind(mark)).await
}

/// Notes which record a form has created. The transaction has locked the record's owner before it looked for
/// an earlier note, so that one of two concurrent forms finds the note of the other.
pub async fn put(tx: &mut Tx, mark: &str, created: &str, now: Timestamp) -> Result<()> {
    let row = TableRow::new("sent_forms").set("mark", mark).set("created", created).set("sent_at", now);
    tx.execute(row.upsert(&["mark"])).await.map(drop)
}

/// Deletes old notes. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let before = time_before(now, RETENTION);
    conn.execute(Sql::new("DELETE FROM sent_forms WHERE sent_at < $1").bind(before)).await
}
