//! Emails from templates that staff sent to people (docs/rules/memberships.md#rule-17).

use domain::AccountId;
use domain::staff_emails::StaffEmail;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Tx, record};

record! {
    StaffEmail { id, account: "account_id", sent_by, kind, language, sentence, sent: "sent_at" }
}

/// Adds an email and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &StaffEmail) -> Result<i64> {
    let row = TableRow::new("staff_emails")
        .set("account_id", &new.account)
        .set("sent_by", &new.sent_by)
        .set("kind", new.kind)
        .set("language", &new.language)
        .set("sentence", new.sentence.as_deref())
        .set("sent_at", new.sent);
    tx.fetch_one(row.insert().append(" RETURNING id")).await
}

/// One email. `None` if the account was closed since.
pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<StaffEmail>> {
    conn.fetch_optional(StaffEmail::select_from("staff_emails WHERE id = $1").bind(id)).await
}

/// Emails to a person, newest first: at most `limit`.
pub async fn list(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<StaffEmail>> {
    let statement = StaffEmail::select_from(&format!(
        "staff_emails WHERE account_id = $1 ORDER BY sent_at DESC, id DESC LIMIT {limit}"
    ));
    conn.fetch_all(statement.bind(account)).await
}
