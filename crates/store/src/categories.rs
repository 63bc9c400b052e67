//! The library's own subject categories.

use crate::{Conn, KeyPage, OnConflict, Result, Sql, insert_rows, to_count};

/// Adds those names that are missing.
pub async fn upsert_many(mut conn: impl Conn, names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let rows = names.iter().map(|name| [name.into()]).collect();
    conn.execute(insert_rows("categories", ["name"], rows, OnConflict::Keep)).await.map(|_| ())
}

/// All names, in the order of their characters: a library has hundreds at most.
pub async fn list_all(mut conn: impl Conn) -> Result<Vec<String>> {
    let rows = conn.fetch_all::<(String,)>(Sql::new("SELECT name FROM categories ORDER BY name")).await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}

/// Names in the order of their characters; the key is the last name seen.
pub async fn page(mut conn: impl Conn, page: &KeyPage<String>) -> Result<Vec<String>> {
    let statement = Sql::new("SELECT name FROM categories WHERE TRUE")
        .and_if_some("name > ?", page.after.as_deref())
        .append(&format!(" ORDER BY name LIMIT {}", page.limit));
    Ok(conn.fetch_all::<(String,)>(statement).await?.into_iter().map(|(name,)| name).collect())
}

pub async fn count(mut conn: impl Conn) -> Result<u64> {
    to_count(conn.fetch_one::<(i64,)>(Sql::new("SELECT COUNT(*) FROM categories")).await?.0)
}
