//! Keeping others from writing to a library that is being moved.

use super::tables::{TableInfo, quote_identifier};
use crate::{Backend, Conn, Db, Result, Sql, Tx};

/// Keeps every other session from writing to these tables until the transaction ends. On SQLite the
/// transaction itself does that.
///
/// # Errors
/// The tables cannot be locked.
pub async fn lock_writers(tx: &mut Tx, tables: &[TableInfo]) -> Result<()> {
    if tx.backend() == Backend::Sqlite {
        return Ok(());
    }
    // The transaction is idle until the end of the move, no matter how long that takes.
    tx.execute(Sql::new("SET LOCAL idle_in_transaction_session_timeout = 0")).await?;
    let names: Vec<String> = tables.iter().map(|table| quote_identifier(&table.name)).collect();
    tx.execute(Sql::new(format!("LOCK TABLE {} IN SHARE MODE", names.join(", ")))).await.map(drop)
}

/// Descriptions of the sessions of other programs in this database of PostgreSQL. Call it on a [`Db`] with
/// one connection.
pub async fn list_other_sessions(mut db: &Db) -> Result<Vec<String>> {
    if db.backend() == Backend::Sqlite {
        return Ok(Vec::new());
    }
    let text = "SELECT pid::BIGINT, COALESCE(usename::TEXT, ''), COALESCE(application_name, ''), \
         COALESCE(host(client_addr), 'this machine') FROM pg_stat_activity \
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() \
         ORDER BY pid";
    let rows = db.fetch_all::<(i64, String, String, String)>(Sql::new(text)).await?;
    let describe = |(pid, user, program, address): (i64, String, String, String)| {
        let program = if program.is_empty() { "a program".to_owned() } else { program };
        format!("{program} of {user} from {address} (process {pid} of PostgreSQL)")
    };
    Ok(rows.into_iter().map(describe).collect())
}
