//! The library's own subject categories.

use crate::sql::TableRow;
use crate::{Conn, KeyPage, OnConflict, Result, Sql, insert_rows};

/// Adds those names that are missing.
pub async fn upsert_many(mut conn: impl Conn, names: &[String]) -> Result<()> {
    let rows = names.iter().map(|name| TableRow::new("categories").set("name", name));
    conn.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}

/// All names, in the order of their characters: a library has hundreds at most.
pub async fn list_all(mut conn: impl Conn) -> Result<Vec<String>> {
    conn.fetch_all(Sql::new("SELECT name FROM categories ORDER BY name")).await
}

/// Names in the order of their characters; the key is the last name seen.
pub async fn page(mut conn: impl Conn, page: &KeyPage<String>) -> Result<Vec<String>> {
    let statement = Sql::new("SELECT name FROM categories WHERE TRUE")
        .and_if_some("name > ?", page.after.as_deref())
        .append(&format!(" ORDER BY name LIMIT {}", page.limit));
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM categories")).await
}
