//! A new organization, made by membership staff.

use domain::accounts::Address;
use domain::organizations::Organization;

use super::{
    NewContact, NewOrganization, OptionalDetails, OrganizationView, create_with_contact, subscription_type,
    view_organization,
};
use crate::change::Change;
use crate::context::Context;
use crate::error::Result;
use crate::faults::{Faults, set_country_and_state};
use crate::organization_types;
use crate::sites;
use crate::values::{Country, ShortText};

/// A new organization and its primary contact. Required fields are marked; site and subscription may be left
/// out.
#[derive(Debug, Clone, Default)]
pub struct OrganizationForm {
    /// Name; required.
    pub organization_name: Option<ShortText>,
    /// First line of the address; required.
    pub address1: Option<ShortText>,
    /// City; required.
    pub city: Option<ShortText>,
    /// ISO 3166-1 alpha-2; required.
    pub country: Option<Country>,
    /// Postal code; required.
    pub postal_code: Option<ShortText>,
    /// Name of an organization type; required.
    pub organization_type: Option<ShortText>,
    /// Name of a subscription type; what the site gives to organizations of this type if absent.
    pub subscription_type: Option<ShortText>,
    /// The site it belongs to, for administrators; the actor's own if absent.
    pub site: Option<ShortText>,
    /// The optional fields.
    pub details: OptionalDetails,
    /// The primary contact.
    pub contact: NewContact,
}

/// Creates an organization, its subscription and its primary contact, who has no password yet and must choose
/// one. Its agreement is not on file yet.
///
/// # Errors
/// The faults of the request; `FORBIDDEN` for a site that the actor may not name; `ORGANIZATION_EXISTS`;
/// `USER_EXISTS` for the contact.
pub async fn create(
    cx: &mut Context<'_>,
    form: OrganizationForm,
    mut faults: Faults,
) -> Result<OrganizationView> {
    let name = faults.require("organizationName", form.organization_name);
    let address1 = faults.require("address1", form.address1);
    let city = faults.require("city", form.city);
    let country = faults.require("country", form.country);
    let postal_code = faults.require("postalCode", form.postal_code);
    let kind = faults.require("organizationType", form.organization_type).map(|ShortText(kind)| kind);
    let contact = form.contact.into_contact(&mut faults);
    organization_types::require_names(cx.db, "organizationType", kind.as_slice(), &mut faults).await?;
    let site = sites::resolve_site(cx, form.site.as_ref(), &mut faults).await?;
    if let (Some(country), Some(state)) = (&country, &form.details.state) {
        let state = Change::Set(state.clone());
        set_country_and_state(&mut Address::default(), Some(country.clone()), state, &mut faults);
    }
    // A site that does not exist offers nothing that is known.
    let subscription = if faults.has_field("site") {
        None
    } else {
        let kind = kind.as_deref().unwrap_or_default();
        subscription_type(cx, &site, kind, form.subscription_type.as_ref(), &mut faults).await?
    };
    let whole = name.zip(kind).zip(country).zip(contact);
    let (((ShortText(name), kind), country), contact) = faults.complete_with(whole)?;
    let address = Address {
        address1: address1.map(|text| text.0),
        city: city.map(|text| text.0),
        postal_code: postal_code.map(|text| text.0),
        ..Address::default()
    };
    let mut organization = Organization::new(cx.random_id(), site, name, kind, address);
    form.details.fill_in(&mut organization, Some(country), &mut Faults::default());
    sites::require_nameable(cx.actor, &organization.site)?;
    let contact = contact.into_account(cx, &organization);
    let founding = NewOrganization { contact, password: None, subscription, has_signed: false };
    let organization = create_with_contact(cx, organization, founding).await?;
    view_organization(cx, organization).await
}
