//! Submissions that waited for a decision in one account of a merge, and that a proof of the other account
//! answers. No work list shows them any more, so the merge closes them with an entry in the history, and its
//! undo opens them again.

use domain::staff_decisions::ProofOutcome;

use super::MergeKey;
use crate::conn::Conn as _;
use crate::proof_decisions::IS_ANSWERED;
use crate::{Result, Sql, Tx};

/// The submissions that the merge `$3` closed: keys of journal entries.
const CLOSED_KEYS: &str = "SELECT e.row_key FROM account_merge_entries e WHERE e.merge_id = $3 \
     AND e.table_name = 'proof_submissions' AND e.column_name = 'decided_at'";

/// The entry in the history that the merge `$3` wrote: the key of a journal entry.
const DECISION_KEYS: &str = "SELECT e.row_key FROM account_merge_entries e WHERE e.merge_id = $3 \
     AND e.table_name = 'proof_decisions' AND e.column_name = 'id'";

/// The time of the merge `$3`.
const MERGE_TIME: &str = "(SELECT m.merged_at FROM account_merges m WHERE m.id = $3)";

/// Closes the open submissions of the kept account that one of its proofs answers, once the rows of both
/// accounts are its own. Four statements at most.
pub(super) async fn close_answered(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    let journal = format!(
        "INSERT INTO account_merge_entries (merge_id, table_name, column_name, row_key, old_value) \
         SELECT CAST($3 AS BIGINT), 'proof_submissions', 'decided_at', CAST(p.id AS TEXT), '' \
         FROM proof_submissions p WHERE p.account_id = $1 AND {IS_ANSWERED}"
    );
    if !tx.affects_rows(merge.bind(journal)).await? {
        return Ok(());
    }
    close_journaled(tx, merge).await?;
    let decision = Sql::new(
        "INSERT INTO proof_decisions (account_id, decided_by, decided_at, outcome) \
         SELECT m.kept_id, m.merged_by, m.merged_at, CAST($2 AS TEXT) FROM account_merges m WHERE m.id = $1 \
         RETURNING id",
    )
    .bind_all((merge.id, ProofOutcome::Answered));
    let decision = tx.fetch_one::<i64>(decision).await?;
    let journal = Sql::new(
        "INSERT INTO account_merge_entries (merge_id, table_name, column_name, row_key, old_value) \
         VALUES ($1, 'proof_decisions', 'id', $2, '')",
    );
    tx.execute(journal.bind(merge.id).bind(decision.to_string())).await.map(drop)
}

/// Opens the submissions again that the merge closed, unless they were changed since: before rows move back,
/// so that each goes back as it came.
pub(super) async fn reopen_answered(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    let reopening = format!(
        "UPDATE proof_submissions SET decided_at = NULL WHERE account_id = $1 \
         AND decided_at = {MERGE_TIME} AND CAST(id AS TEXT) IN ({CLOSED_KEYS})"
    );
    tx.execute(merge.bind(reopening)).await.map(drop)
}

/// Closes what a proof that stays with the kept account still answers, after rows have moved back. The entry
/// in the history goes unless it is about something that stays closed, and the journal forgets both.
pub(super) async fn close_remaining(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    close_journaled(tx, merge).await?;
    let history = format!(
        "DELETE FROM proof_decisions WHERE account_id = $1 AND CAST(id AS TEXT) IN ({DECISION_KEYS}) \
         AND NOT EXISTS (SELECT 1 FROM proof_submissions p WHERE p.account_id = $1 \
             AND p.decided_at = {MERGE_TIME} AND CAST(p.id AS TEXT) IN ({CLOSED_KEYS}))"
    );
    tx.execute(merge.bind(history)).await?;
    let forget = "DELETE FROM account_merge_entries WHERE merge_id = $3 \
         AND ((table_name = 'proof_submissions' AND column_name = 'decided_at') \
             OR (table_name = 'proof_decisions' AND column_name = 'id'))";
    tx.execute(merge.bind(forget.to_owned())).await.map(drop)
}

/// Closes the submissions that the journal has, as far as a proof of the kept account answers them.
async fn close_journaled(tx: &mut Tx, merge: &MergeKey) -> Result<()> {
    let closing = format!(
        "UPDATE proof_submissions SET decided_at = {MERGE_TIME} WHERE id IN (SELECT p.id \
         FROM proof_submissions p WHERE p.account_id = $1 AND {IS_ANSWERED} \
         AND CAST(p.id AS TEXT) IN ({CLOSED_KEYS}))"
    );
    tx.execute(merge.bind(closing)).await.map(drop)
}
