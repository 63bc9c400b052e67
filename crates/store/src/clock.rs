//! The clock of a database server, to be compared with that of this machine. Nothing else in the store reads
//! a clock.

use jiff::Timestamp;

use crate::{Backend, Conn as _, Db, Result, Sql};

/// Returns the time of the database server; `None` if the database is a file.
pub async fn read_server_time(mut db: &Db) -> Result<Option<Timestamp>> {
    if db.backend() == Backend::Sqlite {
        return Ok(None);
    }
    let text = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
    db.fetch_one(Sql::new(text)).await.map(Some)
}
