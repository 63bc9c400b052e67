//! Name and password, throttled: for the sign-in page and the password grant.

use domain::accounts::Account;
use jiff::Timestamp;
use oauth::Fault;

use crate::address::PeerAddress;
use crate::replies::TokenProblem;
use crate::state::WebState;

/// The address of the sign-in page.
pub(crate) const SIGN_IN_PATH: &str = "/sign-in";

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
) -> Result<Account, TokenProblem> {
    let signed_in =
        services::accounts::sign_in(&state.operation().with_time(now), name, password, peer.peer()).await;
    signed_in.map_err(|error| match error {
        services::Error::Credentials => Fault::BadCredentials.into(),
        services::Error::Wait { seconds, .. } => Fault::TooManyAttempts(retry_seconds(seconds)).into(),
        error => error.into(),
    })
}

/// Seconds to wait, in the form of pages and headers.
pub(crate) fn retry_seconds(seconds: u64) -> u32 {
    u32::try_from(seconds).unwrap_or(u32::MAX)
}
