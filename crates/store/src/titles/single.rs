//! Reads single titles that are requested concurrently with one statement. Requests that arrive while a
//! statement runs wait for the next one. So there is no timer, no request gets data older than itself, and a
//! busy server sends a fraction of the statements. The round trip to a database, on another thread or
//! machine, costs more than the read itself.

use std::collections::HashMap;

use domain::TitleId;
use tokio::sync::oneshot;

use crate::coalescing::{ServedQueue, TitleRequest};
use crate::{Conn, Db, Result, Sql};

const MAX_TITLES_PER_STATEMENT: usize = 16;

pub(super) async fn read_document(db: &Db, id: TitleId) -> Result<Option<String>> {
    let (send, document) = oneshot::channel();
    if let Some(queue) = db.title_queue().join((id, send)) {
        // A separate task: the first caller may disconnect before the others have their titles.
        tokio::spawn(read_waiting(db.clone(), queue));
    }
    match document.await {
        Ok(document) => Ok(document),
        // The common statement failed; the error that this one meets is its own.
        Err(_) => Ok(list_documents(db, &[id]).await?.remove(&id)),
    }
}

/// Reads until no callers wait.
async fn read_waiting(db: Db, mut queue: ServedQueue<TitleRequest>) {
    while let Some(waiting) = queue.take_next(MAX_TITLES_PER_STATEMENT) {
        let mut ids: Vec<TitleId> = waiting.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let Ok(documents) = list_documents(&db, &ids).await else { continue };
        for (id, send) in waiting {
            // A caller that disconnected needs no result.
            let _ = send.send(documents.get(&id).cloned());
        }
    }
}

async fn list_documents(mut conn: &Db, ids: &[TitleId]) -> Result<HashMap<TitleId, String>> {
    let select = Sql::new("SELECT id, document FROM titles WHERE id IN (?)");
    let statement = select.bind_in(ids.iter().copied());
    Ok(conn.fetch_all::<(TitleId, String)>(statement).await?.into_iter().collect())
}
