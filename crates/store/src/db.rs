//! The database: SQLite (embedded) or PostgreSQL, behind one type.

use std::future::Future;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::BoxStream;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, SqlitePool};
use tokio::sync::watch;

use crate::backend::Backend;
use crate::coalescing::Coalescing;
use crate::conn::{Conn, Row, Target, usable, within};
use crate::error::{Result, StoreError};
use crate::migrations::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};
use crate::probe::Probe;
use crate::sql::Sql;
use crate::title_cache::TitleCache;
use crate::tx::{Shared, Tx};
use crate::writer::Writer;
use crate::writes::Writes;

/// How long PostgreSQL may take to respond to a probe before the connection is abandoned.
const ALIVE: Duration = Duration::from_secs(5);
/// How long a connection in the pool is taken for alive.
const FRESH: Duration = Duration::from_secs(1);
/// How long to wait for connections in use when the database is closed.
const CLOSE: Duration = Duration::from_secs(10);

/// How to open a database.
#[derive(Debug, Clone)]
pub struct DbOptions {
    /// `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`.
    pub url: String,
    /// SQLite waits for the disk at every commit (`synchronous=FULL`): survives a power cut without losing
    /// the last commits. Otherwise `NORMAL`: never corrupt, and nothing is lost when only the program dies.
    pub sqlite_full_sync: bool,
    /// Connections for reading SQLite, in addition to its one writer; all connections of PostgreSQL.
    pub max_connections: u32,
    /// How long to wait for a lock that another process holds (SQLite) or for a free connection.
    pub busy_timeout: Duration,
    /// Memory for titles that are read often, in bytes; 0 disables the cache.
    pub title_cache: u64,
}

impl DbOptions {
    /// Defaults for this address: 8 connections, 10 seconds, `synchronous=NORMAL`, no titles in memory.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            sqlite_full_sync: false,
            max_connections: 8,
            busy_timeout: Duration::from_secs(10),
            title_cache: 0,
        }
    }
}

/// A database. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct Db {
    pools: Pools,
    shared: Arc<Shared>,
}

#[derive(Debug, Clone)]
enum Pools {
    /// One writer, so that writers wait in line in the program and not for SQLite's lock.
    Sqlite {
        writer: Writer,
        readers: SqlitePool,
        writes: Writes,
    },
    Postgres(PgPool),
}

impl Db {
    /// Opens the database; makes the file of SQLite when it is missing. Does not migrate.
    pub async fn connect(options: &DbOptions) -> Result<Self> {
        let pools = if options.url.starts_with("sqlite:") {
            connect_sqlite(options).await?
        } else if options.url.starts_with("postgres:") || options.url.starts_with("postgresql:") {
            connect_postgres(options).await?
        } else {
            return Err(StoreError::Url("must begin with sqlite: or postgres://".to_owned()));
        };
        Ok(Self { pools, shared: Arc::new(Shared::new(options.title_cache)) })
    }

    /// The same database, whose writes wait no longer than this for other writers of a SQLite file, in this
    /// process or another. The default is [`DbOptions::busy_timeout`]. PostgreSQL has no such lock.
    #[must_use]
    pub fn waiting_for_writers(self, patience: Duration) -> Self {
        let pools = match self.pools {
            Pools::Sqlite { writer, readers, writes } => {
                Pools::Sqlite { writer: writer.waiting_at_most(patience), readers, writes }
            }
            pools @ Pools::Postgres(_) => pools,
        };
        Self { pools, ..self }
    }

    /// Which database it is.
    pub fn backend(&self) -> Backend {
        match self.pools {
            Pools::Sqlite { .. } => Backend::Sqlite,
            Pools::Postgres(_) => Backend::Postgres,
        }
    }

