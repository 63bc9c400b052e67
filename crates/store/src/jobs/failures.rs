//! The reasons why jobs of a kind fail, and retries of all that have failed.

use domain::AccountId;
use jiff::Timestamp;
use serde_json::Value;

use super::JobState;
use super::manage::requeue_where;
use crate::{Conn, Result, Sql, Tx, parse_enum, parse_record, to_count};

/// Jobs that failed for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFailure {
    /// `Ready` if they are tried again by themselves, `Dead` if they are not.
    pub state: JobState,
    /// The error of the last attempt.
    pub error: String,
    pub count: u64,
}

/// The reasons why jobs of a kind have failed, or are tried again: first the most frequent one.
pub async fn list_failures(mut conn: impl Conn, kind: &str, limit: u32) -> Result<Vec<JobFailure>> {
    let statement = Sql::new(format!(
        "SELECT state, last_error, COUNT(*) FROM jobs \
         WHERE kind = $1 AND state IN ('ready', 'dead') AND last_error IS NOT NULL \
         GROUP BY state, last_error ORDER BY COUNT(*) DESC, state, last_error LIMIT {limit}"
    ));
    let rows = conn.fetch_all::<(String, String, i64)>(statement.bind(kind)).await?;
    let failure = |(state, error, count): (String, String, i64)| {
        Ok(JobFailure { state: parse_enum(&state)?, error, count: to_count(count)? })
    };
    rows.into_iter().map(failure).collect()
}

/// The number of dead jobs of a kind.
pub async fn count_failed(mut conn: impl Conn, kind: &str) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM jobs WHERE kind = $1 AND state = 'dead'").bind(kind);
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// A job that was put back.
#[derive(Debug, Clone, PartialEq)]
pub struct RequeuedJob {
    /// The account that caused it.
    pub account: Option<AccountId>,
    pub payload: Value,
}

/// Puts dead jobs of a kind back, with all their tries, at most `limit`. Of several with one unique key only
/// the newest, and none whose key another unfinished job has. Conflict `jobs_unique_key` if such a job is
/// enqueued at the same moment.
pub async fn requeue_failed(tx: &mut Tx, kind: &str, limit: u32, now: Timestamp) -> Result<Vec<RequeuedJob>> {
    let condition = format!(
        "state = 'dead' AND id IN ( \
             SELECT MAX(f.id) FROM jobs f WHERE f.kind = $1 AND f.state = 'dead' AND NOT EXISTS ( \
                 SELECT 1 FROM jobs o WHERE o.unique_key = f.unique_key AND o.state IN ('ready', 'running')) \
             GROUP BY COALESCE(f.unique_key, CAST(f.id AS TEXT)) ORDER BY MAX(f.id) LIMIT {limit}) \
         RETURNING account_id, payload"
    );
    let statement = requeue_where(&condition).bind(kind).bind_time(now);
    let rows = tx.fetch_all::<(Option<String>, String)>(statement).await?;
    let job = |(account, payload): (Option<String>, String)| {
        Ok(RequeuedJob { account: account.map(AccountId), payload: parse_record(&payload)? })
    };
    rows.into_iter().map(job).collect()
}
