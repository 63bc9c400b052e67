//! Name and password, throttled: for whatever asks for them (docs/rules/authentication.md#rule-11).

use domain::accounts::{Account, MAX_SIGN_IN_BYTES};
use domain::peers::Peer;

use secrets::HashWork;
use store::throttle::{self, AttemptKind};

use crate::error::{Error, Result};
use crate::operation::Operation;

/// The account with this name, its user name or email address in any case, and password. Locked and deleted
/// accounts are refused like wrong passwords, in the same time.
///
/// # Errors
/// [`Error::Credentials`]; [`Error::Wait`] if this name or this address has failed too often: then the
/// password is not even checked.
pub async fn sign_in(op: &Operation, name: &str, password: &str, peer: &Peer) -> Result<Account> {
    if name.len() > MAX_SIGN_IN_BYTES {
        return Err(Error::Credentials);
    }
    let address = peer.failure_key(name);
    // Failures are counted while the slot is held, so that concurrent attempts cannot outrun the count.
    let slot = op.library().passwords().acquire_slot(HashWork::SignIn { name }).await?;
    if let Some(wait) =
        throttle::remaining_delay(op.db(), AttemptKind::SignIn, name, &address, op.now).await?
    {
        tracing::warn!(address = peer.log_address(), "sign-in refused: too many failures");
        return Err(Error::retry_after(wait, "Too many wrong passwords; try again later."));
    }
    let (account, hash) = store::accounts::by_login(op.db(), name).await?.unzip();
    let fits = slot.verify(password, hash.flatten().as_deref()).await?;
    match account {
        Some(account) if fits && account.may_sign_in() => {
            throttle::forget_login_failures(op.db(), AttemptKind::SignIn, name).await?;
            tracing::info!(account = %account.id, "signed in");
            Ok(account)
        }
        _ => {
            throttle::record_failure(op.db(), AttemptKind::SignIn, name, &address, op.now).await?;
            tracing::info!(address = peer.log_address(), "sign-in failed");
            Err(Error::Credentials)
        }
    }
}
