//! The site that a caller names for something new (document 3, `site`: full administrators only).

use domain::ids::SiteId;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::roles::SignedIn;
use crate::http::values::ShortText;
use crate::state::Api;

/// The caller's own site, unless another is named: 400 `INVALID_PARAMETER` for one that an administrator names and
/// that does not exist, 403 `FORBIDDEN` for another's when the caller is no administrator.
pub async fn chosen_site(api: &Api, user: &SignedIn, site: Option<&ShortText>) -> Result<SiteId> {
    let mut faults = Faults::default();
    let site = wanted_site(api, user, site, &mut faults).await?;
    faults.finish()?;
    demand_site(user, &site)?;
    Ok(site)
}

/// The same while other parameters are still looked at: [`demand_site`] is asked when all of them are good.
pub async fn wanted_site(
    api: &Api,
    user: &SignedIn,
    site: Option<&ShortText>,
    faults: &mut Faults,
) -> Result<SiteId> {
    let Some(ShortText(named)) = site else { return Ok(user.site().clone()) };
    let site = SiteId(named.clone());
    if may_name(user, &site) && store::sites::get(&api.db, &site).await?.is_none() {
        faults.add(ErrorKey::InvalidParameter, "site: must be a site of this library");
    }
    Ok(site)
}

/// 403 `FORBIDDEN` for a site that the caller may not name.
pub fn demand_site(user: &SignedIn, site: &SiteId) -> Result<()> {
    if may_name(user, site) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
}

/// One's own, or any as administrator.
fn may_name(user: &SignedIn, site: &SiteId) -> bool {
    user.site() == site || user.reader.account.manages_membership(site)
}
