//! The database: SQLite (embedded) or PostgreSQL, behind one type.

use std::future::Future;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::BoxStream;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, SqlitePool};
use tokio::sync::watch;

use crate::coalescing::TitleQueue;
use crate::conn::{StatementTarget, check_and_clean, run_with_timeout};
use crate::durability::DiskSync;
use crate::title_cache::TitleCache;
use crate::tx::{DbShared, TxInner};
use crate::writer::Writer;
use crate::writes::WriteQueue;
use crate::{Backend, Conn, Probe, Result, Row, Sql, StoreError, Tx};

/// Time in which PostgreSQL must respond to a ping before the connection is abandoned.
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for which an idle connection of the pool is used without a ping.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// Time to wait for connections in use when the database is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub struct DbOptions {
    /// `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`.
    pub url: String,
    /// SQLite waits for the disk at every commit (`synchronous=FULL`): survives a power cut without losing
    /// the last commits. Otherwise `NORMAL`: never corrupt, nothing is lost when only the program dies, and
    /// writes of records with legal weight wait for the disk.
    pub sqlite_full_sync: bool,
    /// Connections for reading SQLite, in addition to its one writer; all connections of PostgreSQL.
    pub max_connections: u32,
    /// Timeout for a lock that another process holds (SQLite) or for a free connection.
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
    pools: DbPools,
    shared: Arc<DbShared>,
}

#[derive(Debug, Clone)]
enum DbPools {
    /// One writer, so that writers wait in line in the program and not for SQLite's lock.
    Sqlite {
        writer: Writer,
        readers: SqlitePool,
        writes: WriteQueue,
    },
    Postgres(PgPool),
}

impl Db {
    /// Opens the database; makes the file of SQLite when it is missing. Does not migrate.
    pub async fn connect(options: &DbOptions) -> Result<Self> {
        let mut disk = None;
        let pools = if options.url.starts_with("sqlite:") {
            let file = sqlite_file(options)?;
            disk = (!options.sqlite_full_sync).then(|| DiskSync::new(file.get_filename()));
            connect_sqlite(options, file).await?
        } else if options.url.starts_with("postgres:") || options.url.starts_with("postgresql:") {
            connect_postgres(options).await?
        } else {
            return Err(StoreError::Url("must begin with sqlite: or postgres://".to_owned()));
        };
        Ok(Self { pools, shared: Arc::new(DbShared::new(options.title_cache, disk)) })
    }

    /// Returns the database with another timeout for writes that wait for other writers of a SQLite file,
    /// in this process or another. The default is [`DbOptions::busy_timeout`]. PostgreSQL has no such lock.
    #[must_use]
    pub fn with_write_timeout(self, busy_timeout: Duration) -> Self {
        let pools = match self.pools {
            DbPools::Sqlite { writer, readers, writes } => {
                DbPools::Sqlite { writer: writer.with_busy_timeout(busy_timeout), readers, writes }
            }
            pools @ DbPools::Postgres(_) => pools,
        };
        Self { pools, ..self }
    }

    pub fn backend(&self) -> Backend {
        match self.pools {
            DbPools::Sqlite { .. } => Backend::Sqlite,
            DbPools::Postgres(_) => Backend::Postgres,
        }
    }

