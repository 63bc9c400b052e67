//! The reasons why jobs of a kind fail, and retries of all that have failed.

use domain::AccountId;
use jiff::Timestamp;
use serde_json::Value;

use super::JobState;
use super::manage::requeue_where;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// Jobs that failed for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFailure {
    /// `Ready` if they are tried again by themselves, `Dead` if they are not.
    pub state: JobState,
    /// The error of the last attempt.
    pub error: String,
    pub count: u64,
}

record! { JobFailure { state, error: "last_error", count: "COUNT(*)" } }

/// The reasons why jobs of a kind have failed, or are tried again: first the most frequent one.
pub async fn list_failures(mut conn: impl Conn, kind: &str, limit: u32) -> Result<Vec<JobFailure>> {
    let statement = JobFailure::select_from(&format!(
        "jobs WHERE kind = $1 AND state IN ('ready', 'dead') AND last_error IS NOT NULL \
         GROUP BY state, last_error ORDER BY COUNT(*) DESC, state, last_error LIMIT {limit}"
    ));
    conn.fetch_all(statement.bind(kind)).await
}

/// The number of dead jobs of a kind.
pub async fn count_failed(mut conn: impl Conn, kind: &str) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM jobs WHERE kind = $1 AND state = 'dead'").bind(kind)).await
}

/// A job that was put back.
#[derive(Debug, Clone, PartialEq)]
pub struct RequeuedJob {
    /// The account that caused it.
    pub account: Option<AccountId>,
    pub payload: Value,
}

record! { RequeuedJob { account: "account_id", payload } }

/// Puts dead jobs of a kind back, with all their tries, at most `limit`. Of several with one unique key only
/// the newest, and none whose key another unfinished job has. Conflict `jobs_unique_key` if such a job is
/// enqueued at the same moment.
pub async fn requeue_failed(tx: &mut Tx, kind: &str, limit: u32, now: Timestamp) -> Result<Vec<RequeuedJob>> {
    let condition = format!(
        "state = 'dead' AND id IN ( \
             SELECT MAX(f.id) FROM jobs f WHERE f.kind = $1 AND f.state = 'dead' AND NOT EXISTS ( \
                 SELECT 1 FROM jobs o WHERE o.unique_key = f.unique_key AND o.state IN ('ready', 'running')) \
             GROUP BY COALESCE(f.unique_key, CAST(f.id AS TEXT)) ORDER BY MAX(f.id) LIMIT {limit}) \
         RETURNING {}",
        RequeuedJob::COLUMNS
    );
    tx.fetch_all(requeue_where(&condition).bind(kind).bind(now)).await
}
