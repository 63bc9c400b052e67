//! BISAC subject headings.

use sea_query::{Expr, ExprTrait, LikeExpr, OnConflict, Order, Query, SelectStatement};

use crate::conn::Conn;
use crate::error::Result;
use crate::page::Page;
use crate::sql::{Sql, placeholders, starts_with};
use crate::values::number;

/// Rows of one bulk statement.
const BULK: usize = 1000;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Code, for example `FIC028000`.
    pub code: String,
    /// Description, for example `FICTION / Science Fiction / General`.
    pub description: String,
}

/// Which headings are requested; both prefixes in any case (docs/rules/search.md#rule-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix<'a> {
    /// All.
    None,
    /// Headings whose code begins with this.
    Code(&'a str),
    /// Headings whose description begins with this.
    Description(&'a str),
}

/// The headings with these descriptions, in any case.
pub async fn described(mut conn: impl Conn, descriptions: &[&str]) -> Result<Vec<Heading>> {
    if descriptions.is_empty() {
        return Ok(Vec::new());
    }
    let statement = Sql::new(format!(
        "SELECT code, description FROM bisac_codes WHERE folded IN ({}) ORDER BY code",
        placeholders(1, descriptions.len())
    ))
    .list(descriptions.iter().map(|description| description.to_lowercase()));
    let rows = conn.all::<(String, String)>(statement).await?;
    Ok(rows.into_iter().map(|(code, description)| Heading { code, description }).collect())
}

/// The headings with these codes or descriptions, in any case, by code.
pub async fn named(mut conn: impl Conn, names: &[&str]) -> Result<Vec<Heading>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let statement = Sql::new(format!(
        "SELECT code, description FROM bisac_codes WHERE code IN ({}) OR folded IN ({}) ORDER BY code",
        placeholders(1, names.len()),
        placeholders(names.len() + 1, names.len())
    ))
    .list(names.iter().map(|name| name.to_uppercase()))
    .list(names.iter().map(|name| name.to_lowercase()));
    let rows = conn.all::<(String, String)>(statement).await?;
    Ok(rows.into_iter().map(|(code, description)| Heading { code, description }).collect())
}

/// Adds headings, or replaces the descriptions of existing codes.
pub async fn upsert_many(mut conn: impl Conn, headings: &[Heading]) -> Result<()> {
    for chunk in headings.chunks(BULK) {
        let mut insert = Query::insert();
        insert
            .into_table("bisac_codes")
            .columns(["code", "description", "folded"])
            .on_conflict(OnConflict::column("code").update_columns(["description", "folded"]).to_owned());
        for heading in chunk {
            insert.values_panic([
                heading.code.to_uppercase().into(),
                heading.description.as_str().into(),
                heading.description.to_lowercase().into(),
            ]);
        }
        conn.execute(insert).await?;
    }
    Ok(())
}

fn matching(select: &mut SelectStatement, prefix: Prefix<'_>) {
    let (column, begins) = match prefix {
        Prefix::None => return,
        Prefix::Code(code) => ("code", starts_with(&code.to_uppercase())),
        Prefix::Description(description) => ("folded", starts_with(&description.to_lowercase())),
    };
    select.and_where(Expr::col(column).like(LikeExpr::new(begins).escape('\\')));
}

/// Headings by code; the key is the last code seen.
pub async fn page(mut conn: impl Conn, prefix: Prefix<'_>, page: &Page<String>) -> Result<Vec<Heading>> {
    let mut select = Query::select();
    select
        .columns(["code", "description"])
        .from("bisac_codes")
        .and_where_option(page.after.as_deref().map(|code| Expr::col("code").gt(code)))
        .order_by("code", Order::Asc)
        .limit(page.limit.into());
    matching(&mut select, prefix);
    let rows = conn.all::<(String, String)>(select).await?;
    Ok(rows.into_iter().map(|(code, description)| Heading { code, description }).collect())
}

/// How many match.
pub async fn count(mut conn: impl Conn, prefix: Prefix<'_>) -> Result<u64> {
    let mut select = Query::select();
    select.expr(Expr::col("code").count()).from("bisac_codes");
    matching(&mut select, prefix);
    number(conn.one::<(i64,)>(select).await?.0)
}
