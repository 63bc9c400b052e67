//! Changes of email address and password by the account's owner, which the holder of the old address may undo
//! (docs/rules/accounts.md#rule-14): the thief of a token does not have the mailbox.

use domain::accounts::Account;
use domain::ids::AccountId;
use jiff::Timestamp;
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::account_undos::{self, NewAccountChange};
use store::accounts::fold_login;
use store::throttle::{self, AccountChange, AttemptKind};

use super::user_exists_on_conflict;
use crate::error::{Error, Result};
use crate::library::Library;

pub use store::account_undos::AccountUndo;

/// The changes that an owner makes to the account.
#[derive(Debug, Clone, Copy)]
pub(super) struct Changes {
    email: bool,
    password: bool,
}

impl Changes {
    /// Compares an account with the email address and password that it is to have.
    pub(super) fn compare(before: &Account, email: Option<&str>, password: bool) -> Self {
        let differs = |email: &str| before.email.as_deref().map(fold_login) != Some(fold_login(email));
        Self { email: email.is_some_and(differs), password }
    }

    /// Counts the changes, before a password is hashed.
    ///
    /// # Errors
    /// [`Error::Wait`] after ten changes in an hour.
    pub(super) async fn count_against_limit(
        self,
        library: &Library,
        account: &AccountId,
        now: Timestamp,
    ) -> Result<()> {
        if self.password {
            count_change(library, AccountChange::Password, account, now).await?;
        }
        if self.email {
            count_change(library, AccountChange::Email, account, now).await?;
        }
        Ok(())
    }

    /// Records the changes in the transaction that makes them, before they are made, and sends the notice to
    /// the address of the account as it was. An account without an address gets none.
    pub(super) async fn record_and_notify(
        self,
        tx: &mut Tx,
        library: &Library,
        before: &Account,
        now: Timestamp,
    ) -> Result<()> {
        let Some(email) = before.email.clone().filter(|_| self.email || self.password) else { return Ok(()) };
        let id = store::random_id(&mut library.request_rng());
        let change = NewAccountChange {
            id: &id,
            account: &before.id,
            email: &email,
            email_changed: self.email,
            password_changed: self.password,
            changed_at: now,
        };
        account_undos::insert(tx, &change).await?;
        Ok(enqueue(tx, &SendEmail::AccountChanged { undo: id }, now).await?)
    }
}

/// Counts one change of an account.
///
/// # Errors
/// [`Error::Wait`] after ten of its kind in an hour.
pub(super) async fn count_change(
    library: &Library,
    kind: AccountChange,
    account: &AccountId,
    now: Timestamp,
) -> Result<()> {
    match throttle::count_change(&library.db, kind, account, now).await? {
        Some(wait) => Err(Error::retry_after(wait, "This was changed too often; try again later.")),
        None => Ok(()),
    }
}

/// The change that the key of an email is for, with its account. `None` if the key is unknown, used or too
/// old, or if the account is locked or deleted.
///
/// # Errors
/// Those of the database.
pub async fn find_by_key(library: &Library, key: &str) -> Result<Option<(AccountUndo, Account)>> {
    let hash = secrets::hash_token(key);
    let Some(undo) = account_undos::by_key(&library.db, &hash, library.current_time()).await? else {
        return Ok(None);
    };
    let account = store::accounts::get(&library.db, &undo.account).await?;
    Ok(account.filter(Account::may_sign_in).map(|account| (undo, account)))
}

/// Undoes a change: restores the previous email address and password, and signs out everything that was
/// signed in to the account, devices included. Later changes are undone with it. Returns false if another
/// request has just undone it.
///
/// # Errors
/// Those of the database.
pub async fn undo_change(library: &Library, undo: &AccountUndo) -> Result<bool> {
    let now = library.current_time();
    let mut tx = library.db.begin().await?;
    let Some(mut account) = store::accounts::get_for_update(&mut tx, &undo.account).await? else {
        return Ok(false);
    };
    let Some(password) = account_undos::take(&mut tx, undo).await? else { return Ok(false) };
    account.set_email(undo.email.clone());
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    store::accounts::set_password_hash(&mut tx, &account.id, password.as_deref(), false).await?;
    store::tokens::revoke_account(&mut tx, &account.id, now).await?;
    store::devices::revoke_account(&mut tx, &account.id, now).await?;
    tx.commit().await?;
    throttle::forget_login_failures(&library.db, AttemptKind::SignIn, &undo.email).await?;
    tracing::warn!(account = %account.id, "the owner of the old email address undid a change of the account");
    Ok(true)
}
