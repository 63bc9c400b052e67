//! Structs that are read from rows by the names of their columns.

/// Declares a struct and reads it from a row of either database: each field from the column of the same name.
/// It does what sqlx's derive macro does, without that macro's crates, which would build SQLite a second
/// time.
macro_rules! from_row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($field_vis:vis $field:ident: $kind:ty),+ $(,)? }) => {
        $(#[$meta])*
        $vis struct $name { $($field_vis $field: $kind),+ }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'static str: sqlx::ColumnIndex<R>,
            $($kind: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)+
        {
            fn from_row(row: &'r R) -> sqlx::Result<Self> {
                Ok(Self { $($field: row.try_get(stringify!($field))?),+ })
            }
        }
    };
}

pub(crate) use from_row;
