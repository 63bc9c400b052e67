//! Single titles that are asked for at the same time are read by one statement. While one statement is under
//! way, those who come wait for the next: nobody waits for a clock, nobody reads what was there before he
//! asked, and a busy server sends a fraction of the statements. The way to a database and back, by way of
//! another thread or machine, costs more than the reading itself.

use std::collections::HashMap;

use domain::ids::TitleId;

use crate::conn::Conn;
use crate::db::Db;
use crate::error::Result;
use crate::sql::{Sql, places};

/// The document of one title.
pub(super) async fn document(db: &Db, id: TitleId) -> Result<Option<String>> {
    let (document, lead) = db.together().join(id);
    if lead {
        // A task of its own: whoever asked first may be gone before the others have theirs.
        tokio::spawn(read(Reading { db: db.clone(), done: false }));
    }
    match document.await {
        Ok(document) => Ok(document),
        // The common statement failed; the error that this one meets is its own.
        Err(_) => Ok(documents(db, &[id]).await?.remove(&id)),
    }
}

/// Reads until nobody waits.
async fn read(mut reading: Reading) {
    while let Some(waiting) = reading.db.together().next() {
        let mut ids: Vec<TitleId> = waiting.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let Ok(documents) = documents(&reading.db, &ids).await else { continue };
        for (id, send) in waiting {
            // Who is gone needs no answer.
            let _ = send.send(documents.get(&id).cloned());
        }
    }
    reading.done = true;
}

/// However reading ends, the next who asks begins it anew.
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
    let text = format!("SELECT id, document FROM titles WHERE id IN ({})", places(1, ids.len()));
    let rows = conn.all::<(i64, String)>(Sql::new(text).list(ids.iter().map(|id| id.0))).await?;
    Ok(rows.into_iter().map(|(id, document)| (TitleId(id), document)).collect())
}
