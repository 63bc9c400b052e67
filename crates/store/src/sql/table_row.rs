//! Statements that write rows of a table, each column next to its value.

use std::fmt::Write as _;

use super::{ROWS_PER_STATEMENT, Sql, Value, placeholders, typed_rows};

/// The treatment of a row whose key exists.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OnConflict<'a> {
    Fail,
    /// The existing row stays.
    Keep,
    /// The row with the same values in these columns gets the other values.
    Replace(&'a [&'a str]),
}

#[derive(Debug, Clone)]
pub(crate) struct TableRow<'a> {
    table: &'a str,
    columns: Vec<&'a str>,
    values: Vec<Value>,
}

impl<'a> TableRow<'a> {
    pub(crate) fn new(table: &'a str) -> Self {
        Self { table, columns: Vec::new(), values: Vec::new() }
    }

    #[must_use]
    pub(crate) fn set(mut self, column: &'a str, value: impl Into<Value>) -> Self {
        self.columns.push(column);
        self.values.push(value.into());
        self
    }

    /// The statement that inserts the row. Its key must be new.
    pub(crate) fn insert(self) -> Sql {
        self.insert_or(OnConflict::Fail)
    }

    /// The statement that inserts the row unless one with its key exists, which stays unchanged.
    pub(crate) fn insert_if_new(self) -> Sql {
        self.insert_or(OnConflict::Keep)
    }

    /// The statement that inserts the row, or replaces the one with the same values in the columns `key`.
    pub(crate) fn upsert(self, key: &[&str]) -> Sql {
        self.insert_or(OnConflict::Replace(key))
    }

    fn insert_or(self, on_conflict: OnConflict<'_>) -> Sql {
        Sql::new(insert_text(self.table, &self.columns, 1, on_conflict)).bind_list(self.values)
    }

    /// The statement that replaces the values of the row whose first column has the same value.
    pub(crate) fn update(self) -> Sql {
        let mut terms = self.terms();
        let key = terms.remove(0);
        let text = format!("UPDATE {} SET {} WHERE {key}", self.table, terms.join(", "));
        Sql::new(text).bind_list(self.values)
    }

    /// The statement that deletes the rows with the same values in these columns.
    pub(crate) fn delete(self) -> Sql {
        let text = format!("DELETE FROM {} WHERE {}", self.table, self.terms().join(" AND "));
        Sql::new(text).bind_list(self.values)
    }

    /// `column = $1` for each column.
    fn terms(&self) -> Vec<String> {
        (1..).zip(&self.columns).map(|(number, column)| format!("{column} = ${number}")).collect()
    }
}

/// Rows of one table with the same columns: the first row, the values of all, and their number.
type RowChunk<'a> = (TableRow<'a>, Vec<Value>, usize);

fn split_rows<'a>(rows: impl IntoIterator<Item = TableRow<'a>>) -> Vec<RowChunk<'a>> {
    let mut rows = rows.into_iter();
    let mut chunks = Vec::new();
    while let Some(mut first) = rows.next() {
        let mut values = std::mem::take(&mut first.values);
        let mut count = 1;
        for row in rows.by_ref().take(ROWS_PER_STATEMENT - 1) {
            debug_assert_eq!(row.columns, first.columns);
            values.extend(row.values);
            count += 1;
        }
        chunks.push((first, values, count));
    }
    chunks
}

/// The statements that insert rows of one table with the same columns: one for every [`ROWS_PER_STATEMENT`],
/// none without rows.
pub(crate) fn insert_rows<'a>(
    rows: impl IntoIterator<Item = TableRow<'a>>,
    on_conflict: OnConflict<'_>,
) -> Vec<Sql> {
    let insert = |(row, values, count): RowChunk<'_>| {
        Sql::new(insert_text(row.table, &row.columns, count, on_conflict)).bind_list(values)
    };
    split_rows(rows).into_iter().map(insert).collect()
}

