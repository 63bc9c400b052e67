//! The tables of a library, read from the schema of either database.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Backend, Conn, Db, Result, Sql, StoreError};

/// Sort expressions of tables without a primary key: those of a unique index.
const SORT_EXPRESSIONS: &[(&str, &[&str])] = &[("copy_keys", &["\"key\"", "COALESCE(\"account_id\", '')"])];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableInfo {
    pub name: String,
    pub columns: Vec<ColumnInfo>,
    /// SQL expressions that order its rows: its primary key. No two rows have the same values.
    pub(super) key: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnInfo {
    pub name: String,
    pub kind: ColumnKind,
}

/// The kind of a column's values (docs/database.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// `BIGINT`.
    Integer,
    Boolean,
    /// `DOUBLE PRECISION`.
    Real,
    Text,
    /// `BLOB` or `BYTEA`.
    Bytes,
}

/// Table, column, declared type, and place in the primary key, or 0.
type ColumnRow = (String, String, String, i64);

/// All tables of the library, each after those that it refers to.
///
/// # Errors
/// The database cannot be read, or a table has no key, a column of an unknown type, or a reference
/// that closes a circle.
pub async fn list_tables(mut db: &Db) -> Result<Vec<TableInfo>> {
    let (columns, references) = match db.backend() {
        Backend::Sqlite => (
            "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE '\\_%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%' \
             ORDER BY m.name, c.name",
            "SELECT m.name, f.\"table\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
             WHERE m.type = 'table'",
        ),
        Backend::Postgres => (
            "SELECT t.relname::TEXT, a.attname::TEXT, format_type(a.atttypid, NULL)::TEXT, \
             COALESCE(array_position(x.indkey::INT2[], a.attnum) + 1, 0)::BIGINT \
             FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace \
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped \
             LEFT JOIN pg_index x ON x.indrelid = t.oid AND x.indisprimary \
             WHERE t.relkind = 'r' AND s.nspname = current_schema() AND t.relname NOT LIKE '\\_%' \
             ORDER BY t.relname, a.attname",
            "SELECT c.conrelid::regclass::TEXT, c.confrelid::regclass::TEXT FROM pg_constraint c \
             JOIN pg_namespace s ON s.oid = c.connamespace \
             WHERE c.contype = 'f' AND s.nspname = current_schema()",
        ),
    };
    let columns = db.fetch_all::<ColumnRow>(Sql::new(columns)).await?;
    let references = db.fetch_all::<(String, String)>(Sql::new(references)).await?;
    sort_by_references(collect_tables(columns)?, &references)
}

fn collect_tables(rows: Vec<ColumnRow>) -> Result<Vec<TableInfo>> {
    let mut tables: BTreeMap<String, (Vec<ColumnInfo>, BTreeMap<i64, String>)> = BTreeMap::new();
    for (table, name, declared, place) in rows {
        let kind = column_kind(&declared).ok_or_else(|| {
            StoreError::Corrupt(format!("column {name} of {table} has the type {declared}"))
        })?;
        let (columns, key) = tables.entry(table).or_default();
        if place > 0 {
            key.insert(place, quote_identifier(&name));
        }
        columns.push(ColumnInfo { name, kind });
    }
    tables.into_iter().map(|(name, (columns, key))| with_key(name, columns, key)).collect()
}

fn with_key(name: String, mut columns: Vec<ColumnInfo>, key: BTreeMap<i64, String>) -> Result<TableInfo> {
    // Both databases have the columns in one order, regardless of the order in which migrations added them.
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    let mut key: Vec<String> = key.into_values().collect();
    if key.is_empty() {
        let expressions = SORT_EXPRESSIONS.iter().find(|(table, _)| *table == name);
        let (_, expressions) = expressions.ok_or_else(|| {
            StoreError::Corrupt(format!("the table {name} has nothing to order its rows by"))
        })?;
        key = expressions.iter().map(|&expression| expression.to_owned()).collect();
    }
    Ok(TableInfo { name, columns, key })
}

fn column_kind(declared: &str) -> Option<ColumnKind> {
    Some(match declared.to_ascii_lowercase().as_str() {
        "bigint" | "integer" => ColumnKind::Integer,
        "boolean" => ColumnKind::Boolean,
        "double precision" => ColumnKind::Real,
        "text" => ColumnKind::Text,
        "blob" | "bytea" => ColumnKind::Bytes,
        _ => return None,
    })
}

/// Sorts tables so that each comes after those that it refers to; otherwise by name.
fn sort_by_references(
    mut waiting: Vec<TableInfo>,
    references: &[(String, String)],
) -> Result<Vec<TableInfo>> {
    let mut sorted = Vec::with_capacity(waiting.len());
    let mut names = BTreeSet::new();
    while !waiting.is_empty() {
        let is_next = |table: &TableInfo| {
            let own = references.iter().filter(|(from, to)| *from == table.name && to != from);
            own.into_iter().all(|(_, to)| names.contains(to))
        };
        let (next, later): (Vec<TableInfo>, Vec<TableInfo>) = waiting.into_iter().partition(is_next);
        if next.is_empty() {
            let circle: Vec<&str> = later.iter().map(|table| table.name.as_str()).collect();
            return Err(StoreError::Corrupt(format!("tables refer to each other: {}", circle.join(", "))));
        }
        names.extend(next.iter().map(|table| table.name.clone()));
        sorted.extend(next);
        waiting = later;
    }
    Ok(sorted)
}

pub(super) fn quote_identifier(name: &str) -> String {
    format!("\"{name}\"")
}

impl TableInfo {
    /// The names of the columns, quoted and separated by commas.
    pub(super) fn column_list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quote_identifier(&column.name)).collect();
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{TableInfo, sort_by_references};

    fn test_table(name: &str) -> TableInfo {
        TableInfo { name: name.into(), columns: Vec::new(), key: Vec::new() }
    }

    #[test]
    fn a_table_comes_after_those_that_it_refers_to() {
        let references = [("a", "c"), ("c", "d"), ("b", "b")].map(|(from, to)| (from.into(), to.into()));
        let sorted = sort_by_references(["a", "b", "c", "d"].map(test_table).into(), &references).unwrap();
        let names: Vec<&str> = sorted.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["b", "d", "c", "a"]);
    }

    #[test]
    fn tables_that_refer_to_each_other_are_refused() {
        let references = [("a", "b"), ("b", "a")].map(|(from, to)| (from.into(), to.into()));
        let error = sort_by_references(["a", "b", "c"].map(test_table).into(), &references).unwrap_err();
        assert!(error.to_string().contains("a, b"), "{error}");
    }
}
