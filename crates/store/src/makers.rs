//! The processes that make formats, and what they can make (docs/rules/access.md#rule-2).

use domain::capabilities::Capabilities;
use jiff::{SignedDuration, Timestamp};

use crate::conn::Conn;
use crate::db::Db;
use crate::error::Result;
use crate::sql::Sql;
use crate::values::word;

/// How long a process counts after its last sign of life: a restart of the machine is shorter.
const ALIVE: SignedDuration = SignedDuration::from_mins(5);

/// How long a process that gave no sign of life is kept, for the operator.
const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// Says what a process can make, and forgets processes that ended long ago.
pub async fn announce(db: &Db, name: &str, can: Capabilities, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    let statement = Sql::new(
        "INSERT INTO makers (name, audio, braille, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE \
         SET audio = excluded.audio, braille = excluded.braille, seen_at = excluded.seen_at",
    )
    .bind(name)
    .bind(can.audio.as_str())
    .bind(can.braille)
    .time(now);
    tx.execute(statement).await?;
    let old = Sql::new("DELETE FROM makers WHERE seen_at < $1").time(now.saturating_sub(KEPT).unwrap_or(now));
    tx.execute(old).await?;
    tx.commit().await
}

/// A process that ends on purpose makes nothing from now on.
pub async fn leave(mut conn: impl Conn, name: &str) -> Result<()> {
    conn.execute(Sql::new("DELETE FROM makers WHERE name = $1").bind(name)).await.map(drop)
}

/// What the running processes can make together; `None` if there is none.
pub async fn together(mut conn: impl Conn, now: Timestamp) -> Result<Option<Capabilities>> {
    let statement = Sql::new("SELECT DISTINCT audio, braille FROM makers WHERE seen_at >= $1")
        .time(now.saturating_sub(ALIVE).unwrap_or(now));
    let rows = conn.all::<(String, bool)>(statement).await?;
    let each = rows.into_iter().map(|(audio, braille)| Ok(Capabilities { audio: word(&audio)?, braille }));
    each.reduce(|one, other| Ok(Capabilities::or(one?, other?))).transpose()
}
