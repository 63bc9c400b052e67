//! Statements: built by sea-query, or fixed text with `$1`, `$2` and so on. Both become text and values for
//! the database at hand.

use jiff::Timestamp;
use sea_query::{
    DeleteStatement, InsertStatement, PostgresQueryBuilder, SelectStatement, SqliteQueryBuilder,
    UpdateStatement, Value, Values,
};
use sea_query_sqlx::{SqlxBinder, SqlxValues};

use crate::backend::Backend;

/// A statement that can be sent to either database.
pub trait Statement {
    /// Its text and values for `backend`.
    fn build(self, backend: Backend) -> Built;
}

/// A statement's text and values.
#[derive(Debug, Clone)]
pub struct Built {
    pub(crate) sql: String,
    pub(crate) values: SqlxValues,
    /// Only reads: may go to a reading connection of SQLite.
    pub(crate) reads: bool,
}

macro_rules! statements {
    ($($kind:ty => $reads:literal),+) => {$(
        impl Statement for $kind {
            fn build(self, backend: Backend) -> Built {
                let (sql, values) = match backend {
                    Backend::Sqlite => self.build_sqlx(SqliteQueryBuilder),
                    Backend::Postgres => self.build_sqlx(PostgresQueryBuilder),
                };
                Built { sql, values, reads: $reads }
            }
        }
    )+};
}

statements! {
    SelectStatement => true,
    InsertStatement => false,
    UpdateStatement => false,
    DeleteStatement => false
}

/// Fixed text that both databases understand, with the values of `$1` to `$n`.
#[derive(Debug, Clone)]
pub struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    /// The text; values follow by [`Sql::bind`] in the order of their numbers.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), values: Vec::new() }
    }

    /// The value of the next number.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// A time, in microseconds since 1970.
    #[must_use]
    pub fn time(self, at: Timestamp) -> Self {
        self.bind(at.as_microsecond())
    }

    /// Values of a list whose placeholders [`placeholders`] wrote.
    #[must_use]
    pub fn list<V: Into<Value>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.values.extend(values.into_iter().map(Into::into));
        self
    }
}

impl Statement for Sql {
    fn build(self, _: Backend) -> Built {
        let reads = only_reads(&self.text);
        Built { sql: self.text, values: SqlxValues(Values(self.values)), reads }
    }
}

/// Whether a fixed text only reads. A `WITH` can begin a statement that writes, and a part of one can write
/// before it reads.
fn only_reads(text: &str) -> bool {
    let mut words =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let is_query = words.clone().next().is_some_and(|first| matches!(first, "SELECT" | "WITH"));
    is_query && !words.any(|word| matches!(word, "INSERT" | "UPDATE" | "DELETE"))
}

/// `$3, $4, $5` for `placeholders(3, 3)`: the places of a list in fixed text.
pub(crate) fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// The statement that updates `rows` rows of a table, each found by the first of these columns. A column is
/// given with its type: a value in a list has none of its own. The values are bound row by row.
pub(crate) fn update_rows(table: &str, columns: &[(&str, &str)], rows: usize) -> Sql {
    let row = |row: usize| {
        let places = columns.iter().zip(row * columns.len() + 1..);
        let cells: Vec<String> =
            places.map(|((_, kind), place)| format!("CAST(${place} AS {kind})")).collect();
        format!("({})", cells.join(", "))
    };
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let sets: Vec<String> = names[1..].iter().map(|name| format!("{name} = changed.{name}")).collect();
    Sql::new(format!(
        "WITH changed ({}) AS (VALUES {}) UPDATE {table} SET {} FROM changed WHERE {table}.{key} = changed.{key}",
        names.join(", "),
        (0..rows).map(row).collect::<Vec<_>>().join(", "),
        sets.join(", "),
        key = names[0],
    ))
}

/// A pattern for `LIKE ... ESCAPE '\'` that matches texts beginning with `prefix`.
pub(crate) fn starts_with(prefix: &str) -> String {
    let mut pattern = String::with_capacity(prefix.len() + 1);
    for c in prefix.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{only_reads, placeholders, starts_with, update_rows};
    use crate::backend::Backend;
    use crate::sql::Statement as _;

    #[test]
    fn only_what_writes_nothing_goes_to_a_reading_connection() {
        for text in ["SELECT 1", "WITH a AS (SELECT 1) SELECT updated FROM a"] {
            assert!(only_reads(text), "{text}");
        }
        for text in [
            "INSERT INTO a SELECT 1",
            "WITH a AS (VALUES (1)) UPDATE b SET c = 1 FROM a",
            "WITH a AS (DELETE FROM b RETURNING c) SELECT c FROM a",
            "SELECT a FROM b FOR UPDATE",
            "",
        ] {
            assert!(!only_reads(text), "{text}");
        }
        assert!(
            !update_rows("titles", &[("id", "BIGINT"), ("rank", "BIGINT")], 2).build(Backend::Sqlite).reads
        );
    }

    #[test]
    fn placeholders_are_numbered() {
        assert_eq!(placeholders(3, 3), "$3, $4, $5");
        assert_eq!(placeholders(1, 0), "");
    }

    #[test]
    fn a_prefix_is_taken_literally() {
        assert_eq!(starts_with("50%_a\\"), "50\\%\\_a\\\\%");
    }
}
