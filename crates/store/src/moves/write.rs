//! Writing the rows of a table: COPY on PostgreSQL, statements with many rows on SQLite.

use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments as _, AssertSqlSafe, PgConnection, SqliteConnection};

use super::cells::Cell;
use super::tables::{ColumnKind, TableInfo, quote_identifier};
use crate::conn::{StatementTarget, run_with_timeout};
use crate::{Conn, Result, Sql, StoreError, Tx};

/// Values in one statement of SQLite, which accepts 32,766.
const MAX_VALUES_PER_STATEMENT: usize = 8_000;
/// The beginning of binary COPY data: signature, flags, length of the extension.
const COPY_HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// The end of binary COPY data.
const COPY_TRAILER: [u8; 2] = (-1_i16).to_be_bytes();

/// Inserts rows: values in the order of [`TableInfo::columns`].
///
/// # Errors
/// The database refuses a row, or cannot be written to.
pub async fn insert_rows(tx: &mut Tx, table: &TableInfo, rows: Vec<Vec<Cell>>) -> Result<()> {
    match tx.statement_target() {
        StatementTarget::Pg(connection) => run_with_timeout(copy_in(connection, table, &rows)).await,
        StatementTarget::Sqlite(connection) => insert_into_sqlite(connection, table, rows).await,
        StatementTarget::SqlitePool(_) | StatementTarget::PgPool(_) => {
            Err(StoreError::Corrupt("rows are inserted in a transaction only".into()))
        }
    }
}

/// Deletes all rows of a table.
///
/// # Errors
/// The database refuses, or cannot be written to.
pub async fn delete_rows(tx: &mut Tx, table: &TableInfo) -> Result<()> {
    tx.execute(Sql::new(format!("DELETE FROM {}", quote_identifier(&table.name)))).await.map(drop)
}

async fn copy_in(connection: &mut PgConnection, table: &TableInfo, rows: &[Vec<Cell>]) -> sqlx::Result<()> {
    let text = format!(
        "COPY {} ({}) FROM STDIN (FORMAT binary)",
        quote_identifier(&table.name),
        table.column_list()
    );
    let data = encode_rows(table, rows)?;
    let mut copy = connection.copy_in_raw(&text).await?;
    copy.send(data).await?;
    copy.finish().await.map(drop)
}

/// The rows in PostgreSQL's binary format of COPY.
fn encode_rows(table: &TableInfo, rows: &[Vec<Cell>]) -> sqlx::Result<Vec<u8>> {
    let too_large = |_| sqlx::Error::Encode(format!("a value of {} is too large", table.name).into());
    let bytes: usize = rows.iter().flatten().map(|cell| cell.byte_size() + 4).sum();
    let mut data = Vec::with_capacity(bytes + 2 * rows.len() + 64);
    data.extend_from_slice(COPY_HEADER);
    let columns = i16::try_from(table.columns.len()).map_err(too_large)?;
    for row in rows {
        data.extend_from_slice(&columns.to_be_bytes());
        for (cell, column) in row.iter().zip(&table.columns) {
            let mut push = |bytes: &[u8]| -> sqlx::Result<()> {
                data.extend_from_slice(&i32::try_from(bytes.len()).map_err(too_large)?.to_be_bytes());
                data.extend_from_slice(bytes);
                Ok(())
            };
            match cell {
                Cell::Null => data.extend_from_slice(&(-1_i32).to_be_bytes()),
                Cell::Integer(number) if column.kind == ColumnKind::Boolean => {
                    push(&[u8::from(*number != 0)])?;
                }
                Cell::Integer(number) => push(&number.to_be_bytes())?,
                Cell::Real(number) => push(&number.to_be_bytes())?,
                Cell::Text(text) => push(text.as_bytes())?,
                Cell::Bytes(bytes) => push(bytes)?,
            }
        }
    }
    data.extend_from_slice(&COPY_TRAILER);
    Ok(data)
}

async fn insert_into_sqlite(
    connection: &mut SqliteConnection,
    table: &TableInfo,
    rows: Vec<Vec<Cell>>,
) -> Result<()> {
    let columns = table.columns.len();
    let per_statement = (MAX_VALUES_PER_STATEMENT / columns).max(1);
    let row = format!("({})", vec!["?"; columns].join(", "));
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let mut arguments = SqliteArguments::default();
        let mut count = 0;
        for cell in rows.by_ref().take(per_statement).inspect(|_| count += 1).flatten() {
            bind_cell(&mut arguments, cell)?;
        }
        let text = format!(
            "INSERT INTO {} ({}) VALUES {}",
            quote_identifier(&table.name),
            table.column_list(),
            vec![row.as_str(); count].join(", ")
        );
        // The last statement has fewer rows than the others, so it is not cached as a prepared one.
        let is_common = count == per_statement;
        let query = sqlx::query_with(AssertSqlSafe(text), arguments).persistent(is_common);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn bind_cell(arguments: &mut SqliteArguments, cell: Cell) -> Result<()> {
    let added = match cell {
        Cell::Null => arguments.add(None::<i64>),
        Cell::Integer(number) => arguments.add(number),
        Cell::Real(number) => arguments.add(number),
        Cell::Text(text) => arguments.add(text),
        Cell::Bytes(bytes) => arguments.add(bytes),
    };
    added.map_err(|error| StoreError::Database(sqlx::Error::Encode(error)))
}
