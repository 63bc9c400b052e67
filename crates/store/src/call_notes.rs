//! Notes about people who were served by telephone (docs/rules/memberships.md#rule-15).

use domain::call_notes::{CallNote, NOTE_RETENTION};
use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, Tx, to_timestamp};

type NoteRow = (i64, String, Option<String>, Option<String>, String, i64);

fn note_from_row((id, account, author, organization, text, noted): NoteRow) -> Result<CallNote> {
    Ok(CallNote {
        id,
        account: AccountId(account),
        author: author.map(AccountId),
        organization: organization.map(OrganizationId),
        text,
        noted: to_timestamp(noted)?,
    })
}

/// Adds a note and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &CallNote) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO call_notes (account_id, author_id, organization_id, text, noted_at) \
         VALUES ($1, $2, $3, $4, $5) RETURNING id",
    )
    .bind(new.account.as_str())
    .bind(new.author.as_ref().map(AccountId::as_str))
    .bind(new.organization.as_ref().map(OrganizationId::as_str))
    .bind(new.text.as_str())
    .bind_time(new.noted);
    Ok(tx.fetch_one::<(i64,)>(statement).await?.0)
}

/// Notes about a person that the sponsors of an organization read, or the membership desk if there is none,
/// newest first: at most `limit`.
pub async fn list(
    mut conn: impl Conn,
    account: &AccountId,
    organization: Option<&OrganizationId>,
    limit: u32,
) -> Result<Vec<CallNote>> {
    let statement = Sql::new(
        "SELECT id, account_id, author_id, organization_id, text, noted_at FROM call_notes \
         WHERE account_id = $1",
    )
    .bind(account.as_str());
    let statement = match organization {
        Some(organization) => statement.append(" AND organization_id = $2").bind(organization.as_str()),
        None => statement.append(" AND organization_id IS NULL"),
    };
    let statement = statement.append(&format!(" ORDER BY noted_at DESC, id DESC LIMIT {limit}"));
    conn.fetch_all::<NoteRow>(statement).await?.into_iter().map(note_from_row).collect()
}

/// Deletes the notes whose retention period has ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let before = now.saturating_sub(NOTE_RETENTION).unwrap_or(Timestamp::MIN);
    conn.execute(Sql::new("DELETE FROM call_notes WHERE noted_at < $1").bind_time(before)).await
}
