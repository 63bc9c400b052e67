//! Rewriting the file of SQLite after an erasure (docs/rules/erasure.md#rule-2).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::jobs::{self, Lane, NewJob};
use store::{Backend, Tx};

use crate::Job;

/// Time from an erasure to the job: people who are erased meanwhile share it.
const DELAY: SignedDuration = SignedDuration::from_mins(15);

/// Removes what erased rows have left in the file of SQLite.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RewriteDatabase {}

/// Enqueues the job, in the transaction that erases rows, unless it waits already. PostgreSQL needs none.
pub async fn enqueue(tx: &mut Tx, now: Timestamp) -> store::Result<()> {
    if tx.backend() == Backend::Postgres {
        return Ok(());
    }
    let unique_key = Some(RewriteDatabase::KIND);
    let new = NewJob { unique_key, ..RewriteDatabase::default().to_new_job(now + DELAY) };
    jobs::enqueue(tx, new, now).await.map(drop)
}

impl Job for RewriteDatabase {
    const KIND: &'static str = "rewrite_database";
    const LANE: Lane = Lane::Scans;
}
