//! Work that a staff member has taken, so that two people do not decide the same case. A claim ends by itself
//! (docs/rules/memberships.md#rule-16).

use domain::wire::WireEnum as _;
use domain::work::{CLAIM_DURATION, WorkKind};
use domain::{Account, AccountId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, parse_enum, parse_record, placeholders, to_timestamp};

/// Names something that waits for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkAddress<'a> {
    pub kind: WorkKind,
    /// Identifier of the person or the organization, by the kind.
    pub subject: &'a str,
}

/// A claim that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkClaim {
    pub kind: WorkKind,
    /// Identifier of the person or the organization, by the kind.
    pub subject: String,
    pub holder: AccountId,
    /// Name of the holder.
    pub holder_name: String,
    /// The time from which on others may take the work.
    pub expires: Timestamp,
}

/// Takes work for a staff member, or prolongs the member's own claim. False if somebody else has it: of
/// several people who take it concurrently, one does.
pub async fn take(
    mut conn: impl Conn,
    work: WorkAddress<'_>,
    holder: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let statement = Sql::new(
        "INSERT INTO work_claims (kind, subject, holder_id, claimed_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, subject) DO UPDATE SET \
         holder_id = excluded.holder_id, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at \
         WHERE work_claims.holder_id = excluded.holder_id OR work_claims.expires_at <= excluded.claimed_at",
    )
    .bind(work.kind.as_str())
    .bind(work.subject)
    .bind(holder.as_str())
    .bind_time(now)
    .bind_time(now.saturating_add(CLAIM_DURATION).unwrap_or(Timestamp::MAX));
    conn.affects_rows(statement).await
}

/// Ends a claim. False if the staff member does not have the work.
pub async fn release(mut conn: impl Conn, work: WorkAddress<'_>, holder: &AccountId) -> Result<bool> {
    let statement = Sql::new("DELETE FROM work_claims WHERE kind = $1 AND subject = $2 AND holder_id = $3")
        .bind(work.kind.as_str())
        .bind(work.subject)
        .bind(holder.as_str());
    conn.affects_rows(statement).await
}

const SELECT_CLAIMS: &str = "SELECT c.kind, c.subject, c.holder_id, a.document, c.expires_at \
     FROM work_claims c JOIN accounts a ON a.id = c.holder_id WHERE c.expires_at > $1";

type ClaimRow = (String, String, String, String, i64);

fn claim_from_row((kind, subject, holder, document, expires): ClaimRow) -> Result<WorkClaim> {
    Ok(WorkClaim {
        kind: parse_enum(&kind)?,
        subject,
        holder: AccountId(holder),
        holder_name: parse_record::<Account>(&document)?.display_name(),
        expires: to_timestamp(expires)?,
    })
}

/// The claims of work about these people and organizations: few enough for the values that a statement may
/// have.
pub async fn list_of_subjects(
    mut conn: impl Conn,
    subjects: &[&str],
    now: Timestamp,
) -> Result<Vec<WorkClaim>> {
    if subjects.is_empty() {
        return Ok(Vec::new());
    }
    let places = placeholders(2, subjects.len());
    let statement =
        Sql::new(format!("{SELECT_CLAIMS} AND c.subject IN ({places}) ORDER BY c.kind, c.subject"))
            .bind_time(now)
            .bind_list(subjects.iter().copied());
    conn.fetch_all::<ClaimRow>(statement).await?.into_iter().map(claim_from_row).collect()
}

/// The claim of somebody else on work about the subject of this work, whatever the kind. `None` if nobody
/// else has any.
pub async fn find_of_others(
    mut conn: impl Conn,
    work: WorkAddress<'_>,
    holder: &AccountId,
    now: Timestamp,
) -> Result<Option<WorkClaim>> {
    let about_same = |kind: &&WorkKind| kind.is_about_organization() == work.kind.is_about_organization();
    let kinds: Vec<&str> = WorkKind::ALL.iter().filter(about_same).map(|kind| kind.as_str()).collect();
    let statement = Sql::new(format!(
        "{SELECT_CLAIMS} AND c.subject = $2 AND c.holder_id <> $3 AND c.kind IN ({}) \
         ORDER BY c.expires_at DESC, c.kind LIMIT 1",
        placeholders(4, kinds.len())
    ))
    .bind_time(now)
    .bind(work.subject)
    .bind(holder.as_str())
    .bind_list(kinds);
    conn.fetch_optional::<ClaimRow>(statement).await?.map(claim_from_row).transpose()
}

/// Removes claims that have ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM work_claims WHERE expires_at <= $1").bind_time(now)).await
}
