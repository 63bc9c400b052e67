//! BISAC subject headings.

use crate::sql::{TableRow, starts_with_pattern};
use crate::{Conn, KeyPage, OnConflict, Record as _, Result, Sql, insert_rows, placeholders, record};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BisacHeading {
    /// Code, for example `FIC028000`.
    pub code: String,
    /// Description, for example `FICTION / Science Fiction / General`.
    pub description: String,
}

record! { BisacHeading { code, description } }

/// The prefix of the requested headings, in any case (docs/rules/search.md#rule-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadingPrefix<'a> {
    None,
    /// Headings whose code begins with this.
    Code(&'a str),
    /// Headings whose description begins with this.
    Description(&'a str),
}

/// The headings with these descriptions, in any case.
pub async fn find_by_descriptions(mut conn: impl Conn, descriptions: &[&str]) -> Result<Vec<BisacHeading>> {
    let select = BisacHeading::select_from("bisac_codes WHERE folded IN (?) ORDER BY code");
    conn.fetch_each(select.for_keys(descriptions.iter().map(|description| description.to_lowercase()))).await
}

/// The headings with these codes or descriptions, in any case, by code.
pub async fn find_by_names(mut conn: impl Conn, names: &[&str]) -> Result<Vec<BisacHeading>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let statement = BisacHeading::select_from(&format!(
        "bisac_codes WHERE code IN ({}) OR folded IN ({}) ORDER BY code",
        placeholders(1, names.len()),
        placeholders(names.len() + 1, names.len())
    ))
    .bind_list(names.iter().map(|name| name.to_uppercase()))
    .bind_list(names.iter().map(|name| name.to_lowercase()));
    conn.fetch_all(statement).await
}

/// Adds headings, or replaces the descriptions of existing codes.
pub async fn upsert_many(mut conn: impl Conn, headings: &[BisacHeading]) -> Result<()> {
    let row = |heading: &BisacHeading| {
        TableRow::new("bisac_codes")
            .set("code", heading.code.to_uppercase())
            .set("description", &heading.description)
            .set("folded", heading.description.to_lowercase())
    };
    let statements = insert_rows(headings.iter().map(row), OnConflict::Replace(&["code"]));
    conn.execute_each(statements).await.map(drop)
}

/// Adds the condition that a heading begins with the prefix.
fn and_begins_with(statement: Sql, prefix: HeadingPrefix<'_>) -> Sql {
    let (condition, pattern) = match prefix {
        HeadingPrefix::None => return statement,
        HeadingPrefix::Code(code) => ("code LIKE ? ESCAPE '\\'", starts_with_pattern(&code.to_uppercase())),
        HeadingPrefix::Description(description) => {
            ("folded LIKE ? ESCAPE '\\'", starts_with_pattern(&description.to_lowercase()))
        }
    };
    statement.and_if_some(condition, Some(pattern))
}

/// Headings by code; the key is the last code seen.
pub async fn page(
    mut conn: impl Conn,
    prefix: HeadingPrefix<'_>,
    page: &KeyPage<String>,
) -> Result<Vec<BisacHeading>> {
    let statement =
        BisacHeading::select_from("bisac_codes WHERE TRUE").and_if_some("code > ?", page.after.as_deref());
    let statement =
        and_begins_with(statement, prefix).append(&format!(" ORDER BY code LIMIT {}", page.limit));
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn, prefix: HeadingPrefix<'_>) -> Result<u64> {
    conn.fetch_one(and_begins_with(Sql::new("SELECT COUNT(*) FROM bisac_codes WHERE TRUE"), prefix)).await
}
