//! The last numbers that the database itself has given to rows.

use std::collections::BTreeMap;

use crate::{Backend, Conn, Db, Result, Sql, Tx};

/// The sequence of each table that has one, on PostgreSQL. Sequences of renamed tables keep their old names.
const POSTGRES_SEQUENCES: &str = "pg_sequences s JOIN pg_namespace n ON n.nspname = s.schemaname \
     JOIN pg_class q ON q.relname = s.sequencename AND q.relnamespace = n.oid \
     JOIN pg_depend d ON d.objid = q.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i' \
     JOIN pg_class t ON t.oid = d.refobjid WHERE s.schemaname = current_schema()";

/// The last number given to a row of each table whose rows are numbered, by table. A number that was given is
/// not given again, even if its row was deleted. Tables that have never had a row are left out.
pub async fn table_sequences(mut db: &Db) -> Result<BTreeMap<String, i64>> {
    let text = match db.backend() {
        Backend::Sqlite => "SELECT name, seq FROM sqlite_sequence WHERE seq > 0".to_owned(),
        Backend::Postgres => {
            format!("SELECT t.relname::TEXT, s.last_value FROM {POSTGRES_SEQUENCES} AND s.last_value > 0")
        }
    };
    Ok(db.fetch_all::<(String, i64)>(Sql::new(text)).await?.into_iter().collect())
}

/// Sets the last number given to a row of a table.
pub async fn set_sequence(tx: &mut Tx, table: &str, last: i64) -> Result<()> {
    match tx.backend() {
        Backend::Sqlite => {
            tx.execute(Sql::new("DELETE FROM sqlite_sequence WHERE name = $1").bind(table)).await?;
            let insert = Sql::new("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)");
            tx.execute(insert.bind(table).bind(last)).await?;
        }
        Backend::Postgres => {
            let text =
                format!("SELECT setval(q.oid::regclass, $2) FROM {POSTGRES_SEQUENCES} AND t.relname = $1");
            tx.fetch_all::<i64>(Sql::new(text).bind(table).bind(last)).await?;
        }
    }
    Ok(())
}
