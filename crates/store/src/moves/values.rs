//! Values that the other database cannot hold.

use super::cells::{Cell, CellRow};
use super::read::describe_key;
use super::tables::{ColumnKind, TableInfo, quote_identifier};
use crate::{Backend, Conn, Db, Result, Sql};

const MAX_NAMED_ROWS: u32 = 20;

/// Names the rows of a table whose values the other database would refuse or change, each with its column:
/// PostgreSQL stores no NUL in text, and SQLite no number that is not one. Up to 20 rows are named.
pub async fn find_unsupported(mut db: &Db, table: &TableInfo, target: Backend) -> Result<Vec<String>> {
    let (kind, condition): (_, fn(&str) -> String) = match (db.backend(), target) {
        (Backend::Sqlite, Backend::Postgres) => {
            (ColumnKind::Text, |column| format!("instr({column}, char(0)) > 0"))
        }
        (Backend::Postgres, Backend::Sqlite) => {
            (ColumnKind::Real, |column| format!("{column} = 'NaN'::DOUBLE PRECISION"))
        }
        _ => return Ok(Vec::new()),
    };
    let columns = table.columns.iter().filter(|column| column.kind == kind);
    let conditions: Vec<(&str, String)> =
        columns.map(|column| (column.name.as_str(), condition(&quote_identifier(&column.name)))).collect();
    if conditions.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> =
        conditions.iter().map(|(name, condition)| format!("WHEN {condition} THEN '{name}'")).collect();
    let any: Vec<&str> = conditions.iter().map(|(_, condition)| condition.as_str()).collect();
    let statement = Sql::new(format!(
        "SELECT {}, CASE {} END FROM {} WHERE {} LIMIT {MAX_NAMED_ROWS}",
        table.key.join(", "),
        names.join(" "),
        quote_identifier(&table.name),
        any.join(" OR ")
    ));
    let rows = db.fetch_all::<CellRow>(statement).await?;
    let describe = |CellRow(mut row): CellRow| {
        let column = match row.pop() {
            Some(Cell::Text(column)) => column,
            _ => String::new(),
        };
        format!("{} {}, column {column}", table.name, describe_key(&row))
    };
    Ok(rows.into_iter().map(describe).collect())
}
