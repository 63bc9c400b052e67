//! Changes of the own password on the library's pages, where the present one is asked for first.

use domain::peers::Peer;
use jobs::emails::{SendEmail, enqueue};
use store::throttle::{self, Attempt};

use crate::error::{Error, Result};
use crate::library::Library;
use crate::roles::SignedIn;
use crate::values::NewPassword;

/// Checks the present password of a user who is signed in, before something that cannot be undone. Failures
/// count as failed sign-ins.
///
/// # Errors
/// [`Error::Credentials`] if it is wrong; [`Error::Wait`] if it was wrong too often.
pub async fn confirm(library: &Library, user: &SignedIn, present: &str, peer: &Peer) -> Result<()> {
    let name = user.reader.account.sign_in_name();
    let (address, now) = (peer.subject(name), user.now());
    // Failures are counted within the turn, so that concurrent attempts cannot outrun the count.
    let turn = library.passwords.turn().await?;
    if let Some(wait) = throttle::wait(&library.db, Attempt::SignIn, name, &address, now).await? {
        let seconds = u64::try_from(wait.as_secs()).unwrap_or_default().saturating_add(1);
        return Err(Error::Wait { reason: "Too many wrong passwords; try again later.".to_owned(), seconds });
    }
    let hash = store::accounts::by_login(&library.db, name).await?.and_then(|(_, hash)| hash);
    if turn.verify(present, hash.as_deref()).await? {
        throttle::clear(&library.db, Attempt::SignIn, name).await?;
        Ok(())
    } else {
        throttle::record(&library.db, Attempt::SignIn, name, &address, now).await?;
        Err(Error::Credentials)
    }
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
