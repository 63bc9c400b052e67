//! Reading the rows of a table in batches.

use futures_util::TryStreamExt as _;
use futures_util::stream::BoxStream;

use super::cells::{Cell, CellRow};
use super::tables::{TableInfo, quote_identifier};
use crate::{Conn, Result, Sql, StoreError, placeholders};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimit {
    pub rows: u32,
    /// A batch ends after the row with which it has this many bytes.
    pub bytes: usize,
}

/// Consecutive rows of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct RowBatch {
    /// The rows: values in the order of [`TableInfo::columns`].
    pub rows: Vec<Vec<Cell>>,
    /// The key of the last row, after which the next batch begins. `None` if the table has no more rows.
    pub last: Option<Vec<Cell>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueCheck {
    /// Each value is of its column's kind, so that either database can store it.
    Kinds,
    /// Any value that the database has is accepted.
    None,
}

/// The statement that reads the next rows after a key.
pub(super) fn batch_statement(table: &TableInfo, after: Option<&[Cell]>, limit: BatchLimit) -> Result<Sql> {
    let key = table.key.join(", ");
    let condition = match after {
        None => String::new(),
        Some(_) => format!(" WHERE ({key}) > ({})", placeholders(1, table.key.len())),
    };
    let mut statement = Sql::new(format!(
        "SELECT {}, {key} FROM {}{condition} ORDER BY {key} LIMIT {}",
        table.column_list(),
        quote_identifier(&table.name),
        limit.rows
    ));
    for cell in after.unwrap_or_default() {
        statement = match cell {
            Cell::Integer(number) => statement.bind(*number),
            Cell::Text(text) => statement.bind(text),
            other => return Err(StoreError::Corrupt(format!("{other:?} in the key of {}", table.name))),
        };
    }
    Ok(statement)
}

/// Reads rows until the batch is full.
pub(super) async fn collect_batch(
    table: &TableInfo,
    mut stream: BoxStream<'_, Result<CellRow>>,
    limit: BatchLimit,
    check: ValueCheck,
) -> Result<RowBatch> {
    let mut batch = RowBatch { rows: Vec::new(), last: None };
    let mut bytes = 0;
    let failed = |error: StoreError| match error {
        StoreError::Database(error) => StoreError::Corrupt(format!("a row of {}: {error}", table.name)),
        error => error,
    };
    while let Some(CellRow(mut row)) = stream.try_next().await.map_err(failed)? {
        let key = row.split_off(table.columns.len());
        if check == ValueCheck::Kinds {
            check_kinds(table, &row, &key)?;
        }
        bytes += row.iter().map(Cell::byte_size).sum::<usize>();
        batch.rows.push(row);
        batch.last = Some(key);
        if bytes >= limit.bytes {
            break;
        }
    }
    Ok(batch)
}

pub(super) async fn count_rows(mut conn: impl Conn, table: &TableInfo) -> Result<u64> {
    conn.fetch_one(Sql::new(format!("SELECT COUNT(*) FROM {}", quote_identifier(&table.name)))).await
}

fn check_kinds(table: &TableInfo, row: &[Cell], key: &[Cell]) -> Result<()> {
    match table.columns.iter().zip(row).find(|(column, cell)| !cell.is_storable_in(column)) {
        None => Ok(()),
        Some((column, _)) => Err(StoreError::Corrupt(format!(
            "{} {}: the value in column {} is not {:?}",
            table.name,
            describe_key(key),
            column.name,
            column.kind
        ))),
    }
}

/// The key of a row, for messages.
pub(super) fn describe_key(key: &[Cell]) -> String {
    let words = key.iter().map(|cell| match cell {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(text) => text.escape_debug().to_string(),
        other => format!("{other:?}"),
    });
    words.collect::<Vec<_>>().join("/")
}
