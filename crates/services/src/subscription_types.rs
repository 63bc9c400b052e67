//! The types of subscriptions that sites offer.

use domain::SubscriptionType;

use crate::{Faults, Operation, Result, ShortText, sites};

/// The types of the user's own site, or of another site that an administrator names, by name.
///
/// # Errors
/// `INVALID_PARAMETER` if the site does not exist; `FORBIDDEN` if the user may not name it.
pub async fn list(op: &Operation, site: Option<&ShortText>) -> Result<Vec<SubscriptionType>> {
    let mut faults = Faults::default();
    let site = sites::resolve_site(op, site, &mut faults).await?;
    faults.into_result()?;
    sites::require_nameable(op, &site)?;
    Ok(store::subscription_types::list_for_site(op.db(), &site).await?)
}
