//! BISAC subject headings.

use crate::sql::{insert_in_chunks, starts_with_pattern};
use crate::{Conn, KeyPage, OnConflict, Result, Sql, placeholders, to_count};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BisacHeading {
    /// Code, for example `FIC028000`.
    pub code: String,
    /// Description, for example `FICTION / Science Fiction / General`.
    pub description: String,
}

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
    let select = Sql::new("SELECT code, description FROM bisac_codes WHERE folded IN (?) ORDER BY code");
    let statements = select.for_keys(descriptions.iter().map(|description| description.to_lowercase()));
    let rows = conn.fetch_each::<(String, String)>(statements).await?;
    Ok(rows.into_iter().map(|(code, description)| BisacHeading { code, description }).collect())
}

/// The headings with these codes or descriptions, in any case, by code.
pub async fn find_by_names(mut conn: impl Conn, names: &[&str]) -> Result<Vec<BisacHeading>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let statement = Sql::new(format!(
        "SELECT code, description FROM bisac_codes WHERE code IN ({}) OR folded IN ({}) ORDER BY code",
        placeholders(1, names.len()),
        placeholders(names.len() + 1, names.len())
    ))
    .bind_list(names.iter().map(|name| name.to_uppercase()))
    .bind_list(names.iter().map(|name| name.to_lowercase()));
    let rows = conn.fetch_all::<(String, String)>(statement).await?;
    Ok(rows.into_iter().map(|(code, description)| BisacHeading { code, description }).collect())
}

/// Adds headings, or replaces the descriptions of existing codes.
pub async fn upsert_many(mut conn: impl Conn, headings: &[BisacHeading]) -> Result<()> {
    let row = |heading: &BisacHeading| {
        [
            heading.code.to_uppercase().into(),
            heading.description.as_str().into(),
            heading.description.to_lowercase().into(),
        ]
    };
    let columns = ["code", "description", "folded"];
    let replace = OnConflict::Replace(&["code"]);
    let statements = insert_in_chunks("bisac_codes", columns, headings.iter().map(row), replace);
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
    let statement = Sql::new("SELECT code, description FROM bisac_codes WHERE TRUE")
        .and_if_some("code > ?", page.after.as_deref());
    let statement =
        and_begins_with(statement, prefix).append(&format!(" ORDER BY code LIMIT {}", page.limit));
    let rows = conn.fetch_all::<(String, String)>(statement).await?;
    Ok(rows.into_iter().map(|(code, description)| BisacHeading { code, description }).collect())
}

pub async fn count(mut conn: impl Conn, prefix: HeadingPrefix<'_>) -> Result<u64> {
    let statement = and_begins_with(Sql::new("SELECT COUNT(*) FROM bisac_codes WHERE TRUE"), prefix);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}
