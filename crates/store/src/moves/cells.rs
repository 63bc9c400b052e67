//! Values of rows of any table.

use serde::{Deserialize, Serialize};

use super::tables::{ColumnInfo, ColumnKind};
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

/// A value by its own type, because SQLite stores any value in any column.
impl Row for Cell {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        let Some(kind) = columns.next_type()? else {
            columns.skip();
            return Ok(Self::Null);
        };
        Ok(match kind.as_str() {
            "INTEGER" | "INT8" => Self::Integer(columns.read()?),
            "BOOL" => Self::Integer(columns.read::<bool>()?.into()),
            "REAL" | "FLOAT8" => Self::Real(columns.read()?),
            "BLOB" | "BYTEA" => Self::Bytes(columns.read()?),
            _ => Self::Text(columns.read()?),
        })
    }
}

/// The values of a row, in the order of the query's columns.
#[derive(Debug)]
pub(super) struct CellRow(pub(super) Vec<Cell>);

impl Row for CellRow {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        (0..columns.column_count()).map(|_| columns.read()).collect::<Result<_>>().map(Self)
    }
}