    /// Applies the migrations that are missing and then runs a statement, all in one transaction.
    pub(crate) async fn apply_migrations(&self, migrations: &Migrator, last: Sql) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.apply_migrations(migrations).await?;
        tx.execute(last).await?;
        tx.commit().await
    }

    /// Numbers of the migrations that the database has; none if it has no tables.
    pub async fn read_applied_migrations(&self) -> Result<Vec<i64>> {
        let table = match self.backend() {
            Backend::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
            Backend::Postgres => {
                "SELECT COUNT(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
                 AND schemaname = ANY (current_schemas(false))"
            }
        };
        let mut conn = self;
        if conn.fetch_one::<i64>(Sql::new(table)).await? == 0 {
            return Ok(Vec::new());
        }
        conn.fetch_all(Sql::new("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version")).await
    }

    /// Checks that the database responds and has its schema.
    pub async fn check_schema(&self) -> Result<()> {
        let mut conn = self;
        conn.fetch_one::<i64>(Sql::new("SELECT COUNT(*) FROM counters")).await.map(drop)
    }

    /// Checks that a transaction can begin. The caller does not wait for another writer.
    pub async fn check_writable(&self) -> Result<()> {
        match &self.pools {
            DbPools::Sqlite { writer, .. } => writer.check_writable().await,
            DbPools::Postgres(pool) => run_with_timeout(async { pool.begin().await?.rollback().await }).await,
        }
    }

    /// A probe that checks with a connection of its own whether the database can be reached.
    pub fn new_probe(&self) -> Probe {
        match &self.pools {
            DbPools::Sqlite { .. } => Probe::new(None),
            DbPools::Postgres(pool) => Probe::new(Some(pool.connect_options())),
        }
    }

    /// Begins a transaction. On SQLite it is a writer from the beginning (`BEGIN IMMEDIATE`), so that a
    /// transaction that reads first and writes later never fails for another's lock.
    pub async fn begin(&self) -> Result<Tx> {
        self.shared.count();
        let inner = match &self.pools {
            DbPools::Sqlite { writer, .. } => TxInner::Sqlite(writer.begin().await?),
            DbPools::Postgres(pool) => TxInner::Postgres(run_with_timeout(pool.begin()).await?),
        };
        Ok(Tx::new(inner, self.shared.clone()))
    }

    /// Statements sent since the database was opened, those of its transactions included. A page of 100
    /// must cost as many as a page of 1: tests compare.
    pub fn statement_count(&self) -> u64 {
        self.shared.statement_count()
    }

    /// Wakes the workers of this process: a job has ended, and one that was queued after it may begin.
    pub fn wake_jobs(&self) {
        self.shared.notify_workers();
    }

    /// Changes whenever this process commits a job, so that workers need not wait for their next poll.
    pub fn watch_jobs(&self) -> watch::Receiver<u64> {
        self.shared.jobs.subscribe()
    }

    /// Changes whenever this process commits to the change log.
    pub fn watch_changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// Callers that wait for titles.
    pub(crate) fn title_queue(&self) -> &Arc<TitleQueue> {
        &self.shared.title_queue
    }

    /// Titles in memory, where there is room for any.
    pub(crate) fn title_cache(&self) -> Option<&TitleCache> {
        self.shared.titles.as_ref()
    }

    /// Closes all connections; waits for those in use, if their server responds.
    pub async fn close(&self) {
        // A connection that is left behind ends with the process.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.close_pools()).await;
    }

    async fn close_pools(&self) {
        match &self.pools {
            DbPools::Sqlite { writer, readers, .. } => {
                readers.close().await;
                writer.close().await;
            }
            DbPools::Postgres(pool) => pool.close().await,
        }
    }

    /// Rows of a statement that only reads, one after the other as they come, however many there are.
    pub(crate) fn stream_rows<'a, T: Row + 'a>(&'a self, statement: Sql) -> BoxStream<'a, Result<T>> {
        self.shared.count();
        let target = match &self.pools {
            DbPools::Sqlite { readers, .. } => StatementTarget::SqlitePool(readers),
            DbPools::Postgres(pool) => StatementTarget::PgPool(pool),
        };
        target.stream(statement)
    }

    /// Returns the result of a write: for a record with legal weight, after it has reached the disk.
    async fn finish_write<T>(&self, is_legal: bool, result: Result<T>) -> Result<T> {
        if is_legal && result.is_ok() {
            self.shared.wait_for_disk().await?;
        }
        result
    }

    /// Chooses the target of a statement outside a transaction.
    fn route(&self, statement: &Sql) -> StatementRoute<'_> {
        self.shared.count();
        match &self.pools {
            DbPools::Sqlite { readers, .. } if statement.is_read() => {
                StatementRoute::Pool(StatementTarget::SqlitePool(readers))
            }
            DbPools::Sqlite { writer, writes, .. } => StatementRoute::Writer(writer, writes),
            DbPools::Postgres(pool) => StatementRoute::Pool(StatementTarget::PgPool(pool)),
        }
    }
}

/// See [`Db::route`].
enum StatementRoute<'d> {
    Pool(StatementTarget<'d>),
    Writer(&'d Writer, &'d WriteQueue),
}

impl Conn for &Db {
    fn fetch_all<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Vec<T>>> + Send {
        let db: &Db = self;
        async move {
            match db.route(&statement) {
                StatementRoute::Pool(target) => target.fetch_all(statement).await,
                StatementRoute::Writer(writer, _) => {
                    let is_legal = db.shared.must_reach_disk(&statement);
                    db.finish_write(is_legal, writer.fetch_all(statement).await).await
                }
            }
        }
    }

    fn fetch_optional<T: Row>(&mut self, statement: Sql) -> impl Future<Output = Result<Option<T>>> + Send {
        let db: &Db = self;
        async move {
            match db.route(&statement) {
                StatementRoute::Pool(target) => target.fetch_optional(statement).await,
                StatementRoute::Writer(writer, _) => {
                    let is_legal = db.shared.must_reach_disk(&statement);
                    db.finish_write(is_legal, writer.fetch_optional(statement).await).await
                }
            }
        }
    }

