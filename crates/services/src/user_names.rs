//! User names and email addresses, which are one namespace across all sites.

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;

/// Whether the name belongs to an account, in any case of letters: `USER_NOT_FOUND` if it does not.
pub async fn taken(library: &Library, name: &str) -> Result<()> {
    if store::accounts::login_taken(&library.db, name).await? {
        Ok(())
    } else {
        Err(ErrorKey::UserNotFound.into())
    }
}
