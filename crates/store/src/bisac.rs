//! BISAC subject headings.

use crate::conn::Conn;
use crate::error::Result;
use crate::page::Page;
use crate::sql::{OnConflict, Sql, insert_rows, placeholders, starts_with};
use crate::values::number;

/// Rows of one bulk statement.
const BULK: usize = 1000;

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
        let row = |heading: &Heading| {
            [
                heading.code.to_uppercase().into(),
                heading.description.as_str().into(),
                heading.description.to_lowercase().into(),
            ]
        };
        let rows = chunk.iter().map(row).collect();
        let columns = ["code", "description", "folded"];
        conn.execute(insert_rows("bisac_codes", columns, rows, OnConflict::Replace(&["code"]))).await?;
    }
    Ok(())
}

/// Adds the condition that a heading begins with the prefix.
fn and_begins_with(statement: Sql, prefix: Prefix<'_>) -> Sql {
    let (condition, pattern) = match prefix {
        Prefix::None => return statement,
        Prefix::Code(code) => ("code LIKE ? ESCAPE '\\'", starts_with(&code.to_uppercase())),
        Prefix::Description(description) => {
            ("folded LIKE ? ESCAPE '\\'", starts_with(&description.to_lowercase()))
        }
    };
    statement.and_if_some(condition, Some(pattern))
}

/// Headings by code; the key is the last code seen.
pub async fn page(mut conn: impl Conn, prefix: Prefix<'_>, page: &Page<String>) -> Result<Vec<Heading>> {
    let statement = Sql::new("SELECT code, description FROM bisac_codes WHERE TRUE")
        .and_if_some("code > ?", page.after.as_deref());
    let statement =
        and_begins_with(statement, prefix).append(&format!(" ORDER BY code LIMIT {}", page.limit));
    let rows = conn.all::<(String, String)>(statement).await?;
    Ok(rows.into_iter().map(|(code, description)| Heading { code, description }).collect())
}

/// How many match.
pub async fn count(mut conn: impl Conn, prefix: Prefix<'_>) -> Result<u64> {
    let statement = and_begins_with(Sql::new("SELECT COUNT(*) FROM bisac_codes WHERE TRUE"), prefix);
    number(conn.one::<(i64,)>(statement).await?.0)
}
