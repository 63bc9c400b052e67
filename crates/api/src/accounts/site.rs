//! The site that a caller names for something new (document 3, `site`: full administrators only).

use domain::ids::SiteId;
use services::sites;

use crate::http::errors::Result;
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
    Ok(sites::wanted(&api.services(user), site, faults).await?)
}

/// 403 `FORBIDDEN` for a site that the caller may not name.
pub fn demand_site(user: &SignedIn, site: &SiteId) -> Result<()> {
    Ok(sites::demand(user.actor(), site)?)
}
