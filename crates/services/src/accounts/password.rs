//! The own password: changed on the library's pages, where the present one is asked for first, or chosen with
//! the key of an email by those who have forgotten it (docs/security.md).

use domain::accounts::{Account, MAX_SIGN_IN_BYTES};
use domain::peers::Peer;
use jiff::Timestamp;
use jobs::emails::{SendEmail, enqueue};
use store::throttle::{self, AccountChange, AttemptKind};

use super::sign_in;
use super::undo::count_change;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::roles::SignedIn;
use crate::values::NewPassword;

/// Checks the present password of a user who is signed in, before something that cannot be undone. Failures
/// count as failed sign-ins.
///
/// # Errors
/// Those of [`sign_in`].
pub async fn check_present(library: &Library, user: &SignedIn, present: &str, peer: &Peer) -> Result<()> {
    let name = user.reader.account.sign_in_name();
    sign_in(library, name, present, peer, user.request_time()).await.map(drop)
}

/// Gives the user another password. All browsers and apps that were signed in are signed out, the browser of
/// this request as well: begin a session for it again. Devices stay. The user gets an email.
///
/// # Errors
/// Those of [`check_present`]; [`Error::Wait`] after ten changes in an hour.
pub async fn change(
    library: &Library,
    user: &SignedIn,
    present: &str,
    new: &NewPassword,
    peer: &Peer,
) -> Result<()> {
    check_present(library, user, present, peer).await?;
    count_change(library, AccountChange::Password, user.id(), user.request_time()).await?;
    let hash = library.hash_password(&new.0, Some(user.id())).await?;
    let mut tx = library.db.begin().await?;
    store::passwords::choose_password(&mut tx, user.id(), &hash, "", user.request_time()).await?;
    enqueue(&mut tx, &SendEmail::PasswordChanged { account: user.id().clone() }, user.request_time()).await?;
    tx.commit().await?;
    tracing::info!(account = %user.id(), "the password was changed on the pages");
    Ok(())
}

/// Requests the email with the key to a new password, for the account with this user name or email address. A
/// name without an account that may sign in costs the same work, and nothing is sent: neither the result nor
/// its time says whether the account exists.
///
/// # Errors
/// [`Error::Wait`] if too many emails were requested for this name or from this address.
pub async fn request_reset(library: &Library, name: &str, peer: &Peer) -> Result<()> {
    let now = library.current_time();
    let address = check_email_rate(library, AttemptKind::NewPassword, name, peer, now).await?;
    let found = match name.len() {
        ..=MAX_SIGN_IN_BYTES => store::accounts::by_login(&library.db, name).await?,
        _ => None,
    };
    let account = found.map(|(account, _)| account).filter(Account::may_sign_in).map(|account| account.id);
    let mut tx = library.db.begin().await?;
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
    library: &Library,
    kind: AttemptKind,
    name: &str,
    peer: &Peer,
    now: Timestamp,
) -> Result<String> {
    let network = peer.failure_key(name);
    match throttle::remaining_delay(&library.db, kind, name, &network, now).await? {
        None => Ok(network),
        Some(wait) => {
            tracing::warn!(address = peer.log_address(), "no email: too many requests");
            Err(Error::retry_after(wait, "Too many emails were requested; try again later."))
        }
    }
}

/// The account that the key of an email is for. `None` if the key is unknown, used or too old, or if the
/// account is locked or deleted.
///
/// # Errors
/// Those of the database.
pub async fn of_key(library: &Library, key: &str) -> Result<Option<Account>> {
    let hash = secrets::hash_token(key);
    let account =
        match store::password_resets::find_account(&library.db, &hash, library.current_time()).await? {
            Some(id) => store::accounts::get(&library.db, &id).await?,
            None => None,
        };
    Ok(account.filter(Account::may_sign_in))
}

/// Gives the account of a key the password that its owner chose. The key is used up, and so are all others of
/// the account; all browsers and apps are signed out. The owner gets an email. `false` if the key is not
/// valid, as for [`of_key`]: another request may have just used it.
///
/// # Errors
/// `TOO_MANY_REQUESTS` if too many passwords are being hashed; those of the database.
pub async fn reset(library: &Library, key: &str, new: &NewPassword) -> Result<bool> {
    let Some(account) = of_key(library, key).await? else { return Ok(false) };
    let hash = library.hash_password(&new.0, Some(&account.id)).await?;
    let now = library.current_time();
    let mut tx = library.db.begin().await?;
    if store::passwords::redeem_reset_key(&mut tx, &secrets::hash_token(key), &hash, now).await?.is_none() {
        tx.rollback().await?;
        return Ok(false);
    }
    enqueue(&mut tx, &SendEmail::PasswordChanged { account: account.id.clone() }, now).await?;
    tx.commit().await?;
    // Failed attempts of others must not delay the owner's sign-in.
    for name in [&account.username, &account.email].into_iter().flatten() {
        throttle::forget_login_failures(&library.db, AttemptKind::SignIn, name).await?;
    }
    tracing::info!(account = %account.id, "a new password was set by email");
    Ok(true)
}
