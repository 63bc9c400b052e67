//! The reasons why jobs of a kind fail, and retries of all that have failed.

use domain::AccountId;
use jiff::Timestamp;

use super::JobState;
use super::manage::requeue_where;
use crate::values::{parse_enum, to_count};
use crate::{Conn, Result, Sql, Tx};

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

/// Puts all dead jobs of a kind back, with all their tries. Returns the account that caused each. For kinds
/// without unique keys, whose failure changes nothing else.
pub async fn requeue_failed(tx: &mut Tx, kind: &str, now: Timestamp) -> Result<Vec<Option<AccountId>>> {
    let statement =
        requeue_where("kind = $1 AND state = 'dead' RETURNING account_id").bind(kind).bind_time(now);
    let rows = tx.fetch_all::<(Option<String>,)>(statement).await?;
    Ok(rows.into_iter().map(|(account,)| account.map(AccountId)).collect())
}
