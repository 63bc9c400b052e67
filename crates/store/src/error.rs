//! Errors of the database.

/// An error of the store. A missing record is never an error: functions return `None` or
/// `false`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique constraint was violated; its name, the same on both databases, for example `logins_pkey`.
    #[error("conflict: {0}")]
    Conflict(String),
    #[error("database: {0}")]
    Database(sqlx::Error),
    /// The database cannot be reached or used at this moment. The statement itself is correct.
    #[error("the database is not available: {0}")]
    Unavailable(sqlx::Error),
    /// A stored document does not parse, or a record does not serialize.
    #[error("document: {0}")]
    Document(#[from] serde_json::Error),
    /// A stored value is outside its range or enumeration.
    #[error("stored value: {0}")]
    Corrupt(String),
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A later program has migrated the database, and this one cannot use it any more.
    #[error("the database requires schema {needed}; this program supports schema {known}")]
    SchemaTooNew {
        /// The oldest schema that a program must support.
        needed: i64,
        /// The newest schema that this program supports.
        known: i64,
    },
    /// The database address is not understood.
    #[error("database address: {0}")]
    Url(String),
}

/// The result of every function of the store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl StoreError {
    /// Returns true if a unique constraint was violated.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict(_))
    }

    /// Returns true if the database cannot be reached or used at this moment, so that a retry may succeed.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// A copy of the error, for another write of the same transaction.
    pub(crate) fn repeat(&self) -> Self {
        let cause = sqlx::Error::Protocol(self.to_string());
        if self.is_unavailable() { Self::Unavailable(cause) } else { Self::Database(cause) }
    }

    pub(crate) fn database_error(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) | Self::Unavailable(error) => Some(error),
            _ => None,
        }
    }

    /// Returns true if the statement broke a rule of the tables: it changed nothing, and other statements
    /// of the transaction are not at fault.
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

    /// The error of a value that could not be read, to be returned by a function of sqlx. It becomes the same
    /// error again.
    pub(crate) fn into_sqlx(self) -> sqlx::Error {
        match self {
            Self::Database(error) | Self::Unavailable(error) => error,
            other => sqlx::Error::Decode(Box::new(other)),
        }
    }

    /// Returns true if the constraint with this name was violated.
    pub fn conflicts_with(&self, constraint: &str) -> bool {
        matches!(self, Self::Conflict(name) if name == constraint)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let error = match error {
            sqlx::Error::Decode(error) => match error.downcast::<Self>() {
                Ok(own) => return *own,
                Err(other) => sqlx::Error::Decode(other),
            },
            other => other,
        };
        match error.as_database_error() {
            Some(inner) if inner.is_unique_violation() => Self::Conflict(match inner.constraint() {
                Some(name) => name.to_owned(),
                None => constraint_name(inner.message()),
            }),
            _ if is_unavailability(&error) => Self::Unavailable(error),
            _ => Self::Database(error),
        }
    }
}

/// Returns true if the error means that the database cannot be reached or used at this moment.
fn is_unavailability(error: &sqlx::Error) -> bool {
    use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};
    match error {
        Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            let Some(code) = error.code() else { return false };
            if error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
                is_postgres_unavailability(&code)
            } else {
                code.parse().is_ok_and(is_sqlite_unavailability)
            }
        }
        _ => false,
    }
}

/// SQLSTATE codes (PostgreSQL, appendix A): no connection (08), read only as a standby is (25006), no memory,
/// space or connections (53), a lock or a statement that took longer than the operator allows (55P03, 57014),
/// shutting down or starting (57P), faults of its system (58).
fn is_postgres_unavailability(code: &str) -> bool {
    ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class))
        || ["25006", "55P03", "57014"].contains(&code)
}

/// SQLite's result codes; the bits above the lowest eight name the kind.
fn is_sqlite_unavailability(code: u32) -> bool {
    const SQLITE_BUSY: u32 = 5;
    const SQLITE_LOCKED: u32 = 6;
    const SQLITE_NOMEM: u32 = 7;
    const SQLITE_READONLY: u32 = 8;
    const SQLITE_IOERR: u32 = 10;
    const SQLITE_FULL: u32 = 13;
    const SQLITE_CANTOPEN: u32 = 14;
    [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]
        .contains(&(code & 0xff))
}

impl From<domain::wire::UnknownValue> for StoreError {
    fn from(error: domain::wire::UnknownValue) -> Self {
        Self::Corrupt(error.to_string())
    }
}

/// Unique indexes on plain columns, as SQLite's message names them. Indexes over expressions are named by
/// SQLite itself, and a primary key is `<table>_pkey` as on PostgreSQL.
const CONSTRAINT_NAMES: &[(&str, &str)] = &[
    ("agreements.account_id, agreements.kind", "agreements_current"),
    ("editions.series_id, editions.source_hash", "editions_source_hash"),
    ("enrollment_codes.hash", "enrollment_codes_hash"),
    ("groups.organization_id, groups.name_key", "groups_names"),
    ("groups.organization_id, groups.origin, groups.source", "groups_sources"),
    ("hand_overs.organization_id", "hand_overs_open"),
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
    match CONSTRAINT_NAMES.iter().find(|(columns, _)| *columns == what) {
        Some((_, name)) => (*name).to_owned(),
        None => format!("{}_pkey", what.split('.').next().unwrap_or(what)),
    }
}

#[cfg(test)]
mod tests {
    use super::{StoreError, constraint_name, is_postgres_unavailability, is_sqlite_unavailability};

    #[test]
    fn errors_of_stored_values_pass_through_sqlx() {
        let error = StoreError::Corrupt("-1 is out of range".to_owned()).into_sqlx();
        assert!(matches!(StoreError::from(error), StoreError::Corrupt(text) if text == "-1 is out of range"));
        let error = StoreError::Database(sqlx::Error::RowNotFound).into_sqlx();
        assert!(matches!(StoreError::from(error), StoreError::Database(sqlx::Error::RowNotFound)));
        let error = sqlx::Error::Decode("not a number".into());
        assert!(matches!(StoreError::from(error), StoreError::Database(sqlx::Error::Decode(_))));
    }

    #[test]
    fn only_temporary_errors_are_unavailability() {
        for code in ["08006", "53300", "53100", "57P01", "57P03", "58030", "25006", "55P03", "57014"] {
            assert!(is_postgres_unavailability(code), "{code}");
        }
        for code in ["23505", "42601", "22P02", "57000", "XX000", "40001"] {
            assert!(!is_postgres_unavailability(code), "{code}");
        }
        // Busy, busy with a snapshot, full, an I/O error while writing.
        for code in [5, 517, 13, 778] {
            assert!(is_sqlite_unavailability(code), "{code}");
        }
        // An error of SQL, a damaged file, a constraint, a file that is not a database.
        for code in [1, 11, 19, 26] {
            assert!(!is_sqlite_unavailability(code), "{code}");
        }
        assert!(StoreError::from(sqlx::Error::PoolTimedOut).is_unavailable());
        assert!(!StoreError::from(sqlx::Error::RowNotFound).is_unavailable());
    }

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
