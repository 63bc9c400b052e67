//! Closed accounts, with the time since when they are closed: they are erased when the retention rules say so
//! (docs/rules/erasure.md#rule-3).

use domain::AccountId;
use jiff::Timestamp;

use crate::{Conn, Result, Sql, Tx};

/// Notes accounts that were closed since the last time, and forgets those that were restored. Returns the
/// number of new ones.
pub async fn note_leavers(tx: &mut Tx, now: Timestamp) -> Result<u64> {
    let restored = "DELETE FROM leavers WHERE account_id IN \
         (SELECT l.account_id FROM leavers l JOIN accounts a ON a.id = l.account_id WHERE NOT a.deleted)";
    tx.execute(Sql::new(restored)).await?;
    let statement = Sql::new(
        "INSERT INTO leavers (account_id, left_at) \
         SELECT a.id, CAST($1 AS BIGINT) FROM accounts a WHERE a.deleted \
         AND NOT EXISTS (SELECT 1 FROM leavers l WHERE l.account_id = a.id) \
         AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.account_id = a.id) ON CONFLICT DO NOTHING",
    );
    tx.execute(statement.bind(now)).await
}

/// Accounts that were closed before a moment and are not held, the longest closed first: at most `limit`.
/// Members whose removal can still be undone, and accounts whose merge can be undone, are not among them.
pub async fn list_due_leavers(mut conn: impl Conn, before: Timestamp, limit: u32) -> Result<Vec<AccountId>> {
    let text = format!(
        "SELECT l.account_id FROM leavers l JOIN accounts a ON a.id = l.account_id \
         WHERE l.left_at < $1 AND a.deleted \
         AND NOT EXISTS (SELECT 1 FROM erasure_holds h WHERE h.account_id = l.account_id) \
         AND NOT EXISTS (SELECT 1 FROM roster_run_members m \
             WHERE m.account_id = l.account_id AND m.snapshot IS NOT NULL) \
         AND NOT EXISTS (SELECT 1 FROM account_merges m JOIN account_merge_entries e ON e.merge_id = m.id \
             WHERE m.closed_id = l.account_id AND m.undone_at IS NULL) \
         ORDER BY l.left_at, l.account_id LIMIT {limit}"
    );
    conn.fetch_all(Sql::new(text).bind(before)).await
}
