//! The site that something new belongs to (docs/rules/memberships.md#rule-6, `site`: full administrators
//! only).

use domain::ids::SiteId;
use domain::sites::MAIN_SITE;

use crate::actor::Actor;
use crate::context::Context;
use crate::error::Result;
use crate::faults::Faults;
use crate::keys::ErrorKey;
use crate::values::ShortText;

/// The site that is named, else the actor's own, or the main one of the operator. Adds a fault for a site
/// that the actor may name and that does not exist; [`demand`] is asked when the whole request is good.
pub async fn wanted(cx: &Context<'_>, site: Option<&ShortText>, faults: &mut Faults) -> Result<SiteId> {
    let Some(ShortText(named)) = site else {
        return Ok(cx.actor.account().map_or(MAIN_SITE.into(), |account| account.site.clone()));
    };
    let site = SiteId(named.clone());
    if may_name(cx.actor, &site) && store::sites::get(cx.db, &site).await?.is_none() {
        faults.add(ErrorKey::InvalidParameter, "site", "must be a site of this library");
    }
    Ok(site)
}

/// Refuses a site that the actor may not name: `FORBIDDEN`.
pub fn demand(actor: Actor<'_>, site: &SiteId) -> Result<()> {
    if may_name(actor, site) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
}

/// The own site, or any as administrator or operator.
fn may_name(actor: Actor<'_>, site: &SiteId) -> bool {
    actor.account().is_some_and(|account| account.site == *site) || actor.manages(site)
}