/// The statements that update rows of one table with the same columns, each found by the value of its first
/// one: one for every [`ROWS_PER_STATEMENT`], none without rows.
pub(crate) fn update_rows<'a>(rows: impl IntoIterator<Item = TableRow<'a>>) -> Vec<Sql> {
    let update = |(TableRow { table, columns, .. }, values, count): RowChunk<'_>| {
        let kinds: Vec<&str> = values[..columns.len()].iter().map(Value::sql_type).collect();
        let sets: Vec<String> = columns[1..].iter().map(|name| format!("{name} = changed.{name}")).collect();
        Sql::new(format!(
            "WITH changed ({}) AS (VALUES {}) UPDATE {table} SET {} FROM changed \
             WHERE {table}.{key} = changed.{key}",
            columns.join(", "),
            typed_rows(&kinds, count),
            sets.join(", "),
            key = columns[0],
        ))
        .bind_list(values)
    };
    split_rows(rows).into_iter().map(update).collect()
}

/// The text of a statement that inserts `rows` rows.
fn insert_text(table: &str, columns: &[&str], rows: usize, on_conflict: OnConflict<'_>) -> String {
    let width = columns.len();
    let places: Vec<String> =
        (0..rows).map(|row| format!("({})", placeholders(row * width + 1, width))).collect();
    let mut text = format!("INSERT INTO {table} ({}) VALUES {}", columns.join(", "), places.join(", "));
    match on_conflict {
        OnConflict::Fail => {}
        OnConflict::Keep => text.push_str(" ON CONFLICT DO NOTHING"),
        OnConflict::Replace(key) => {
            let others = columns.iter().filter(|column| !key.contains(column));
            let sets: Vec<String> = others.map(|column| format!("{column} = excluded.{column}")).collect();
            // Writing to a string cannot fail.
            let _ = write!(text, " ON CONFLICT ({}) DO UPDATE SET {}", key.join(", "), sets.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::{OnConflict, ROWS_PER_STATEMENT, TableRow, insert_rows, update_rows};
    use crate::Sql;

    fn row(id: i64) -> TableRow<'static> {
        TableRow::new("t").set("id", id).set("name", None::<&str>).set("at", Timestamp::MIN)
    }

    fn single_statement(statements: Vec<Sql>) -> Sql {
        assert_eq!(statements.len(), 1);
        statements.into_iter().next().unwrap()
    }

    #[test]
    fn a_row_has_its_values_next_to_its_columns() {
        let insert = "INSERT INTO t (id, name, at) VALUES ($1, $2, $3)";
        let statement = row(1).insert();
        assert_eq!(statement.text, insert);
        assert_eq!(statement.values, [1_i64.into(), None::<&str>.into(), Timestamp::MIN.into()]);
        assert_eq!(row(1).insert_if_new().text, format!("{insert} ON CONFLICT DO NOTHING"));
        assert_eq!(
            row(1).upsert(&["id", "name"]).text,
            format!("{insert} ON CONFLICT (id, name) DO UPDATE SET at = excluded.at")
        );
        assert_eq!(row(1).update().text, "UPDATE t SET name = $2, at = $3 WHERE id = $1");
        assert_eq!(row(1).delete().text, "DELETE FROM t WHERE id = $1 AND name = $2 AND at = $3");
    }

    #[test]
    fn rows_are_written_with_one_statement() {
        let statement = single_statement(insert_rows([row(1), row(2)], OnConflict::Keep));
        assert_eq!(
            statement.text,
            "INSERT INTO t (id, name, at) VALUES ($1, $2, $3), ($4, $5, $6) ON CONFLICT DO NOTHING"
        );
        assert_eq!(statement.values.len(), 6);
        assert_eq!(statement.values[3], 2_i64.into());
        let statement = single_statement(update_rows([row(1), row(2)]));
        assert_eq!(
            statement.text,
            "WITH changed (id, name, at) AS (VALUES \
             (CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT)), \
             (CAST($4 AS BIGINT), CAST($5 AS TEXT), CAST($6 AS BIGINT))) \
             UPDATE t SET name = changed.name, at = changed.at FROM changed WHERE t.id = changed.id"
        );
        assert!(!statement.is_read());
    }

    #[test]
    fn rows_of_any_number_are_split_into_statements() {
        assert!(insert_rows([], OnConflict::Fail).is_empty());
        assert!(update_rows([]).is_empty());
        let statements = insert_rows((0..=500).map(row), OnConflict::Fail);
        let lengths: Vec<usize> = statements.iter().map(|statement| statement.values.len()).collect();
        assert_eq!(lengths, [3 * ROWS_PER_STATEMENT, 3]);
    }
}
