//! Requests to competent authorities to confirm a disability (docs/rules/accounts.md#rule-9,
//! docs/rules/records.md#rule-31).

use domain::confirmations::{Confirmation, OPEN_FOR, RecentRequests, Statement, WINDOW};
use domain::dates::time_before;
use domain::{AccountId, ProofSource};
use jiff::Timestamp;

use crate::accounts::fold_login;
use crate::proofs::{self, Submission};
use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, proof_decisions, record, replaced_value};

record! {
    Confirmation {
        id: "c.id",
        account: "c.account_id",
        email: "c.email",
        authority: "c.authority",
        message: "c.message",
        requested: "c.requested_at",
    }
}

pub async fn insert(mut conn: impl Conn, new: &Confirmation) -> Result<()> {
    let row = TableRow::new("confirmations")
        .set("id", &new.id)
        .set("account_id", &new.account)
        .set("email", &new.email)
        .set("email_folded", fold_login(&new.email))
        .set("authority", new.authority.as_deref())
        .set("message", new.message.as_deref())
        .set("requested_at", new.requested);
    conn.execute(row.insert()).await.map(drop)
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
    .bind_all((account, fold_login(email), time_before(now, WINDOW)));
    conn.fetch_one(statement).await
}

/// Adds a key that is sent in an email, as a hash; earlier ones of the same request stay valid.
pub async fn add_key(mut conn: impl Conn, id: &str, hash: &str) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO confirmation_keys (hash, confirmation_id) VALUES ($1, $2)").bind(hash).bind(id);
    conn.execute(statement).await.map(drop)
}

/// One request that has not been answered, however old.
pub async fn get(mut conn: impl Conn, id: &str) -> Result<Option<Confirmation>> {
    let statement = Confirmation::select_from("confirmations c WHERE c.id = $1 AND c.confirmed_at IS NULL");
    conn.fetch_optional(statement.bind(id)).await
}

/// The request that a key is for. `None` if it was confirmed or is too old.
pub async fn find_by_key(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<Confirmation>> {
    let statement = Confirmation::select_from(
        "confirmations c JOIN confirmation_keys k ON k.confirmation_id = c.id \
         WHERE k.hash = $1 AND c.confirmed_at IS NULL AND c.requested_at > $2",
    );
    conn.fetch_optional(statement.bind(hash).bind(time_before(now, OPEN_FOR))).await
}

/// The requests of a person that can still be answered, newest first.
pub async fn list_open(
    mut conn: impl Conn,
    account: &AccountId,
    now: Timestamp,
) -> Result<Vec<Confirmation>> {
    let statement = Confirmation::select_from(
        "confirmations c WHERE c.account_id = $1 AND c.confirmed_at IS NULL AND c.requested_at > $2 \
         ORDER BY c.requested_at DESC, c.id",
    );
    conn.fetch_all(statement.bind(account).bind(time_before(now, OPEN_FOR))).await
}

/// Counts the other members that an address has confirmed.
pub async fn count_confirmed_by(mut conn: impl Conn, email: &str, account: &AccountId) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(DISTINCT account_id) FROM confirmations \
         WHERE email_folded = $1 AND account_id <> $2 AND confirmed_at IS NOT NULL",
    )
    .bind_all((fold_login(email), account));
    conn.fetch_one(statement).await
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
    .bind_all((confirmation.id.as_str(), now, replaced_value(authority_statement)?));
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
    conn.execute(statement.bind(time_before(now, OPEN_FOR))).await
}