    /// Applies the migrations that are missing.
    pub async fn migrate(&self) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => writer.migrate(&SQLITE_MIGRATIONS).await?,
            Pools::Postgres(pool) => POSTGRES_MIGRATIONS.run(pool).await?,
        }
        Ok(())
    }

    /// Numbers of the migrations that this program has and the database has not.
    pub async fn pending_migrations(&self) -> Result<Vec<i64>> {
        let migrations = match self.backend() {
            Backend::Sqlite => &*SQLITE_MIGRATIONS,
            Backend::Postgres => &*POSTGRES_MIGRATIONS,
        };
        let applied = self.applied_migrations().await?;
        Ok(migrations.iter().map(|m| m.version).filter(|version| !applied.contains(version)).collect())
    }

    /// Numbers of the migrations that the database has; none if it has no tables.
    pub async fn applied_migrations(&self) -> Result<Vec<i64>> {
        let table = match self.backend() {
            Backend::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
            Backend::Postgres => {
                "SELECT COUNT(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
                 AND schemaname = ANY (current_schemas(false))"
            }
        };
        let mut conn = self;
        let (tables,): (i64,) = conn.one(Sql::new(table)).await?;
        let applied: Vec<(i64,)> = match tables {
            0 => Vec::new(),
            _ => {
                conn.all(Sql::new("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version"))
                    .await?
            }
        };
        Ok(applied.into_iter().map(|(version,)| version).collect())
    }

    /// Whether the database responds and has its schema.
    pub async fn ping(&self) -> Result<()> {
        let mut conn = self;
        conn.one::<(i64,)>(Sql::new("SELECT COUNT(*) FROM counters")).await.map(|_| ())
    }

    /// Whether a transaction can begin. The caller does not wait for another writer.
    pub async fn can_write(&self) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => writer.check().await,
            Pools::Postgres(pool) => within(async { pool.begin().await?.rollback().await }).await,
        }
    }

    /// Asks whether the database can be reached, apart from the connections that statements take.
    pub fn probe(&self) -> Probe {
        match &self.pools {
            Pools::Sqlite { .. } => Probe::embedded(),
            Pools::Postgres(pool) => Probe::server(pool.connect_options()),
        }
    }

    /// Begins a transaction. On SQLite it is a writer from the beginning (`BEGIN IMMEDIATE`), so that a
    /// transaction that reads first and writes later never fails for another's lock.
    pub async fn begin(&self) -> Result<Tx> {
        self.shared.count();
        match &self.pools {
            Pools::Sqlite { writer, .. } => Ok(Tx::sqlite(writer.begin().await?, self.shared.clone())),
            Pools::Postgres(pool) => Ok(Tx::postgres(within(pool.begin()).await?, self.shared.clone())),
        }
    }

    /// Statements sent since the database was opened, those of its transactions included. A page of 100
    /// must cost as many as a page of 1: tests compare.
    pub fn statements(&self) -> u64 {
        self.shared.statements()
    }

    /// Wakes the workers of this process: a job has ended, and one that was queued after it may begin.
    pub fn wake_jobs(&self) {
        self.shared.jobs_enqueued();
    }

    /// Changes whenever this process commits a job, so that workers need not wait for their next poll.
    pub fn watch_jobs(&self) -> watch::Receiver<u64> {
        self.shared.watch_jobs()
    }

    /// Changes whenever this process commits to the change log.
    pub fn watch_changes(&self) -> watch::Receiver<u64> {
        self.shared.watch_changes()
    }

    /// Callers that wait for titles.
    pub(crate) fn together(&self) -> &Coalescing {
        self.shared.together()
    }

    /// Titles in memory, where there is room for any.
    pub(crate) fn title_cache(&self) -> Option<&TitleCache> {
        self.shared.titles()
    }

    /// Closes all connections; waits for those in use, if their server responds.
    pub async fn close(&self) {
        // A connection that is left behind ends with the process.
        let _ = tokio::time::timeout(CLOSE, self.close_all()).await;
    }

    async fn close_all(&self) {
        match &self.pools {
            Pools::Sqlite { writer, readers, .. } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }

    /// Rows of a statement that only reads, one after the other as they come, however many there are.
    pub(crate) fn stream<'a, T: Row + 'a>(&'a self, statement: Sql) -> BoxStream<'a, Result<T>> {
        self.shared.count();
        let target = match &self.pools {
            Pools::Sqlite { readers, .. } => Target::SqlitePool(readers),
            Pools::Postgres(pool) => Target::PgPool(pool),
        };
        target.stream(statement)
    }

    /// Where a statement outside a transaction goes.
    fn way(&self, statement: &Sql) -> Way<'_> {
        self.shared.count();
        match &self.pools {
            Pools::Sqlite { readers, .. } if statement.is_read() => Way::Any(Target::SqlitePool(readers)),
            Pools::Sqlite { writer, writes, .. } => Way::Writer(writer, writes),
            Pools::Postgres(pool) => Way::Any(Target::PgPool(pool)),
        }
    }
}

