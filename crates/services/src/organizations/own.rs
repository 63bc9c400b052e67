//! A sponsor's own organization (docs/rules/organizations.md#rule-2).

use domain::organizations::Organization;
use store::rosters::{self, RosterQuery};

use super::sponsors::{self, SponsorView as ShownSponsor, lock_led_organization};
use super::{OrganizationChange, lock_sponsor};
use crate::error::Result;
use crate::faults::Faults;
use crate::library::Library;
use crate::roles::{PrimaryContact, SignedIn, Sponsor};

/// An organization as its sponsors see it.
#[derive(Debug, Clone)]
pub struct OwnOrganization {
    pub organization: Organization,
    /// Primary contact. `None` if it has none.
    pub contact: Option<ShownSponsor>,
    /// The caller may change it.
    pub edits: bool,
}

/// The sponsor's organization.
pub async fn view_own(library: &Library, sponsor: &Sponsor) -> Result<OwnOrganization> {
    with_contact(library, sponsor, sponsor.organization()?.clone()).await
}

/// Changes the primary contact's organization: the faults of the request, `NOT_PRIMARY_CONTACT`.
pub async fn change_own(
    library: &Library,
    contact: &PrimaryContact,
    details: OrganizationChange,
    mut faults: Faults,
) -> Result<OwnOrganization> {
    let mut tx = library.db.begin().await?;
    let mut organization = lock_led_organization(&mut tx, contact).await?;
    details.apply_to(&mut organization, &mut faults);
    faults.into_result()?;
    store::organizations::update(&mut tx, &organization).await?;
    tx.commit().await?;
    with_contact(library, contact, organization).await
}

/// Hands the role of primary contact to another sponsor: `NOT_PRIMARY_CONTACT`, `USER_NOT_FOUND`.
pub async fn hand_over(library: &Library, contact: &PrimaryContact, name: &str) -> Result<ShownSponsor> {
    let mut tx = library.db.begin().await?;
    let mut organization = lock_led_organization(&mut tx, contact).await?;
    let next = lock_sponsor(&mut tx, &organization, name).await?;
    organization.primary_contact = Some(next.id.clone());
    store::organizations::update(&mut tx, &organization).await?;
    tx.commit().await?;
    sponsors::find_sponsor(library, contact, &organization, next.id.as_str()).await
}

async fn with_contact(
    library: &Library,
    user: &SignedIn,
    organization: Organization,
) -> Result<OwnOrganization> {
    let roster = RosterQuery::of_sponsors(&organization.id, user.id());
    let contact = match &organization.primary_contact {
        Some(id) => rosters::find(&library.db, &roster, id.as_str()).await?,
        None => None,
    };
    let contact = contact.map(|person| sponsors::view_sponsor(user, &organization, person));
    let edits = organization.is_led_by(&user.reader.account);
    Ok(OwnOrganization { organization, contact, edits })
}
