//! Personal data of one person: every table that refers to an account, as readable records
//! (docs/security.md). Secrets, such as hashes of passwords, tokens or keys, are not included.

mod parts;

use domain::{AccountId, TitleId};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use serde_json::{Map, Value};

pub use parts::{LEFT_OUT, list_parts};

use crate::{ColumnReader, Db, Result, Row, Sql, StoreError, to_timestamp};

/// One kind of personal data: a file of the archive.
#[derive(Debug)]
pub struct DataPart {
    /// Its name, a noun.
    pub name: &'static str,
    /// Its meaning, in a sentence without its end.
    pub about: &'static str,
    /// The references to accounts that it covers: table and column.
    pub references: &'static [(&'static str, &'static str)],
    columns: &'static [RecordColumn],
    /// The statement from FROM on; the account is `$1`.
    from: &'static str,
}

#[derive(Debug)]
struct RecordColumn {
    name: &'static str,
    sql: &'static str,
    kind: ValueKind,
}

/// The form in which a stored value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Text,
    Number,
    Real,
    Truth,
    /// Microseconds since 1970.
    Time,
    /// A document; its members are exported unchanged.
    Json,
    /// Words with spaces between them.
    Words,
    Title,
}

#[derive(Debug, Clone, PartialEq)]
pub struct DataRecord {
    /// Names and values; null if unknown.
    pub value: Value,
    /// Titles that it names by their numbers.
    pub titles: Vec<TitleId>,
}

/// Columns as texts, the same on both databases.
struct TextRow(Vec<Option<String>>);

impl Row for TextRow {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        (0..columns.column_count()).map(|_| columns.read()).collect::<Result<_>>().map(Self)
    }
}

impl DataPart {
    /// The records of a person, one after the other as they are read: never all of them in memory.
    pub fn stream_records<'a>(
        &'a self,
        db: &'a Db,
        account: &AccountId,
    ) -> BoxStream<'a, Result<DataRecord>> {
        let columns: Vec<String> =
            self.columns.iter().map(|column| format!("CAST({} AS TEXT)", column.sql)).collect();
        let text = format!("SELECT {} {}", columns.join(", "), self.from);
        let rows = db.stream_rows::<TextRow>(Sql::new(text).bind(account));
        rows.and_then(|texts| std::future::ready(self.record(texts))).boxed()
    }

    fn record(&self, texts: TextRow) -> Result<DataRecord> {
        let mut record = DataRecord { value: Value::Null, titles: Vec::new() };
        let mut members = Map::new();
        for (column, text) in self.columns.iter().zip(texts.0) {
            let value = text.map_or(Ok(Value::Null), |text| column.kind.parse_value(text))?;
            if column.kind == ValueKind::Title {
                record.titles.extend(value.as_i64().map(TitleId));
            }
            match value {
                // A document is its own record.
                Value::Object(document) if column.name.is_empty() => members.extend(document),
                value => drop(members.insert(column.name.to_owned(), value)),
            }
        }
        record.value = Value::Object(members);
        Ok(record)
    }
}

impl ValueKind {
    fn parse_value(self, text: String) -> Result<Value> {
        let corrupt = |text: &str| StoreError::Corrupt(format!("{text:?} is no {self:?}"));
        Ok(match self {
            Self::Text => text.into(),
            Self::Number | Self::Title => text.parse::<i64>().map_err(|_| corrupt(&text))?.into(),
            Self::Real => text.parse::<f64>().map_err(|_| corrupt(&text))?.into(),
            Self::Truth => matches!(text.as_str(), "1" | "true").into(),
            Self::Time => {
                let at = to_timestamp(text.parse().map_err(|_| corrupt(&text))?)?;
                domain::dates::format_timestamp(at).into()
            }
            Self::Json => serde_json::from_str(&text)?,
            Self::Words => text.split_whitespace().collect::<Vec<_>>().into(),
        })
    }
}
