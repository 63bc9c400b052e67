//! The library's own subject categories.

use sea_query::{Expr, ExprTrait, OnConflict, Order, Query};

use crate::conn::Conn;
use crate::error::Result;
use crate::page::Page;
use crate::sql::Sql;
use crate::values::number;

/// Adds those names that are missing.
pub async fn upsert_many(mut conn: impl Conn, names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let mut insert = Query::insert();
    insert.into_table("categories").columns(["name"]).on_conflict(OnConflict::new().do_nothing().to_owned());
    for name in names {
        insert.values_panic([name.as_str().into()]);
    }
    conn.execute(insert).await.map(|_| ())
}

/// All names, in the order of their characters: a library has hundreds at most.
pub async fn all(mut conn: impl Conn) -> Result<Vec<String>> {
    let rows = conn.all::<(String,)>(Sql::new("SELECT name FROM categories ORDER BY name")).await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}

/// Names in the order of their characters; the key is the last name seen.
pub async fn page(mut conn: impl Conn, page: &Page<String>) -> Result<Vec<String>> {
    let mut select = Query::select();
    select
        .column("name")
        .from("categories")
        .and_where_option(page.after.as_deref().map(|name| Expr::col("name").gt(name)))
        .order_by("name", Order::Asc)
        .limit(page.limit.into());
    Ok(conn.all::<(String,)>(select).await?.into_iter().map(|(name,)| name).collect())
}

/// How many there are.
pub async fn count(mut conn: impl Conn) -> Result<u64> {
    number(conn.one::<(i64,)>(Sql::new("SELECT COUNT(*) FROM categories")).await?.0)
}
