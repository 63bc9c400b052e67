//! Secret keys of the whole installation, the same on every node.

use std::future::Future;

use rand::Rng;

use crate::sql::TableRow;
use crate::{Conn, Db, Result, Sql, StoreError};

/// The secret of this name: 256 bits, generated on first use and stored.
pub fn get_or_create<'a, R: Rng>(
    db: &'a Db,
    name: &'a str,
    rng: &mut R,
) -> impl Future<Output = Result<[u8; 32]>> + Send + use<'a, R> {
    let mut fresh = [0; 32];
    rng.fill_bytes(&mut fresh);
    fetch_or_insert(db, name, fresh)
}

async fn fetch_or_insert(mut db: &Db, name: &str, fresh: [u8; 32]) -> Result<[u8; 32]> {
    let select = || Sql::new("SELECT value FROM secrets WHERE name = $1").bind(name);
    let mut found = db.fetch_optional::<Vec<u8>>(select()).await?;
    if found.is_none() {
        let row = TableRow::new("secrets").set("name", name).set("value", fresh.to_vec());
        db.execute(row.insert_if_new()).await?;
        // Read again: another node may have been first.
        found = db.fetch_optional::<Vec<u8>>(select()).await?;
    }
    let value = found.ok_or(sqlx::Error::RowNotFound)?;
    value.try_into().map_err(|_| StoreError::Corrupt(format!("secret {name} has not 32 bytes")))
}
