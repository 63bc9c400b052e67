//! Single titles that are asked for at the same time are read by one statement. While one statement is under
//! way, those who come wait for the next: nobody waits for a clock, nobody reads what was there before he
//! asked, and a busy server sends a fraction of the statements. The way to a database and back, by way of
//! another thread or machine, costs more than the reading itself.

use std::collections::HashMap;

use domain::ids::TitleId;

use crate::conn::Conn;
use crate::db::Db;
use crate::error::Result;
use crate::sql::{Sql, placeholders};

/// The document of one title.
pub(super) async fn document(db: &Db, id: TitleId) -> Result<Option<String>> {
    let (document, lead) = db.together().join(id);
    if lead {
        // A separate task: the first caller may disconnect before the others have their titles.
        tokio::spawn(read(Reading { db: db.clone(), done: false }));
    }
    match document.await {
        Ok(document) => Ok(document),
        // The common statement failed; the error that this one meets is its own.
        Err(_) => Ok(documents(db, &[id]).await?.remove(&id)),
    }
}

/// Reads until no one waits.
async fn read(mut reading: Reading) {
    while let Some(waiting) = reading.db.together().next() {
        let mut ids: Vec<TitleId> = waiting.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let Ok(documents) = documents(&reading.db, &ids).await else { continue };
        for (id, send) in waiting {
            // A caller that disconnected needs no result.
            let _ = send.send(documents.get(&id).cloned());
        }
    }
    reading.done = true;
}

/// However reading ends, the next caller starts it again.
struct Reading {
    db: Db,
    done: bool,
}

impl Drop for Reading {
    fn drop(&mut self) {
        if !self.done {
            self.db.together().give_up();
        }
    }
}

async fn documents(mut conn: &Db, ids: &[TitleId]) -> Result<HashMap<TitleId, String>> {
    let text = format!("SELECT id, document FROM titles WHERE id IN ({})", placeholders(1, ids.len()));
    let rows = conn.all::<(i64, String)>(Sql::new(text).list(ids.iter().map(|id| id.0))).await?;
    Ok(rows.into_iter().map(|(id, document)| (TitleId(id), document)).collect())
}
