//! Combines small writes of many requests to SQLite. Writes that arrive while a transaction runs wait for the
//! next one, which executes all of them. So they wait once for a writer of another process (an ingest),
//! instead of once each. A write returns after it is committed, and fails on its own.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::conn::StatementTarget;
use crate::writer::Writer;
use crate::{Result, Sql, StoreError};

const MAX_WRITES_PER_TRANSACTION: usize = 100;

/// Writes that wait to be executed.
#[derive(Clone, Default)]
pub(crate) struct WriteQueue(Arc<Mutex<QueueState>>);

#[derive(Default)]
struct QueueState {
    waiting: Vec<WaitingWrite>,
    /// A task is writing, and will execute the waiting writes.
    is_writing: bool,
}

struct WaitingWrite {
    statement: Sql,
    /// Time at which the caller gives up, regardless of the writes before this one.
    deadline: Instant,
    reply: oneshot::Sender<WriteReply>,
}

enum WriteReply {
    /// It was tried.
    Done(Result<u64>),
    /// The common transaction failed: the caller repeats the write alone, and gets its own error.
    Alone(Sql),
}

impl WriteQueue {
    fn lock_state(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a statement and returns how many rows it changed.
    pub(crate) async fn execute(&self, writer: &Writer, statement: Sql) -> Result<u64> {
        let (reply, answered) = oneshot::channel();
        let until = writer.write_deadline();
        let lead = {
            let mut state = self.lock_state();
            state.waiting.push(WaitingWrite { statement, deadline: until, reply });
            !std::mem::replace(&mut state.is_writing, true)
        };
        if lead {
            // A separate task: the first caller may disconnect before the others are done.
            tokio::spawn(write_all(WritingGuard { writes: self.clone(), is_done: false }, writer.clone()));
        }
        match answered.await {
            Ok(WriteReply::Done(result)) => result,
            Ok(WriteReply::Alone(statement)) => writer.execute_until(statement, until).await,
            Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }

    /// The next waiting writes. `None` if there are none; then no task is writing any more.
    fn take_next(&self) -> Option<Vec<WaitingWrite>> {
        let mut state = self.lock_state();
        state.is_writing = !state.waiting.is_empty();
        let most = state.waiting.len().min(MAX_WRITES_PER_TRANSACTION);
        state.is_writing.then(|| state.waiting.drain(..most).collect())
    }
}

impl fmt::Debug for WriteQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writes").finish_non_exhaustive()
    }
}

/// Ensures that the next caller starts the writing task again, even after a panic.
struct WritingGuard {
    writes: WriteQueue,
    is_done: bool,
}

impl Drop for WritingGuard {
    fn drop(&mut self) {
        if !self.is_done {
            *self.writes.lock_state() = QueueState::default();
        }
    }
}

/// Writes until no writes wait.
async fn write_all(mut writing: WritingGuard, writer: Writer) {
    while let Some(mut batch) = writing.writes.take_next() {
        if batch.len() > 1 {
            write_together(&writer, batch).await;
        } else if let Some(WaitingWrite { statement, deadline: until, reply }) = batch.pop() {
            // A caller that disconnected needs no result.
            let _ = reply.send(WriteReply::Done(writer.execute_until(statement, until).await));
        }
    }
    writing.is_done = true;
}

/// Writes in one transaction, for which they wait as long as the first of them. A statement that breaks a
/// rule of the tables changes nothing, and the others are kept; after any other fault every caller writes
/// alone.
async fn write_together(writer: &Writer, batch: Vec<WaitingWrite>) {
    let until = batch.iter().map(|waiting| waiting.deadline).min().unwrap_or_else(|| writer.write_deadline());
    let Ok(mut tx) = writer.begin_until(until).await else { return return_to_callers(batch) };
    let mut results = Vec::with_capacity(batch.len());
    for waiting in &batch {
        match StatementTarget::Sqlite(&mut tx).execute(waiting.statement.clone()).await {
            Err(error) if !error.is_violation() => {
                drop(tx);
                return return_to_callers(batch);
            }
            result => results.push(result),
        }
    }
    let committed = tx.commit().await.map_err(StoreError::from);
    for (waiting, result) in batch.into_iter().zip(results) {
        let result = match &committed {
            Ok(()) => result,
            Err(error) => Err(error.repeat()),
        };
        let _ = waiting.reply.send(WriteReply::Done(result));
    }
}

fn return_to_callers(batch: Vec<WaitingWrite>) {
    for WaitingWrite { statement, reply, .. } in batch {
        let _ = reply.send(WriteReply::Alone(statement));
    }
}
