//! Name and password, throttled: for the sign-in page and the password grant.

use domain::accounts::Account;
use jiff::{SignedDuration, Timestamp};
use oauth::Fault;

use crate::address::PeerAddress;
use crate::replies::Problem;
use crate::state::WebState;

/// The address of the sign-in page.
pub(crate) const PATH: &str = "/sign-in";

/// The account with this name and password ([`services::accounts::sign_in`]).
///
/// # Errors
/// [`Fault::BadCredentials`], [`Fault::TooManyAttempts`].
pub(crate) async fn sign_in(
    state: &WebState,
    name: &str,
    password: &str,
    peer: &PeerAddress,
    now: Timestamp,
) -> Result<Account, Problem> {
    let signed_in = services::accounts::sign_in(&state.library, name, password, peer.peer(), now).await;
    signed_in.map_err(|error| match error {
        services::Error::Credentials => Fault::BadCredentials.into(),
        services::Error::Wait { seconds, .. } => {
            Fault::TooManyAttempts(u32::try_from(seconds).unwrap_or(u32::MAX)).into()
        }
        error => error.into(),
    })
}

/// Whole seconds, rounded up.
pub(crate) fn seconds(wait: SignedDuration) -> u32 {
    let rounded = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
    u32::try_from(rounded.max(1)).unwrap_or(u32::MAX)
}
