//! Small writes of many requests go to SQLite together: while one transaction is under way, those who come
//! wait for the next, which takes all of them. So a writer of another process (an ingest) is waited for once
//! for all, rather than once for each. A write returns after it is committed, and fails on its own.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::conn::Target;
use crate::error::{Result, StoreError};
use crate::sql::Sql;
use crate::writer::Writer;

/// Writes of one transaction, at most.
const MOST: usize = 100;

/// Those who wait to write.
#[derive(Clone, Default)]
pub(crate) struct Writes(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    /// A task is writing, and will write for those who wait.
    writing: bool,
}

struct Waiting {
    statement: Sql,
    /// When the caller gives up, whichever writes are before it.
    until: Instant,
    reply: oneshot::Sender<Reply>,
}

/// What became of a write.
enum Reply {
    /// It was tried.
    Done(Result<u64>),
    /// The common transaction failed: the caller repeats the write alone, and gets its own error.
    Alone(Sql),
}

impl Writes {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a statement and returns how many rows it changed.
    pub(crate) async fn execute(&self, writer: &Writer, statement: Sql) -> Result<u64> {
        let (reply, answered) = oneshot::channel();
        let until = writer.deadline();
        let lead = {
            let mut state = self.state();
            state.waiting.push(Waiting { statement, until, reply });
            !std::mem::replace(&mut state.writing, true)
        };
        if lead {
            // A separate task: the first caller may disconnect before the others are done.
            tokio::spawn(write(Writing { writes: self.clone(), done: false }, writer.clone()));
        }
        match answered.await {
            Ok(Reply::Done(result)) => result,
            Ok(Reply::Alone(statement)) => writer.execute_until(statement, until).await,
            Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }

    /// The next waiting writes. `None` if there are none; then no one is writing any more.
    fn next(&self) -> Option<Vec<Waiting>> {
        let mut state = self.state();
        state.writing = !state.waiting.is_empty();
        let most = state.waiting.len().min(MOST);
        state.writing.then(|| state.waiting.drain(..most).collect())
    }
}

impl fmt::Debug for Writes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writes").finish_non_exhaustive()
    }
}

/// However writing ends, the next caller starts it again.
struct Writing {
    writes: Writes,
    done: bool,
}

impl Drop for Writing {
    fn drop(&mut self) {
        if !self.done {
            *self.writes.state() = State::default();
        }
    }
}

/// Writes until no one waits.
async fn write(mut writing: Writing, writer: Writer) {
    while let Some(mut batch) = writing.writes.next() {
        if batch.len() > 1 {
            together(&writer, batch).await;
        } else if let Some(Waiting { statement, until, reply }) = batch.pop() {
            // A caller that disconnected needs no result.
            let _ = reply.send(Reply::Done(writer.execute_until(statement, until).await));
        }
    }
    writing.done = true;
}

/// Writes in one transaction, for which they wait as long as the first of them. A statement that breaks a
/// rule of the tables changes nothing, and the others are kept; after any other fault every caller writes
/// alone.
async fn together(writer: &Writer, batch: Vec<Waiting>) {
    let until = batch.iter().map(|waiting| waiting.until).min().unwrap_or_else(|| writer.deadline());
    let Ok(mut tx) = writer.begin_until(until).await else { return alone(batch) };
    let mut results = Vec::with_capacity(batch.len());
    for waiting in &batch {
        match Target::Sqlite(&mut tx).execute(waiting.statement.clone()).await {
            Err(error) if !error.is_violation() => {
                drop(tx);
                return alone(batch);
            }
            result => results.push(result),
        }
    }
    let committed = tx.commit().await.map_err(StoreError::from);
    for (waiting, result) in batch.into_iter().zip(results) {
        let result = match &committed {
            Ok(()) => result,
            Err(error) => Err(error.again()),
        };
        let _ = waiting.reply.send(Reply::Done(result));
    }
}

fn alone(batch: Vec<Waiting>) {
    for Waiting { statement, reply, .. } in batch {
        let _ = reply.send(Reply::Alone(statement));
    }
}