/// See [`Db::way`].
enum Way<'d> {
    Any(Target<'d>),
    Writer(&'d Writer, &'d Writes),
}

impl Conn for &Db {
    fn all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send {
        let db: &Db = self;
        async move {
            match db.way(&statement) {
                Way::Any(target) => target.all(statement).await,
                Way::Writer(writer, _) => writer.all(statement).await,
            }
        }
    }

    fn optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send {
        let db: &Db = self;
        async move {
            match db.way(&statement) {
                Way::Any(target) => target.optional(statement).await,
                Way::Writer(writer, _) => writer.optional(statement).await,
            }
        }
    }

    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send {
        let db: &Db = self;
        async move {
            match db.way(&statement) {
                Way::Any(target) => target.execute(statement).await,
                Way::Writer(writer, small) => small.execute(writer, statement).await,
            }
        }
    }
}

async fn connect_sqlite(options: &DbOptions) -> Result<Pools> {
    let file = SqliteConnectOptions::from_str(&options.url)
        .map_err(|error| StoreError::Url(error.to_string()))?
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(if options.sqlite_full_sync {
            SqliteSynchronous::Full
        } else {
            SqliteSynchronous::Normal
        });
    // The writer first: it makes the file and turns write-ahead logging on.
    let writer = Writer::connect(file.clone(), options.busy_timeout).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(options.max_connections.max(1))
        .acquire_timeout(options.busy_timeout)
        // A connection inside the process cannot die unseen: asking it before each statement would double the
        // cost of a read.
        .test_before_acquire(false)
        .before_acquire(|connection, _| usable(connection))
        .connect_with(file.read_only(true).busy_timeout(options.busy_timeout))
        .await?;
    Ok(Pools::Sqlite { writer, readers, writes: Writes::default() })
}

async fn connect_postgres(options: &DbOptions) -> Result<Pools> {
    let server =
        PgConnectOptions::from_str(&options.url).map_err(|error| StoreError::Url(error.to_string()))?;
    let pool = PgPoolOptions::new()
        .max_connections(options.max_connections.max(1))
        .acquire_timeout(options.busy_timeout)
        // What was in use a moment ago is not asked whether it is alive: it was on its return.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > FRESH {
                    alive(connection).await?;
                }
                usable(connection).await
            })
        })
        // The pool asks without a bound, and keeps the place of a connection whose server is silent forever.
        .after_release(|connection, _| Box::pin(async move { alive(connection).await.map(|()| true) }))
        .connect_with(server.clone())
        .await;
    match pool {
        Ok(pool) => Ok(Pools::Postgres(pool)),
        Err(sqlx::Error::PoolTimedOut) => Err(reason(&server, options).await),
        Err(error) => Err(error.into()),
    }
}

/// Checks whether the server of a connection responds.
async fn alive(connection: &mut PgConnection) -> sqlx::Result<()> {
    tokio::time::timeout(ALIVE, connection.ping()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Why there is no connection: the pool only reports a timeout.
async fn reason(server: &PgConnectOptions, options: &DbOptions) -> StoreError {
    match tokio::time::timeout(options.busy_timeout, server.connect()).await {
        Ok(Err(error)) => error.into(),
        _ => sqlx::Error::PoolTimedOut.into(),
    }
}
