//! Sending statements: the same calls on the database and inside a transaction.

use std::future::Future;
use std::io;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, FromRow, PgConnection, PgPool, SqliteConnection, SqlitePool};

use crate::rows::{ColumnReader, DatabaseRow};
use crate::sql::{Values, remove_placeholder_numbers};
use crate::{Backend, Result, Row, Sql, StoreError};

/// A target for statements: `&Db` or `&mut Tx`.
pub trait Conn: Send {
    fn fetch_all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send;

    fn fetch_optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send;

    /// Runs the statement and returns how many rows it changed.
    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send;

    /// The only row, which must be there (an aggregate, an insert that returns).
    fn fetch_one<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<T>> + Send {
        let row = self.fetch_optional(statement);
        async { row.await?.ok_or_else(|| sqlx::Error::RowNotFound.into()) }
    }

    /// Runs the statement and returns true if it changed a row.
    fn affects_rows(&mut self, statement: Sql) -> impl Future<Output = Result<bool>> + Send {
        let rows = self.execute(statement);
        async { Ok(rows.await? > 0) }
    }

    /// A collection of the rows of several statements, sent one after the other.
    fn fetch_each<C>(&mut self, statements: Vec<Sql>) -> impl Future<Output = Result<C>> + Send
    where
        C: Default + Send + IntoIterator<Item: Row> + Extend<<C as IntoIterator>::Item>,
    {
        async move {
            let mut rows = C::default();
            for statement in statements {
                rows.extend(self.fetch_all::<C::Item>(statement).await?);
            }
            Ok(rows)
        }
    }

    /// Runs several statements one after the other and returns how many rows they changed.
    fn execute_each(&mut self, statements: Vec<Sql>) -> impl Future<Output = Result<u64>> + Send {
        let mut changed = 0;
        async move {
            for statement in statements {
                changed += self.execute(statement).await?;
            }
            Ok(changed)
        }
    }
}

impl<C: Conn> Conn for &mut C {
    fn fetch_all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send {
        (**self).fetch_all(statement)
    }

    fn fetch_optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send {
        (**self).fetch_optional(statement)
    }

    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send {
        (**self).execute(statement)
    }
}

/// A row as sqlx returns it. Its errors go through sqlx ([`StoreError::into_sqlx`]).
struct SentRow<T>(T);

impl<T: Row> SentRow<T> {
    fn read(row: DatabaseRow<'_>) -> sqlx::Result<Self> {
        T::from_columns(&mut ColumnReader::new(row)).map(Self).map_err(StoreError::into_sqlx)
    }
}

impl<T: Row> FromRow<'_, SqliteRow> for SentRow<T> {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Self::read(DatabaseRow::Sqlite(row))
    }
}

impl<T: Row> FromRow<'_, PgRow> for SentRow<T> {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Self::read(DatabaseRow::Postgres(row))
    }
}

/// The connection or pool behind a [`Conn`].
pub(crate) enum StatementTarget<'c> {
    SqlitePool(&'c SqlitePool),
    PgPool(&'c PgPool),
    Sqlite(&'c mut SqliteConnection),
    Pg(&'c mut PgConnection),
}

/// Timeout of one statement on PostgreSQL. No statement takes that long; the timeout detects a server that
/// has vanished.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(10);

/// Runs a request to PostgreSQL, or returns the error that it does not respond.
pub(crate) async fn run_with_timeout<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T> {
    let silent = || sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the server does not answer"));
    Ok(tokio::time::timeout(STATEMENT_TIMEOUT, work).await.unwrap_or_else(|_| Err(silent()))?)
}

macro_rules! on {
    ($target:expr, $executor:ident => $call:expr) => {
        match $target {
            StatementTarget::SqlitePool($executor) => Ok($call.await?),
            StatementTarget::PgPool($executor) => run_with_timeout($call).await,
            StatementTarget::Sqlite($executor) => Ok($call.await?),
            StatementTarget::Pg($executor) => run_with_timeout($call).await,
        }
    };
}

impl StatementTarget<'_> {
    /// The text is the program's own and never contains values.
    fn parts(&self, statement: Sql) -> (AssertSqlSafe<String>, Values) {
        let (text, values) = statement.into_parts();
        #[cfg(feature = "testkit")]
        crate::recording::record(self.backend(), &text);
        let text = match self.backend() {
            Backend::Sqlite => remove_placeholder_numbers(text),
            Backend::Postgres => text,
        };
        (AssertSqlSafe(text), values)
    }

    fn backend(&self) -> Backend {
        match self {
            StatementTarget::SqlitePool(_) | StatementTarget::Sqlite(_) => Backend::Sqlite,
            StatementTarget::PgPool(_) | StatementTarget::Pg(_) => Backend::Postgres,
        }
    }

    pub(crate) async fn fetch_all<T: Row>(self, statement: Sql) -> Result<Vec<T>> {
        let (sql, values) = self.parts(statement);
        let rows: Result<Vec<SentRow<T>>> =
            on!(self, e => sqlx::query_as_with::<_, SentRow<T>, _>(sql, values).fetch_all(e));
        Ok(rows?.into_iter().map(|row| row.0).collect())
    }

    pub(crate) async fn fetch_optional<T: Row>(self, statement: Sql) -> Result<Option<T>> {
        let (sql, values) = self.parts(statement);
        let row: Result<Option<SentRow<T>>> =
            on!(self, e => sqlx::query_as_with::<_, SentRow<T>, _>(sql, values).fetch_optional(e));
        Ok(row?.map(|row| row.0))
    }

    pub(crate) async fn execute(self, statement: Sql) -> Result<u64> {
        let (sql, values) = self.parts(statement);
        on!(self, e => async { Ok::<u64, sqlx::Error>(sqlx::query_with(sql, values).execute(e).await?.rows_affected()) })
    }
}

impl<'c> StatementTarget<'c> {
    /// Rows one after the other as they come.
    pub(crate) fn stream<T: Row + 'c>(self, statement: Sql) -> BoxStream<'c, Result<T>> {
        let (sql, values) = self.parts(statement);
        macro_rules! rows {
            ($executor:expr) => {
                sqlx::query_as_with::<_, SentRow<T>, _>(sql, values)
                    .fetch($executor)
                    .map_ok(|row| row.0)
                    .map_err(Into::into)
                    .boxed()
            };
        }
        match self {
            StatementTarget::SqlitePool(pool) => rows!(pool),
            StatementTarget::PgPool(pool) => rows!(pool),
            StatementTarget::Sqlite(connection) => rows!(connection),
            StatementTarget::Pg(connection) => rows!(connection),
        }
    }
}

/// Returns true if a connection from its pool has no open transaction. Otherwise the pool closes and replaces
/// it. SQLite ends a transaction by itself if the disk is full or cannot be written, or memory runs out; the
/// ROLLBACK that follows fails, and sqlx assumes from then on that the transaction is open.
pub(crate) fn check_and_clean(connection: &mut impl Connection) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    let usable = !connection.is_in_transaction();
    Box::pin(std::future::ready(Ok(usable)))
}
