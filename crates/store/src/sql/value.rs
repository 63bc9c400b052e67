//! Values of statements, for either database.

use sqlx::postgres::{PgArguments, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{Arguments as _, IntoArguments};

/// The value of a placeholder. Every kind may be NULL, because PostgreSQL needs the type of a NULL also.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Bool(Option<bool>),
    /// An integer of 32 bits.
    Int(Option<i32>),
    /// An integer of 64 bits.
    BigInt(Option<i64>),
    /// A floating-point number.
    Double(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Value {
    /// The type that a value of this kind has in a list. No list has bytes, whose type differs between the
    /// databases.
    pub(crate) fn sql_type(&self) -> &'static str {
        match self {
            Self::Bool(_) => "BOOLEAN",
            Self::Int(_) => "INTEGER",
            Self::BigInt(_) => "BIGINT",
            Self::Double(_) => "DOUBLE PRECISION",
            Self::Text(_) => "TEXT",
            Self::Bytes(_) => "BYTEA",
        }
    }
}

macro_rules! conversions {
    ($($from:ty => $kind:ident),+ $(,)?) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$kind(Some(value.into()))
            }
        }

        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map(Into::into))
            }
        }
    )+};
}

conversions! {
    bool => Bool,
    i32 => Int,
    i64 => BigInt,
    u32 => BigInt,
    f64 => Double,
    &str => Text,
    &String => Text,
    String => Text,
    &[u8] => Bytes,
    Vec<u8> => Bytes,
}

/// Values of several placeholders, in their order.
pub trait ValueTuple {
    fn into_values(self) -> Vec<Value>;
}

macro_rules! value_tuples {
    ($(($($kind:ident $value:ident),+))+) => {$(
        impl<$($kind: Into<Value>),+> ValueTuple for ($($kind,)+) {
            fn into_values(self) -> Vec<Value> {
                let ($($value,)+) = self;
                vec![$($value.into()),+]
            }
        }
    )+};
}

value_tuples! {
    (A first, B second)
    (A first, B second, C third)
    (A first, B second, C third, D fourth)
    (A first, B second, C third, D fourth, E fifth)
    (A first, B second, C third, D fourth, E fifth, F sixth)
}

/// The values of a statement, in the order of their placeholders.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(pub(crate) Vec<Value>);

macro_rules! arguments {
    ($($database:ty => $arguments:ty),+) => {$(
        impl IntoArguments<$database> for Values {
            fn into_arguments(self) -> $arguments {
                let mut arguments = <$arguments>::default();
                for value in self.0 {
                    let added = match value {
                        Value::Bool(value) => arguments.add(value),
                        Value::Int(value) => arguments.add(value),
                        Value::BigInt(value) => arguments.add(value),
                        Value::Double(value) => arguments.add(value),
                        Value::Text(value) => arguments.add(value),
                        Value::Bytes(value) => arguments.add(value),
                    };
                    // Encoding a value of these types cannot fail. If it did, the database would refuse the
                    // statement, because it has more placeholders than values.
                    debug_assert!(added.is_ok());
                }
                arguments
            }
        }
    )+};
}

arguments! {
    Sqlite => SqliteArguments,
    Postgres => PgArguments
}
