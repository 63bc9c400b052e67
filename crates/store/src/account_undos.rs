//! Changes of an account's email address or password that the holder of the old address may undo
//! (docs/rules/accounts.md#rule-14). The keys of the links are stored as hashes.

use domain::AccountId;
use domain::dates::time_before;
use jiff::{SignedDuration, Timestamp};

use crate::accounts::fold_login;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// Time in which a change may be undone.
pub const UNDO_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A change of which the address before is informed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountUndo {
    pub id: String,
    pub account: AccountId,
    /// The email address before the change.
    pub email: String,
    pub email_changed: bool,
    pub password_changed: bool,
    /// True if the previous address may undo it. An address that the account got within [`UNDO_PERIOD`] may
    /// not: otherwise a thief's address could undo the owner's recovery of the account.
    pub is_undoable: bool,
    pub changed_at: Timestamp,
}

impl AccountUndo {
    /// End of the time in which it may be undone.
    pub fn undo_deadline(&self) -> Timestamp {
        self.changed_at.saturating_add(UNDO_PERIOD).unwrap_or(Timestamp::MAX)
    }
}

record! {
    AccountUndo {
        id: "u.id",
        account: "u.account_id",
        email: "u.email",
        email_changed: "u.email_changed",
        password_changed: "u.password_changed",
        is_undoable: "u.is_undoable",
        changed_at: "u.changed_at",
    }
}

/// A change that an account's owner is making.
#[derive(Debug, Clone, Copy)]
pub struct NewAccountChange<'a> {
    pub id: &'a str,
    pub account: &'a AccountId,
    /// Its email address before the change.
    pub email: &'a str,
    pub email_changed: bool,
    pub password_changed: bool,
    pub changed_at: Timestamp,
}

/// Records a change before it is made, with the password that the account has until then.
pub async fn insert(tx: &mut Tx, new: &NewAccountChange<'_>) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO account_undos (id, account_id, email, email_folded, password_hash, email_changed, \
         password_changed, changed_at, is_undoable) \
         SELECT $1, id, $3, $4, password_hash, $5, $6, $7, NOT EXISTS ( \
             SELECT 1 FROM account_undos WHERE account_id = $2 AND email_changed AND changed_at > $8) \
         FROM accounts WHERE id = $2",
    )
    .bind(new.id)
    .bind(new.account.as_str())
    .bind(new.email)
    .bind(fold_login(new.email))
    .bind(new.email_changed)
    .bind(new.password_changed)
    .bind(new.changed_at)
    .bind(time_before(new.changed_at, UNDO_PERIOD));
    tx.execute(statement).await.map(drop)
}

/// A change by its identifier. `None` if it was undone, or is too old to be undone.
pub async fn get(mut conn: impl Conn, id: &str, now: Timestamp) -> Result<Option<AccountUndo>> {
    let statement = AccountUndo::select_from("account_undos u WHERE u.id = $1 AND u.changed_at > $2");
    conn.fetch_optional(statement.bind(id).bind(time_before(now, UNDO_PERIOD))).await
}

/// Adds a key that is sent in an email, as a hash; earlier ones of the same change stay valid.
pub async fn add_key(mut conn: impl Conn, id: &str, hash: &str) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO account_undo_keys (hash, undo_id) VALUES ($1, $2)").bind(hash).bind(id);
    conn.execute(statement).await.map(drop)
}

/// The change that a key is for. `None` if it was undone, or is too old to be undone.
pub async fn find_by_key(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<AccountUndo>> {
    let statement = AccountUndo::select_from(
        "account_undos u JOIN account_undo_keys k ON k.undo_id = u.id \
         WHERE k.hash = $1 AND u.is_undoable AND u.changed_at > $2",
    );
    conn.fetch_optional(statement.bind(hash).bind(time_before(now, UNDO_PERIOD))).await
}

/// Uses up a change and all later ones of the account: those were made by the same person. Returns the
/// hash of the password before the change. `None` if another request has just used it.
pub async fn take(tx: &mut Tx, undo: &AccountUndo) -> Result<Option<Option<String>>> {
    let own =
        Sql::new("DELETE FROM account_undos WHERE id = $1 RETURNING password_hash").bind(undo.id.as_str());
    let Some(hash) = tx.fetch_optional::<Option<String>>(own).await? else { return Ok(None) };
    let later = Sql::new("DELETE FROM account_undos WHERE account_id = $1 AND changed_at >= $2")
        .bind_all((undo.account.as_str(), undo.changed_at));
    tx.execute(later).await?;
    Ok(Some(hash))
}

/// Forgets the passwords that the account had before its changes, because others know them. The changes can
/// still be undone.
pub(crate) async fn forget_passwords(tx: &mut Tx, account: &AccountId) -> Result<()> {
    let statement = Sql::new("UPDATE account_undos SET password_hash = NULL WHERE account_id = $1");
    tx.execute(statement.bind(account)).await.map(drop)
}

/// Removes changes that can no longer be undone, with their keys. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement =
        Sql::new("DELETE FROM account_undos WHERE changed_at <= $1").bind(time_before(now, UNDO_PERIOD));
    conn.execute(statement).await
}
