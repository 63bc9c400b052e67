//! Sites (docs/rules/access.md#rule-24) and their rules, as administrators create and change them
//! (docs/rules/access.md#rule-27), and the site that something new belongs to
//! (docs/rules/memberships.md#rule-6, `site`: full administrators only).

use domain::admission::AdmissionRules;
use domain::confirmations::ReviewRule;
use domain::joining::JoiningRules;
use domain::sites::is_identifier;
use domain::{AuditSubject, AuditedAct, MAIN_SITE, Site, SiteId};

use crate::values::Country;
use crate::{Error, ErrorKey, Faults, Field, Operation, Result, ShortText};

#[derive(Debug, Clone)]
pub struct NewSite {
    /// Identifier: 1 to 40 lower-case letters, digits and hyphens.
    pub id: String,
    pub name: ShortText,
    /// Home country: the assumed location of guests.
    pub country: Country,
    /// A private-label site: recommendations exclude the global collection.
    pub private_label: bool,
}

/// The site with this identifier: its name is on pages for everybody.
pub async fn find(op: &Operation, id: &SiteId) -> Result<Option<Site>> {
    Ok(store::sites::get(op.db(), id).await?)
}

/// Creates a site, with the client that reading apps share there.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for the identifier;
/// `ALREADY_EXISTS`.
pub async fn create(op: &Operation, new: NewSite) -> Result<Site> {
    op.require_administrator()?;
    if !is_identifier(&new.id) {
        let reason = "a site's identifier is made of 1 to 40 lower-case letters, digits and hyphens";
        return Err(Error::Explained(ErrorKey::InvalidParameter, reason.to_owned()));
    }
    let NewSite { id, name: ShortText(name), country: Country(country), private_label } = new;
    let site = Site { id: SiteId(id), name, country, private_label };
    let mut tx = op.db().begin().await?;
    store::sites::insert_in(&mut tx, &site).await.map_err(|error| {
        let exists =
            || Error::Explained(ErrorKey::AlreadyExists, format!("the site {} already exists", site.id));
        if error.is_conflict() { exists() } else { error.into() }
    })?;
    op.commit_change(tx, AuditedAct::CreateSite, AuditSubject::Site(&site.id)).await?;
    Ok(site)
}

/// A change of a site; `None` keeps a value.
#[derive(Debug, Clone, Default)]
pub struct SiteChange {
    pub name: Option<ShortText>,
    /// Home country: the assumed location of guests.
    pub country: Option<Country>,
    pub private_label: Option<bool>,
}

impl SiteChange {
    fn apply_to(self, site: Site) -> Site {
        Site {
            name: self.name.map_or(site.name, |ShortText(name)| name),
            country: self.country.map_or(site.country, |Country(code)| code),
            private_label: self.private_label.unwrap_or(site.private_label),
            id: site.id,
        }
    }
}

/// Changes a site; returns it. Other processes and cached clients see the change within seconds
/// ([`ClientCache`](crate::ClientCache)).
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for an unknown site.
pub async fn change(op: &Operation, id: &SiteId, change: SiteChange) -> Result<Site> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let before = store::sites::get_for_update(&mut tx, id).await?.ok_or_else(|| unknown_site(id))?;
    let site = change.apply_to(before.clone());
    // The command without options only shows the site.
    if site != before {
        store::sites::update(&mut tx, &site).await?;
        op.record_change(&mut tx, AuditedAct::ChangeSite, AuditSubject::Site(id)).await?;
    }
    tx.commit().await?;
    Ok(site)
}

/// Sets which confirmations of disabilities staff of a site look at before they count.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for an unknown site.
pub async fn set_confirmation_review(op: &Operation, site: &SiteId, rule: ReviewRule) -> Result<()> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    if !store::sites::set_confirmation_review(&mut tx, site, rule).await? {
        return Err(unknown_site(site));
    }
    op.commit_change(tx, AuditedAct::ChangeSite, AuditSubject::Site(site)).await
}

/// The site with this identifier: `NOT_FOUND` if it does not exist.
pub(crate) async fn require_site(op: &Operation, id: &SiteId) -> Result<Site> {
    let unknown = || Error::Explained(ErrorKey::NotFound, "the site does not exist".to_owned());
    store::sites::get(op.db(), id).await?.ok_or_else(unknown)
}

/// The refusal of a site that is named and that does not exist.
pub(crate) fn unknown_site(site: &SiteId) -> Error {
    Error::Explained(ErrorKey::InvalidParameter, format!("there is no site {site}"))
}

/// All sites, by identifier.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn list(op: &Operation) -> Result<Vec<Site>> {
    op.require_administrator()?;
    Ok(store::sites::list(op.db()).await?)
}

/// The name of a site; its identifier if it is not among `sites`.
pub(crate) fn find_name(sites: &[Site], id: &SiteId) -> String {
    let site = sites.iter().find(|site| site.id == *id);
    site.map_or_else(|| id.to_string(), |site| site.name.clone())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteRules {
    pub site: Site,
    /// The confirmations of disabilities that staff review before they count.
    pub reviews: ReviewRule,
    pub joining: JoiningRules,
    pub admission: AdmissionRules,
}

/// A site with the rules that administrators set.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn get_rules(op: &Operation, id: &SiteId) -> Result<SiteRules> {
    op.require_administrator()?;
    let site = require_site(op, id).await?;
    Ok(SiteRules {
        reviews: store::sites::confirmation_review(op.db(), id).await?,
        joining: store::sites::joining_rules(op.db(), id).await?,
        admission: store::sites::admission_rules(op.db(), id).await?,
        site,
    })
}

/// The site that is named, else the actor's own, or the main one of the operator. Adds a fault for a site
/// that the actor may name and that does not exist; [`require_nameable`] is asked when the whole request is
/// good.
pub async fn resolve_site(op: &Operation, site: Option<&ShortText>, faults: &mut Faults) -> Result<SiteId> {
    let id = choose_site(op, site);
    if site.is_some() && may_name(op, &id) && store::sites::get(op.db(), &id).await?.is_none() {
        faults.add(ErrorKey::InvalidParameter, Field::Site, "must be a site of this library");
    }
    Ok(id)
}

/// The site that is named, else the actor's own, or the main one of the operator. It may not exist.
pub(crate) fn choose_site(op: &Operation, site: Option<&ShortText>) -> SiteId {
    match site {
        Some(ShortText(named)) => SiteId(named.clone()),
        None => op.signed_in_account().map_or(MAIN_SITE.into(), |account| account.site.clone()),
    }
}

/// Refuses a site that the actor may not name: `FORBIDDEN`.
pub fn require_nameable(op: &Operation, site: &SiteId) -> Result<()> {
    if may_name(op, site) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
}

/// Returns true for the actor's own site, and for any site if the actor is an administrator or the
/// operator.
fn may_name(op: &Operation, site: &SiteId) -> bool {
    op.signed_in_account().is_some_and(|account| account.site == *site) || op.manages_membership(site)
}
