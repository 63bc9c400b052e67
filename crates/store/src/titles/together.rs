//! Single titles that are asked for at the same time are read by one statement. While one statement is under
//! way, those who come wait for the next: nobody waits for a clock, nobody reads what was there before he
//! asked, and a busy server sends a fraction of the statements. The way to a database and back, by way of
//! another thread or machine, costs more than the reading itself.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::ids::TitleId;
use tokio::sync::oneshot;

use crate::conn::Conn;
use crate::db::Db;
use crate::error::Result;
use crate::sql::{Sql, places};

/// Titles of one statement, at most.
const MOST: usize = 16;

/// Those who wait for titles.
#[derive(Default)]
pub(crate) struct Together(Mutex<State>);

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    /// Somebody is reading, and will read for those who wait.
    reading: bool,
}

/// A title and who wants its document.
type Waiting = (TitleId, oneshot::Sender<Option<String>>);

impl Together {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a title's document. True: the caller must see to it that somebody reads.
    fn join(&self, id: TitleId) -> (oneshot::Receiver<Option<String>>, bool) {
        let (send, receive) = oneshot::channel();
        let mut state = self.state();
        state.waiting.push((id, send));
        (receive, !std::mem::replace(&mut state.reading, true))
    }

    /// The next who wait. None: nobody, and nobody reads from now on.
    fn next(&self) -> Option<Vec<Waiting>> {
        let mut state = self.state();
        state.reading = !state.waiting.is_empty();
        let most = state.waiting.len().min(MOST);
        state.reading.then(|| state.waiting.drain(..most).collect())
    }

    /// Whoever reads has failed: those who wait are told by their channel's end.
    fn give_up(&self) {
        *self.state() = State::default();
    }
}

impl fmt::Debug for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Together").finish_non_exhaustive()
    }
}

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
