//! Changes of email address and password by the account's owner, which the holder of the old address may undo
//! (docs/rules/accounts.md#rule-14): the thief of a token does not have the mailbox.

use domain::{Account, AccountId, AuditedAct};
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::account_undos::{self, NewAccountChange};
use store::accounts::fold_login;
use store::throttle::{self, AccountChange, AttemptKind};

use super::user_exists_on_conflict;
use crate::{Error, Operation, Result};

pub use store::account_undos::AccountUndo;

/// The changes that an owner makes to the account.
#[derive(Debug, Clone, Copy)]
pub(super) struct CredentialChanges {
    email: bool,
    password: bool,
}

impl CredentialChanges {
    /// Compares an account with the email address and password that it is to have.
    pub(super) fn compare(before: &Account, email: Option<&str>, password: bool) -> Self {
        let differs = |email: &str| before.email.as_deref().map(fold_login) != Some(fold_login(email));
        Self { email: email.is_some_and(differs), password }
    }

    /// Counts the changes, before a password is hashed.
    ///
    /// # Errors
    /// [`Error::Wait`] after ten changes in an hour.
    pub(super) async fn count_against_limit(self, op: &Operation, account: &AccountId) -> Result<()> {
        if self.password {
            count_change_or_refuse(op, AccountChange::Password, account).await?;
        }
        if self.email {
            count_change_or_refuse(op, AccountChange::Email, account).await?;
        }
        Ok(())
    }

    /// Records the changes in the transaction that makes them, before they are made, and sends the notice to
    /// the account's previous address. An account without an address gets none.
    pub(super) async fn record_and_notify(self, op: &Operation, tx: &mut Tx, before: &Account) -> Result<()> {
        let Some(email) = before.email.clone().filter(|_| self.email || self.password) else { return Ok(()) };
        let id: String = op.random_id();
        let change = NewAccountChange {
            id: &id,
            account: &before.id,
            email: &email,
            email_changed: self.email,
            password_changed: self.password,
            changed_at: op.now,
        };
        account_undos::insert(tx, &change).await?;
        Ok(enqueue(tx, &SendEmail::AccountChanged { undo: id }, op.now).await?)
    }
}

/// Counts one change of an account.
///
/// # Errors
/// [`Error::Wait`] after ten of its kind in an hour.
pub(super) async fn count_change_or_refuse(
    op: &Operation,
    kind: AccountChange,
    account: &AccountId,
) -> Result<()> {
    match throttle::count_change(op.db(), kind, account, op.now).await? {
        Some(wait) => Err(Error::retry_after(wait, "This was changed too often; try again later.")),
        None => Ok(()),
    }
}

/// The change that the key of an email is for, with its account. `None` if the key is unknown, used or too
/// old, or if the account is locked or deleted.
pub async fn find_by_key(op: &Operation, key: &str) -> Result<Option<(AccountUndo, Account)>> {
    let hash = secrets::hash_token(key);
    let Some(undo) = account_undos::find_by_key(op.db(), &hash, op.now).await? else {
        return Ok(None);
    };
    let account = store::accounts::get(op.db(), &undo.account).await?;
    Ok(account.filter(Account::may_sign_in).map(|account| (undo, account)))
}

/// Undoes a change: restores the previous email address and password, and signs out everything that was
/// signed in to the account, devices included. Later changes are undone with it. A password from the time
/// when sponsors managed the account is not restored: the owner chooses another one. Returns false if another
/// request has just undone it, or if the account was locked or closed meanwhile.
pub async fn undo_change(op: &Operation, undo: &AccountUndo) -> Result<bool> {
    let now = op.now;
    let mut tx = op.db().begin().await?;
    let account = store::accounts::get_for_update(&mut tx, &undo.account).await?;
    let Some(mut account) = account.filter(Account::may_sign_in) else { return Ok(false) };
    let Some(password) = account_undos::take(&mut tx, undo).await? else { return Ok(false) };
    account.set_email(undo.email.clone());
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    store::accounts::set_password_hash(&mut tx, &account.id, password.as_deref(), password.is_none()).await?;
    store::tokens::revoke_account(&mut tx, &account.id, now).await?;
    store::devices::revoke_account(&mut tx, &account.id, now).await?;
    op.commit_change(tx, AuditedAct::UndoOwnChange, &account.id).await?;
    throttle::forget_login_failures(op.db(), AttemptKind::SignIn, &undo.email).await?;
    tracing::warn!(account = %account.id, "the owner of the old email address undid a change of the account");
    Ok(true)
}
