//! A sponsor's own organization (docs/rules/organizations.md#rule-2).

use domain::{AuditedAct, Organization};
use store::rosters::{self, RosterQuery};

use super::sponsors::{self, SponsorView as ShownSponsor, lock_led_organization};
use super::{OrganizationChange, replace_contact};
use crate::queries::find_if_some;
use crate::{Faults, Operation, Result};

/// An organization as its sponsors see it.
#[derive(Debug, Clone)]
pub struct OwnOrganization {
    pub organization: Organization,
    /// Primary contact. `None` if it has none.
    pub contact: Option<ShownSponsor>,
    /// The caller may change it.
    pub edits: bool,
}

pub async fn view_own(op: &Operation) -> Result<OwnOrganization> {
    with_contact(op, op.require_sponsor()?.organization.clone()).await
}

/// Changes the primary contact's organization: the faults of the request, `NOT_PRIMARY_CONTACT`.
pub async fn change_own(
    op: &Operation,
    details: OrganizationChange,
    mut faults: Faults,
) -> Result<OwnOrganization> {
    op.require_primary_contact()?;
    let mut tx = op.db().begin().await?;
    let mut organization = lock_led_organization(op, &mut tx).await?;
    details.apply_to(&mut organization, &mut faults);
    faults.into_result()?;
    store::organizations::update(&mut tx, &organization).await?;
    op.commit_change(tx, AuditedAct::ChangeOrganization, &organization.id).await?;
    with_contact(op, organization).await
}

/// Hands the role of primary contact to another sponsor: `NOT_PRIMARY_CONTACT`, `USER_NOT_FOUND`.
pub async fn hand_over(op: &Operation, name: &str) -> Result<ShownSponsor> {
    op.require_primary_contact()?;
    let mut tx = op.db().begin().await?;
    let mut organization = lock_led_organization(op, &mut tx).await?;
    let (next, _) = replace_contact(op, &mut tx, &mut organization, name).await?;
    tx.commit().await?;
    sponsors::find_sponsor(op, &organization, next.id.as_str()).await
}

async fn with_contact(op: &Operation, organization: Organization) -> Result<OwnOrganization> {
    let own = op.account()?;
    let roster = RosterQuery::for_sponsors(&organization.id, &own.id);
    let contact = organization.primary_contact.as_ref();
    let contact = find_if_some(contact.map(|id| rosters::find(op.db(), &roster, id.as_str()))).await?;
    let contact = contact.map(|person| sponsors::view_sponsor(op, own, &organization, person));
    let edits = organization.is_led_by(own);
    Ok(OwnOrganization { organization, contact, edits })
}
