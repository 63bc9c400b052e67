//! The types of subscriptions that sites offer.

use domain::subscription_types::SubscriptionType;

use crate::error::Result;
use crate::faults::Faults;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::sites;
use crate::values::ShortText;

/// The types of the user's own site, or of another site that an administrator names, by name.
///
/// # Errors
/// `INVALID_PARAMETER` if the site does not exist; `FORBIDDEN` if the user may not name it.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    site: Option<&ShortText>,
) -> Result<Vec<SubscriptionType>> {
    let mut faults = Faults::default();
    let site = sites::resolve_site(&library.context(user), site, &mut faults).await?;
    faults.into_result()?;
    sites::require_nameable(user.actor(), &site)?;
    Ok(store::subscription_types::list_for_site(&library.db, &site).await?)
}
