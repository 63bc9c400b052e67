//! Requests to competent authorities to confirm a disability (docs/rules/accounts.md#rule-9,
//! docs/rules/records.md#rule-31).

use domain::confirmations::{Confirmation, OPEN_FOR, RecentRequests, Statement, WINDOW};
use domain::{AccountId, ProofSource};
use jiff::Timestamp;

use crate::accounts::fold_login;
use crate::proofs::{self, Submission};
use crate::{
    Conn, Result, Sql, Tx, proof_decisions, replaced_value, to_count, to_opt_timestamp, to_timestamp,
};

const COLUMNS: &str =
    "SELECT c.id, c.account_id, c.email, c.authority, c.message, c.requested_at FROM confirmations c";

type ConfirmationRow = (String, String, String, Option<String>, Option<String>, i64);

fn confirmation_from_row(
    (id, account, email, authority, message, requested): ConfirmationRow,
) -> Result<Confirmation> {
    Ok(Confirmation {
        id,
        account: AccountId(account),
        email,
        authority,
        message,
        requested: to_timestamp(requested)?,
    })
}

/// Requests made from this moment on can still be used.
fn open_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(OPEN_FOR).unwrap_or(Timestamp::MIN)
}

pub async fn insert(mut conn: impl Conn, new: &Confirmation) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO confirmations (id, account_id, email, email_folded, authority, message, requested_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id.as_str())
    .bind(new.account.as_str())
    .bind(new.email.as_str())
    .bind(fold_login(&new.email))
    .bind(new.authority.as_deref())
    .bind(new.message.as_deref())
    .bind_time(new.requested);
    conn.execute(statement).await.map(|_| ())
}

/// The requests of a person within the last day, and those to an address from anybody.
pub async fn count_recent(
    mut conn: impl Conn,
    account: &AccountId,
    email: &str,
    now: Timestamp,
) -> Result<(RecentRequests, RecentRequests)> {
    let statement = Sql::new(
        "SELECT COUNT(CASE WHEN account_id = $1 THEN 1 END), MIN(CASE WHEN account_id = $1 THEN requested_at END), \
         COUNT(CASE WHEN email_folded = $2 THEN 1 END), MIN(CASE WHEN email_folded = $2 THEN requested_at END) \
         FROM confirmations WHERE (account_id = $1 OR email_folded = $2) AND requested_at > $3",
    )
    .bind(account.as_str())
    .bind(fold_login(email))
    .bind_time(now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN));
    let (own, own_first, to, to_first) =
        conn.fetch_one::<(i64, Option<i64>, i64, Option<i64>)>(statement).await?;
    let recent = |count, first| -> Result<RecentRequests> {
        Ok(RecentRequests { count: to_count(count)?, first: to_opt_timestamp(first)? })
    };
    Ok((recent(own, own_first)?, recent(to, to_first)?))
}

/// Adds a key that is sent in an email, as a hash; earlier ones of the same request stay valid.
pub async fn add_key(mut conn: impl Conn, id: &str, hash: &str) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO confirmation_keys (hash, confirmation_id) VALUES ($1, $2)").bind(hash).bind(id);
    conn.execute(statement).await.map(|_| ())
}

/// One request that has not been answered, however old.
pub async fn get(mut conn: impl Conn, id: &str) -> Result<Option<Confirmation>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE c.id = $1 AND c.confirmed_at IS NULL")).bind(id);
    conn.fetch_optional::<ConfirmationRow>(statement).await?.map(confirmation_from_row).transpose()
}

/// The request that a key is for. `None` if it was confirmed or is too old.
pub async fn find_by_key(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<Confirmation>> {
    let statement = Sql::new(format!(
        "{COLUMNS} JOIN confirmation_keys k ON k.confirmation_id = c.id \
         WHERE k.hash = $1 AND c.confirmed_at IS NULL AND c.requested_at > $2"
    ))
    .bind(hash)
    .bind_time(open_since(now));
    conn.fetch_optional::<ConfirmationRow>(statement).await?.map(confirmation_from_row).transpose()
}

/// The requests of a person that can still be answered, newest first.
pub async fn list_open(
    mut conn: impl Conn,
    account: &AccountId,
    now: Timestamp,
) -> Result<Vec<Confirmation>> {
    let statement = Sql::new(format!(
        "{COLUMNS} WHERE c.account_id = $1 AND c.confirmed_at IS NULL AND c.requested_at > $2 \
         ORDER BY c.requested_at DESC, c.id"
    ))
    .bind(account.as_str())
    .bind_time(open_since(now));
    conn.fetch_all::<ConfirmationRow>(statement).await?.into_iter().map(confirmation_from_row).collect()
}

/// Counts the other members that an address has confirmed.
pub async fn count_confirmed_by(mut conn: impl Conn, email: &str, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(DISTINCT account_id) FROM confirmations \
         WHERE email_folded = $1 AND account_id <> $2 AND confirmed_at IS NOT NULL",
    )
    .bind(fold_login(email))
    .bind(account.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// Remarks on a confirmation, by the rules of the member's site.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmationRemarks<'a> {
    /// A line for staff.
    pub note: &'a str,
    /// True if confirmations by such an authority suffice.
    pub suffices: bool,
    /// True if staff review the confirmation before it counts.
    pub awaits_review: bool,
}

/// Accepts a request. Unless it awaits review, the person has an active proof of each disability from now on.
/// False if it was answered before.
pub async fn confirm(
    tx: &mut Tx,
    confirmation: &Confirmation,
    authority_statement: &Statement,
    remarks: ConfirmationRemarks<'_>,
    now: Timestamp,
) -> Result<bool> {
    let ConfirmationRemarks { note, suffices, awaits_review } = remarks;
    let statement = Sql::new(
        "UPDATE confirmations SET confirmed_at = $2, statement = $3 WHERE id = $1 AND confirmed_at IS NULL",
    )
    .bind(confirmation.id.as_str())
    .bind_time(now)
    .bind(replaced_value(authority_statement)?);
    if !tx.affects_rows(statement).await? {
        return Ok(false);
    }
    let submission = Submission {
        source: Some(ProofSource::Faxed),
        membership_id: None,
        kinds: authority_statement.disabilities.clone(),
        note: Some(note.to_owned()),
        date: now,
        suffices,
    };
    proofs::record_submission(&mut *tx, &confirmation.account, &submission).await?;
    if !awaits_review {
        let person = &confirmation.account;
        proofs::add_all(&mut *tx, person, &authority_statement.disabilities, ProofSource::Faxed, now).await?;
        proof_decisions::refresh_submissions(tx, &[person].into(), None, now).await?;
        // Also submissions that state what is already proven.
        proof_decisions::mark_submissions(tx, person, now).await?;
    }
    Ok(true)
}

/// Removes requests that were not confirmed in time, with their keys. Returns how many. Confirmed ones are
/// kept.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM confirmations WHERE confirmed_at IS NULL AND requested_at <= $1");
    conn.execute(statement.bind_time(open_since(now))).await
}
