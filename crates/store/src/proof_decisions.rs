//! Decisions of staff on the proofs that people submit, and proofs that make a decision unnecessary
//! (docs/rules/memberships.md#rule-16).

use std::collections::BTreeSet;

use domain::AccountId;
use domain::staff_decisions::{DeclineReason, ProofOutcome};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow};
use crate::{Conn, Record as _, Result, Sql, Tx, placeholders, proofs, record};

const MAX_LISTED: u32 = 50;

/// The condition that the submission `p` waits for a decision: neither staff nor a later proof has answered
/// it. A proof closes what it answers ([`refresh_submissions`]), unless a program of the release before has
/// recorded it. A merge of accounts closes what a proof of the other account answers.
pub(crate) const IS_OPEN: &str = "p.decided_at IS NULL AND NOT EXISTS (SELECT 1 FROM proofs x \
     WHERE x.account_id = p.account_id AND x.date_added >= p.date_submitted)";

/// The condition that a proof has answered the submission `p`, which is not closed yet: no list shows it.
pub(crate) const IS_ANSWERED: &str = "p.decided_at IS NULL AND EXISTS (SELECT 1 FROM proofs x \
     WHERE x.account_id = p.account_id AND x.date_added >= p.date_submitted)";

/// A decision on a person's proof, or a later proof that made one unnecessary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofDecision {
    pub decided: Timestamp,
    /// The staff member, or the person who recorded the later proof. `None` for the operator, and for an
    /// authority that confirmed the disability.
    pub decided_by: Option<AccountId>,
    pub outcome: ProofOutcome,
    /// `None` unless the proof was declined.
    pub reason: Option<DeclineReason>,
    pub remark: Option<String>,
}

/// Records a decision on everything that a person has submitted: it does not wait any more.
pub async fn record(tx: &mut Tx, account: &AccountId, decision: &ProofDecision) -> Result<()> {
    let row = TableRow::new("proof_decisions")
        .set("account_id", account)
        .set("decided_by", &decision.decided_by)
        .set("decided_at", decision.decided)
        .set("outcome", decision.outcome)
        .set("reason", decision.reason)
        .set("remark", decision.remark.as_deref());
    tx.execute(row.insert()).await?;
    if decision.outcome == ProofOutcome::Declined {
        proofs::end_provisional_access(&mut *tx, account, decision.decided).await?;
    }
    mark_submissions(tx, account, decision.decided).await
}

