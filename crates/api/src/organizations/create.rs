//! POST /v2/organizations (docs/rules/organizations.md#rule-10).

use services::organizations;

use super::{ContactForm, OptionalDetails, record};
use crate::http::{
    Country, CreatedResource, InRole, MembershipStaff, ParamDraft, Result, ShortText, ValidatedParam,
};
use crate::records::OrganizationRecord;
use crate::{joint_params, params, routes};

params! {
    /// Required details of a new organization, and its site.
    pub struct NewOrganization {
        /// Name.
        organization_name: ValidatedParam<ShortText>,
        /// First line of the address.
        address1: ValidatedParam<ShortText>,
        /// City.
        city: ValidatedParam<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: ValidatedParam<Country>,
        /// Postal code.
        postal_code: ValidatedParam<ShortText>,
        /// A name of /v2/organizationTypes.
        organization_type: ValidatedParam<ShortText>,
        /// A name of /v2/subscriptiontypes; by default the site's type for organizations of this type.
        subscription_type: Option<ShortText>,
        /// The site it belongs to, for administrators; the caller's own by default.
        site: Option<ShortText>,
    }
}

joint_params! {
    /// A new organization and its primary contact.
    pub struct CreateOrganization {
        /// Required details.
        new: NewOrganization,
        /// Optional details.
        details: OptionalDetails,
        /// The primary contact.
        contact: ContactForm,
    }
}

/// Create an organization
///
/// Creates the organization, its subscription and its primary contact, who has no password yet and must
/// choose one. Its agreement is not on file until it is set by PUT.
#[endpoint::post(
    "/v2/organizations", returns "The organization",
    errors(
        Forbidden: "not a membership assistant, or another site", OrganizationExists,
        UserExists: "the email address is taken",
    ),
)]
pub async fn create_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    draft: ParamDraft<CreateOrganization>,
) -> Result<CreatedResource<OrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let shown = organizations::create(&op, form.into_request(), faults).await?;
    let location = api.absolute_url(&routes::organization_path(&shown.organization.id));
    Ok(CreatedResource { location, record: record(&api, &op, shown)? })
}

impl CreateOrganization {
    fn into_request(self) -> organizations::OrganizationForm {
        let Self { new, details, contact } = self;
        organizations::OrganizationForm {
            organization_name: new.organization_name.0,
            address1: new.address1.0,
            city: new.city.0,
            country: new.country.0,
            postal_code: new.postal_code.0,
            organization_type: new.organization_type.0,
            subscription_type: new.subscription_type,
            site: new.site,
            details: details.into_request(),
            contact: contact.into_request(),
        }
    }
}
