//! Following a periodical (docs/rules/periodicals.md#rule-6).

use super::find_visible;
use crate::error::Result;
use crate::library::Library;
use crate::roles::SignedIn;

/// Makes the user follow a periodical that they may see, or ends this: `PERIODICAL_NOT_FOUND`.
pub async fn set_followed(library: &Library, user: &SignedIn, id: &str, followed: bool) -> Result<()> {
    let series = find_visible(library, &user.caller, id).await?;
    store::periodicals::follows::set(&library.db, user.id(), &series.id, followed, user.request_time())
        .await?;
    Ok(())
}
