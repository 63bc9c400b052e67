//! The progress of long work, by name, so that it continues where it was interrupted.

use crate::{Conn, Result, Sql};

/// The number stored under a name; `None` before the first.
pub async fn get(mut conn: impl Conn, name: &str) -> Result<Option<i64>> {
    let statement = Sql::new("SELECT value FROM counters WHERE name = $1").bind(name);
    Ok(conn.fetch_optional::<(i64,)>(statement).await?.map(|(value,)| value))
}

/// Stores a number under a name.
pub async fn set(mut conn: impl Conn, name: &str, value: i64) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO counters (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(name)
    .bind(value);
    conn.execute(statement).await.map(|_| ())
}
