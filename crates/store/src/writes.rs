//! Combines small writes of many requests to SQLite. Writes that arrive while a transaction runs wait for the
//! next one, which executes all of them. So they wait once for a writer of another process (an ingest),
//! instead of once each. A write returns after it is committed, and fails on its own.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::oneshot;

use crate::coalescing::{ServedQueue, WaitingQueue};
use crate::conn::StatementTarget;
use crate::writer::Writer;
use crate::{Result, Sql, StoreError};

const MAX_WRITES_PER_TRANSACTION: usize = 100;

#[derive(Debug, Clone, Default)]
pub(crate) struct WriteQueue(Arc<WaitingQueue<WaitingWrite>>);

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
    /// Runs a statement and returns how many rows it changed.
    pub(crate) async fn execute(&self, writer: &Writer, statement: Sql) -> Result<u64> {
        let (reply, answered) = oneshot::channel();
        let until = writer.write_deadline();
        if let Some(queue) = self.0.join(WaitingWrite { statement, deadline: until, reply }) {
            // A separate task: the first caller may disconnect before the others are done.
            tokio::spawn(write_all(queue, writer.clone()));
        }
        match answered.await {
            Ok(WriteReply::Done(result)) => result,
            Ok(WriteReply::Alone(statement)) => writer.execute_until(statement, until).await,
            Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }
}

async fn write_all(mut queue: ServedQueue<WaitingWrite>, writer: Writer) {
    while let Some(mut batch) = queue.take_next(MAX_WRITES_PER_TRANSACTION) {
        if batch.len() > 1 {
            write_together(&writer, batch).await;
        } else if let Some(WaitingWrite { statement, deadline: until, reply }) = batch.pop() {
            // A caller that disconnected needs no result.
            let _ = reply.send(WriteReply::Done(writer.execute_until(statement, until).await));
        }
    }
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
