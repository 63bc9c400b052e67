//! The user's own password: changed on the library's pages, where the present one is asked for first, or
//! chosen with the key of an email by those who have forgotten it (docs/security.md).

use domain::accounts::MAX_SIGN_IN_BYTES;
use domain::sessions::Browser;
use domain::{Account, AuditedAct, Peer, SessionKind};
use jobs::emails::{SendEmail, enqueue};
use secrets::OpaqueToken;
use store::throttle::{self, AccountChange, AttemptKind};

use super::undo::count_change_or_refuse;
use crate::queries::find_if_some;
use crate::sign_in::{PasswordSignIn, SignInProof, lock_verified, verify_password};
use crate::{Error, NewPassword, Operation, Result, sessions};

/// Checks the present password of a user who is signed in, before something that cannot be undone. Failures
/// count as failed sign-ins. The proof is to be compared again in the transaction that does it.
///
/// # Errors
/// Those of [`verify_password`].
pub async fn check_present(op: &Operation, present_password: &str, peer: &Peer) -> Result<SignInProof> {
    let name = op.account()?.sign_in_name();
    let sign_in = PasswordSignIn { name, password: present_password, peer };
    Ok(verify_password(op, sign_in).await?.to_proof())
}

#[derive(Clone, Copy)]
pub struct PasswordChange<'a> {
    /// The password until now.
    pub present: &'a str,
    pub new: &'a NewPassword,
    /// The network address by which wrong passwords are counted.
    pub peer: &'a Peer,
    /// The browser that stays signed in.
    pub browser: Browser,
}

/// Gives the user another password. All browsers and apps that were signed in are signed out; the browser of
/// this request gets a new session, whose secret is returned. Devices stay. The user gets an email.
///
/// # Errors
/// Those of [`check_present`]; [`Error::Wait`] after ten changes in an hour.
pub async fn change(op: &Operation, request: PasswordChange<'_>) -> Result<OpaqueToken> {
    let PasswordChange { present, new, peer, browser } = request;
    let proof = check_present(op, present, peer).await?;
    count_change_or_refuse(op, AccountChange::Password, op.account_id()?).await?;
    let hash = op.hash_password(new).await?;
    let mut tx = op.db().begin().await?;
    lock_verified(&mut tx, &proof).await?.ok_or(Error::Credentials)?;
    store::passwords::choose_password(&mut tx, op.account_id()?, &hash, "", op.now).await?;
    enqueue(&mut tx, &SendEmail::PasswordChanged { account: op.account_id()?.clone() }, op.now).await?;
    let begun = (SessionKind::Password, browser);
    let secret = sessions::insert_session(op, &mut tx, op.account_id()?, begun).await?;
    op.commit_change(tx, AuditedAct::ChangePassword, op.account_id()?).await?;
    tracing::info!(account = %op.account_id()?, "the password was changed on the pages");
    Ok(secret)
}

/// Requests the email with the key to a new password, for the account with this user name or email address. A
/// name without an account that may sign in costs the same work, and nothing is sent: neither the result nor
/// its time says whether the account exists.
///
/// # Errors
/// [`Error::Wait`] if too many emails were requested for this name or from this address.
pub async fn request_reset(op: &Operation, name: &str, peer: &Peer) -> Result<()> {
    let now = op.now;
    let address = check_email_rate(op, AttemptKind::NewPassword, name, peer).await?;
    let found = match name.len() {
        ..=MAX_SIGN_IN_BYTES => store::accounts::find_by_login(op.db(), name).await?,
        _ => None,
    };
    let account = found.map(|(account, _)| account).filter(Account::may_sign_in).map(|account| account.id);
    let mut tx = op.db().begin().await?;
    throttle::record_failure(&mut tx, AttemptKind::NewPassword, name, &address, now).await?;
    enqueue(&mut tx, &SendEmail::PasswordReset { account }, now).await?;
    Ok(tx.commit().await?)
}

/// Checks that another email may be requested. Returns the key of the caller's network, by which requests are
/// counted.
///
/// # Errors
/// [`Error::Wait`] if too many emails of this kind were requested for this name or from this network.
pub(crate) async fn check_email_rate(
    op: &Operation,
    kind: AttemptKind,
    name: &str,
    peer: &Peer,
) -> Result<String> {
    let network = peer.failure_key(name);
    match throttle::remaining_delay(op.db(), kind, name, &network, op.now).await? {
        None => Ok(network),
        Some(wait) => {
            tracing::warn!(address = peer.log_address(), "no email: too many requests");
            Err(Error::retry_after(wait, "Too many emails were requested; try again later."))
        }
    }
}

/// The account that the key of an email is for. `None` if the key is unknown, used or too old, or if the
/// account is locked or deleted.
pub async fn find_by_reset_key(op: &Operation, key: &str) -> Result<Option<Account>> {
    let hash = secrets::hash_token(key);
    let id = store::password_resets::find_account(op.db(), &hash, op.now).await?;
    let account = find_if_some(id.as_ref().map(|id| store::accounts::get(op.db(), id))).await?;
    Ok(account.filter(Account::may_sign_in))
}

/// Gives the account of a key the password that its owner chose. The key is used up, and so are all others of
/// the account; all browsers and apps are signed out. The owner gets an email. `false` if the key is not
/// valid, as for [`find_by_reset_key`]: another request may have just used it.
///
/// # Errors
/// `TOO_MANY_REQUESTS` if too many passwords are being hashed; those of the database.
pub async fn reset(op: &Operation, key: &str, new: &NewPassword) -> Result<bool> {
    let Some(account) = find_by_reset_key(op, key).await? else { return Ok(false) };
    let hash = op.library().hash_password(&new.0, Some(&account.id)).await?;
    let now = op.now;
    let mut tx = op.db().begin().await?;
    if store::passwords::redeem_reset_key(&mut tx, &secrets::hash_token(key), &hash, now).await?.is_none() {
        tx.rollback().await?;
        return Ok(false);
    }
    enqueue(&mut tx, &SendEmail::PasswordChanged { account: account.id.clone() }, now).await?;
    op.commit_change(tx, AuditedAct::ChangePassword, &account.id).await?;
    // Failed attempts of others must not delay the owner's sign-in.
    for name in [&account.username, &account.email].into_iter().flatten() {
        throttle::forget_login_failures(op.db(), AttemptKind::SignIn, name).await?;
    }
    tracing::info!(account = %account.id, "a new password was set by email");
    Ok(true)
}