/// Marks everything that a person has submitted as decided on.
pub(crate) async fn mark_submissions(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<()> {
    let statement =
        Sql::new("UPDATE proof_submissions SET decided_at = $2 WHERE account_id = $1 AND decided_at IS NULL");
    tx.execute(statement.bind(account).bind(now)).await.map(drop)
}

/// Closes the submissions of these people that are older than a proof of theirs, and opens again what such a
/// proof had closed that is withdrawn by now. The history gets an entry for each person whose submissions
/// are closed. Called in the transaction that changes proofs; `recorded_by` is `None` for the operator and
/// for authorities. Three statements for every 500 people.
pub async fn refresh_submissions(
    tx: &mut Tx,
    people: &BTreeSet<&AccountId>,
    recorded_by: Option<&AccountId>,
    now: Timestamp,
) -> Result<()> {
    let people: Vec<&AccountId> = people.iter().copied().collect();
    for chunk in people.chunks(ROWS_PER_STATEMENT) {
        reopen_unanswered_submissions(tx, chunk).await?;
        let answered = |first_place| {
            format!("p.account_id IN ({}) AND {IS_ANSWERED}", placeholders(first_place, chunk.len()))
        };
        let entries = Sql::new(format!(
            "INSERT INTO proof_decisions (account_id, decided_by, decided_at, outcome) \
             SELECT DISTINCT p.account_id, CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT) \
             FROM proof_submissions p WHERE {}",
            answered(4)
        ))
        .bind_all((recorded_by, now, ProofOutcome::Answered))
        .bind_list(chunk.iter().copied());
        if tx.affects_rows(entries).await? {
            let closing = Sql::new(format!(
                "UPDATE proof_submissions SET decided_at = $1 \
                 WHERE id IN (SELECT p.id FROM proof_submissions p WHERE {})",
                answered(2)
            ));
            tx.execute(closing.bind(now).bind_list(chunk.iter().copied())).await?;
        }
    }
    Ok(())
}

/// Opens the submissions of these people again that a proof had closed which is withdrawn by now, unless
/// staff have decided since.
async fn reopen_unanswered_submissions(tx: &mut Tx, people: &[&AccountId]) -> Result<()> {
    let reopening = Sql::new(
        "UPDATE proof_submissions SET decided_at = NULL WHERE id IN (SELECT p.id FROM proof_submissions p \
         JOIN proof_decisions d ON d.account_id = p.account_id AND d.decided_at = p.decided_at \
         WHERE d.outcome = $1 AND p.account_id IN (?) \
         AND NOT EXISTS (SELECT 1 FROM proof_decisions l WHERE l.account_id = p.account_id \
             AND l.decided_at > p.decided_at AND l.outcome <> $1) \
         AND NOT EXISTS (SELECT 1 FROM proofs x \
             WHERE x.account_id = p.account_id AND x.date_added >= p.date_submitted))",
    )
    .bind(ProofOutcome::Answered);
    tx.execute(reopening.bind_in(people.iter().copied())).await.map(drop)
}

record! { ProofDecision { decided: "decided_at", decided_by, outcome, reason, remark } }

/// The latest decisions on a person's proofs, newest first.
pub async fn list_for_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<ProofDecision>> {
    let statement = ProofDecision::select_from(&format!(
        "proof_decisions WHERE account_id = $1 ORDER BY decided_at DESC, id DESC LIMIT {MAX_LISTED}"
    ));
    conn.fetch_all(statement.bind(account)).await
}

/// Counts a person's submissions and the events about them. A page with a smaller count is outdated.
pub async fn count_events(mut conn: impl Conn, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT (SELECT COUNT(*) FROM proof_decisions WHERE account_id = $1) \
         + (SELECT COUNT(*) FROM proof_submissions WHERE account_id = $1)",
    );
    conn.fetch_one(statement.bind(account)).await
}

/// Returns true if something that the person has submitted waits for a decision.
pub async fn has_open_submission(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    let statement = Sql::new(format!(
        "SELECT EXISTS (SELECT 1 FROM proof_submissions p WHERE p.account_id = $1 AND {IS_OPEN})"
    ));
    conn.fetch_one(statement.bind(account)).await
}

/// Returns true if at this time the person has been asked for more by the newest decision, and has submitted
/// nothing since.
pub async fn is_more_needed(mut conn: impl Conn, account: &AccountId, at: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "SELECT d.outcome FROM proof_decisions d WHERE d.account_id = $1 AND d.decided_at <= $2 \
         AND NOT EXISTS (SELECT 1 FROM proof_submissions p WHERE p.account_id = $1 \
             AND p.date_submitted > d.decided_at AND p.date_submitted <= $2) \
         ORDER BY d.decided_at DESC, d.id DESC LIMIT 1",
    );
    let outcome = conn.fetch_optional::<ProofOutcome>(statement.bind(account).bind(at)).await?;
    Ok(outcome == Some(ProofOutcome::MoreNeeded))
}

/// The decision that the person should know about: the newest, unless the person has a proof by it or has
/// submitted something since.
pub async fn find_answer(mut conn: impl Conn, account: &AccountId) -> Result<Option<ProofDecision>> {
    let statement = ProofDecision::select_from(
        "proof_decisions WHERE account_id = $1 AND NOT EXISTS (SELECT 1 FROM proof_submissions p \
             WHERE p.account_id = $1 AND p.decided_at IS NULL) ORDER BY decided_at DESC, id DESC LIMIT 1",
    );
    let decision = conn.fetch_optional::<ProofDecision>(statement.bind(account)).await?;
    Ok(decision.filter(|decision| !decision.outcome.is_settled()))
}
