//! A database of its own for each test, a macro that runs one body on both, and waiting with patience.
//!
//! PostgreSQL is used when `OPENSHELF_TEST_POSTGRES` holds the address of a server on which databases may be
//! made. Without it those tests do nothing; where everything must run they fail.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::SiteId;
use domain::referrals::{Referral, Utm};
use sqlx::migrate::Migrator;
use tempfile::TempDir;

use crate::migrations::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};
use crate::{Backend, Conn, Db, DbOptions, Record as _, Sql, record};

mod empty;
mod eventually;
mod plans;
mod proxy;
mod template;

pub use empty::EmptyDb;
pub use eventually::eventually;
pub use plans::{StatementPlan, explain};
pub use proxy::{Proxy, ProxyMode};
pub use template::database_url;

/// Numbers the databases of this process.
static NEXT_DATABASE: AtomicU64 = AtomicU64::new(0);

/// Returns true if a test may not be left out because a tool or server is missing:
/// `OPENSHELF_TEST_REQUIRE` or `CI` is set.
#[must_use]
pub fn everything_must_run() -> bool {
    ["OPENSHELF_TEST_REQUIRE", "CI"].iter().any(|name| std::env::var_os(name).is_some())
}

/// A migrated database that is removed by [`TestDb::drop`].
#[derive(Debug)]
pub struct TestDb {
    /// The database.
    pub db: Db,
    /// Its address, for a second connection or another process.
    pub url: String,
    home: DbHome,
}

#[derive(Debug)]
enum DbHome {
    Folder(#[expect(dead_code, reason = "removed when dropped")] TempDir),
    Server { server: String, name: String },
}

impl TestDb {
    /// A new file.
    ///
    /// # Panics
    /// The database cannot be created.
    pub async fn create_sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("library.db").display());
        Self { db: open_test_db(&url).await, url, home: DbHome::Folder(folder) }
    }

    /// A new database on the server of `OPENSHELF_TEST_POSTGRES`; `None` if it is not set.
    ///
    /// # Panics
    /// The database cannot be made, or the variable is missing and [`everything_must_run`].
    pub async fn create_postgres() -> Option<Self> {
        let Ok(server) = std::env::var("OPENSHELF_TEST_POSTGRES") else {
            assert!(!everything_must_run(), "OPENSHELF_TEST_POSTGRES is not set");
            return None;
        };
        let name = format!("test_{}_{}", std::process::id(), NEXT_DATABASE.fetch_add(1, Ordering::Relaxed));
        template::create(&server, &name).await;
        let url = database_url(&server, &name);
        Some(Self { db: open_test_db(&url).await, url, home: DbHome::Server { server, name } })
    }

    /// The address of the same database through a proxy to its server.
    ///
    /// # Panics
    /// The database is a file.
    pub async fn connect_through_proxy(&self) -> (Proxy, String) {
        let (head, rest) = self.url.rsplit_once('@').expect("the address has a user");
        let (server, rest) = rest.split_once('/').expect("the address names a database");
        let proxy = Proxy::start(server).await;
        let url = format!("{head}@{}/{rest}", proxy.address);
        (proxy, url)
    }

    /// Both databases, or only SQLite if there is no PostgreSQL.
    pub async fn create_all() -> Vec<Self> {
        let mut all = vec![Self::create_sqlite().await];
        all.extend(Self::create_postgres().await);
        all
    }

    /// A new database of this kind; `None` for PostgreSQL without a server.
    pub async fn create_on(backend: Backend) -> Option<Self> {
        match backend {
            Backend::Sqlite => Some(Self::create_sqlite().await),
            Backend::Postgres => Self::create_postgres().await,
        }
    }

    /// Removes the database.
    pub async fn drop(self) {
        self.db.close().await;
        if let DbHome::Server { server, name } = &self.home {
            template::remove(server, name).await;
        }
    }
}

record! { Utm { source, medium, campaign, term, content } }

record! {
    Referral {
        site: "site_id",
        client: "client_id",
        account: "account_id",
        utm: "source, medium, campaign, term, content",
        date: "recorded_at",
    }
}

/// The marketing referrals of a site, newest first, up to a limit: the library only adds to them.
pub async fn list_referrals(mut conn: impl Conn, site: &SiteId, limit: u32) -> crate::Result<Vec<Referral>> {
    let statement =
        Referral::select_from("referrals WHERE site_id = $1 ORDER BY recorded_at DESC, id DESC LIMIT $2");
    conn.fetch_all(statement.bind(site).bind(limit)).await
}

/// Applies migrations up to this number, as a program of an earlier version would.
///
/// # Errors
/// A migration fails.
pub async fn migrate_up_to(db: &Db, number: i64) -> crate::Result<()> {
    let all = match db.backend() {
        Backend::Sqlite => &*SQLITE_MIGRATIONS,
        Backend::Postgres => &*POSTGRES_MIGRATIONS,
    };
    let earlier = all.iter().filter(|migration| migration.version <= number).cloned().collect();
    db.apply_migrations(&Migrator::with_migrations(earlier), Sql::new("SELECT 1")).await
}

/// Prepares a statement without running it: an error says that the schema lacks what it names.
///
/// # Errors
/// The database refuses the statement.
pub async fn prepare(db: &Db, text: &str) -> crate::Result<()> {
    db.begin().await?.prepare(text).await
}

/// The tables whose column `document` holds records that are edited.
pub const DOCUMENT_TABLES: &[&str] = crate::json::DOCUMENT_TABLES;

/// Runs a test body on a new database, and removes the database even if the body panics.
pub async fn run_test<F>(backend: Backend, body: impl FnOnce(Db) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let Some(test) = TestDb::create_on(backend).await else { return };
    let outcome = tokio::spawn(body(test.db.clone())).await;
    test.drop().await;
    if let Err(error) = outcome {
        std::panic::resume_unwind(error.into_panic());
    }
}

async fn open_test_db(url: &str) -> Db {
    let options = DbOptions { max_connections: 4, ..DbOptions::new(url) };
    let db = Db::connect(&options).await.expect("the test database opens");
    db.migrate().await.expect("the migrations apply");
    db
}

/// Makes two tests of one body, `NAME::sqlite` and `NAME::postgres`.
///
/// ```ignore
/// db_test! {
///     /// What must hold.
///     async fn a_site_is_found(db: Db) { ... }
/// }
/// ```
#[macro_export]
macro_rules! db_test {
    ($($(#[$meta:meta])* async fn $name:ident($db:ident: Db) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, reason = "bodies use what they need")]
            use super::*;

            async fn body($db: $crate::Db) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                $crate::testkit::run_test($crate::Backend::Sqlite, body).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                $crate::testkit::run_test($crate::Backend::Postgres, body).await;
            }
        }
    )+};
}
