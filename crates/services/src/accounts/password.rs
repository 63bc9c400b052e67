//! Changes of the own password on the library's pages, where the present one is asked for first.

use domain::peers::Peer;
use jobs::emails::{SendEmail, enqueue};

use super::sign_in;
use crate::error::Result;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::values::NewPassword;

/// Checks the present password of a user who is signed in, before something that cannot be undone. Failures
/// count as failed sign-ins.
///
/// # Errors
/// Those of [`sign_in`].
pub async fn confirm(library: &Library, user: &SignedIn, present: &str, peer: &Peer) -> Result<()> {
    let name = user.reader.account.sign_in_name();
    sign_in(library, name, present, peer, user.now()).await.map(drop)
}

/// Gives the user another password. All browsers and apps that were signed in are signed out, the browser of
/// this request as well: begin a session for it again. Devices stay. The user gets an email.
///
/// # Errors
/// Those of [`confirm`].
pub async fn change(
    library: &Library,
    user: &SignedIn,
    present: &str,
    new: &NewPassword,
    peer: &Peer,
) -> Result<()> {
    confirm(library, user, present, peer).await?;
    let hash = library.hash_password(&new.0).await?;
    let mut tx = library.db.begin().await?;
    store::passwords::choose(&mut tx, user.id(), &hash, "", user.now()).await?;
    enqueue(&mut tx, &SendEmail::PasswordChanged { account: user.id().clone() }, user.now()).await?;
    tx.commit().await?;
    tracing::info!(account = %user.id(), "the password was changed on the pages");
    Ok(())
}
