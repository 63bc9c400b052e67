//! Decisions of staff on the proofs that people submit (docs/rules/memberships.md#rule-16).

use domain::AccountId;
use domain::staff_decisions::{DeclineReason, ProofOutcome};
use jiff::Timestamp;

use crate::values::{parse_enum, to_count, to_timestamp};
use crate::{Conn, Result, Sql, Tx, proofs};

/// Maximum number of decisions that are listed.
const MAX_LISTED: u32 = 50;

/// The condition that the submission `p` waits for a decision: neither staff nor a later proof has answered
/// it.
pub(crate) const IS_OPEN: &str = "p.decided_at IS NULL AND NOT EXISTS (SELECT 1 FROM proofs x \
     WHERE x.account_id = p.account_id AND x.date_added >= p.date_submitted)";

/// A decision on a person's proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofDecision {
    pub decided: Timestamp,
    /// The staff member. `None` for the operator.
    pub decided_by: Option<AccountId>,
    pub outcome: ProofOutcome,
    /// `None` unless the proof was declined.
    pub reason: Option<DeclineReason>,
    pub remark: Option<String>,
}

/// Records a decision on everything that a person has submitted: it does not wait any more.
pub async fn record(tx: &mut Tx, account: &AccountId, decision: &ProofDecision) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO proof_decisions (account_id, decided_by, decided_at, outcome, reason, remark) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(account.as_str())
    .bind(decision.decided_by.as_ref().map(AccountId::as_str))
    .bind_time(decision.decided)
    .bind(decision.outcome.as_str())
    .bind(decision.reason.map(DeclineReason::as_str))
    .bind(decision.remark.as_deref());
    tx.execute(statement).await?;
    if decision.outcome == ProofOutcome::Declined {
        proofs::end_provisional_access(&mut *tx, account, decision.decided).await?;
    }
    mark_submissions(tx, account, decision.decided).await
}

/// Marks everything that a person has submitted as decided on.
pub(crate) async fn mark_submissions(tx: &mut Tx, account: &AccountId, now: Timestamp) -> Result<()> {
    let statement =
        Sql::new("UPDATE proof_submissions SET decided_at = $2 WHERE account_id = $1 AND decided_at IS NULL");
    tx.execute(statement.bind(account.as_str()).bind_time(now)).await.map(drop)
}

type DecisionRow = (i64, Option<String>, String, Option<String>, Option<String>);

fn decision_from_row((decided, by, outcome, reason, remark): DecisionRow) -> Result<ProofDecision> {
    Ok(ProofDecision {
        decided: to_timestamp(decided)?,
        decided_by: by.map(AccountId),
        outcome: parse_enum(&outcome)?,
        reason: reason.as_deref().map(parse_enum).transpose()?,
        remark,
    })
}

/// The latest decisions on a person's proofs, newest first.
pub async fn list_for_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<ProofDecision>> {
    let statement = Sql::new(format!(
        "SELECT decided_at, decided_by, outcome, reason, remark FROM proof_decisions \
         WHERE account_id = $1 ORDER BY decided_at DESC, id DESC LIMIT {MAX_LISTED}"
    ));
    let rows = conn.fetch_all::<DecisionRow>(statement.bind(account.as_str())).await?;
    rows.into_iter().map(decision_from_row).collect()
}

/// Counts what a person has submitted and what staff decided on it: a page that has counted less is outdated.
pub async fn count_events(mut conn: impl Conn, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT (SELECT COUNT(*) FROM proof_decisions WHERE account_id = $1) \
         + (SELECT COUNT(*) FROM proof_submissions WHERE account_id = $1)",
    );
    to_count(conn.fetch_one::<(i64,)>(statement.bind(account.as_str())).await?.0)
}

/// Returns true if something that the person has submitted waits for a decision.
pub async fn has_open_submission(mut conn: impl Conn, account: &AccountId) -> Result<bool> {
    let statement = Sql::new(format!(
        "SELECT EXISTS (SELECT 1 FROM proof_submissions p WHERE p.account_id = $1 AND {IS_OPEN})"
    ));
    Ok(conn.fetch_one::<(bool,)>(statement.bind(account.as_str())).await?.0)
}

/// The decision that the person should know of: the newest, unless it accepted the proof or the person has
/// submitted something since.
pub async fn find_answer(mut conn: impl Conn, account: &AccountId) -> Result<Option<ProofDecision>> {
    let statement = Sql::new(
        "SELECT d.decided_at, d.decided_by, d.outcome, d.reason, d.remark FROM proof_decisions d \
         WHERE d.account_id = $1 AND NOT EXISTS (SELECT 1 FROM proof_submissions p \
             WHERE p.account_id = $1 AND p.decided_at IS NULL) ORDER BY d.decided_at DESC, d.id DESC LIMIT 1",
    );
    let row = conn.fetch_optional::<DecisionRow>(statement.bind(account.as_str())).await?;
    let decision = row.map(decision_from_row).transpose()?;
    Ok(decision.filter(|decision| decision.outcome != ProofOutcome::Accepted))
}
