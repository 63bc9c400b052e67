//! Emails from templates that staff sent to people (docs/rules/memberships.md#rule-17).

use domain::AccountId;
use domain::staff_emails::StaffEmail;

use crate::{Conn, Result, Sql, Tx, parse_enum, to_timestamp};

type EmailRow = (i64, String, Option<String>, String, String, Option<String>, i64);

fn email_from_row((id, account, sent_by, kind, language, sentence, sent): EmailRow) -> Result<StaffEmail> {
    Ok(StaffEmail {
        id,
        account: AccountId(account),
        sent_by: sent_by.map(AccountId),
        kind: parse_enum(&kind)?,
        language,
        sentence,
        sent: to_timestamp(sent)?,
    })
}

/// Adds an email and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &StaffEmail) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO staff_emails (account_id, sent_by, kind, language, sentence, sent_at) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(new.account.as_str())
    .bind(new.sent_by.as_ref().map(AccountId::as_str))
    .bind(new.kind.as_str())
    .bind(new.language.as_str())
    .bind(new.sentence.as_deref())
    .bind_time(new.sent);
    Ok(tx.fetch_one::<(i64,)>(statement).await?.0)
}

/// One email. `None` if the account was closed since.
pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<StaffEmail>> {
    let statement = Sql::new(
        "SELECT id, account_id, sent_by, kind, language, sentence, sent_at FROM staff_emails WHERE id = $1",
    );
    conn.fetch_optional::<EmailRow>(statement.bind(id)).await?.map(email_from_row).transpose()
}

/// Emails to a person, newest first: at most `limit`.
pub async fn list(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<StaffEmail>> {
    let statement = Sql::new(format!(
        "SELECT id, account_id, sent_by, kind, language, sentence, sent_at FROM staff_emails \
         WHERE account_id = $1 ORDER BY sent_at DESC, id DESC LIMIT {limit}"
    ));
    let rows = conn.fetch_all::<EmailRow>(statement.bind(account.as_str())).await?;
    rows.into_iter().map(email_from_row).collect()
}
