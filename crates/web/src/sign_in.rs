//! Name and password, throttled: for the sign-in page and the password grant.

use domain::accounts::Account;
use jiff::{SignedDuration, Timestamp};
use oauth::Fault;
use store::throttle::Attempt;

use crate::address::PeerAddress;
use crate::replies::Problem;
use crate::state::WebState;

/// The address of the sign-in page.
pub(crate) const PATH: &str = "/sign-in";

/// Limit of a name that is looked up, in bytes; an email address has at most 254.
pub(crate) const LONGEST_NAME: usize = 320;

/// Returns the account, by user name or email address in any case. Locked and deleted accounts are refused
/// like wrong passwords (docs/rules/authentication.md#rule-11), in the same time.
///
/// # Errors [`Fault::BadCredentials`], and [`Fault::TooManyAttempts`] if this name or this address has failed
/// too often: then the password is not even checked.
pub(crate) async fn sign_in(
    state: &WebState,
    name: &str,
    password: &str,
    peer: &PeerAddress,
    now: Timestamp,
) -> Result<Account, Problem> {
    if name.len() > LONGEST_NAME {
        return Err(Fault::BadCredentials.into());
    }
    let address = peer.subject(name);
    // Failures are counted while holding the slot, so that concurrent attempts cannot outrun the count.
    let turn = state.passwords.turn().await?;
    if let Some(wait) = store::throttle::wait(&state.db, Attempt::SignIn, name, &address, now).await? {
        tracing::warn!(address = peer.shown(), "sign-in refused: too many failures");
        return Err(Fault::TooManyAttempts(seconds(wait)).into());
    }
    let (account, hash) = store::accounts::by_login(&state.db, name).await?.unzip();
    let fits = turn.verify(password, hash.flatten().as_deref()).await?;
    match account {
        Some(account) if fits && may_sign_in(&account) => {
            store::throttle::clear(&state.db, Attempt::SignIn, name).await?;
            tracing::info!(account = %account.id, "signed in");
            Ok(account)
        }
        _ => {
            store::throttle::record(&state.db, Attempt::SignIn, name, &address, now).await?;
            tracing::info!(address = peer.shown(), "sign-in failed");
            Err(Fault::BadCredentials.into())
        }
    }
}

/// Whether the account may have a session at all.
pub(crate) fn may_sign_in(account: &Account) -> bool {
    !account.locked && !account.deleted
}

/// Whole seconds, rounded up.
pub(crate) fn seconds(wait: SignedDuration) -> u32 {
    let rounded = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
    u32::try_from(rounded.max(1)).unwrap_or(u32::MAX)
}
