//! The processes that make formats, what they can make (docs/rules/access.md#rule-2), and their versions.

use domain::Capabilities;
use jiff::{SignedDuration, Timestamp};

use crate::{Conn, Db, PROGRAM_VERSION, Result, Sql, parse_enum, to_timestamp};

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

/// Records the capabilities of a process and its version, and removes processes that ended long ago.
pub async fn announce(db: &Db, name: &str, can: Capabilities, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    let statement = Sql::new(
        "INSERT INTO makers (name, audio, braille, seen_at, version) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (name) DO UPDATE SET audio = excluded.audio, braille = excluded.braille, \
         seen_at = excluded.seen_at, version = excluded.version",
    )
    .bind(name)
    .bind(can.audio.as_str())
    .bind(can.braille)
    .bind_time(now)
    .bind(PROGRAM_VERSION);
    tx.execute(statement).await?;
    let old = Sql::new("DELETE FROM makers WHERE seen_at < $1")
        .bind_time(now.saturating_sub(SILENT_RETENTION).unwrap_or(now));
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
    let rows = conn.fetch_all::<(String, Option<String>, i64)>(statement).await?;
    let silent_since = now.saturating_sub(LIVENESS_TIMEOUT).unwrap_or(now);
    let maker = |(name, version, seen): (String, Option<String>, i64)| {
        let seen = to_timestamp(seen)?;
        Ok(Maker { name, version, seen, is_running: seen >= silent_since })
    };
    rows.into_iter().map(maker).collect()
}

/// The combined capabilities of the running processes. `None` if there are none.
pub async fn combined_capabilities(mut conn: impl Conn, now: Timestamp) -> Result<Option<Capabilities>> {
    let statement = Sql::new("SELECT DISTINCT audio, braille FROM makers WHERE seen_at >= $1")
        .bind_time(now.saturating_sub(LIVENESS_TIMEOUT).unwrap_or(now));
    let rows = conn.fetch_all::<(String, bool)>(statement).await?;
    let each =
        rows.into_iter().map(|(audio, braille)| Ok(Capabilities { audio: parse_enum(&audio)?, braille }));
    each.reduce(|one, other| Ok(Capabilities::union(one?, other?))).transpose()
}
