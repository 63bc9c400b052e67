//! Databases of PostgreSQL for tests, copied from a migrated one: that takes a third of the time of the
//! migrations.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use super::open_test_db;
use crate::migrations::POSTGRES_MIGRATIONS;

/// Held by the process that makes the template.
const TEMPLATE_LOCK: &str = "SELECT pg_advisory_lock(7203411550928)";

/// The address of another database on the server of this one.
///
/// # Panics
/// If the address names no database.
#[must_use]
pub fn database_url(server: &str, name: &str) -> String {
    let (address, query) =
        server.split_once('?').map_or((server, None), |(address, query)| (address, Some(query)));
    let (base, _) = address.rsplit_once('/').expect("the address names a database");
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{base}/{name}{query}")
}

/// Creates a migrated database of this name.
pub(super) async fn create(server: &str, name: &str) {
    let mut connection = connect(server).await;
    let template = find_or_make_template(server, &mut connection).await;
    // First removes the one that a killed process with the same number left behind.
    run_statement(&mut connection, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    run_statement(&mut connection, format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    connection.close().await.expect("the connection closes");
}

/// Creates a database of this name without tables.
pub(super) async fn create_empty(server: &str, name: &str) {
    let mut connection = connect(server).await;
    run_statement(&mut connection, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    run_statement(&mut connection, format!("CREATE DATABASE {name}")).await;
    connection.close().await.expect("the connection closes");
}

/// Removes a database.
pub(super) async fn remove(server: &str, name: &str) {
    let mut connection = connect(server).await;
    run_statement(&mut connection, format!("DROP DATABASE {name} WITH (FORCE)")).await;
    connection.close().await.expect("the connection closes");
}

/// The name of the template of the present migrations; the first test that asks makes it while others wait.
async fn find_or_make_template(server: &str, connection: &mut PgConnection) -> String {
    let name = template_name();
    if database_exists(connection, &name).await {
        return name;
    }
    run_statement(connection, TEMPLATE_LOCK.into()).await;
    if !database_exists(connection, &name).await {
        let unfinished = format!("{name}_unfinished");
        run_statement(connection, format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await;
        run_statement(connection, format!("CREATE DATABASE {unfinished}")).await;
        open_test_db(&database_url(server, &unfinished)).await.close().await;
        run_statement(connection, format!("ALTER DATABASE {unfinished} RENAME TO {name}")).await;
    }
    run_statement(connection, "SELECT pg_advisory_unlock_all()".into()).await;
    name
}

fn template_name() -> String {
    let mut hasher = DefaultHasher::new();
    POSTGRES_MIGRATIONS
        .iter()
        .for_each(|migration| (migration.version, &migration.checksum).hash(&mut hasher));
    format!("openshelf_template_{:016x}", hasher.finish())
}

async fn database_exists(connection: &mut PgConnection, name: &str) -> bool {
    let found = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1").bind(name);
    connection.fetch_optional(found).await.expect("the server lists its databases").is_some()
}

async fn connect(server: &str) -> PgConnection {
    PgConnection::connect(server).await.expect("OPENSHELF_TEST_POSTGRES answers")
}

async fn run_statement(connection: &mut PgConnection, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.expect("databases may be made");
}
