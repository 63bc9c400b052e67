//! A new organization, made by membership staff.

use domain::{Address, Organization};

use super::{
    NewContact, NewOrganization, OptionalDetails, OrganizationView, SubscriptionChoice, create_with_contact,
    subscription_type, view_organization,
};
use crate::values::Country;
use crate::{
    Change, Faults, Field, Operation, RequiredField, Result, ShortText, organization_types,
    set_country_and_state, sites,
};

/// A new organization and its primary contact.
#[derive(Debug, Clone)]
pub struct OrganizationForm {
    pub organization_name: RequiredField<ShortText>,
    pub address1: RequiredField<ShortText>,
    pub city: RequiredField<ShortText>,
    /// ISO 3166-1 alpha-2.
    pub country: RequiredField<Country>,
    pub postal_code: RequiredField<ShortText>,
    pub organization_type: RequiredField<ShortText>,
    /// Name of a subscription type; what the site gives to organizations of this type if absent.
    pub subscription_type: Option<ShortText>,
    /// The site it belongs to, for administrators; the actor's own if absent.
    pub site: Option<ShortText>,
    pub details: OptionalDetails,
    pub contact: NewContact,
}

/// Creates an organization, its subscription and its primary contact, who has no password yet and must choose
/// one. Its agreement is not on file yet.
///
/// # Errors
/// The faults of the request; `FORBIDDEN` for a site that the actor may not name; `ORGANIZATION_EXISTS`;
/// `USER_EXISTS` for the contact.
pub async fn create(op: &Operation, form: OrganizationForm, mut faults: Faults) -> Result<OrganizationView> {
    let country = form.country.into_value();
    let kind = form.organization_type.into_value().map(|ShortText(kind)| kind);
    let contact = form.contact.into_contact();
    organization_types::require_names(op, Field::OrganizationType, kind.as_slice(), &mut faults).await?;
    let site = sites::resolve_site(op, form.site.as_ref(), &mut faults).await?;
    if let (Some(country), Some(state)) = (&country, &form.details.state) {
        let state = Change::Set(state.clone());
        set_country_and_state(&mut Address::default(), Some(country.clone()), state, &mut faults);
    }
    // A site that does not exist offers nothing that is known.
    let subscription = if faults.has_field(Field::Site) {
        None
    } else {
        let kind = kind.as_deref().unwrap_or_default();
        let choice = SubscriptionChoice { site: &site, kind, name: form.subscription_type.as_ref() };
        subscription_type(op, choice, &mut faults).await?
    };
    let whole = form.organization_name.into_value().zip(kind).zip(country).zip(contact);
    let (((ShortText(name), kind), country), contact) = faults.complete_with(whole)?;
    let address = Address {
        address1: form.address1.into_value().map(|text| text.0),
        city: form.city.into_value().map(|text| text.0),
        postal_code: form.postal_code.into_value().map(|text| text.0),
        ..Address::default()
    };
    let mut organization = Organization::new(op.random_id(), site, name, kind, address);
    form.details.fill_in(&mut organization, Some(country), &mut Faults::default());
    sites::require_nameable(op, &organization.site)?;
    let contact = contact.into_account(op, &organization);
    let founding = NewOrganization { contact, password: None, subscription, has_signed: false };
    let organization = create_with_contact(op, organization, founding).await?;
    view_organization(op, organization).await
}
