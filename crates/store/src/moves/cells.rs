//! Values of rows of any table.

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, TypeInfo as _, ValueRef as _};

use super::tables::{ColumnInfo, ColumnKind};
use crate::rows::DatabaseRow;
use crate::{ColumnReader, Result, Row};

/// One value of a row. Booleans are 0 and 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// No value.
    Null,
    /// A whole number, time or boolean.
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Cell {
    /// The number of bytes that the value takes, approximately.
    pub(super) fn byte_size(&self) -> usize {
        match self {
            Self::Null => 1,
            Self::Integer(_) | Self::Real(_) => 8,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// Returns true if both databases can store the value in the column. SQLite stores any value in any
    /// column.
    pub(super) fn is_storable_in(&self, column: &ColumnInfo) -> bool {
        matches!(
            (self, column.kind),
            (Self::Null, _)
                | (Self::Integer(_), ColumnKind::Integer)
                | (Self::Integer(0 | 1), ColumnKind::Boolean)
                | (Self::Real(_), ColumnKind::Real)
                | (Self::Text(_), ColumnKind::Text)
                | (Self::Bytes(_), ColumnKind::Bytes)
        )
    }
}

/// The values of a row, in the order of the query's columns.
#[derive(Debug)]
pub(super) struct CellRow(pub(super) Vec<Cell>);

impl Row for CellRow {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        Ok(match columns.row {
            DatabaseRow::Sqlite(row) => Self::from_sqlite(row)?,
            DatabaseRow::Postgres(row) => Self::from_postgres(row)?,
        })
    }
}

impl CellRow {
    fn from_sqlite(row: &SqliteRow) -> sqlx::Result<Self> {
        let cell = |index: usize| -> sqlx::Result<Cell> {
            let value = row.try_get_raw(index)?;
            if value.is_null() {
                return Ok(Cell::Null);
            }
            let kind = value.type_info().name().to_owned();
            drop(value);
            Ok(match kind.as_str() {
                "INTEGER" => Cell::Integer(row.try_get_unchecked(index)?),
                "REAL" => Cell::Real(row.try_get_unchecked(index)?),
                "BLOB" => Cell::Bytes(row.try_get_unchecked(index)?),
                _ => Cell::Text(row.try_get_unchecked(index)?),
            })
        };
        (0..row.len()).map(cell).collect::<sqlx::Result<_>>().map(Self)
    }

    fn from_postgres(row: &PgRow) -> sqlx::Result<Self> {
        let cell = |index: usize| -> sqlx::Result<Cell> {
            let value = row.try_get_raw(index)?;
            if value.is_null() {
                return Ok(Cell::Null);
            }
            let kind = value.type_info().name().to_owned();
            Ok(match kind.as_str() {
                "INT8" => Cell::Integer(row.try_get(index)?),
                "BOOL" => Cell::Integer(row.try_get::<bool, _>(index)?.into()),
                "FLOAT8" => Cell::Real(row.try_get(index)?),
                "BYTEA" => Cell::Bytes(row.try_get(index)?),
                _ => Cell::Text(row.try_get(index)?),
            })
        };
        (0..row.len()).map(cell).collect::<sqlx::Result<_>>().map(Self)
    }
}
