//! What can go wrong below.

/// An error of the store. That something is not there is never an error: functions answer `None` or
/// `false`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique constraint was violated; its name, the same on both databases, for example `logins_pkey`.
    #[error("conflict: {0}")]
    Conflict(String),
    /// The database refused or could not be reached.
    #[error("database: {0}")]
    Database(sqlx::Error),
    /// A stored document does not parse, or a record does not serialize.
    #[error("document: {0}")]
    Document(#[from] serde_json::Error),
    /// A stored value is outside its range or enumeration.
    #[error("stored value: {0}")]
    Corrupt(String),
    /// A migration failed, or the database is newer than the program.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The database address is not understood.
    #[error("database address: {0}")]
    Url(String),
}

/// The result of every function of the store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl StoreError {
    /// Whether a unique constraint was violated.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict(_))
    }

    /// Whether a statement has broken a rule of the tables: it has changed nothing, and is to blame alone.
    pub(crate) fn is_violation(&self) -> bool {
        use sqlx::error::ErrorKind::{CheckViolation, ForeignKeyViolation, NotNullViolation};
        match self {
            Self::Conflict(_) => true,
            Self::Database(error) => error
                .as_database_error()
                .is_some_and(|e| matches!(e.kind(), CheckViolation | ForeignKeyViolation | NotNullViolation)),
            _ => false,
        }
    }

    /// Whether the constraint of this name was violated.
    pub fn conflicts_with(&self, constraint: &str) -> bool {
        matches!(self, Self::Conflict(name) if name == constraint)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(inner) if inner.is_unique_violation() => Self::Conflict(match inner.constraint() {
                Some(name) => name.to_owned(),
                None => constraint_name(inner.message()),
            }),
            _ => Self::Database(error),
        }
    }
}

impl From<domain::wire::UnknownValue> for StoreError {
    fn from(error: domain::wire::UnknownValue) -> Self {
        Self::Corrupt(error.to_string())
    }
}

/// Unique indexes on plain columns, as SQLite's message names them. Indexes over expressions are named by
/// SQLite itself, and a primary key is `<table>_pkey` as on PostgreSQL.
const INDEXES: &[(&str, &str)] = &[
    ("agreements.account_id, agreements.kind", "agreements_current"),
    ("editions.series_id, editions.source_hash", "editions_source_hash"),
    ("jobs.unique_key", "jobs_unique_key"),
    ("jobs.order_key", "jobs_order_running"),
    ("titles.site_id, titles.source_hash", "titles_source_hash"),
    ("titles.site_id, titles.product_identifier", "titles_product_identifier"),
];

/// PostgreSQL's name of the constraint in SQLite's message: `UNIQUE constraint failed: table.column, ...`
/// or `UNIQUE constraint failed: index 'name'`.
fn constraint_name(message: &str) -> String {
    let what = message.rsplit_once("failed: ").map_or(message, |(_, what)| what);
    if let Some(name) = what.strip_prefix("index '") {
        return name.trim_end_matches('\'').to_owned();
    }
    match INDEXES.iter().find(|(columns, _)| *columns == what) {
        Some((_, name)) => (*name).to_owned(),
        None => format!("{}_pkey", what.split('.').next().unwrap_or(what)),
    }
}

#[cfg(test)]
mod tests {
    use super::constraint_name;

    #[test]
    fn sqlite_constraints_get_the_names_of_postgresql() {
        let name = |message| constraint_name(message);
        assert_eq!(name("UNIQUE constraint failed: logins.folded"), "logins_pkey");
        assert_eq!(
            name("UNIQUE constraint failed: assignments.account_id, assignments.title_id"),
            "assignments_pkey"
        );
        assert_eq!(
            name("UNIQUE constraint failed: titles.site_id, titles.source_hash"),
            "titles_source_hash"
        );
        assert_eq!(name("UNIQUE constraint failed: index 'roster_tags_names'"), "roster_tags_names");
    }
}
