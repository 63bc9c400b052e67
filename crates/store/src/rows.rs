//! Rows: values and records that are read from the columns of a query, in the same way on both databases.
//!
//! A [`Column`] is a value of one column: an identifier, an enumeration, a time, a count, a JSON document. A
//! [`Row`] has one column or several: every column is one, and so are tuples of rows, and records, whose
//! columns [`record!`](crate::record) lists. A query says what it returns, and converts nothing itself:
//!
//! ```ignore
//! record! {
//!     CallNote { id, account: "account_id", author: "author_id", text, noted: "noted_at" }
//! }
//!
//! let statement = CallNote::select_from("call_notes WHERE id = $1").bind(id);
//! let note: Option<CallNote> = conn.fetch_optional(statement).await?;
//!
//! let statement = Sql::new("SELECT account_id, COUNT(*) FROM call_notes GROUP BY account_id");
//! let counts: Vec<(AccountId, u64)> = conn.fetch_all(statement).await?;
//! ```

use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{Decode, Row as _, Type, TypeInfo as _, ValueRef};

use crate::{Result, Sql};

/// A value that is read from one column or several.
pub trait Row: Sized + Send + Unpin {
    /// Reads the value from the next columns.
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self>;
}

/// A value of one column.
pub trait Column: Sized + Send + Unpin {
    /// The form in which both databases return it.
    type StoredForm: StoredValue;

    fn from_stored(stored: Self::StoredForm) -> Result<Self>;
}

/// A value that both databases return.
pub trait StoredValue:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> StoredValue for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

#[derive(Clone, Copy)]
pub(crate) enum DatabaseRow<'r> {
    Sqlite(&'r SqliteRow),
    Postgres(&'r PgRow),
}

/// Reads the columns of a row from left to right.
pub struct ColumnReader<'r> {
    row: DatabaseRow<'r>,
    next: usize,
}

impl<'r> ColumnReader<'r> {
    pub(crate) fn new(row: DatabaseRow<'r>) -> Self {
        Self { row, next: 0 }
    }

    /// Reads a value from the next columns, as many as it has.
    pub fn read<T: Row>(&mut self) -> Result<T> {
        T::from_columns(self)
    }

    pub(crate) fn column_count(&self) -> usize {
        match self.row {
            DatabaseRow::Sqlite(row) => row.len(),
            DatabaseRow::Postgres(row) => row.len(),
        }
    }

    /// Name of the type of the next column's value. `None` if it is NULL.
    pub(crate) fn next_type(&self) -> Result<Option<String>> {
        fn type_name<'r>(value: &impl ValueRef<'r>) -> Option<String> {
            (!value.is_null()).then(|| value.type_info().name().to_owned())
        }
        Ok(match self.row {
            DatabaseRow::Sqlite(row) => type_name(&row.try_get_raw(self.next)?),
            DatabaseRow::Postgres(row) => type_name(&row.try_get_raw(self.next)?),
        })
    }

    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    fn read_stored<T: StoredValue>(&mut self) -> Result<T> {
        let index = self.next;
        self.next += 1;
        Ok(match self.row {
            DatabaseRow::Sqlite(row) => row.try_get(index)?,
            DatabaseRow::Postgres(row) => row.try_get(index)?,
        })
    }
}

impl<C: Column> Row for C {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        Self::from_stored(columns.read_stored()?)
    }
}

macro_rules! tuples {
    ($(($($kind:ident),+))+) => {$(
        impl<$($kind: Row),+> Row for ($($kind,)+) {
            fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
                Ok(($(columns.read::<$kind>()?,)+))
            }
        }
    )+};
}

tuples! { (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) }

/// A row whose columns are listed by `record!`.
pub trait Record: Row {
    /// The SQL of its columns, in the order in which they are read.
    const COLUMNS: &'static str;

    /// The columns, each with the name of a table before it. They must all be columns of this table.
    fn columns_of(table: &str) -> String {
        let columns = Self::COLUMNS.split(", ").map(|column| format!("{table}.{column}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// The query of its columns; `source` is the statement from the name of the table on.
    fn select_from(source: &str) -> Sql {
        Sql::new(format!("SELECT {} FROM {source}", Self::COLUMNS))
    }
}

/// Lists the columns of a record, field by field, and implements [`Row`] and [`Record`] with this list, so
/// that no query can exchange two columns.
///
/// A field is read from the column of its name, or from the SQL behind the colon, whose value may have
/// several columns. The function behind `=>` converts the value that is read.
///
/// ```ignore
/// record! {
///     HandOver {
///         id,
///         organization: "organization_id",
///         reason,
///         requested: "requested_at",
///         decision: "decided_at, decided_by, granted" => decision_from_columns,
///     }
/// }
/// ```
macro_rules! record {
    (@sql $field:ident) => { stringify!($field) };
    (@sql $field:ident $sql:literal) => { $sql };
    (@read $columns:ident) => { $columns.read()? };
    (@read $columns:ident $convert:path) => { $convert($columns.read()?) };
    ($record:ident {
        $first:ident $(: $first_sql:literal)? $(=> $first_convert:path)?
        $(, $field:ident $(: $sql:literal)? $(=> $convert:path)?)* $(,)?
    }) => {
        impl $crate::Row for $record {
            fn from_columns(columns: &mut $crate::ColumnReader<'_>) -> $crate::Result<Self> {
                Ok(Self {
                    $first: $crate::record!(@read columns $($first_convert)?),
                    $($field: $crate::record!(@read columns $($convert)?),)*
                })
            }
        }

        impl $crate::Record for $record {
            const COLUMNS: &'static str = concat!(
                $crate::record!(@sql $first $($first_sql)?)
                $(, ", ", $crate::record!(@sql $field $($sql)?))*
            );
        }
    };
}

pub(crate) use record;
