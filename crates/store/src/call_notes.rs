//! Notes about people who were served by telephone (docs/rules/memberships.md#rule-15).

use domain::call_notes::{CallNote, NOTE_RETENTION};
use domain::dates::time_before;
use domain::{AccountId, OrganizationId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

record! {
    CallNote {
        id,
        account: "account_id",
        author: "author_id",
        organization: "organization_id",
        text,
        noted: "noted_at",
    }
}

/// Adds a note and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &CallNote) -> Result<i64> {
    let row = TableRow::new("call_notes")
        .set("account_id", &new.account)
        .set("author_id", &new.author)
        .set("organization_id", &new.organization)
        .set("text", &new.text)
        .set("noted_at", new.noted);
    tx.fetch_one(row.insert().append(" RETURNING id")).await
}

/// Notes about a person that the sponsors of an organization read, or the membership desk if there is none,
/// newest first: at most `limit`.
pub async fn list(
    mut conn: impl Conn,
    account: &AccountId,
    organization: Option<&OrganizationId>,
    limit: u32,
) -> Result<Vec<CallNote>> {
    let statement = CallNote::select_from("call_notes WHERE account_id = $1").bind(account);
    let statement = match organization {
        Some(organization) => statement.append(" AND organization_id = $2").bind(organization.as_str()),
        None => statement.append(" AND organization_id IS NULL"),
    };
    conn.fetch_all(statement.append(&format!(" ORDER BY noted_at DESC, id DESC LIMIT {limit}"))).await
}

/// Deletes the notes whose retention period has ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM call_notes WHERE noted_at < $1");
    conn.execute(statement.bind(time_before(now, NOTE_RETENTION))).await
}
