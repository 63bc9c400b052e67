//! Claiming jobs.

use jiff::{SignedDuration, Timestamp};

use super::{COLUMNS, Job, JobRow, NewJob, enqueue, job};
use crate::conn::Conn;
use crate::db::Db;
use crate::error::{Result, StoreError};
use crate::sql::{Sql, places};
use crate::tx::Tx;

/// How often a claim is tried when another worker got a job of the same order key first.
const TRIES: usize = 5;

/// Takes up to `limit` jobs of these kinds whose time has come, for `lease` from now. No job is given to
/// two workers. Jobs whose lease has lapsed come back first: to be tried again, or dead when they were
/// tried as often as allowed.
///
/// Idle polling only reads, so that it does not keep the writer of SQLite busy.
pub async fn claim(
    db: &Db,
    kinds: &[&str],
    worker: &str,
    lease: SignedDuration,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Job>> {
    if kinds.is_empty() || limit == 0 || !is_anything_due(db, kinds, now).await? {
        return Ok(Vec::new());
    }
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    for _ in 0..TRIES {
        let mut tx = db.begin().await?;
        revive(&mut tx, now).await?;
        match take(&mut tx, kinds, worker, until, now, limit).await {
            Ok(jobs) => {
                tx.commit().await?;
                return Ok(jobs);
            }
            // Two workers read that nothing of an order key runs and both took one: the index lets only
            // one stand. The other looks again.
            Err(error) if error.conflicts_with("jobs_order_running") => tx.rollback().await?,
            Err(error) => return Err(error),
        }
    }
    Ok(Vec::new())
}

/// Begins a job that its own command does, and no worker: it is running at once, under a lease like any other,
/// and so it can be watched and given up. When its process dies, the lease lapses and the job is dead. None when
/// an unfinished job with its unique key is there.
pub async fn start(
    tx: &mut Tx,
    new: NewJob<'_>,
    worker: &str,
    lease: SignedDuration,
    now: Timestamp,
) -> Result<Option<Job>> {
    revive(tx, now).await?;
    let Some(id) = enqueue(tx, NewJob { max_attempts: 1, ..new }, now).await? else { return Ok(None) };
    let statement = Sql::new(format!(
        "UPDATE jobs SET state = 'running', attempts = 1, worker = $2, lease_until = $3 WHERE id = $1 \
         RETURNING {COLUMNS}"
    ))
    .bind(id)
    .bind(worker)
    .time(now.saturating_add(lease).unwrap_or(Timestamp::MAX));
    tx.one::<JobRow>(statement).await.and_then(job).map(Some)
}

async fn is_anything_due(mut db: &Db, kinds: &[&str], now: Timestamp) -> Result<bool> {
    let statement = Sql::new(format!(
        "SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND run_at <= $1 AND kind IN ({})) \
         OR EXISTS (SELECT 1 FROM jobs WHERE state = 'running' AND lease_until < $1)",
        places(2, kinds.len())
    ))
    .time(now)
    .list(kinds.iter().copied());
    Ok(db.one::<(bool,)>(statement).await?.0)
}

/// Jobs whose worker has not renewed its lease are ready again, or dead.
async fn revive(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let statement = Sql::new(
        "UPDATE jobs SET worker = NULL, lease_until = NULL, \
         state = CASE WHEN attempts >= max_attempts THEN 'dead' ELSE 'ready' END, \
         finished_at = CASE WHEN attempts >= max_attempts THEN CAST($1 AS BIGINT) END, \
         last_error = COALESCE(last_error || '; ', '') || 'the lease of ' || worker || ' lapsed' \
         WHERE state = 'running' AND lease_until < $1",
    )
    .time(now);
    tx.execute(statement).await.map(|_| ())
}

async fn take(
    tx: &mut Tx,
    kinds: &[&str],
    worker: &str,
    until: Timestamp,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Job>, StoreError> {
    // The one real difference between the databases: PostgreSQL's workers pass over rows that another is
    // taking; on SQLite this transaction is the only one that writes.
    let skip = if tx.locking().is_empty() { "" } else { "FOR UPDATE OF j SKIP LOCKED" };
    let statement = Sql::new(format!(
        "WITH due AS MATERIALIZED ( \
             SELECT j.id FROM jobs j WHERE j.state = 'ready' AND j.run_at <= $1 AND j.kind IN ({}) \
                 AND (j.order_key IS NULL OR ( \
                     NOT EXISTS (SELECT 1 FROM jobs e \
                         WHERE e.order_key = j.order_key AND e.state = 'running') \
                     AND NOT EXISTS (SELECT 1 FROM jobs e \
                         WHERE e.order_key = j.order_key AND e.state = 'ready' AND e.id < j.id))) \
             ORDER BY j.run_at, j.id LIMIT $2 {skip}) \
         UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = $3, lease_until = $4 \
         WHERE id IN (SELECT id FROM due) RETURNING {COLUMNS}",
        places(5, kinds.len())
    ))
    .time(now)
    .bind(i64::from(limit))
    .bind(worker)
    .time(until)
    .list(kinds.iter().copied());
    let mut jobs = tx.all::<JobRow>(statement).await?.into_iter().map(job).collect::<Result<Vec<_>>>()?;
    jobs.sort_by_key(|job| (job.run_at, job.id));
    Ok(jobs)
}
