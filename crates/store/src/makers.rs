//! The processes that make formats, what they can make (docs/rules/access.md#rule-2), and their versions.

use domain::Capabilities;
use jiff::{SignedDuration, Timestamp};

use crate::sql::TableRow;
use crate::{Conn, Db, PROGRAM_VERSION, Record as _, Result, Sql, record};

/// Time after its last heartbeat for which a process counts as running.
const LIVENESS_TIMEOUT: SignedDuration = SignedDuration::from_mins(5);

/// Time for which a process without a heartbeat is still listed, for the operator.
const SILENT_RETENTION: SignedDuration = SignedDuration::from_hours(24);

/// A process that makes formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    pub name: String,
    /// The version of its program. `None` for one from before versions were recorded.
    pub version: Option<String>,
    /// Time of the last heartbeat.
    pub seen: Timestamp,
    /// True if the last heartbeat is recent.
    pub is_running: bool,
}

record! { Capabilities { audio, braille } }

/// Records the capabilities of a process and its version, and removes processes that ended long ago.
pub async fn announce(db: &Db, name: &str, can: Capabilities, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    let row = TableRow::new("makers")
        .set("name", name)
        .set("audio", can.audio)
        .set("braille", can.braille)
        .set("seen_at", now)
        .set("version", PROGRAM_VERSION);
    tx.execute(row.upsert(&["name"])).await?;
    let old = Sql::new("DELETE FROM makers WHERE seen_at < $1")
        .bind(now.saturating_sub(SILENT_RETENTION).unwrap_or(now));
    tx.execute(old).await?;
    tx.commit().await
}

/// Removes a process that is shutting down.
pub async fn remove_maker(mut conn: impl Conn, name: &str) -> Result<()> {
    conn.execute(Sql::new("DELETE FROM makers WHERE name = $1").bind(name)).await.map(drop)
}

/// The processes by name: those that run, and those that fell silent within a day.
pub async fn list(mut conn: impl Conn, now: Timestamp) -> Result<Vec<Maker>> {
    let statement = Sql::new("SELECT name, version, seen_at FROM makers ORDER BY name");
    let rows = conn.fetch_all(statement).await?;
    let silent_since = now.saturating_sub(LIVENESS_TIMEOUT).unwrap_or(now);
    let maker = |(name, version, seen): (String, Option<String>, Timestamp)| Maker {
        name,
        version,
        seen,
        is_running: seen >= silent_since,
    };
    Ok(rows.into_iter().map(maker).collect())
}

/// The combined capabilities of the running processes. `None` if there are none.
pub async fn combined_capabilities(mut conn: impl Conn, now: Timestamp) -> Result<Option<Capabilities>> {
    let statement = Capabilities::select_from("makers WHERE seen_at >= $1")
        .bind(now.saturating_sub(LIVENESS_TIMEOUT).unwrap_or(now));
    Ok(conn.fetch_all(statement).await?.into_iter().reduce(Capabilities::union))
}