    fn execute(&mut self, statement: Sql) -> impl Future<Output = Result<u64>> + Send {
        let db: &Db = self;
        async move {
            match db.route(&statement) {
                StatementRoute::Pool(target) => target.execute(statement).await,
                StatementRoute::Writer(writer, queue) => {
                    let is_legal = db.shared.must_reach_disk(&statement);
                    db.finish_write(is_legal, queue.execute(writer, statement).await).await
                }
            }
        }
    }
}

fn sqlite_file(options: &DbOptions) -> Result<SqliteConnectOptions> {
    let synchronous =
        if options.sqlite_full_sync { SqliteSynchronous::Full } else { SqliteSynchronous::Normal };
    Ok(SqliteConnectOptions::from_str(&options.url)
        .map_err(|error| StoreError::Url(error.to_string()))?
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous))
}

async fn connect_sqlite(options: &DbOptions, file: SqliteConnectOptions) -> Result<DbPools> {
    // The writer first: it makes the file and turns write-ahead logging on.
    // It overwrites what it deletes: see `remnants`.
    let writer_file = file.clone().pragma("secure_delete", "ON");
    let writer = Writer::connect(writer_file, options.busy_timeout).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(options.max_connections.max(1))
        .acquire_timeout(options.busy_timeout)
        // A connection inside the process cannot fail unnoticed. A ping before each statement would double
        // the cost of a read.
        .test_before_acquire(false)
        .before_acquire(|connection, _| check_and_clean(connection))
        .connect_with(file.read_only(true).busy_timeout(options.busy_timeout))
        .await?;
    Ok(DbPools::Sqlite { writer, readers, writes: WriteQueue::default() })
}

async fn connect_postgres(options: &DbOptions) -> Result<DbPools> {
    if names_several_hosts(&options.url) {
        let reason = "it names several hosts; one name must lead to the server that accepts writes";
        return Err(StoreError::Url(reason.to_owned()));
    }
    let server =
        PgConnectOptions::from_str(&options.url).map_err(|error| StoreError::Url(error.to_string()))?;
    let pool = PgPoolOptions::new()
        .max_connections(options.max_connections.max(1))
        .acquire_timeout(options.busy_timeout)
        // After a failover the name of the server may still lead to the old one for a while.
        .after_connect(|connection, _| Box::pin(refuse_standby(connection)))
        // A connection that was in use a moment ago is not checked: it was alive on its return.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > PING_INTERVAL {
                    ping_with_timeout(connection).await?;
                }
                check_and_clean(connection).await
            })
        })
        // The pool's own check has no timeout: a connection to a silent server would occupy its slot forever.
        .after_release(|connection, _| {
            Box::pin(async move { ping_with_timeout(connection).await.map(|()| true) })
        })
        .connect_with(server.clone())
        .await;
    match pool {
        Ok(pool) => Ok(DbPools::Postgres(pool)),
        Err(sqlx::Error::PoolTimedOut) => Err(connection_error(&server, options).await),
        Err(error) => Err(error.into()),
    }
}

/// Returns true if an address lists several hosts, as PostgreSQL's own programs accept it.
fn names_several_hosts(url: &str) -> bool {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let authority =
        address.split_once("://").and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
    let hosts = authority.rsplit('@').next().unwrap_or_default();
    let parameters = query.split('&').filter_map(|parameter| parameter.strip_prefix("host="));
    parameters.chain([hosts]).any(|hosts| hosts.contains(','))
}

/// Checks whether the server of a connection responds.
async fn ping_with_timeout(connection: &mut PgConnection) -> sqlx::Result<()> {
    tokio::time::timeout(PING_TIMEOUT, connection.ping()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Checks that the server accepts writes: a standby would refuse them for as long as the connection is kept.
async fn refuse_standby(connection: &mut PgConnection) -> sqlx::Result<()> {
    let asked = sqlx::query_as::<_, (bool,)>("SELECT pg_is_in_recovery()").fetch_one(connection);
    let (is_standby,) =
        tokio::time::timeout(PING_TIMEOUT, asked).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
    let reason = "the server is a standby, which accepts no writes";
    if is_standby { Err(sqlx::Error::Io(std::io::Error::other(reason))) } else { Ok(()) }
}

/// Finds the reason for a missing connection: the pool only reports a timeout.
async fn connection_error(server: &PgConnectOptions, options: &DbOptions) -> StoreError {
    let connected = async { refuse_standby(&mut server.connect().await?).await };
    match tokio::time::timeout(options.busy_timeout, connected).await {
        Ok(Err(error)) => error.into(),
        _ => sqlx::Error::PoolTimedOut.into(),
    }
}
