//! A new organization that registers itself (docs/rules/organizations.md#rule-8).

use domain::{Account, Organization, OrganizationId, Privilege};

use super::{
    NewContact, NewOrganization, OptionalDetails, SubscriptionChoice, create_with_contact, subscription_type,
};
use crate::organization_types::require_names;
use crate::reference_organizations::find_entry;
use crate::values::Country;
use crate::{Faults, Field, NewPassword, Operation, RequiredField, Result, ShortText};

/// An organization as it describes itself. Name, country and type may be missing if it is a reference
/// organization, which provides what is missing.
#[derive(Debug, Clone, Default)]
pub struct RegisteredOrganization {
    pub reference_org_id: Option<ShortText>,
    pub organization_name: Option<ShortText>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<Country>,
    pub organization_type: Option<ShortText>,
    pub address1: Option<ShortText>,
    pub city: Option<ShortText>,
    pub postal_code: Option<ShortText>,
    pub details: OptionalDetails,
}

/// The organization that registers, and its primary contact.
#[derive(Debug, Clone)]
pub struct Registration {
    pub organization: RegisteredOrganization,
    /// Primary contact, who has signed the agreement.
    pub contact: NewContact,
    pub password: RequiredField<NewPassword>,
}

/// The organization as it will be: what was sent, otherwise what its reference organization provides. Adds
/// what is wrong with it. Nothing is written.
async fn build_organization(
    op: &Operation,
    sent: RegisteredOrganization,
    faults: &mut Faults,
) -> Result<Organization> {
    let entry = match &sent.reference_org_id {
        Some(ShortText(id)) => find_entry(op, id, faults).await?,
        None => None,
    };
    let kind = sent.organization_type.map(|kind| kind.0);
    if let Some(kind) = &kind {
        require_names(op, Field::OrganizationType, std::slice::from_ref(kind), faults).await?;
    }
    let (listed_name, listed_kind, mut address) = entry.as_ref().map_or_else(Default::default, |entry| {
        (entry.name.clone(), entry.kind.clone(), entry.address.clone())
    });
    for (sent, field) in [
        (sent.address1, &mut address.address1),
        (sent.city, &mut address.city),
        (sent.postal_code, &mut address.postal_code),
    ] {
        *field = sent.map(|text| text.0).or(field.take());
    }
    let id = OrganizationId(op.random_id());
    let name = sent.organization_name.map_or(listed_name, |name| name.0);
    let site = op.site.id.clone();
    let mut organization = Organization::new(id, site, name, kind.unwrap_or(listed_kind), address);
    sent.details.fill_in(&mut organization, sent.country, faults);
    organization.reference_org_id = entry.map(|entry| entry.id);
    Ok(organization)
}

/// Registers an organization with its primary contact, who has signed its agreement and can sign in
/// immediately. The organization gets the site's subscription for organizations of its type. Returns both.
///
/// # Errors
/// `CLIENT_NOT_ALLOWED` for keys without the privilege; the faults of the request, among them a reference
/// organization or an organization type that does not exist; `ORGANIZATION_EXISTS`, `USER_EXISTS`.
pub async fn register(
    op: &Operation,
    registration: Registration,
    mut faults: Faults,
) -> Result<(Organization, Account)> {
    op.require_privilege(Privilege::OrgSignup)?;
    let organization = build_organization(op, registration.organization, &mut faults).await?;
    let contact = registration.contact.into_contact();
    let (contact, password) = faults.complete_with(contact.zip(registration.password.into_value()))?;
    let contact = contact.into_account(op, &organization);
    let choice = SubscriptionChoice { site: &organization.site, kind: &organization.kind, name: None };
    let subscription = subscription_type(op, choice, &mut Faults::default()).await?;
    // Hashed before the transaction begins: it is slow, and SQLite has one writer.
    let hash = op.hash_password(&password).await?;
    let founding =
        NewOrganization { contact: contact.clone(), password: Some(&hash), subscription, has_signed: true };
    Ok((create_with_contact(op, organization, founding).await?, contact))
}
